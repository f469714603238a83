namespace Lanewise.Icc;

/// <summary>
/// What reading a foreign file may cost: ten times the bytes that are there, and never more than 64 MiB. A few bytes can claim
/// gigabytes, by elements that share bytes as well as by compression.
/// </summary>
internal static class IccLimits
{
    /// <summary>The largest profile that is read or put into an image.</summary>
    public const int MaxProfileLength = 64 << 20;

    private const int Times = 10;

    /// <summary>Small files may cost this much: a profile of zeros in an image of one pixel is none that does harm.</summary>
    private const int Least = 64 << 10;

    /// <summary>The bytes of memory that a file of a length may cost.</summary>
    public static int For(long length) => (int)Math.Clamp(Math.Min(length, MaxProfileLength) * Times, Least, MaxProfileLength);
}
