using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>Selects where a kernel keeps the sixteen words of a block, if its message schedule uses all of them.</summary>
internal interface IMessageWords;

/// <summary>The words are in local variables, which the JIT keeps in registers as far as possible.</summary>
internal readonly struct InRegisters : IMessageWords;

/// <summary>The words are in memory after the states (<see cref="Batching.ILaneHash{TWord}.MessageWords"/>).</summary>
internal readonly struct InMemory : IMessageWords;

/// <summary>The words are known in advance, and the round constants include them.</summary>
internal readonly struct InConstants : IMessageWords;

/// <content>Defines where the words of a block are kept.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Indicates whether sixteen words fit in the registers in addition to a state, as with the 32 registers of AVX-512. With 16
    /// registers, the JIT spills them (SHA-256 with 256-bit vectors: 0.4 times the speed, Zen 5). If 512-bit words are in memory,
    /// the speed is 0.65 times as high, because most of the words cross a cache line. A single lane has no space after its state.
    /// </summary>
    static abstract bool HoldsBlock { get; }
}

internal partial struct ScalarLane<TWord>
{
    public static bool HoldsBlock => true;
}

/// <content>The default for all widths.</content>
internal partial struct Lanes256<TWord>
{
    public static bool HoldsBlock => Avx512F.VL.IsSupported;
}

internal partial struct Interleaved<TLanes, TWord>
{
    public static bool HoldsBlock => TLanes.HoldsBlock;
}
