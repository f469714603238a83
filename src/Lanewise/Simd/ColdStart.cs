namespace Lanewise.Simd;

/// <summary>
/// Decides when kernels change from rolled to unrolled rounds. Unrolled rounds take longer to compile at the first call, but
/// rolled rounds run slower in BLAKE2. A process starts with rolled rounds. It changes to unrolled rounds when the rolled rounds
/// have lost about as much time as the compilation takes (docs/kernels.md, "The first call"). BLAKE3 of one message starts with
/// rows. A browser keeps rolled rounds, because an interpreter is faster with loops (docs/browser.md).
/// </summary>
/// <remarks>Several threads may count at once. The count need not be exact, because no digest depends on it.</remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// The number of bytes per lane after which a kernel changes its form. Benchmarks set this number first, because they measure
    /// the steady state. With ahead-of-time compilation, it is 0.
    /// </summary>
    public static long Bytes { get; set; } = IsAhead ? 0 : DefaultBytes;

    /// <summary>
    /// Indicates whether everything was compiled before the process started. In this case, the first call costs no more than
    /// later calls.
    /// </summary>
    public static bool IsAhead => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>Returns whether the rolled form processes the next bytes, and counts them if so.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes)
    {
        if (seen >= Bytes && !OperatingSystem.IsBrowser()) return false;

        seen += bytes;
        return true;
    }
}
