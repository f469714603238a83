namespace Lanewise.Simd;

/// <summary>
/// Decides when kernels change from rolled to unrolled rounds. Unrolled rounds take longer to compile on the first call, but
/// rolled rounds run slower in BLAKE2. A process starts with rolled rounds. It changes to unrolled rounds when the rolled rounds
/// have cost about as much extra time as the compilation takes (docs/kernels.md, "The first call"). For one message, BLAKE3
/// starts with row code. In a browser, kernels keep rolled rounds, because the interpreter runs loops faster (docs/browser.md).
/// </summary>
/// <remarks>Several threads may count at the same time. The count need not be exact, because no digest depends on it.</remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// The number of bytes per lane after which a kernel changes its form. Benchmarks set this number first, because they measure
    /// the steady state. With ahead-of-time compilation, it is 0.
    /// </summary>
    public static long Bytes { get; set; } = IsAhead ? 0 : DefaultBytes;

    /// <summary>
    /// Indicates whether all code was compiled before the process started. In this case, the first call takes no longer than
    /// later calls.
    /// </summary>
    public static bool IsAhead => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>Returns whether the rolled form processes the next bytes. If so, counts these bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes)
    {
        if (seen >= Bytes && !OperatingSystem.IsBrowser()) return false;

        seen += bytes;
        return true;
    }
}
