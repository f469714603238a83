namespace Lanewise.Simd;

/// <summary>
/// Unrolled rounds take longer to compile at the first call; rolled ones run slower in BLAKE2. A process starts with rolled
/// rounds and changes when they have lost about as much time as the compilation takes (docs/kernels.md, "The first call").
/// BLAKE3 of one message starts with rows. In a browser rolled rounds stay: an interpreter is faster with loops
/// (docs/browser.md).
/// </summary>
/// <remarks>Several threads may count at once: the budget need not be exact, and no result depends on it.</remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// The number of bytes per lane after which a kernel changes. A benchmark sets it first, because it measures the steady
    /// state. If everything is compiled ahead of time, there is nothing to postpone.
    /// </summary>
    public static long Bytes { get; set; } = IsAhead ? 0 : DefaultBytes;

    /// <summary>Whether everything was compiled before the process started, so the first call costs no more than
    /// another.</summary>
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
