namespace Lanewise.Lanes;

/// <summary>
/// Rounds that are unrolled cost more compilation at the first call than rolled ones, which lose speed in BLAKE2: a process
/// begins with them and changes when they have lost about as much time as the compilation takes (docs/kernels.md, "The first
/// call"). BLAKE3 of one message begins with rows. In a browser they stay: an interpreter is faster with loops (docs/browser.md).
/// </summary>
/// <remarks>Several threads may count at once: a budget need not be exact, and no result depends on it.</remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// Bytes of each lane after which a kernel changes. A program that measures sets it before anything else, since what it
    /// times is what a process comes to. Where all is compiled ahead of time there is nothing to put off.
    /// </summary>
    public static long Bytes { get; set; } = IsAhead ? 0 : DefaultBytes;

    /// <summary>Whether everything is compiled before the process starts: no first call costs more than another.</summary>
    public static bool IsAhead => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>Whether the rolled form takes the next bytes, which are then counted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes)
    {
        if (seen >= Bytes && !OperatingSystem.IsBrowser()) return false;

        seen += bytes;
        return true;
    }
}
