namespace Lanewise.SkeinFamily;

/// <summary>
/// Computes Skein's hash tree (section 3.5.6). The message is divided into leaves, and the chaining values of each level are
/// divided into nodes. The units (leaves or nodes) of a level are independent, so they are hashed in lanes and on several
/// cores.
/// </summary>
internal static class SkeinTree<TSpec>
    where TSpec : struct, ISkeinSpec
{
    private const int SmallestShareBytes = 64 * 1024;

    /// <summary>
    /// Returns the length of a leaf (level 1) or a node, in bytes. All exponents for which a unit is longer than any possible
    /// input are equivalent. At the highest allowed level, one unit covers the whole level.
    /// </summary>
    public static long UnitBytes(SkeinParameters parameters, int level) => level == parameters.MaxLevel ? 1L << 62
        : (long)TSpec.StateBytes << Math.Min(level == 1 ? parameters.LeafExponent : parameters.NodeExponent, 40);

    /// <summary>
    /// Computes the digest of a message. <paramref name="chain"/> is the chaining value produced by the stages that precede the
    /// message.
    /// </summary>
    public static void Hash(
        ReadOnlySpan<ulong> chain, SkeinParameters parameters, ReadOnlySpan<byte> source, int bits, Span<byte> destination,
        LaneShape? shape)
    {
        using Rented<byte> level = new(LevelBytes(source.Length, UnitBytes(parameters, 1)));
        int length = Level(chain, parameters, 1, 0, source, bits, level.Span, shape);
        Root(chain, parameters, level.Span, length, destination, shape);
    }

    /// <summary>Computes the digest of a message. The leaves are hashed on several cores.</summary>
    public static void HashInParallel(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Memory<byte> destination,
        ParallelOptions parallelOptions)
    {
        ulong[] chain = new ulong[TSpec.Words];
        SkeinOneShot<TSpec>.Start(chain, parameters, key, 8L * destination.Length);
        long leaf = UnitBytes(parameters, 1);
        int total = LevelBytes(source.Length, leaf), leaves = total / TSpec.StateBytes;
        int lanes = TSpec.Table.Choose().Lanes(64);
        long perShare = Math.Max(1, Partitioning.Share(source.Length, SmallestShareBytes, parallelOptions) / leaf);
        perShare = (perShare + lanes - 1) / lanes * lanes;
        int shares = (int)((leaves + perShare - 1) / perShare);
        byte[] level = ArrayPool<byte>.Shared.Rent(total);
        try
        {
            Partitioning.Run(shares, parallelOptions, s =>
            {
                long first = s * perShare, start = first * leaf, bytes = Math.Min(source.Length - start, perShare * leaf);
                Level(chain, parameters, 1, (ulong)start, source.Span.Slice((int)start, (int)bytes), SkeinTweak.WholeBytes,
                    level.AsSpan((int)first * TSpec.StateBytes), null);
            });
            Root(chain, parameters, level, total, destination.Span, null);
        }
        finally
        {
            Array.Clear(chain);
            CryptographicOperations.ZeroMemory(level.AsSpan(0, total));
            ArrayPool<byte>.Shared.Return(level);
        }
    }

    /// <summary>Computes the digest from the chaining values of the leaves.</summary>
    private static void Root(
        ReadOnlySpan<ulong> chain, SkeinParameters parameters, Span<byte> values, int length, Span<byte> destination,
        LaneShape? shape)
    {
        for (int level = 2; length > TSpec.StateBytes; level++)
        {
            // The next level's values can overwrite this level's values, because each value is read before it is overwritten.
            length = Level(chain, parameters, level, 0, values.Slice(0, length), SkeinTweak.WholeBytes, values, shape);
        }

        SkeinOutputBlocks<TSpec>.Read(values.Slice(0, TSpec.StateBytes), 0, destination);
    }

    /// <summary>Returns the total size of the chaining values of a level, in bytes.</summary>
    private static int LevelBytes(long length, long unit) =>
        (int)((length == 0 ? 1 : ((length - 1) / unit) + 1) * TSpec.StateBytes);

    /// <summary>
    /// Computes the chaining values of the units of <paramref name="source"/>, and returns their total size in bytes. The first
    /// byte of the source has offset <paramref name="position"/> in the level. The chaining values may overwrite the source.
    /// </summary>
    public static int Level(
        ReadOnlySpan<ulong> chain, SkeinParameters parameters, int level, ulong position, ReadOnlySpan<byte> source, int bits,
        Span<byte> values, LaneShape? shape)
    {
        long unit = UnitBytes(parameters, level);
        int whole = (int)(source.Length / unit), total = LevelBytes(source.Length, unit), last = (total / TSpec.StateBytes) - 1;
        // If the last unit is shorter than the others, even by a few bits, it is processed separately.
        int inLanes = whole == last + 1 && bits == SkeinTweak.WholeBytes ? whole : last;
        ulong tweak = SkeinTweak.Message | SkeinTweak.Level(level);
        if (inLanes > 0)
        {
            Units units = new(chain, tweak, position, (int)unit, source, inLanes);
            LaneLevel.Run<ulong, Units>(units, values, TSpec.StateBytes, TSpec.Table.ChooseFor<ulong>(inLanes, shape));
        }

        if (inLanes <= last)
        {
            long start = inLanes * (inLanes == 0 ? 0 : unit);
            RunOne(chain, tweak, position + (ulong)start, source.Slice((int)start), bits,
                values.Slice(last * TSpec.StateBytes, TSpec.StateBytes));
        }

        return total;
    }

    private static void RunOne(
        ReadOnlySpan<ulong> chain, ulong tweak, ulong position, ReadOnlySpan<byte> source, int bits, Span<byte> value)
    {
        Span<ulong> state = stackalloc ulong[SkeinOneShot<TSpec>.StateWords];
        chain.CopyTo(state);
        ReadOnlySpan<byte> rest = SkeinOneShot<TSpec>.RunAllButLastBlock(state, source, tweak, position, out bool isFirst);
        SkeinOneShot<TSpec>.RunLastBlock(state, rest, tweak, position + (uint)source.Length, isFirst, bits, value);
        state.Clear();
    }

    /// <summary>Processes whole units of one level. Each unit consists of at least two blocks.</summary>
    private readonly ref struct Units(
        ReadOnlySpan<ulong> chain, ulong tweak, ulong position, int unit, ReadOnlySpan<byte> source, int count)
        : ILaneNodes<ulong>
    {
        private readonly ReadOnlySpan<ulong> chain = chain;
        private readonly ReadOnlySpan<byte> source = source;

        public static int MostStreams => TSpec.MostStreams;
        public static int StateWords => SkeinOneShot<TSpec>.StateWords;
        public static int ScratchWords => SkeinOneShot<TSpec>.ScratchWords;
        public static int BlockBytes => 0;
        public static int ValueBytes => TSpec.StateBytes;
        public int Count => count;

        public int ValueIndex(int node) => node;

        public void Start(scoped Span<ulong> state)
        {
            chain.CopyTo(state);
            SkeinOneShot<TSpec>.Open(state.Slice(TSpec.Words), tweak);
        }

        public int Set(int node, scoped Span<ulong> states, scoped Span<byte> blocks, int lanes, int lane)
        {
            states[((TSpec.Words + SkeinState.T0) * lanes) + lane] = position + ((ulong)node * (uint)unit);
            return node * unit;
        }

        public void Run<TLanes>(scoped Span<ulong> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            TSpec.Run<TLanes>(states, source, offsets, (unit / TSpec.StateBytes) - 1);
            Span<ulong> flags = states.Slice((TSpec.Words + SkeinState.T1) * TLanes.Count, TLanes.Count);
            for (int l = 0; l < flags.Length; l++)
            {
                offsets[l] += unit - TSpec.StateBytes;
                flags[l] |= SkeinTweak.Final;
            }

            TSpec.Run<TLanes>(states, source, offsets, 1);
        }

        public void RunOne(int node, scoped Span<byte> value) => SkeinTree<TSpec>.RunOne(
            chain, tweak, position + ((ulong)node * (uint)unit), source.Slice(node * unit, unit),
            SkeinTweak.WholeBytes, value);
    }
}
