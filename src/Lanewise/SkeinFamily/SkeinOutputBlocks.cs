namespace Lanewise.SkeinFamily;

/// <summary>
/// Computes the output of Skein (section 3.5.3). Block i is the UBI over the counter i, starting from the chaining value after
/// the message. Therefore, blocks can be computed in lanes, and any part of the output can be computed separately.
/// </summary>
internal static class SkeinOutputBlocks<TSpec>
    where TSpec : struct, ISkeinSpec
{
    // Each block of a window is written three times, so a window must fit in the L1 cache. The window contains a whole number
    // of blocks per lane for any number of lanes.
    private const int WindowBytes = 8 * 1024;

    public const int CounterBytes = 8;

    /// <summary>
    /// Writes the outputs for several chaining values, starting at an offset. All outputs have the same length.
    /// </summary>
    public static void Read(ReadOnlySpan<byte> chains, ulong position, Span<byte> destination, LaneShape? shape = null)
    {
        int bytes = destination.Length / (chains.Length / TSpec.StateBytes);
        if (bytes / TSpec.StateBytes < 4 * (shape ?? TSpec.Table.Choose()).Lanes(64))
        {
            OutputBlocks.Read<ulong, Roots>(new Roots(chains, position), destination, bytes, shape);
            return;
        }

        // Each output is long enough to fill the lanes several times.
        for (; !chains.IsEmpty; chains = chains.Slice(TSpec.StateBytes), destination = destination.Slice(bytes))
        {
            ReadLong(chains.Slice(0, TSpec.StateBytes), position, destination.Slice(0, bytes), shape);
        }
    }

    // Encrypts whole blocks with one key for all lanes, which is faster than one key per lane.
    private static void ReadLong(ReadOnlySpan<byte> chain, ulong position, Span<byte> destination, LaneShape? shape)
    {
        int before = (int)((0 - position) % (uint)TSpec.StateBytes);
        int whole = (destination.Length - before) / TSpec.StateBytes * TSpec.StateBytes;
        Span<byte> rest = destination.Slice(before + whole);
        OutputBlocks.Read<ulong, Roots>(new Roots(chain, position), destination, before, shape);
        Encrypt(chain, (position + (uint)before) / (uint)TSpec.StateBytes, destination.Slice(before, whole), shape);
        OutputBlocks.Read<ulong, Roots>(new Roots(chain, position + (uint)(before + whole)), rest, rest.Length, shape);
    }

    // A UBI over one block is the Threefish encryption of the block, XORed with the block. The block contains the counter,
    // followed by zeros.
    private static void Encrypt(ReadOnlySpan<byte> chain, ulong block, Span<byte> destination, LaneShape? shape)
    {
        Span<ulong> key = stackalloc ulong[TSpec.Words];
        Word<ulong>.ReadLittleEndian(chain, key);
        while (!destination.IsEmpty)
        {
            Span<byte> window = destination.Slice(0, Math.Min(WindowBytes, destination.Length));
            window.Clear();
            Count(window, block);
            TSpec.EncryptBlocks(key, CounterBytes, SkeinTweak.Output | SkeinTweak.First | SkeinTweak.Final, window, shape);
            Count(window, block);
            block += (uint)(window.Length / TSpec.StateBytes);
            destination = destination.Slice(window.Length);
        }

        key.Clear();

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
        public static int MostStreams => TSpec.MostStreams;
        public static int OutputBytes => TSpec.StateBytes;
        public static int BlockBytes => TSpec.StateBytes;
        public static int StateWords => SkeinOneShot<TSpec>.StateWords;
        public static int ScratchWords => SkeinOneShot<TSpec>.ScratchWords;
        public static bool CountsInBlock => true;
        public static int OwnWords => TSpec.Words;
        public static int OutputWord => 0;
        public int Count => chains.Length / TSpec.StateBytes;

        public ulong Position(int root) => position;

        public int ValueIndex(int root) => root;

        public void Start(scoped Span<ulong> state) =>
            SkeinOneShot<TSpec>.SetFinalWords(state.Slice(TSpec.Words), SkeinTweak.Output, CounterBytes, isFirst: true);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Set(int root, scoped Span<ulong> state, scoped Span<byte> block) =>
            Word<ulong>.ReadLittleEndian(chains.Slice(root * TSpec.StateBytes, TSpec.StateBytes), state.Slice(0, TSpec.Words));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Number(scoped ReadOnlySpan<ulong> numbers, scoped Span<ulong> states, scoped Span<byte> blocks)
        {
            for (int l = 0; l < numbers.Length; l++)
            {
                BinaryPrimitives.WriteUInt64LittleEndian(blocks.Slice(l * TSpec.StateBytes), numbers[l]);
            }
        }

        public static void Run<TLanes>(
            scoped Span<ulong> states, scoped ReadOnlySpan<byte> blocks, scoped ReadOnlySpan<int> offsets)
            where TLanes : struct, ILanes<TLanes, ulong> => TSpec.Run<TLanes>(states, blocks, offsets, 1);
    }
}
