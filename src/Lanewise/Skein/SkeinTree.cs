using System.Buffers;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// Skein's hash tree (section 3.5.6): the message is cut into leaves and each level's chaining values into nodes, and all
/// units of a level are independent of each other, so they fill lanes and cores.
/// </summary>
internal static class SkeinTree<TSpec>
    where TSpec : struct, ISkeinSpec
{
    private const int SmallestShareBytes = 64 * 1024;

    private static int StateBytes => 8 * TSpec.Words;

    /// <summary>Bytes of a leaf or node; those of any exponent that no text reaches are the same.</summary>
    public static long UnitBytes(int exponent) => (long)StateBytes << Math.Min(exponent, 40);

    /// <summary>The digest of a message, whose stages before it gave <paramref name="chain"/>; on several cores with options.</summary>
    public static void Hash(
        ReadOnlySpan<ulong> chain, SkeinParameters parameters, ReadOnlySpan<byte> source, int bits, long hashBits, Span<byte> destination, LaneShape? shape)
    {
        byte[] level = ArrayPool<byte>.Shared.Rent(LevelBytes(source.Length, UnitBytes(parameters.LeafExponent)));
        int length = Level(chain, 1, UnitBytes(parameters.LeafExponent), 0, source, bits, level, shape);
        Root(chain, parameters, level, length, hashBits, destination, shape);
        CryptographicOperations.ZeroMemory(level.AsSpan(0, LevelBytes(source.Length, UnitBytes(parameters.LeafExponent))));
        ArrayPool<byte>.Shared.Return(level);
    }

    /// <summary>As <see cref="Hash"/>, with the leaves spread over cores.</summary>
    public static void HashOverCores(
        ulong[] chain, SkeinParameters parameters, ReadOnlyMemory<byte> source, long hashBits, Memory<byte> destination, ParallelOptions parallelOptions)
    {
        long leaf = UnitBytes(parameters.LeafExponent);
        int total = LevelBytes(source.Length, leaf), leaves = total / StateBytes;
        int lanes = TSpec.Table.Choose().Lanes(64);
        long perShare = Math.Max(1, Cores.Share(source.Length, SmallestShareBytes, parallelOptions) / leaf);
        perShare = (perShare + lanes - 1) / lanes * lanes;
        int shares = (int)((leaves + perShare - 1) / perShare);
        byte[] level = ArrayPool<byte>.Shared.Rent(total);
        try
        {
            Cores.Run(shares, parallelOptions, s =>
            {
                long first = s * perShare, start = first * leaf, bytes = Math.Min(source.Length - start, perShare * leaf);
                Level(chain, 1, leaf, (ulong)start, source.Span.Slice((int)start, (int)bytes), 0, level.AsSpan((int)first * StateBytes), null);
            });
            Root(chain, parameters, level, total, hashBits, destination.Span, null);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(level.AsSpan(0, total));
            ArrayPool<byte>.Shared.Return(level);
        }
    }

    /// <summary>From the chaining values of the leaves to the digest.</summary>
    public static void Root(
        ReadOnlySpan<ulong> chain, SkeinParameters parameters, Span<byte> values, int length, long hashBits, Span<byte> destination, LaneShape? shape)
    {
        Span<ulong> record = stackalloc ulong[TSpec.Words];
        RootChain(chain, parameters, values, length, record, shape);
        SkeinOutputBlocks<TSpec>.Read(record, 0, destination);
        SkeinOne<TSpec>.ClearLastBits(hashBits, destination);
        record.Clear();
    }

    /// <summary>From the chaining values of the leaves to the one from which output is computed.</summary>
    public static void RootChain(
        ReadOnlySpan<ulong> chain, SkeinParameters parameters, Span<byte> values, int length, Span<ulong> root, LaneShape? shape)
    {
        int level = 1;
        while (length > StateBytes)
        {
            // The values of a level are read before the fewer of the next are written over them.
            level++;
            long unit = level == parameters.MaxLevel ? long.MaxValue : UnitBytes(parameters.NodeExponent);
            length = Level(chain, level, unit, 0, values.Slice(0, length), 0, values, shape);
        }

        SkeinOne<TSpec>.ReadChain(values, root);
    }

    /// <summary>Bytes of the chaining values of a level.</summary>
    public static int LevelBytes(long length, long unit) => (int)(Math.Max(1, length == 0 ? 1 : ((length - 1) / unit) + 1) * StateBytes);

    /// <summary>
    /// The chaining values of the units of <paramref name="source"/>, whose first byte has number <paramref name="position"/>
    /// in its level; returns their bytes. They may be written over the source.
    /// </summary>
    public static int Level(
        ReadOnlySpan<ulong> chain, int level, long unit, ulong position, ReadOnlySpan<byte> source, int bits, Span<byte> values, LaneShape? shape)
    {
        int whole = (int)(source.Length / unit), total = LevelBytes(source.Length, unit), last = (total / StateBytes) - 1;
        // A last unit that is cut short, by bytes or by bits, is taken by itself.
        int inLanes = whole == last + 1 && bits == 0 ? whole : last;
        if (inLanes > 0)
        {
            Job job = new(chain, SkeinTweak.Message | SkeinTweak.Level(level), position, (int)unit, source, values, inLanes);
            LaneDispatch.Run<ulong, Job>(shape ?? TSpec.Table.ChooseFor(inLanes, 64), ref job);
        }

        if (inLanes <= last)
        {
            Span<ulong> record = stackalloc ulong[SkeinOne<TSpec>.RecordWords];
            chain.CopyTo(record);
            long start = inLanes * (inLanes == 0 ? 0 : unit);
            SkeinOne<TSpec>.Ubi(record, source.Slice((int)start), SkeinTweak.Message | SkeinTweak.Level(level), position + (ulong)start, bits);
            SkeinOne<TSpec>.Write(record, values.Slice(last * StateBytes, StateBytes));
            record.Clear();
        }

        return total;
    }

    // Whole units of at least two blocks.
    private readonly ref struct Job(
        ReadOnlySpan<ulong> chain, ulong tweak, ulong position, int unit, ReadOnlySpan<byte> source, Span<byte> values, int units) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<ulong> chain = chain;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> values = values;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, words = TSpec.Words, blocks = unit / StateBytes;
            Span<ulong> records = stackalloc ulong[(words + SkeinRecord.Closing) * lanes], record = stackalloc ulong[words + SkeinRecord.Closing];
            Span<byte> output = stackalloc byte[lanes * StateBytes];
            Span<int> offsets = stackalloc int[lanes];
            chain.CopyTo(record);
            SkeinOne<TSpec>.Open(record.Slice(words), tweak);
            for (int first = 0; first < units; first += lanes)
            {
                int n = Math.Min(lanes, units - first);
                LaneRecords.Broadcast<ulong>(record, records);
                Span<ulong> positions = records.Slice((words + SkeinRecord.T0) * lanes, lanes), flags = records.Slice((words + SkeinRecord.T1) * lanes, lanes);
                for (int l = 0; l < lanes; l++)
                {
                    // Idle lanes repeat the last unit.
                    int at = first + Math.Min(l, n - 1);
                    offsets[l] = at * unit;
                    positions[l] = position + ((ulong)at * (uint)unit);
                }

                TSpec.Run<TLanes>(records, source, offsets, blocks - 1);
                for (int l = 0; l < lanes; l++)
                {
                    offsets[l] += unit - StateBytes;
                    flags[l] |= SkeinTweak.Final;
                }

                TSpec.Run<TLanes>(records, source, offsets, 1);
                LaneRecords.Store<ulong, TLanes>(records, output, StateBytes, words / 4);
                output.Slice(0, n * StateBytes).CopyTo(values.Slice(first * StateBytes));
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
        }
    }
}
