using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>
/// Specifies where a kernel keeps the sixteen words of a block. Only kernels whose message schedule uses all sixteen words have
/// this type parameter.
/// </summary>
internal interface IMessageWords;

/// <summary>The message words are held in local variables, which the JIT keeps in registers as far as possible.</summary>
internal readonly struct InRegisters : IMessageWords;

/// <summary>
/// The message words are stored in memory after the states (<see cref="Batching.ILaneHash{TWord}.ScratchWords"/>).
/// </summary>
internal readonly struct InMemory : IMessageWords;

/// <summary>The message words are known in advance and are included in the round constants.</summary>
internal readonly struct InConstants : IMessageWords;

/// <content>Defines where the message words of a block are kept.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Indicates whether the registers can hold sixteen message words in addition to a state, as with the 32 registers of
    /// AVX-512. With 16 registers, the JIT spills words: on Zen 5, SHA-256 with 256-bit vectors reaches only 0.4 times the speed
    /// of a kernel that keeps the words in memory. With 512-bit vectors, a kernel that keeps the words in memory reaches only
    /// 0.65 times the speed of a kernel that keeps them in registers, because most words in memory cross a cache line. The state
    /// buffer of a scalar lane has no room for message words.
    /// </summary>
    static abstract bool HoldsBlock { get; }
}

internal partial struct ScalarLane<TWord>
{
    public static bool HoldsBlock => true;
}

/// <content>The default implementation for vectors of all widths.</content>
internal partial struct Lanes256<TWord>
{
    public static bool HoldsBlock => Avx512F.VL.IsSupported;
}

internal partial struct Interleaved<TLanes, TWord>
{
    public static bool HoldsBlock => TLanes.HoldsBlock;
}
