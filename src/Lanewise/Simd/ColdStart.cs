namespace Lanewise.Simd;

/// <summary>
/// Decides when a process switches from kernels that compile fast to kernels that run fast. Three kinds of kernels compile fast:
/// BLAKE2 kernels that compute the rounds in a loop, batch kernels with one stream, and the kernel that keeps the state of a
/// single BLAKE3 message in four vectors. The process switches once these kernels have lost about as much time as compiling the
/// faster kernels takes (docs/kernels.md, "The first call"). In a browser, the process never switches, because the interpreter
/// runs loops faster (docs/browser.md).
/// </summary>
/// <remarks>
/// Several threads can update the count without synchronization. An inexact count is harmless, because no digest depends on it.
/// </remarks>
internal static class ColdStart
{
    public const long DefaultBytes = 128L << 20;

    /// <summary>
    /// The number of bytes per lane after which the kernel that runs fast replaces the kernel that compiles fast. Benchmarks set
    /// this number before they start, because they measure the steady state. With ahead-of-time compilation, the number has no
    /// effect.
    /// </summary>
    public static long Bytes { get; set; } = DefaultBytes;

    /// <summary>
    /// Indicates whether all code was compiled before the process started. If so, the first call is as fast as later calls. This
    /// value is a constant for the compiler, so a program contains no kernels that it never calls.
    /// </summary>
    public static bool IsAhead => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>
    /// Returns true if the kernel that compiles fast should process the next bytes, and then adds their number to the count.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes)
    {
        if ((IsAhead || seen >= Bytes) && !OperatingSystem.IsBrowser()) return false;

        seen += bytes;
        return true;
    }
}
