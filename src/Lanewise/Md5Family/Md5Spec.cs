using Lanewise.MerkleDamgard;

namespace Lanewise.Md5Family;

/// <summary>
/// MD5's sizes and initial value (RFC 1321, section 3.3). <see cref="Md5Kernel{TLanes, TBlocks}"/> contains the sine table.
/// </summary>
internal readonly struct Md5Spec : IMdSpec<uint>
{
    public const int BlockBytes = 64;
    public const int StateWords = 4;

    public static string Name => "MD5";
    public static int HashBytes => 16;

    /// <summary>The initial values of the words A, B, C and D (RFC 1321, section 3.3).</summary>
    public static ReadOnlySpan<uint> Iv => [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

    public static bool IsBigEndian => false;
    public static bool TakesTransposed => true;
    public static LaneTable Table => CpuProfile.Here.Md5Streams;
    public static int MostStreams => StreamLimits.Md5;

    // .NET's MD5 is not used, because this code is faster and works on platforms without MD5.
    public static string? Platform => null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        // The scheduler passes no offsets for transposed blocks (ILaneHash.TakesTransposed).
        if (offsets.IsEmpty) Md5Kernel<TLanes, TransposedBlocks>.Run(states, source, offsets, blocks);
        else Md5Kernel<TLanes, BlocksInRows>.Run(states, source, offsets, blocks);
    }
}
