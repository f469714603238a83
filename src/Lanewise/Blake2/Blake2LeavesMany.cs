using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// BLAKE2bp or BLAKE2sp of many messages: the leaves of as many messages as the widest vectors hold side by side, then the
/// roots, one per lane.
/// </summary>
internal static class Blake2LeavesMany<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // Messages whose leaf digests are held at once.
    private const int Window = 64;

    public static void Equal(
        in Blake2Keys<TWord, TSpec> keys, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake2One<TWord, TSpec>.CheckHashSize(hashBytes, "hashSizeInBytes");
        int count = ManyMessages.CheckEqual(source.Length, messageLength, destination.Length, hashBytes);
        keys.Check(count);
        if (count > 0) Apart(new EqualMessages(source, messageLength, count), keys, destination, hashBytes, source.Overlaps(destination), shape);
    }

    public static void Ragged(
        in Blake2Keys<TWord, TSpec> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake2One<TWord, TSpec>.CheckHashSize(hashBytes, "hashSizeInBytes");
        int count = messageLengths.Length;
        ManyMessages.CheckDestination(destination.Length, count, hashBytes);
        ManyMessages.CheckLengths(source.Length, messageLengths);
        keys.Check(count);
        if (count == 0) return;

        int[] offsets = ArrayPool<int>.Shared.Rent(count);
        for (int i = 0, sum = 0; i < count; sum += messageLengths[i++]) offsets[i] = sum;
        Apart(new RaggedMessages(source, messageLengths, offsets.AsSpan(0, count)), keys, destination, hashBytes, source.Overlaps(destination), shape);
        ArrayPool<int>.Shared.Return(offsets);
    }

    public static void Scattered(
        in Blake2Keys<TWord, TSpec> keys, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake2One<TWord, TSpec>.CheckHashSize(hashBytes, "hashSizeInBytes");
        ManyMessages.CheckDestination(destination.Length, sources.Length, hashBytes);
        keys.Check(sources.Length);
        if (sources.Length == 0) return;

        bool overlap = false;
        foreach (ReadOnlyMemory<byte> s in sources) overlap |= s.Span.Overlaps(destination);
        Apart(new ScatteredMessages(sources), keys, destination, hashBytes, overlap, shape);
    }

    private static void Apart<TMessages>(in TMessages messages, in Blake2Keys<TWord, TSpec> keys, Span<byte> destination, int hashBytes, bool overlap, LaneShape? shape)
        where TMessages : struct, IMessages, allows ref struct
    {
        DigestTarget target = new(destination, overlap);
        byte[] leaves = ArrayPool<byte>.Shared.Rent(Window * Blake2Leaves<TWord, TSpec>.DigestsBytes);
        int[] order = ArrayPool<int>.Shared.Rent(Window);
        Span<TWord> root = stackalloc TWord[Blake2Record.Words];
        Blake2Leaves<TWord, TSpec>.StartRoot(root, hashBytes, keys.Size);
        LaneShape wide = shape ?? Blake2Many<TWord, TSpec>.Table.Choose();
        for (int first = 0; first < messages.Count; first += Window)
        {
            int count = Math.Min(Window, messages.Count - first);
            LeavesJob<TMessages> job = new(messages, keys, hashBytes, first, order.AsSpan(0, count), leaves, shape);
            LaneDispatch.Run<TWord, LeavesJob<TMessages>>(wide, ref job);

            Span<byte> window = leaves.AsSpan(0, count * Blake2Leaves<TWord, TSpec>.DigestsBytes);
            Blake2Many<TWord, TSpec> hash = new(hashBytes, true, root, default, default, 0);
            LaneScheduler.Run<TWord, EqualMessages, Blake2Many<TWord, TSpec>>(
                new EqualMessages(window, Blake2Leaves<TWord, TSpec>.DigestsBytes, count), hash, target.Digests.Slice(first * hashBytes, count * hashBytes),
                shape ?? ManyMessages.Shape<TWord, Blake2Many<TWord, TSpec>>(count));
        }

        CryptographicOperations.ZeroMemory(leaves.AsSpan(0, Math.Min(Window, messages.Count) * Blake2Leaves<TWord, TSpec>.DigestsBytes));
        ArrayPool<byte>.Shared.Return(leaves);
        ArrayPool<int>.Shared.Return(order);
        target.Complete();
    }

    private readonly ref struct LeavesJob<TMessages>(
        TMessages messages, Blake2Keys<TWord, TSpec> keys, int hashBytes, int first, Span<int> order, Span<byte> leaves, LaneShape? shape) : ILaneJob<TWord>
        where TMessages : struct, IMessages, allows ref struct
    {
        private readonly TMessages messages = messages;
        private readonly Blake2Keys<TWord, TSpec> keys = keys;
        private readonly Span<int> order = order;
        private readonly Span<byte> leaves = leaves;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int together = TLanes.Count / Blake2Leaves<TWord, TSpec>.Count, i = 0;
            for (int m = 0; m < order.Length; m++) order[m] = first + m;
            if (TMessages.ArePacked && together > 1)
            {
                if (typeof(TMessages) != typeof(EqualMessages)) Sort();
                for (; order.Length - i >= together; i += together) Group<TLanes>(order.Slice(i, together));
            }

            for (; i < order.Length; i++)
            {
                int message = order[i];
                Blake2Leaves<TWord, TSpec>.Leaves(keys.Of(message), messages.Slice(message, 0, messages.Length(message)), hashBytes, Digests(message), shape);
            }
        }

        // Neighbours of like lengths; a window is small, so the simplest way is good enough.
        private void Sort()
        {
            for (int i = 1; i < order.Length; i++)
            {
                int message = order[i], length = messages.Length(message), at = i;
                for (; at > 0 && messages.Length(order[at - 1]) < length; at--) order[at] = order[at - 1];
                order[at] = message;
            }
        }

        // The stripes that all messages of the group have, then the rest of each by itself.
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        private void Group<TLanes>(ReadOnlySpan<int> group)
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, leafCount = Blake2Leaves<TWord, TSpec>.Count, stripeBytes = Blake2Leaves<TWord, TSpec>.StripeBytes;
            int common = int.MaxValue;
            foreach (int message in group) common = Math.Min(common, Blake2Leaves<TWord, TSpec>.BodyStripes(messages.Length(message)));
            if (common == 0)
            {
                foreach (int message in group)
                {
                    Blake2Leaves<TWord, TSpec>.Leaves(keys.Of(message), messages.Slice(message, 0, messages.Length(message)), hashBytes, Digests(message), shape);
                }

                return;
            }

            Span<TWord> records = stackalloc TWord[Blake2Record.Words * lanes];
            Span<TWord> own = stackalloc TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> stripe = stackalloc byte[keys.Size == 0 ? 0 : stripeBytes];
            for (int g = 0; g < group.Length; g++)
            {
                Blake2Leaves<TWord, TSpec>.Start(own, hashBytes, keys.Size);
                if (keys.Size > 0)
                {
                    Blake2Leaves<TWord, TSpec>.WriteKey(keys.Of(group[g]), stripe);
                    Blake2Leaves<TWord, TSpec>.Run(own, stripe, 1, shape);
                }

                for (int leaf = 0; leaf < leafCount; leaf++)
                {
                    int lane = (g * leafCount) + leaf;
                    Blake2Leaves<TWord, TSpec>.Scatter(own.Slice(leaf * Blake2Record.Words, Blake2Record.Words), records, lanes, lane);
                    offsets[lane] = messages.Offset(group[g]) + (leaf * TSpec.BlockBytes);
                }
            }

            Blake2Lanes<TLanes, TWord, TSpec>.Run(records, messages.Source, offsets, common, stripeBytes);
            for (int g = 0; g < group.Length; g++)
            {
                int message = group[g], start = common * stripeBytes;
                for (int leaf = 0; leaf < leafCount; leaf++)
                {
                    Blake2Leaves<TWord, TSpec>.Gather(records, lanes, (g * leafCount) + leaf, own.Slice(leaf * Blake2Record.Words, Blake2Record.Words));
                }

                Blake2Leaves<TWord, TSpec>.Finish(own, messages.Slice(message, start, messages.Length(message) - start), Digests(message), shape);
            }

            own.Clear();
            CryptographicOperations.ZeroMemory(stripe);
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
        }

        private Span<byte> Digests(int message) =>
            leaves.Slice((message - first) * Blake2Leaves<TWord, TSpec>.DigestsBytes, Blake2Leaves<TWord, TSpec>.DigestsBytes);
    }
}
