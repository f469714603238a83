using System.Runtime.Intrinsics.X86;

namespace Lanewise.Lanes;

/// <summary>Where a kernel whose schedule works on all sixteen words of a block keeps them.</summary>
internal interface IMessageWords;

/// <summary>In local variables, which the JIT keeps in registers as far as there are any.</summary>
internal readonly struct InRegisters : IMessageWords;

/// <summary>Behind the records (<see cref="Hashing.ILaneHash{TWord}.MessageWords"/>), as operands.</summary>
internal readonly struct InMemory : IMessageWords;

/// <summary>Nowhere: they are known, and the constants of the rounds are the sums with them.</summary>
internal readonly struct InConstants : IMessageWords;

/// <content>Where the words of a block are best kept.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Whether sixteen words are kept in registers beside a state: with the 32 that AVX-512 has. With 16 the JIT moves them to
    /// and fro (SHA-256 at 256 bits: 0.4 of the speed, Zen 5); in memory words of 512 bits are slower, as most of them lie across
    /// two lines (0.65). A single lane has no room behind its record.
    /// </summary>
    static abstract bool HoldsBlock { get; }
}

internal partial struct ScalarLane<TWord>
{
    public static bool HoldsBlock => true;
}

/// <content>All widths have it from here.</content>
internal partial struct Lanes256<TWord>
{
    public static bool HoldsBlock => Avx512F.VL.IsSupported;
}

internal partial struct Interleaved<TLanes, TWord>
{
    public static bool HoldsBlock => TLanes.HoldsBlock;
}
