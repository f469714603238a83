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
internal static class SkeinOutputBlocks<TSpec>
    where TSpec : struct, ISkeinSpec
{
    // The blocks of a window are written three times, so a window stays in the first cache; a whole number of groups of any lanes.
    private const int WindowBytes = 8 * 1024;

    // The position after eight bytes of counter.
    private const ulong Tweak0 = 8;

    private const ulong Tweak1 = SkeinTweak.Output | SkeinTweak.First | SkeinTweak.Final;

    private static int StateBytes => 8 * TSpec.Words;

    /// <summary>Fills the destination with the output from byte <paramref name="position"/> on.</summary>
    public static void ReadAt(ReadOnlySpan<ulong> chain, ulong position, Span<byte> destination)
    {
        int skip = (int)(position % (uint)StateBytes);
        ulong block = position / (uint)StateBytes;
        if (skip > 0)
        {
            Span<byte> first = stackalloc byte[StateBytes];
            ReadOneByOne(chain, block++, first);
            int bytes = Math.Min(StateBytes - skip, destination.Length);
            first.Slice(skip, bytes).CopyTo(destination);
            destination = destination.Slice(bytes);
            CryptographicOperations.ZeroMemory(first);
        }

        Read(chain, block, destination);
    }

    /// <summary>Fills the destination with the output from block <paramref name="firstBlock"/> on.</summary>
    public static void Read(ReadOnlySpan<ulong> chain, ulong firstBlock, Span<byte> destination, LaneShape? shape = null)
    {
        int whole = destination.Length / StateBytes;
        if (shape is null && TSpec.Table.ChooseFor(whole, 64) == LaneShape.Scalar) whole = 0;
        // UBI of one block is the block's encryption, exclusive-ored with the block: here zeros but for the counter.
        for (int b = 0; b < whole; b += WindowBytes / StateBytes)
        {
            Span<byte> window = destination.Slice(b * StateBytes, Math.Min(WindowBytes, (whole - b) * StateBytes));
            ulong counter = unchecked(firstBlock + (ulong)b);
            window.Clear();
            for (int o = 0; o < window.Length; o += StateBytes) BinaryPrimitives.WriteUInt64LittleEndian(window.Slice(o), unchecked(counter++));
            TSpec.EncryptBlocks(chain, Tweak0, Tweak1, window, shape);
            counter = unchecked(firstBlock + (ulong)b);
            for (int o = 0; o < window.Length; o += StateBytes)
            {
                Span<byte> word = window.Slice(o, 8);
                BinaryPrimitives.WriteUInt64LittleEndian(word, BinaryPrimitives.ReadUInt64LittleEndian(word) ^ unchecked(counter++));
            }
        }

        ReadOneByOne(chain, unchecked(firstBlock + (ulong)whole), destination.Slice(whole * StateBytes));
    }

    private static void ReadOneByOne(ReadOnlySpan<ulong> chain, ulong block, Span<byte> destination)
    {
        if (destination.IsEmpty) return;

        Span<ulong> record = stackalloc ulong[SkeinOne<TSpec>.RecordWords];
        Span<byte> counter = stackalloc byte[StateBytes];
        for (int o = 0; o < destination.Length; o += StateBytes)
        {
            chain.CopyTo(record);
            SkeinOne<TSpec>.Close(record.Slice(TSpec.Words), SkeinTweak.Output, Tweak0, true);
            BinaryPrimitives.WriteUInt64LittleEndian(counter, unchecked(block++));
            SkeinOne<TSpec>.Run(record, counter, 0, 1);
            SkeinOne<TSpec>.Write(record, destination.Slice(o, Math.Min(StateBytes, destination.Length - o)));
        }

        record.Clear();
    }

    /// <summary>
    /// The outputs of many messages, <paramref name="hashBytes"/> each: the blocks of all of them side by side, each on the
    /// chaining value of its message.
    /// </summary>
    public static void ReadMany(ReadOnlySpan<byte> chains, int hashBytes, Span<byte> destination, LaneShape? shape = null)
    {
        int count = chains.Length / StateBytes, perMessage = (hashBytes + StateBytes - 1) / StateBytes;
        LaneShape chosen = shape ?? TSpec.Table.Choose();
        int lanes = chosen.Lanes(64);
        if (perMessage >= 4 * lanes)
        {
            // Outputs so long fill the lanes by themselves, and one key for all lanes is cheaper.
            Span<ulong> chain = stackalloc ulong[TSpec.Words];
            for (int i = 0; i < count; i++)
            {
                SkeinOne<TSpec>.ReadChain(chains.Slice(i * StateBytes), chain);
                Read(chain, 0, destination.Slice(i * hashBytes, hashBytes), shape);
            }

            chain.Clear();
            return;
        }

        if (shape is null) chosen = TSpec.Table.ChooseFor((long)count * perMessage, 64);
        Job job = new(chains, hashBytes, perMessage, count * perMessage, destination);
        LaneDispatch.Run<ulong, Job>(chosen, ref job);
    }

    private readonly ref struct Job(ReadOnlySpan<byte> chains, int hashBytes, int perMessage, int blocks, Span<byte> destination) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<byte> chains = chains;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, words = TSpec.Words;
            Span<ulong> closing = stackalloc ulong[SkeinRecord.Closing], chain = stackalloc ulong[words];
            Span<ulong> records = stackalloc ulong[SkeinOne<TSpec>.RecordWords * lanes];
            Span<byte> counters = stackalloc byte[lanes * StateBytes], output = stackalloc byte[lanes * StateBytes];
            Span<int> offsets = stackalloc int[lanes];
            SkeinOne<TSpec>.Close(closing, SkeinTweak.Output, Tweak0, true);
            counters.Clear();
            for (int l = 0; l < lanes; l++) offsets[l] = l * StateBytes;
            for (int first = 0; first < blocks; first += lanes)
            {
                int n = Math.Min(lanes, blocks - first);
                LaneRecords.Broadcast<ulong>(closing, records.Slice(words * lanes));
                for (int l = 0; l < n; l++)
                {
                    int message = (first + l) / perMessage;
                    SkeinOne<TSpec>.ReadChain(chains.Slice(message * StateBytes), chain);
                    for (int w = 0; w < words; w++) records[(w * lanes) + l] = chain[w];
                    BinaryPrimitives.WriteUInt64LittleEndian(counters.Slice(l * StateBytes), (uint)((first + l) % perMessage));
                }

                // Lanes without a block have something in them all the same, and nobody takes it.
                TSpec.Run<TLanes>(records, counters, offsets, 1);
                LaneRecords.Store<ulong, TLanes>(records, output, StateBytes, words / 4);
                for (int l = 0; l < n; l++)
                {
                    int message = (first + l) / perMessage, done = (first + l) % perMessage * StateBytes;
                    output.Slice(l * StateBytes, Math.Min(StateBytes, hashBytes - done)).CopyTo(destination.Slice((message * hashBytes) + done));
                }
            }

            chain.Clear();
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(output);
        }
    }
}
