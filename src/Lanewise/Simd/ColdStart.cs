namespace Lanewise.Simd;

/// <summary>
/// Unrolled rounds take longer to compile at the first call; in BLAKE2, rolled rounds run slower. A process starts with rolled
/// rounds. It changes to unrolled rounds when the rolled rounds have lost about as much time as the compilation takes
/// (docs/kernels.md, "The first call"). BLAKE3 of one message starts with rows. A browser keeps rolled rounds, because an
/// interpreter is faster with loops (docs/browser.md).
/// </summary>
/// <remarks>Several threads may count at once: the budget need not be exact, and no result depends on it.</remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// The number of bytes per lane after which a kernel changes its form. Benchmarks set this number first, because they
    /// measure the steady state. With ahead-of-time compilation there is nothing to postpone.
    /// </summary>
    public static long Bytes { get; set; } = IsAhead ? 0 : DefaultBytes;

    /// <summary>Whether everything was compiled before the process started; then the first call costs no more than later
    /// calls.</summary>
    public static bool IsAhead => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>Whether the rolled form processes the next bytes; if so, the bytes are counted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes)
    {
        if (seen >= Bytes && !OperatingSystem.IsBrowser()) return false;

        seen += bytes;
        return true;
    }
}
