namespace Lanewise.Icc;

/// <summary>
/// Limits the memory for reading an untrusted file to ten times its size, and to 64 MiB. Without a limit, shared elements or
/// compression could expand a few bytes to gigabytes.
/// </summary>
internal static class IccLimits
{
    /// <summary>The maximum length of a profile that is read or embedded.</summary>
    public const int MaxProfileLength = 64 << 20;

    private const int Times = 10;

    /// <summary>The limit for small files. It is higher, because a profile of zeros in a one-pixel image is harmless.</summary>
    private const int Least = 64 << 10;

    /// <summary>Returns the limit in bytes for a file of the given length.</summary>
    public static int For(long length) => (int)Math.Clamp(Math.Min(length, MaxProfileLength) * Times, Least, MaxProfileLength);
}
