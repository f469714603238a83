namespace Lanewise.Simd;

/// <summary>
/// Decides when kernels switch from rolled loops to unrolled loops. The first call of an unrolled kernel takes longer, because
/// the JIT compiles more code, but rolled BLAKE2 kernels are slower. A process starts with the rolled kernels, and switches to
/// the unrolled kernels once the rolled ones have lost about as much time as compiling the unrolled ones takes
/// (docs/kernels.md, "The first call"). Single BLAKE3 messages are first hashed by the kernel that keeps the state in four
/// vectors. In a browser, rolled kernels are always used, because the interpreter runs loops faster (docs/browser.md).
/// </summary>
/// <remarks>
/// Several threads can update the count without synchronization. An inexact count is harmless, because no digest depends on it.
/// </remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// The number of bytes per lane after which the unrolled kernel replaces the rolled kernel. Benchmarks set this number
    /// before they start, because they measure the steady state. With ahead-of-time compilation, the number is 0.
    /// </summary>
    public static long Bytes { get; set; } = IsAhead ? 0 : DefaultBytes;

    /// <summary>
    /// Indicates whether all code was compiled before the process started. If so, the first call is as fast as later calls.
    /// </summary>
    public static bool IsAhead => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>Returns true if the rolled kernel should process the next bytes, and adds their number to the count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes)
    {
        if (seen >= Bytes && !OperatingSystem.IsBrowser()) return false;

        seen += bytes;
        return true;
    }
}
