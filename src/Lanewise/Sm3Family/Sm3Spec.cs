using Lanewise.MerkleDamgard;

namespace Lanewise.Sm3Family;

/// <summary>SM3's sizes and initial value (GB/T 32905-2016, section 4.1).</summary>
internal readonly struct Sm3Spec : IMdSpec<uint>
{
    public static string Name => "SM3";
    public static int HashBytes => 32;

    // The initial value (GB/T 32905-2016, section 4.1).
    public static ReadOnlySpan<uint> Iv =>
    [
        0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
        0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
    ];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;

    // The kernel does not interleave vectors, because the rounds for two vectors would exceed the JIT's inlining budget.
    public static int MostStreams => 1;
    public static LaneTable Table { get; } = new(MostStreams, 1);

    public static string? Platform => null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> =>
        Blocks<uint, TLanes, Sm3Rounds>.Run(states, source, offsets, blocks);
}
