using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// Packets of a few blocks in all, which fit one pass: beside so little work the tables, windows and choices of
/// <see cref="PacketRun"/> would be most of the time.
/// </summary>
/// <remarks>
/// Where a method says few, the packets have been checked and have <see cref="MostBlocks"/> blocks at most, with their padding.
/// Spans are passed as they come: a structure of them is written in pieces and read as a whole, which stalls. For the same
/// reason buffers are inline arrays: a method with stackalloc copies the spans that it was given, to keep them from overruns.
/// </remarks>
internal static class XteaFew
{
    /// <summary>What the lanes of a 256-bit vector hold.</summary>
    public const int MostBlocks = 8;

    private const int GroupBytes = MostBlocks * XteaSpec.BlockBytes;

    // ---- one key ----

    /// <summary>Up to <see cref="MostBlocks"/> whole blocks under one key; in place is allowed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Run(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length != XteaSpec.BlockBytes) Several(schedule, bigEndian, encrypting, source, destination);
        else if (encrypting) XteaKernel<ScalarLane<uint>>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<ScalarLane<uint>>.Decrypt(schedule, bigEndian, source, destination);
    }

    // Two blocks fill a scalar chain's gaps; more have lanes to choose, in a frame that one block need not set up.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Several(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int blocks = source.Length / XteaSpec.BlockBytes;
        if (blocks == 2)
        {
            Run<Interleaved<ScalarLane<uint>, uint>>(schedule, bigEndian, encrypting, source, destination);
            return;
        }

        Blocks room = default;
        Span<byte> group = MemoryMarshal.AsBytes((Span<ulong>)room);
        source.CopyTo(group);
        Group(schedule, bigEndian, encrypting, group, blocks);
        group.Slice(0, source.Length).CopyTo(destination);
        group.Clear();
    }

    // The group has room for lanes without a block.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Group(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, Span<byte> group, int blocks)
    {
        Debug.Assert(group.Length == GroupBytes && blocks <= MostBlocks);
        group = group.Slice(0, blocks <= 2 ? 2 * XteaSpec.BlockBytes : blocks <= 4 ? 4 * XteaSpec.BlockBytes : GroupBytes);
        if (blocks <= 2) Run<Interleaved<ScalarLane<uint>, uint>>(schedule, bigEndian, encrypting, group, group);
        else if (!HasLanes(blocks)) Run<Interleaved<Interleaved<ScalarLane<uint>, uint>, uint>>(schedule, bigEndian, encrypting, group, group);
        else if (blocks <= 4) Run<Lanes128<uint>>(schedule, bigEndian, encrypting, group, group);
        else if (Has256) Run<Lanes256<uint>>(schedule, bigEndian, encrypting, group, group);
        else Run<Interleaved<Lanes128<uint>, uint>>(schedule, bigEndian, encrypting, group, group);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Run<TLanes>(ReadOnlySpan<uint> schedule, bool bigEndian, bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        if (encrypting) XteaKernel<TLanes>.Encrypt(schedule, bigEndian, source, destination);
        else XteaKernel<TLanes>.Decrypt(schedule, bigEndian, source, destination);
    }

    // ---- lanes ----

    private static bool Has256 => LaneDispatch.Widest() >= 256;

    private static bool HasLanes(int blocks) => blocks >= XteaTable.FewestForVectors && LaneDispatch.Widest() >= 128;

    [InlineArray(MostBlocks)]
    private struct Blocks
    {
        private ulong block;
    }
}
