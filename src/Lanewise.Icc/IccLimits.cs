namespace Lanewise.Icc;

/// <summary>
/// Limits the memory for reading an untrusted file to ten times the file's size, but at most 64 MiB. Without a limit, shared
/// elements or compression could expand a few bytes to gigabytes.
/// </summary>
internal static class IccLimits
{
    /// <summary>The maximum length in bytes of a profile that is read or embedded.</summary>
    public const int MaxProfileLength = 64 << 20;

    private const int Times = 10;

    /// <summary>
    /// The memory limit for small files, in bytes. For small files, exceeding ten times the file size is harmless, for example
    /// for a highly compressed profile in a one-pixel image.
    /// </summary>
    private const int Least = 64 << 10;

    /// <summary>Returns the memory limit in bytes for a file of the given length.</summary>
    public static int For(long length) => (int)Math.Clamp(Math.Min(length, MaxProfileLength) * Times, Least, MaxProfileLength);
}
