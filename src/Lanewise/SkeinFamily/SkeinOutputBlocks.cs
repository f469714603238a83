namespace Lanewise.SkeinFamily;

/// <summary>
/// The output of Skein (section 3.5.3): block i is UBI over the counter i, always on the chaining value after the message,
/// so that any part of it can be had by itself and its blocks fill lanes.
/// </summary>
internal static class SkeinOutputBlocks<TSpec>
    where TSpec : struct, ISkeinSpec
{
    // The blocks of a window are written three times, so a window stays in the first cache; a whole number of groups of any
    // lanes.
    private const int WindowBytes = 8 * 1024;

    private const int CounterBytes = 8;

    /// <summary>Fills the destination with the output from a byte on.</summary>
    public static void Read(ReadOnlySpan<ulong> chain, ulong position, Span<byte> destination, LaneShape? shape = null)
    {
        Span<byte> value = stackalloc byte[TSpec.StateBytes];
        Word<ulong>.WriteLittleEndian(value, chain);
        // Blocks that fill the lanes several times are encrypted under one key, which is cheaper than a key for each lane.
        bool isLong = destination.Length / TSpec.StateBytes >= 4 * (shape ?? TSpec.Table.Choose()).Lanes(64);
        int before = isLong ? (int)((0 - position) % (uint)TSpec.StateBytes) : destination.Length;
        int whole = (destination.Length - before) / TSpec.StateBytes * TSpec.StateBytes;
        Blocks(value, position, destination.Slice(0, before), shape);
        Encrypt(chain, (position + (uint)before) / (uint)TSpec.StateBytes, destination.Slice(before, whole), shape);
        Blocks(value, position + (uint)(before + whole), destination.Slice(before + whole), shape);
        CryptographicOperations.ZeroMemory(value);

        static void Blocks(ReadOnlySpan<byte> value, ulong position, Span<byte> destination, LaneShape? shape) =>
            OutputBlocks.Read<ulong, Roots>(new Roots(value, position), destination, destination.Length, shape);
    }

    /// <summary>The outputs of many messages, <paramref name="hashBytes"/> each, on their chaining values.</summary>
    public static void ReadMany(ReadOnlySpan<byte> chains, int hashBytes, Span<byte> destination, LaneShape? shape = null)
    {
        if (hashBytes / TSpec.StateBytes < 4 * (shape ?? TSpec.Table.Choose()).Lanes(64))
        {
            OutputBlocks.Read<ulong, Roots>(new Roots(chains, 0), destination, hashBytes, shape);
            return;
        }

        // Outputs so long fill the lanes by themselves.
        Span<ulong> chain = stackalloc ulong[TSpec.Words];
        for (; !chains.IsEmpty; chains = chains.Slice(TSpec.StateBytes), destination = destination.Slice(hashBytes))
        {
            Word<ulong>.ReadLittleEndian(chains, chain);
            Read(chain, 0, destination.Slice(0, hashBytes), shape);
        }

        chain.Clear();
    }

    // UBI of one block is the block's encryption, exclusive-ored with the block: here zeros but for the counter.
    private static void Encrypt(ReadOnlySpan<ulong> chain, ulong block, Span<byte> destination, LaneShape? shape)
    {
        while (!destination.IsEmpty)
        {
            Span<byte> window = destination.Slice(0, Math.Min(WindowBytes, destination.Length));
            window.Clear();
            Count(window, block);
            TSpec.EncryptBlocks(chain, CounterBytes, SkeinTweak.Output | SkeinTweak.First | SkeinTweak.Final, window, shape);
            Count(window, block);
            block += (uint)(window.Length / TSpec.StateBytes);
            destination = destination.Slice(window.Length);
        }

        static void Count(Span<byte> window, ulong block)
        {
            for (; !window.IsEmpty; window = window.Slice(TSpec.StateBytes), block++)
            {
                BinaryPrimitives.WriteUInt64LittleEndian(window, BinaryPrimitives.ReadUInt64LittleEndian(window) ^ block);
            }
        }
    }

    private readonly ref struct Roots(ReadOnlySpan<byte> chains, ulong position) : IOutputRoots<ulong>
    {
        private readonly ReadOnlySpan<byte> chains = chains;

        public static LaneTable Table => TSpec.Table;
        public static int OutputBytes => TSpec.StateBytes;
        public static int BlockBytes => TSpec.StateBytes;
        public static int RecordWords => SkeinOne<TSpec>.RecordWords;
        public static bool CountsInBlock => true;
        public static int OwnWords => TSpec.Words;
        public static int OutputWord => 0;
        public int Count => chains.Length / TSpec.StateBytes;

        public ulong Position(int root) => position;

        public int Place(int root) => root;

        public void Start(scoped Span<ulong> record) =>
            SkeinOne<TSpec>.Close(record.Slice(TSpec.Words), SkeinTweak.Output, CounterBytes, isFirst: true);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Set(int root, scoped Span<ulong> record, scoped Span<byte> block) =>
            Word<ulong>.ReadLittleEndian(chains.Slice(root * TSpec.StateBytes, TSpec.StateBytes), record.Slice(0, TSpec.Words));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Number(scoped ReadOnlySpan<ulong> numbers, scoped Span<ulong> records, scoped Span<byte> blocks)
        {
            for (int l = 0; l < numbers.Length; l++)
            {
                BinaryPrimitives.WriteUInt64LittleEndian(blocks.Slice(l * TSpec.StateBytes), numbers[l]);
            }
        }

        public static void Run<TLanes>(
            scoped Span<ulong> records, scoped ReadOnlySpan<byte> blocks, scoped ReadOnlySpan<int> offsets)
            where TLanes : struct, ILanes<TLanes, ulong> => TSpec.Run<TLanes>(records, blocks, offsets, 1);
    }
}
