namespace Lanewise.Blake2Family;

/// <summary>
/// BLAKE2bp or BLAKE2sp of many messages: the leaves of as many messages as the widest vectors hold side by side, then the
/// roots, one per lane.
/// </summary>
internal readonly ref struct Blake2LeavesMany<TWord, TSpec>(int hashBytes, LaneShape? shape) : IBatch
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // Messages whose leaf digests are held at once.
    private const int Window = 256;

    // Below this many messages, what short ones have in common costs more than it saves.
    private const int FewestShort = 4;

    public int HashBytes => hashBytes;

    public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct
    {
        using Rented<byte> rented = new(Math.Min(Window, messages.Count) * Blake2Leaves<TWord, TSpec>.DigestsBytes);
        Span<byte> leaves = rented.Span;
        int[] order = ArrayPool<int>.Shared.Rent(Window);
        Span<TWord> root = stackalloc TWord[Blake2Record.Words];
        Blake2Leaves<TWord, TSpec>.StartRoot(root, hashBytes, keys.SizeInBytes);
        LaneShape wide = shape ?? Blake2Many<TWord, TSpec>.Table.Choose();
        Short shorts = new(
            stackalloc TWord[Blake2Leaves<TWord, TSpec>.RecordsWords], stackalloc byte[Blake2Leaves<TWord, TSpec>.DigestsBytes]);
        if (!keys.ArePerMessage && messages.Count >= FewestShort && HasShort(messages)) shorts.Fill(keys.Of(0), hashBytes, shape);
        for (int first = 0; first < messages.Count; first += Window)
        {
            int count = Math.Min(Window, messages.Count - first);
            LeavesJob<TMessages> job = new(messages, keys, hashBytes, first, order.AsSpan(0, count), leaves, shorts, shape);
            LaneDispatch.Run<TWord, LeavesJob<TMessages>, UpToFour>(wide, ref job);

            Span<byte> window = leaves.Slice(0, count * Blake2Leaves<TWord, TSpec>.DigestsBytes);
            Blake2Many<TWord, TSpec> hash = new(hashBytes, true, root, default, default, 0);
            new LaneScheduler<TWord, Blake2Many<TWord, TSpec>>(hash, shape).Run(
                new EqualMessages(window, Blake2Leaves<TWord, TSpec>.DigestsBytes, count), default,
                digests.Slice(first * hashBytes, count * hashBytes));
        }

        ArrayPool<int>.Shared.Return(order);
        shorts.Wipe();
    }

    private static bool HasShort<TMessages>(in TMessages messages)
        where TMessages : struct, IMessages, allows ref struct
    {
        if (typeof(TMessages) == typeof(EqualMessages)) return Short.Is(messages.Length(0));

        for (int i = 0; i < messages.Count; i++)
        {
            if (Short.Is(messages.Length(i))) return true;
        }

        return false;
    }

    /// <summary>
    /// What all messages of at most a stripe have in common: the records of their leaves after the key, and the digests of
    /// empty leaves, of which they may have many. So only leaves with data are hashed, in lanes across messages.
    /// </summary>
    private ref struct Short(Span<TWord> records, Span<byte> digests)
    {
        private readonly Span<TWord> records = records;
        private readonly Span<byte> digests = digests;

        public bool IsFilled { get; private set; }
        public readonly ReadOnlySpan<byte> EmptyDigests => digests;

        public static bool Is(int length) => length <= Blake2Leaves<TWord, TSpec>.StripeBytes;

        public readonly ReadOnlySpan<TWord> Record(int leaf) => records.Slice(leaf * Blake2Record.Words, Blake2Record.Words);

        public void Fill(ReadOnlySpan<byte> key, int hashBytes, LaneShape? shape)
        {
            IsFilled = true;
            Blake2Leaves<TWord, TSpec>.Leaves(key, default, hashBytes, digests, shape);
            Blake2Leaves<TWord, TSpec>.Start(records, hashBytes, key.Length);
            if (key.IsEmpty) return;

            Span<byte> stripe = stackalloc byte[Blake2Leaves<TWord, TSpec>.StripeBytes];
            Blake2Leaves<TWord, TSpec>.WriteKey(key, stripe);
            Blake2Leaves<TWord, TSpec>.Run(records, stripe, 1, shape);
            CryptographicOperations.ZeroMemory(stripe);
        }

        public readonly void Wipe()
        {
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(digests);
        }
    }

    private ref struct LeavesJob<TMessages>(
        TMessages messages, Keys keys, int hashBytes, int first, Span<int> order, Span<byte> leaves, Short shorts,
        LaneShape? shape) : ILaneJob<TWord>
        where TMessages : struct, IMessages, allows ref struct
    {
        // Not readonly: each call would copy it.
        private TMessages messages = messages;
        private readonly Keys keys = keys;
        private readonly Short shorts = shorts;
        private Span<int> order = order;
        private readonly Span<byte> leaves = leaves;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int together = TLanes.Count / Blake2Leaves<TWord, TSpec>.Count, i = 0;
            int longer = 0;
            for (int m = 0; m < order.Length; m++)
            {
                if (!shorts.IsFilled || !Short.Is(messages.Length(first + m))) order[longer++] = first + m;
            }

            if (longer < order.Length) RunShort<TLanes>();
            order = order.Slice(0, longer);
            if (TMessages.ArePacked && together > 1)
            {
                if (typeof(TMessages) != typeof(EqualMessages)) Sort();
                for (; order.Length - i >= together; i += together) Group<TLanes>(order.Slice(i, together));
            }

            for (; i < order.Length; i++)
            {
                int message = order[i];
                Blake2Leaves<TWord, TSpec>.Leaves(
                    keys.Of(message), messages.Slice(message, 0, messages.Length(message)), hashBytes, Digests(message), shape);
            }
        }

        // The leaves with data of all short messages of the window, one per lane.
        [MethodImpl(CompileOptions.AtOnce)]
        private void RunShort<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, block = TSpec.BlockBytes, full = TSpec.MaxHashBytes,
                before = keys.SizeInBytes == 0 ? 0 : block, n = 0;
            Span<TWord> records = stackalloc TWord[Blake2Record.Words * lanes],
                closing = stackalloc TWord[Blake2Record.Words - Blake2Record.ChainingWords];
            Span<int> rows = stackalloc int[lanes], targets = stackalloc int[lanes];
            Span<byte> blocks = stackalloc byte[lanes * block], digests = stackalloc byte[lanes * full];
            records.Clear();
            blocks.Clear();
            for (int l = 0; l < lanes; l++) rows[l] = l * block;
            for (int m = 0; m < order.Length; m++)
            {
                int message = first + m, length = messages.Length(message);
                if (!Short.Is(length)) continue;

                shorts.EmptyDigests.CopyTo(Digests(message));
                ReadOnlySpan<byte> source = messages.Slice(message, 0, length);
                for (int leaf = 0; !source.IsEmpty; leaf++)
                {
                    int bytes = Math.Min(block, source.Length);
                    ReadOnlySpan<TWord> record = shorts.Record(leaf);
                    LaneRecords.Scatter(record.Slice(0, Blake2Record.ChainingWords), records, lanes, n);
                    Blake2One<TWord, TSpec>.Close(
                        closing, (uint)(before + bytes), 0, leaf == Blake2Leaves<TWord, TSpec>.Count - 1);
                    LaneRecords.Scatter(closing, records.Slice(Blake2Record.ChainingWords * lanes), lanes, n);
                    Span<byte> row = blocks.Slice(n * block, block);
                    source.Slice(0, bytes).CopyTo(row);
                    row.Slice(bytes).Clear();
                    source = source.Slice(bytes);
                    targets[n++] = (m * Blake2Leaves<TWord, TSpec>.DigestsBytes) + (leaf * full);
                    if (n < lanes) continue;

                    Compress<TLanes>(records, blocks, rows, digests, targets);
                    n = 0;
                }
            }

            if (n > 0) Compress<TLanes>(records, blocks, rows, digests, targets.Slice(0, n));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(blocks);
            CryptographicOperations.ZeroMemory(digests);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Compress<TLanes>(
            scoped Span<TWord> records, scoped ReadOnlySpan<byte> blocks, scoped ReadOnlySpan<int> rows,
            scoped Span<byte> digests, scoped ReadOnlySpan<int> targets)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int full = TSpec.MaxHashBytes;
            Blake2Kernel<TLanes, TWord, TSpec>.Compress(records, blocks, rows, 1, TSpec.BlockBytes);
            LaneRecords.Store<TWord, TLanes>(records, digests, full, 2);
            for (int l = 0; l < targets.Length; l++) digests.Slice(l * full, full).CopyTo(leaves.Slice(targets[l], full));
        }

        // Neighbours of like lengths, the longest first.
        private void Sort()
        {
            Span<int> lengths = stackalloc int[order.Length];
            for (int i = 0; i < lengths.Length; i++) lengths[i] = -messages.Length(order[i]);
            lengths.Sort(order);
        }

        // The stripes that all messages of the group have, then the rest of each by itself.
        [MethodImpl(CompileOptions.AtOnce)]
        private void Group<TLanes>(ReadOnlySpan<int> group)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, leafCount = Blake2Leaves<TWord, TSpec>.Count,
                stripeBytes = Blake2Leaves<TWord, TSpec>.StripeBytes;
            int common = int.MaxValue;
            foreach (int message in group)
            {
                common = Math.Min(common, Blake2Leaves<TWord, TSpec>.BodyStripes(messages.Length(message)));
            }

            if (common == 0)
            {
                foreach (int message in group)
                {
                    Blake2Leaves<TWord, TSpec>.Leaves(
                        keys.Of(message), messages.Slice(message, 0, messages.Length(message)), hashBytes, Digests(message),
                        shape);
                }

                return;
            }

            Span<TWord> records = stackalloc TWord[Blake2Record.Words * lanes];
            Span<TWord> own = stackalloc TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> stripe = stackalloc byte[keys.SizeInBytes == 0 ? 0 : stripeBytes];
            for (int g = 0; g < group.Length; g++)
            {
                Blake2Leaves<TWord, TSpec>.Start(own, hashBytes, keys.SizeInBytes);
                if (keys.SizeInBytes > 0)
                {
                    Blake2Leaves<TWord, TSpec>.WriteKey(keys.Of(group[g]), stripe);
                    Blake2Leaves<TWord, TSpec>.Run(own, stripe, 1, shape);
                }

                for (int leaf = 0; leaf < leafCount; leaf++)
                {
                    int lane = (g * leafCount) + leaf;
                    LaneRecords.Scatter(own.Slice(leaf * Blake2Record.Words, Blake2Record.Words), records, lanes, lane);
                    offsets[lane] = messages.Offset(group[g]) + (leaf * TSpec.BlockBytes);
                }
            }

            Blake2Kernel<TLanes, TWord, TSpec>.Compress(records, messages.Source, offsets, common, stripeBytes);
            for (int g = 0; g < group.Length; g++)
            {
                int message = group[g], start = common * stripeBytes;
                for (int leaf = 0; leaf < leafCount; leaf++)
                {
                    LaneRecords.Gather(
                        records, lanes, (g * leafCount) + leaf, own.Slice(leaf * Blake2Record.Words, Blake2Record.Words));
                }

                Blake2Leaves<TWord, TSpec>.Finish(
                    own, messages.Slice(message, start, messages.Length(message) - start), Digests(message), shape);
            }

            own.Clear();
            CryptographicOperations.ZeroMemory(stripe);
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
        }

        private Span<byte> Digests(int message) =>
            leaves.Slice((message - first) * Blake2Leaves<TWord, TSpec>.DigestsBytes, Blake2Leaves<TWord, TSpec>.DigestsBytes);
    }
}
