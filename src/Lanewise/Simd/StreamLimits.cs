namespace Lanewise.Simd;

/// <summary>
/// Contains the maximum number of streams for each algorithm in <see cref="CpuProfile"/>. With more streams, the kernels are
/// never faster, or the JIT does not optimize them well. The values are constants, so no kernel is compiled for more streams.
/// </summary>
internal static class StreamLimits
{
    public const int Md5 = 4;

    // The rounds of two streams would exceed the JIT's inlining budget.
    public const int Sha = 1;

    public const int Blake2 = 2, Blake3 = 2;

    public const int Skein = 2, Threefish256 = 4, Threefish512 = 2;

    // The 16 state words of one stream fill the registers.
    public const int Skein1024 = 1, Threefish1024 = 1;

    // In each round, five of the six operations form a dependency chain.
    public const int Xtea = 8;
}
