using Lanewise.MerkleDamgard;

namespace Lanewise.Sm3Family;

/// <summary>SM3's sizes and starting value (GB/T 32905-2016).</summary>
internal readonly struct Sm3Spec : IMdSpec<uint>
{
    public static string Name => "SM3";
    public static int HashBytes => 32;

    // Section 4.1, each word with its bytes reversed: 7380166f 4914b2b9 172442d7 da8a0600 a96f30bc 163138aa e38dee4d b0fb0e4e.
    public static ReadOnlySpan<uint> Iv =>
    [
        0x6f168073, 0xb9b21449, 0xd7422417, 0x00068ada,
        0xbc306fa9, 0xaa383116, 0x4dee8de3, 0x4e0efbb0,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;

    // The code for the rounds of two streams exceeds the JIT's inlining budget.
    public static LaneTable Table { get; } = new(1) { Most = 1 };

    public static string? Platform => null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> =>
        Blocks<uint, TLanes, Sm3Rounds>.Run(states, source, offsets, blocks);
}
