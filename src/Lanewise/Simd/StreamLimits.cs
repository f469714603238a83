namespace Lanewise.Simd;

/// <summary>
/// The maximum number of streams of the kernels in <see cref="CpuProfile"/>. With more streams, the compiled code is poor, or is
/// never faster. The values are constants, so no kernel is compiled for more streams.
/// </summary>
internal static class StreamLimits
{
    public const int Md5 = 4;

    // The rounds of two streams would exceed the JIT's inlining budget.
    public const int Sha = 1;

    public const int Blake2 = 2, Blake3 = 2;

    public const int Skein = 2, Threefish256 = 4, Threefish512 = 2;

    // One stream fills the registers with the 16 words of its state.
    public const int Skein1024 = 1, Threefish1024 = 1;

    // A round has six operations, five of which depend on each other.
    public const int Xtea = 8;
}
