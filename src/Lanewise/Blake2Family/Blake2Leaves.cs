using System.Diagnostics;

namespace Lanewise.Blake2Family;

/// <summary>
/// BLAKE2bp and BLAKE2sp (BLAKE2 paper, section 3): the blocks of a message are dealt out to four or eight leaves, which are
/// hashed side by side in lanes; their digests are the message of a root.
/// </summary>
/// <remarks>
/// A stripe is a block for each leaf. The records of the leaves lie one after the other, whatever the lanes. A key is a
/// stripe of key blocks before the message; the root has its length, but not the key.
/// </remarks>
internal static class Blake2Leaves<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>Four of 64-bit words, eight of 32-bit words: 256 bits.</summary>
    public static int Count
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TWord) == typeof(ulong) ? 4 : 8;
    }

    public static int StripeBytes => Count * TSpec.BlockBytes;
    public static int RecordsWords => Count * Blake2Record.Words;

    /// <summary>Bytes of all leaf digests, which are whole whatever the length of the digest.</summary>
    public static int DigestsBytes => Count * TSpec.MaxHashBytes;

    public static string Name => TSpec.Name + "p";

    /// <summary>The shape for one message: as many lanes as leaves, where the machine has them.</summary>
    public static LaneShape Shape => new(Math.Min(LaneDispatch.Widest(), 8 * Count * Word<TWord>.Bytes), 1);

    /// <summary>The records of the leaves of an empty message.</summary>
    public static void Start(Span<TWord> records, int hashBytes, int keyBytes)
    {
        for (int i = 0; i < Count; i++) Start(Record(records, i), hashBytes, keyBytes, i, 0);
    }

    public static void StartRoot(Span<TWord> record, int hashBytes, int keyBytes) => Start(record, hashBytes, keyBytes, 0, 1);

    public static void WriteKey(ReadOnlySpan<byte> key, Span<byte> stripe)
    {
        stripe.Slice(0, StripeBytes).Clear();
        for (int i = 0; i < Count; i++) key.CopyTo(stripe.Slice(i * TSpec.BlockBytes));
    }

    /// <summary>Stripes of so many bytes, of which none holds the last block of a leaf.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int BodyStripes(int length) => Math.Max(0, (int)(((long)length + TSpec.BlockBytes - 1) / StripeBytes) - 1);

    /// <summary>Compresses whole stripes that are not the last.</summary>
    public static void Run(Span<TWord> records, ReadOnlySpan<byte> source, int stripes, LaneShape? shape = null)
    {
        if (stripes == 0) return;

        LeafJob job = new(records, source, stripes, default);
        LaneDispatch.Run<TWord, LeafJob, UpToFour>(shape ?? Shape, ref job);
    }

    /// <summary>Compresses the rest of the message, all of it from here, and writes the digests of the leaves.</summary>
    public static void Finish(Span<TWord> records, ReadOnlySpan<byte> source, Span<byte> digests, LaneShape? shape = null)
    {
        LeafJob job = new(records, source, BodyStripes(source.Length), digests.Slice(0, DigestsBytes));
        LaneDispatch.Run<TWord, LeafJob, UpToFour>(shape ?? Shape, ref job);
    }

    /// <summary>The digest of the root over the digests of the leaves.</summary>
    public static void Root(ReadOnlySpan<byte> digests, int keyBytes, Span<byte> destination)
    {
        Span<TWord> record = stackalloc TWord[Blake2Record.Words];
        StartRoot(record, destination.Length, keyBytes);
        int blocks = Blake2One<TWord, TSpec>.BodyBlocks(DigestsBytes);
        Blake2Single<TWord, TSpec>.Run(record, digests, 0, blocks);
        Blake2One<TWord, TSpec>.Finish(
            record, digests.Slice(blocks * TSpec.BlockBytes, TSpec.BlockBytes), (uint)DigestsBytes, 0, true, destination);
        record.Clear();
    }

    /// <summary>The digests of the leaves of a whole message.</summary>
    public static void Leaves(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashBytes, Span<byte> digests, LaneShape? shape = null)
    {
        Span<TWord> records = stackalloc TWord[RecordsWords];
        Start(records, hashBytes, key.Length);
        if (key.IsEmpty)
        {
            Finish(records, source, digests, shape);
            return;
        }

        Span<byte> before = stackalloc byte[2 * StripeBytes];
        WriteKey(key, before);
        if (BodyStripes((int)Math.Min(int.MaxValue, (long)source.Length + StripeBytes)) > 0)
        {
            Run(records, before, 1, shape);
            Finish(records, source, digests, shape);
        }
        else
        {
            // Some leaf has nothing but its key.
            source.CopyTo(before.Slice(StripeBytes));
            Finish(records, before.Slice(0, StripeBytes + source.Length), digests, shape);
        }

        CryptographicOperations.ZeroMemory(before);
        records.Clear();
    }

    /// <summary>A whole message; digest as long as the destination, which may lie in the source.</summary>
    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        Span<byte> digests = stackalloc byte[DigestsBytes];
        Leaves(key, source, destination.Length, digests, shape);
        Root(digests, key.Length, destination);
        CryptographicOperations.ZeroMemory(digests);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<TWord> Record(Span<TWord> records, int leaf) =>
        records.Slice(leaf * Blake2Record.Words, Blake2Record.Words);

    // Section 2.8: fanout, depth 2, unlimited leaves, inner digests of full length.
    private static void Start(Span<TWord> record, int hashBytes, int keyBytes, int nodeOffset, int nodeDepth)
    {
        Blake2One<TWord, TSpec>.Start(record, hashBytes, keyBytes, Count, maxDepth: 2, innerBytes: TSpec.MaxHashBytes);
        Blake2One<TWord, TSpec>.Place(record, 1, 0, (uint)nodeOffset, nodeDepth);
    }

    private readonly ref struct LeafJob(
        Span<TWord> records, ReadOnlySpan<byte> source, int stripes, Span<byte> digests) : ILaneJob<TWord>
    {
        private readonly Span<TWord> records = records;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> digests = digests;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count;
            Span<TWord> group = stackalloc TWord[Blake2Record.Words * lanes];
            Span<int> offsets = stackalloc int[lanes];
            // Fewer lanes than leaves take them in turns; more lanes repeat them.
            for (int first = 0; first < Count; first += lanes)
            {
                for (int l = 0; l < lanes; l++)
                {
                    int leaf = (first + l) % Count;
                    LaneRecords.Scatter<TWord>(Record(records, leaf), group, lanes, l);
                    offsets[l] = leaf * TSpec.BlockBytes;
                }

                Body<TLanes>(group, source, offsets, stripes);
                if (!digests.IsEmpty)
                {
                    // The records stay what they were: nothing comes after the end.
                    Last<TLanes>(group, first);
                    continue;
                }

                for (int l = 0; l < Math.Min(lanes, Count - first); l++)
                {
                    LaneRecords.Gather<TWord>(group, lanes, l, Record(records, first + l));
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(group));
        }

        // After the body a leaf has at most two blocks, and the last of them has a counter and flags of its own.
        [MethodImpl(CompileOptions.AtOnce)]
        private void Last<TLanes>(Span<TWord> group, int first)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, block = TSpec.BlockBytes, start = stripes * StripeBytes;
            ReadOnlySpan<byte> rest = source.Slice(start);
            Span<byte> blocks = stackalloc byte[lanes * block];
            Span<int> rows = stackalloc int[lanes], lengths = stackalloc int[lanes];
            bool two = false;
            for (int l = 0; l < lanes; l++)
            {
                int leaf = (first + l) % Count;
                int whole = Math.Clamp(rest.Length - (leaf * block), 0, block),
                    more = Math.Clamp(rest.Length - StripeBytes - (leaf * block), 0, block);
                rows[l] = l * block;
                lengths[l] = more > 0 ? more : whole;
                two |= more > 0;
            }

            if (two)
            {
                // Leaves without a second block keep their record.
                Span<TWord> kept = stackalloc TWord[group.Length];
                group.CopyTo(kept);
                for (int l = 0; l < lanes; l++)
                {
                    int leaf = (first + l) % Count;
                    if (rest.Length > StripeBytes + (leaf * block))
                    {
                        rest.Slice(leaf * block, block).CopyTo(blocks.Slice(l * block));
                    }
                }

                Body<TLanes>(group, blocks, rows, 1);
                for (int l = 0; l < lanes; l++)
                {
                    int leaf = (first + l) % Count;
                    if (rest.Length > StripeBytes + (leaf * block)) continue;

                    for (int w = 0; w < Blake2Record.Words; w++) group[(w * lanes) + l] = kept[(w * lanes) + l];
                }

                kept.Clear();
            }

            blocks.Clear();
            Span<TWord> closing = stackalloc TWord[Blake2Record.Words - Blake2Record.ChainingWords];
            for (int l = 0; l < lanes; l++)
            {
                int leaf = (first + l) % Count, at = leaf * block;
                if (rest.Length > StripeBytes + at) at += StripeBytes;
                if (lengths[l] > 0) rest.Slice(at, lengths[l]).CopyTo(blocks.Slice(l * block));

                ulong low = Word<TWord>.ToUInt64(group[(Blake2Record.T0 * lanes) + l]),
                    high = Word<TWord>.ToUInt64(group[(Blake2Record.T1 * lanes) + l]);
                if (typeof(TWord) == typeof(uint))
                {
                    low |= high << 32;
                    high = 0;
                }

                ulong total = unchecked(low + (uint)lengths[l]);
                if (total < low) high++;
                Blake2One<TWord, TSpec>.Close(closing, total, high, leaf == Count - 1);
                LaneRecords.Scatter(closing, group.Slice(Blake2Record.ChainingWords * lanes), lanes, l);
            }

            Blake2Kernel<TLanes, TWord, TSpec>.Compress(group, blocks, rows, 1, block);
            CryptographicOperations.ZeroMemory(blocks);
            if (lanes <= Count)
            {
                LaneRecords.Store<TWord, TLanes>(
                    group, digests.Slice(first * TSpec.MaxHashBytes, lanes * TSpec.MaxHashBytes), TSpec.MaxHashBytes, 2);
                return;
            }

            Span<TWord> record = stackalloc TWord[Blake2Record.Words];
            for (int l = 0; l < Math.Min(lanes, Count - first); l++)
            {
                LaneRecords.Gather<TWord>(group, lanes, l, record);
                Blake2One<TWord, TSpec>.WriteDigest(record, digests.Slice((first + l) * TSpec.MaxHashBytes, TSpec.MaxHashBytes));
            }

            record.Clear();
        }

        private static void Body<TLanes>(Span<TWord> group, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int stripes)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count;
            while (stripes > 0)
            {
                int run = LaneRecords.Room(
                    group.Slice(Blake2Record.T0 * lanes, lanes), group.Slice(Blake2Record.T1 * lanes, lanes), TSpec.BlockBytes,
                    stripes);
                Blake2Kernel<TLanes, TWord, TSpec>.Compress(group, source, offsets, run, StripeBytes);
                stripes -= run;
                if (stripes > 0) source = source.Slice(run * StripeBytes);
            }
        }
    }
}
