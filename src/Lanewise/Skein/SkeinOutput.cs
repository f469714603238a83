using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// The output of Skein (section 3.5.3): block i is UBI over the counter i, always on the chaining value after the message,
/// so that any part of it can be had by itself and its blocks fill lanes.
/// </summary>
internal static class SkeinOutput<TSpec>
    where TSpec : struct, ISkeinSpec
{
    private static int StateBytes => 8 * TSpec.Words;

    /// <summary>Fills the destination with the output from block <paramref name="firstBlock"/> on.</summary>
    public static void Read(ReadOnlySpan<ulong> chain, ulong firstBlock, Span<byte> destination, LaneShape? shape = null)
    {
        if (destination.IsEmpty) return;

        int blocks = (int)(((uint)destination.Length + (uint)StateBytes - 1) / (uint)StateBytes);
        LaneShape chosen = shape ?? TSpec.Table.Choose();
        if (shape is null && blocks < LaneScheduler.FewestForLanes(chosen.Lanes(64))) chosen = LaneShape.Scalar;
        Job job = new(chain, firstBlock, destination, blocks);
        LaneDispatch.Run<ulong, Job>(chosen, ref job);
    }

    private readonly ref struct Job(ReadOnlySpan<ulong> chain, ulong firstBlock, Span<byte> destination, int blocks) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<ulong> chain = chain;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, words = TSpec.Words;
            Span<ulong> start = stackalloc ulong[(words + SkeinRecord.Closing) * lanes], records = stackalloc ulong[start.Length];
            Span<ulong> record = stackalloc ulong[words + SkeinRecord.Closing];
            chain.CopyTo(record);
            SkeinOne<TSpec>.Close(record.Slice(words), SkeinTweak.Output, 8, true);
            LaneScheduler.Broadcast<ulong>(record, start);
            Span<byte> counters = stackalloc byte[lanes * StateBytes], output = stackalloc byte[lanes * StateBytes];
            counters.Clear();
            Span<int> offsets = stackalloc int[lanes];
            for (int l = 0; l < lanes; l++) offsets[l] = l * StateBytes;
            for (int b = 0; b < blocks; b += lanes)
            {
                for (int l = 0; l < lanes; l++) BinaryPrimitives.WriteUInt64LittleEndian(counters.Slice(l * StateBytes), unchecked(firstBlock + (ulong)(b + l)));
                start.CopyTo(records);
                TSpec.Run<TLanes>(records, counters, offsets, 1);
                Span<byte> to = destination.Slice(b * StateBytes);
                if (to.Length >= output.Length)
                {
                    LaneScheduler.Store<ulong, TLanes>(records, to, StateBytes, words / 4);
                }
                else
                {
                    LaneScheduler.Store<ulong, TLanes>(records, output, StateBytes, words / 4);
                    output.Slice(0, to.Length).CopyTo(to);
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            record.Clear();
            CryptographicOperations.ZeroMemory(output);
        }
    }
}
