using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// Many messages of any lengths: those of one chunk one per lane, those of several by their chunks, and then by their parents,
/// so that lanes are full across messages.
/// </summary>
internal static class Blake3Batch
{
    // Messages with more chunks than this fill the lanes alone.
    private const int LongMessageChunks = 64;

    // Chunks whose chaining values are held at once.
    private const int WindowChunks = 1024;

    private const int ValueBytes = Blake3Spec.HashBytes;

    /// <summary>Many messages with a key, or with the words of a context.</summary>
    public static void Run(in Messages messages, in Keys keys, in KeyWords words, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        Batch.Run(messages, keys, destination, new Job(words, hashBytes, shape));

    private readonly ref struct Job(KeyWords keys, int hashBytes, LaneShape? shape) : IBatch
    {
        private readonly KeyWords keys = keys;

        public int HashBytes => hashBytes;

        public void Run<TMessages>(in TMessages messages, Span<byte> digests)
            where TMessages : struct, IMessages<TMessages>, allows ref struct => Blake3Batch.Run(messages, keys, digests, hashBytes, shape);
    }

    private static void Run<TMessages>(in TMessages messages, in KeyWords keys, Span<byte> destination, int hashBytes, LaneShape? shape)
        where TMessages : struct, IMessages, allows ref struct
    {
        int longest = 0;
        if (typeof(TMessages) == typeof(EqualMessages)) longest = messages.Length(0);
        else for (int i = 0; i < messages.Count; i++) longest = Math.Max(longest, messages.Length(i));
        if (longest <= Blake3Spec.ChunkBytes && hashBytes <= ValueBytes)
        {
            Blake3Many hash = new(keys.Words, keys.Mode, Blake3Spec.ChunkEnd | Blake3Spec.Root, default, hashBytes);
            LaneScheduler.Run<uint, TMessages, Blake3Many>(messages, hash, destination, shape ?? Batch.Shape<uint, Blake3Many>(messages.Count));
            return;
        }

        if (messages.Count == 1)
        {
            Blake3One.Hash(keys.Of(0), keys.Mode, messages.Slice(0, 0, longest), destination);
            return;
        }

        if (typeof(TMessages) == typeof(EqualMessages) && longest <= Blake3Spec.ChunkBytes)
        {
            LaneShape chosen = shape ?? Batch.Shape<uint, Blake3Many>(messages.Count);
            if (shape is null && FillLanesAlone(messages.Count, Blake3One.BodyBlocks(longest), hashBytes, chosen.Lanes(32)))
            {
                for (int i = 0; i < messages.Count; i++)
                {
                    Blake3One.Hash(keys.Of(i), keys.Mode, messages.Slice(i, 0, longest), destination.Slice(i * hashBytes, hashBytes));
                }

                return;
            }

            LongJob<TMessages> equal = new(messages, keys, destination, hashBytes);
            LaneDispatch.Run<uint, LongJob<TMessages>>(chosen, ref equal);
            return;
        }

        WindowJob<TMessages> job = new(messages, keys, destination, hashBytes, shape);
        try
        {
            for (int first = 0; first < messages.Count;) first = job.Window(first);
        }
        finally
        {
            job.Dispose();
        }
    }

    // A few messages with outputs so long that each is sooner done by itself, with its output blocks in the lanes. A block
    // that goes alone costs about half a pass over the lanes.
    private static bool FillLanesAlone(int count, int body, int hashBytes, int lanes)
    {
        long blocks = ((long)hashBytes + Blake3Spec.BlockBytes - 1) / Blake3Spec.BlockBytes;
        long together = ((long)count + lanes - 1) / lanes * (blocks + body);
        return together > count * (((blocks + lanes - 1) / lanes) + (body / 2));
    }

    /// <summary>One key or none, or a key per message; with the flags that all blocks have.</summary>
    internal readonly ref struct KeyWords
    {
        private readonly uint[]? rented;

        public KeyWords(in Keys keys)
        {
            if (keys.SizeInBytes == 0)
            {
                Words = Blake3Spec.Iv;
                return;
            }

            PerMessage = keys.ArePerMessage;
            Mode = Blake3Spec.KeyedHash;
            int words = keys.Bytes.Length / ValueBytes * Blake3Record.ChainingWords;
            rented = ArrayPool<uint>.Shared.Rent(Math.Max(1, words));
            for (int k = 0; k < words; k += Blake3Record.ChainingWords)
            {
                Blake3One.ReadKey(keys.Bytes.Slice(4 * k, ValueBytes), rented.AsSpan(k));
            }

            Words = rented.AsSpan(0, words);
        }

        /// <summary>Key words that the caller wipes, with a mode of his.</summary>
        public KeyWords(ReadOnlySpan<uint> words, uint mode)
        {
            Words = words;
            Mode = mode;
        }

        public ReadOnlySpan<uint> Words { get; }

        public uint Mode { get; }

        public bool PerMessage { get; }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ReadOnlySpan<uint> Of(int message) =>
            Words.Slice(PerMessage ? message * Blake3Record.ChainingWords : 0, Blake3Record.ChainingWords);

        public void Dispose()
        {
            if (rented is null) return;

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(rented.AsSpan(0, Words.Length)));
            ArrayPool<uint>.Shared.Return(rented);
        }
    }

    /// <summary>Parts of messages as messages of their own, for the scheduler.</summary>
    private ref struct PartMessages<TMessages>(TMessages inner, ReadOnlySpan<int> parts) : IMessages
        where TMessages : struct, IMessages, allows ref struct
    {
        // Not readonly: each call would copy it.
        private TMessages inner = inner;
        private readonly ReadOnlySpan<int> parts = parts;

        public static bool ArePacked => TMessages.ArePacked;

        public int Count => parts.Length / Part.Ints;

        public ReadOnlySpan<byte> Source => inner.Source;

        public int Length(int message) => parts[(message * Part.Ints) + Part.Length];

        public int Offset(int message) =>
            inner.Offset(parts[(message * Part.Ints) + Part.Message]) + parts[(message * Part.Ints) + Part.Start];

        public ReadOnlySpan<byte> Slice(int message, int start, int length) => inner.Slice(
            parts[(message * Part.Ints) + Part.Message], parts[(message * Part.Ints) + Part.Start] + start, length);
    }

    /// <summary>A part of a message in an array of ints: message, first byte, bytes, and the place of its value.</summary>
    private static class Part
    {
        public const int Message = 0;
        public const int Start = 1;
        public const int Length = 2;
        public const int Place = 3;
        public const int Ints = 4;
    }

    /// <summary>Messages of one chunk as roots: the value before the last block, and that block.</summary>
    private ref struct ChunkRoots<TMessages>(TMessages messages, KeyWords keys, ReadOnlySpan<int> parts, ReadOnlySpan<byte> values) : IBlake3Roots
        where TMessages : struct, IMessages, allows ref struct
    {
        private TMessages messages = messages;
        private readonly KeyWords keys = keys;
        private readonly ReadOnlySpan<int> parts = parts;
        private readonly ReadOnlySpan<byte> values = values;

        public int Count => parts.Length / Part.Ints;

        public ulong Position(int root) => 0;

        public int Place(int root) => parts[(root * Part.Ints) + Part.Message];

        public void Node(int root, scoped Span<uint> record, scoped Span<byte> block)
        {
            int message = Place(root), body = parts[(root * Part.Ints) + Part.Length];
            ReadOnlySpan<byte> rest = messages.Slice(message, body, messages.Length(message) - body);
            Blake3One.Start(record, keys.Of(message), keys.Mode, 0);
            if (body > 0)
            {
                Blake3One.ReadKey(values.Slice(root * ValueBytes), record);
                record[Blake3Record.FirstFlags] = keys.Mode;
            }

            record[Blake3Record.FirstFlags] |= Blake3Spec.ChunkEnd;
            record[Blake3Record.Length] = (uint)rest.Length;
            rest.CopyTo(block);
            block.Slice(rest.Length).Clear();
        }
    }

    /// <summary>Messages of several chunks as roots: the values of two children.</summary>
    private readonly ref struct TreeRoots(KeyWords keys, ReadOnlySpan<int> parts, ReadOnlySpan<byte> values) : IBlake3Roots
    {
        private readonly KeyWords keys = keys;
        private readonly ReadOnlySpan<int> parts = parts;
        private readonly ReadOnlySpan<byte> values = values;

        public int Count => parts.Length / Part.Ints;

        public ulong Position(int root) => 0;

        public int Place(int root) => parts[(root * Part.Ints) + Part.Message];

        public void Node(int root, scoped Span<uint> record, scoped Span<byte> block)
        {
            Blake3One.Parent(record, keys.Of(Place(root)), keys.Mode);
            values.Slice(parts[(root * Part.Ints) + Part.Start] * ValueBytes, Blake3Spec.BlockBytes).CopyTo(block);
        }
    }

    /// <summary>Packed messages of one length, at most a chunk, with long output: a message per lane from its first block to its last output.</summary>
    private ref struct LongJob<TMessages>(TMessages messages, KeyWords keys, Span<byte> destination, int hashBytes) : ILaneJob<uint>
        where TMessages : struct, IMessages, allows ref struct
    {
        // Not readonly: each call would copy it.
        private TMessages messages = messages;
        private readonly KeyWords keys = keys;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count, count = messages.Count, length = messages.Length(0);
            int body = Blake3One.BodyBlocks(length), bodyBytes = body * Blake3Spec.BlockBytes, rest = length - bodyBytes;
            ReadOnlySpan<byte> source = messages.Source;
            Span<uint> template = stackalloc uint[Blake3Record.Words * lanes], records = stackalloc uint[Blake3Record.WideWords * lanes];
            Span<uint> record = stackalloc uint[Blake3Record.Words];
            Span<int> offsets = stackalloc int[lanes], tailOffsets = stackalloc int[lanes];
            Span<byte> tails = stackalloc byte[lanes * Blake3Spec.BlockBytes], output = stackalloc byte[lanes * Blake3Spec.BlockBytes];
            tails.Clear();
            for (int l = 0; l < lanes; l++) tailOffsets[l] = l * Blake3Spec.BlockBytes;
            Blake3One.Start(record, keys.Of(0), keys.Mode, 0);
            LaneRecords.Broadcast(record, template);
            uint last = keys.Mode | Blake3Spec.ChunkEnd | Blake3Spec.Root | (body == 0 ? Blake3Spec.ChunkStart : 0);
            bool inPlace = rest == Blake3Spec.BlockBytes;
            for (int i = 0; i < count; i += lanes)
            {
                int n = Math.Min(lanes, count - i);
                template.CopyTo(records);
                for (int l = 0; l < lanes; l++)
                {
                    int message = i + Math.Min(l, n - 1);
                    offsets[l] = message * length;
                    if (keys.PerMessage) LaneRecords.Scatter(keys.Of(message), records, lanes, l);

                    if (!inPlace) source.Slice(offsets[l] + bodyBytes, rest).CopyTo(tails.Slice(l * Blake3Spec.BlockBytes));
                }

                if (body > 0)
                {
                    Blake3Kernel<TLanes, ChainingOutput>.Run(records, source, offsets, body);
                    for (int l = 0; l < lanes; l++) offsets[l] += bodyBytes;
                }

                records.Slice(Blake3Record.Length * lanes, lanes).Fill((uint)rest);
                records.Slice(Blake3Record.FirstFlags * lanes, lanes).Fill(last);
                for (int at = 0, block = 0; at < hashBytes; at += Blake3Spec.BlockBytes, block++)
                {
                    records.Slice(Blake3Record.T0 * lanes, lanes).Fill((uint)block);
                    Blake3Kernel<TLanes, WideOutput>.Run(records, inPlace ? source : tails, inPlace ? offsets : tailOffsets, 1);
                    Span<uint> words = records.Slice(Blake3Record.Output * lanes);
                    int part = Math.Min(Blake3Spec.BlockBytes, hashBytes - at);
                    if (n == lanes && part == Blake3Spec.BlockBytes)
                    {
                        LaneRecords.Store<uint, TLanes>(words, destination.Slice((i * hashBytes) + at), hashBytes, 4);
                        continue;
                    }

                    LaneRecords.Store<uint, TLanes>(words, output, Blake3Spec.BlockBytes, 4);
                    for (int l = 0; l < n; l++)
                    {
                        output.Slice(l * Blake3Spec.BlockBytes, part).CopyTo(destination.Slice(((i + l) * hashBytes) + at));
                    }
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(template));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(tails);
            CryptographicOperations.ZeroMemory(output);
            record.Clear();
        }
    }

    /// <summary>A window of messages: its chunks in lanes, then its parents in lanes, level by level.</summary>
    private ref struct WindowJob<TMessages> : ILaneJob<uint>
        where TMessages : struct, IMessages, allows ref struct
    {
        // Not readonly: each call would copy it.
        private TMessages messages;
        private readonly KeyWords keys;
        private readonly Span<byte> destination;
        private readonly int hashBytes;
        private readonly LaneShape? shape;

        // Whole chunks and the rests of messages of several; messages of one chunk, and those of one block with long output.
        private readonly int[] chunks;
        private readonly int[] rests;
        private readonly int[] singles;
        private readonly int[] blocks;
        private readonly int[] trees;
        private readonly byte[] values;
        private readonly uint[] words;
        private int chunkCount;
        private int restCount;
        private int singleCount;
        private int blockCount;
        private int treeCount;

        public WindowJob(TMessages messages, in KeyWords keys, Span<byte> destination, int hashBytes, LaneShape? shape)
        {
            this.messages = messages;
            this.keys = keys;
            this.destination = destination;
            this.hashBytes = hashBytes;
            this.shape = shape;
            chunks = ArrayPool<int>.Shared.Rent(WindowChunks * Part.Ints);
            rests = ArrayPool<int>.Shared.Rent(WindowChunks * Part.Ints);
            singles = ArrayPool<int>.Shared.Rent(WindowChunks * Part.Ints);
            blocks = ArrayPool<int>.Shared.Rent(WindowChunks * Part.Ints);
            trees = ArrayPool<int>.Shared.Rent(WindowChunks * Part.Ints);
            // The values of the window, and those of the rests until they are put in their places.
            values = ArrayPool<byte>.Shared.Rent(2 * WindowChunks * ValueBytes);
            words = ArrayPool<uint>.Shared.Rent(WindowChunks * (Blake3Record.ChainingWords + 1));
        }

        public readonly void Dispose()
        {
            ArrayPool<int>.Shared.Return(chunks);
            ArrayPool<int>.Shared.Return(rests);
            ArrayPool<int>.Shared.Return(singles);
            ArrayPool<int>.Shared.Return(blocks);
            ArrayPool<int>.Shared.Return(trees);
            if (keys.Mode != 0)
            {
                CryptographicOperations.ZeroMemory(values.AsSpan(0, 2 * WindowChunks * ValueBytes));
                CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words.AsSpan(0, WindowChunks * (Blake3Record.ChainingWords + 1))));
            }

            ArrayPool<byte>.Shared.Return(values);
            ArrayPool<uint>.Shared.Return(words);
        }

        // Longer than a chaining value: the roots are only prepared, and their outputs read block by block.
        private readonly bool IsLong => hashBytes > ValueBytes;

        /// <summary>Hashes messages from a number on, as many as fit a window, and returns the number after them.</summary>
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public int Window(int first)
        {
            chunkCount = restCount = singleCount = blockCount = treeCount = 0;
            int place = 0, next = first;
            for (; next < messages.Count; next++)
            {
                int length = messages.Length(next);
                if (length <= Blake3Spec.ChunkBytes)
                {
                    if (singleCount == WindowChunks || blockCount == WindowChunks) break;

                    if (IsLong && length <= Blake3Spec.BlockBytes) Add(blocks, ref blockCount, next, 0, 0, 0);
                    else if (IsLong) Add(singles, ref singleCount, next, 0, Blake3One.BodyBlocks(length) * Blake3Spec.BlockBytes, 0);
                    else Add(singles, ref singleCount, next, 0, length, 0);
                    continue;
                }

                int count = (int)(((long)length + Blake3Spec.ChunkBytes - 1) / Blake3Spec.ChunkBytes);
                if (count > LongMessageChunks)
                {
                    Blake3Tree.Hash(
                        keys.Of(next), keys.Mode, messages.Slice(next, 0, length), destination.Slice(next * hashBytes, hashBytes), shape);
                    continue;
                }

                if (place + count > WindowChunks) break;

                Add(trees, ref treeCount, next, place, count, 0);
                for (int at = 0; at < length; at += Blake3Spec.ChunkBytes, place++)
                {
                    int left = length - at;
                    if (left >= Blake3Spec.ChunkBytes) Add(chunks, ref chunkCount, next, at, Blake3Spec.ChunkBytes, place);
                    else Add(rests, ref restCount, next, at, left, place);
                }
            }

            WindowJob<TMessages> job = this;
            if (singleCount > 0) job.Singles();
            if (blockCount > 0) job.Chunks(blocks.AsSpan(0, blockCount * Part.Ints));
            if (restCount > 0) job.Rests();
            if (treeCount > 0) LaneDispatch.Run<uint, WindowJob<TMessages>>(shape ?? Batch.Shape<uint, Blake3Many>(chunkCount), ref job);
            return next;
        }

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count;
            Span<uint> template = stackalloc uint[Blake3Record.Words * lanes], records = stackalloc uint[Blake3Record.Words * lanes];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> digests = stackalloc byte[lanes * ValueBytes];
            Span<uint> record = stackalloc uint[Blake3Record.Words];
            Blake3One.Start(record, keys.Of(0), keys.Mode, 0);
            record[Blake3Record.LastFlags] = Blake3Spec.ChunkEnd;
            LaneRecords.Broadcast(record, template);
            Chunks<TLanes>(template, records, offsets, digests);

            Blake3One.Parent(record, keys.Of(0), keys.Mode);
            LaneRecords.Broadcast(record, template);
            Parents<TLanes>(template, records, offsets, digests);

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(template));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(digests);
            record.Clear();
        }

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        private void Chunks<TLanes>(
            scoped ReadOnlySpan<uint> template, scoped Span<uint> records, scoped Span<int> offsets, scoped Span<byte> digests)
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count, fewest = LaneTable.FewestForLanes(lanes), i = 0;
            Staging pieces = TMessages.ArePacked ? default : new(lanes, Blake3Spec.ChunkBytes);
            ReadOnlySpan<byte> source = TMessages.ArePacked ? messages.Source : pieces.Bytes;
            while (chunkCount - i >= fewest)
            {
                int n = Math.Min(lanes, chunkCount - i);
                template.CopyTo(records);
                for (int l = 0; l < lanes; l++)
                {
                    ReadOnlySpan<int> part = chunks.AsSpan((i + Math.Min(l, n - 1)) * Part.Ints, Part.Ints);
                    records[(Blake3Record.T0 * lanes) + l] = (uint)part[Part.Start] / Blake3Spec.ChunkBytes;
                    if (keys.PerMessage) LaneRecords.Scatter(keys.Of(part[Part.Message]), records, lanes, l);
                    if (TMessages.ArePacked)
                    {
                        offsets[l] = messages.Offset(part[Part.Message]) + part[Part.Start];
                        LongMessages.Touch(source.Slice(offsets[l], Blake3Spec.ChunkBytes));
                    }
                    else
                    {
                        offsets[l] = l * pieces.Stride;
                        messages.Slice(part[Part.Message], part[Part.Start], Blake3Spec.ChunkBytes).CopyTo(pieces.Row(l, Blake3Spec.ChunkBytes));
                    }
                }

                Blake3Kernel<TLanes, ChainingOutput>.Run(records, source, offsets, Blake3Spec.BlocksPerChunk);
                int place = chunks[(i * Part.Ints) + Part.Place];
                if (n == lanes && chunks[((i + n - 1) * Part.Ints) + Part.Place] - place == n - 1)
                {
                    LaneRecords.Store<uint, TLanes>(records, values.AsSpan(place * ValueBytes, n * ValueBytes), ValueBytes, 2);
                    i += n;
                    continue;
                }

                LaneRecords.Store<uint, TLanes>(records, digests, ValueBytes, 2);
                for (int l = 0; l < n; l++)
                {
                    digests.Slice(l * ValueBytes, ValueBytes).CopyTo(Value(chunks[((i + l) * Part.Ints) + Part.Place]));
                }

                i += n;
            }

            for (; i < chunkCount; i++)
            {
                ReadOnlySpan<int> part = chunks.AsSpan(i * Part.Ints, Part.Ints);
                Blake3One.ChunkValue(
                    keys.Of(part[Part.Message]), keys.Mode, (uint)part[Part.Start] / Blake3Spec.ChunkBytes,
                    messages.Slice(part[Part.Message], part[Part.Start], Blake3Spec.ChunkBytes), Value(part[Part.Place]));
            }

            if (!TMessages.ArePacked) pieces.Dispose();
        }

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        private void Parents<TLanes>(
            scoped ReadOnlySpan<uint> template, scoped Span<uint> records, scoped Span<int> offsets, scoped Span<byte> digests)
            where TLanes : struct, ILanes<TLanes, uint>
        {
            // Each level: the pairs of all trees of the window as blocks, then the roots of those that have come to two values.
            while (treeCount > 0)
            {
                int blocks = 0, roots = 0, left = 0;
                for (int t = 0; t < treeCount; t++)
                {
                    Span<int> tree = trees.AsSpan(t * Part.Ints, Part.Ints);
                    int message = tree[0], place = tree[1], count = tree[2];
                    if (count == 2)
                    {
                        Add(rests, ref roots, message, place, 0, 0);
                        continue;
                    }

                    for (int p = 0; p < count / 2; p++) Add(chunks, ref blocks, message, place + (2 * p), 0, place + p);
                    Add(trees, ref left, message, place, count, 0);
                }

                Blocks<TLanes>(chunks.AsSpan(0, blocks * Part.Ints), 0, template, records, offsets, digests);
                if (!IsLong)
                {
                    Blocks<TLanes>(rests.AsSpan(0, roots * Part.Ints), Blake3Spec.Root, template, records, offsets, digests);
                }
                else if (roots > 0)
                {
                    OutputBlocks.Read<uint, Blake3Roots<TreeRoots>>(
                        new Blake3Roots<TreeRoots>(new TreeRoots(keys, rests.AsSpan(0, roots * Part.Ints), values)), destination, hashBytes, shape);
                }

                // The odd value of a tree moves up when all pairs are merged.
                treeCount = left;
                for (int t = 0; t < treeCount; t++)
                {
                    Span<int> tree = trees.AsSpan(t * Part.Ints, Part.Ints);
                    int place = tree[1], count = tree[2];
                    if (count % 2 != 0) Value(place + count - 1).CopyTo(Value(place + (count / 2)));
                    tree[2] = (count + 1) / 2;
                }
            }
        }

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        private readonly void Blocks<TLanes>(
            ReadOnlySpan<int> parts, uint root, ReadOnlySpan<uint> template, Span<uint> records, Span<int> offsets, Span<byte> digests)
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count, fewest = LaneTable.FewestForLanes(lanes), i = 0, total = parts.Length / Part.Ints;
            while (total - i >= fewest)
            {
                int n = Math.Min(lanes, total - i);
                template.CopyTo(records);
                if (root != 0) records.Slice(Blake3Record.FirstFlags * lanes, lanes).Fill(keys.Mode | Blake3Spec.Parent | root);
                for (int l = 0; l < lanes; l++)
                {
                    ReadOnlySpan<int> part = parts.Slice((i + Math.Min(l, n - 1)) * Part.Ints, Part.Ints);
                    if (keys.PerMessage) LaneRecords.Scatter(keys.Of(part[Part.Message]), records, lanes, l);
                    offsets[l] = part[Part.Start] * ValueBytes;
                }

                Blake3Kernel<TLanes, ChainingOutput>.Run(records, values, offsets, 1);
                LaneRecords.Store<uint, TLanes>(records, digests, ValueBytes, 2);
                for (int l = 0; l < n; l++)
                {
                    ReadOnlySpan<int> part = parts.Slice((i + l) * Part.Ints, Part.Ints);
                    digests.Slice(l * ValueBytes, root == 0 ? ValueBytes : hashBytes).CopyTo(Target(part, root));
                }

                i += n;
            }

            for (; i < total; i++)
            {
                ReadOnlySpan<int> part = parts.Slice(i * Part.Ints, Part.Ints);
                ReadOnlySpan<byte> children = values.AsSpan(part[Part.Start] * ValueBytes, Blake3Spec.BlockBytes);
                if (root == 0) Blake3One.ParentValue(keys.Of(part[Part.Message]), keys.Mode, children, Target(part, root));
                else Blake3Tree.WriteRoot(keys.Of(part[Part.Message]), keys.Mode, children, 0, Target(part, root));
            }
        }

        private void Singles()
        {
            // Their digests lie where the messages say, so they are written apart first. Of long output these are the values
            // before the last block.
            int bytes = Math.Min(hashBytes, ValueBytes);
            Span<byte> digests = values.AsSpan(0, singleCount * bytes);
            ReadOnlySpan<int> parts = singles.AsSpan(0, singleCount * Part.Ints);
            Blake3Many hash = new(OwnKeys(parts), keys.Mode, IsLong ? 0 : Blake3Spec.ChunkEnd | Blake3Spec.Root, default, bytes);
            LaneScheduler.Run<uint, PartMessages<TMessages>, Blake3Many>(
                new PartMessages<TMessages>(messages, parts), hash, digests, shape ?? Batch.Shape<uint, Blake3Many>(singleCount));
            if (IsLong)
            {
                Chunks(parts);
                return;
            }

            for (int i = 0; i < singleCount; i++)
            {
                digests.Slice(i * hashBytes, hashBytes).CopyTo(destination.Slice(parts[i * Part.Ints] * hashBytes, hashBytes));
            }
        }

        private void Chunks(ReadOnlySpan<int> parts) =>
            OutputBlocks.Read<uint, Blake3Roots<ChunkRoots<TMessages>>>(
                new Blake3Roots<ChunkRoots<TMessages>>(new ChunkRoots<TMessages>(messages, keys, parts, values)), destination, hashBytes, shape);

        private void Rests()
        {
            Span<byte> digests = values.AsSpan(WindowChunks * ValueBytes, restCount * ValueBytes);
            ReadOnlySpan<int> parts = rests.AsSpan(0, restCount * Part.Ints);
            Span<uint> counters = words.AsSpan(WindowChunks * Blake3Record.ChainingWords, restCount);
            for (int i = 0; i < restCount; i++) counters[i] = (uint)parts[(i * Part.Ints) + Part.Start] / Blake3Spec.ChunkBytes;
            Blake3Many hash = new(OwnKeys(parts), keys.Mode, Blake3Spec.ChunkEnd, counters, ValueBytes);
            LaneScheduler.Run<uint, PartMessages<TMessages>, Blake3Many>(
                new PartMessages<TMessages>(messages, parts), hash, digests, shape ?? Batch.Shape<uint, Blake3Many>(restCount));
            for (int i = 0; i < restCount; i++)
            {
                digests.Slice(i * ValueBytes, ValueBytes).CopyTo(Value(parts[(i * Part.Ints) + Part.Place]));
            }
        }

        private readonly ReadOnlySpan<uint> OwnKeys(ReadOnlySpan<int> parts)
        {
            if (!keys.PerMessage) return keys.Words;

            int count = parts.Length / Part.Ints;
            for (int i = 0; i < count; i++) keys.Of(parts[i * Part.Ints]).CopyTo(words.AsSpan(i * Blake3Record.ChainingWords));
            return words.AsSpan(0, count * Blake3Record.ChainingWords);
        }

        private readonly Span<byte> Value(int place) => values.AsSpan(place * ValueBytes, ValueBytes);

        private readonly Span<byte> Target(ReadOnlySpan<int> part, uint root) =>
            root == 0 ? Value(part[Part.Place]) : destination.Slice(part[Part.Message] * hashBytes, hashBytes);

        private static void Add(int[] parts, ref int count, int message, int start, int length, int place)
        {
            Span<int> part = parts.AsSpan(count++ * Part.Ints, Part.Ints);
            part[Part.Message] = message;
            part[Part.Start] = start;
            part[Part.Length] = length;
            part[Part.Place] = place;
        }
    }
}
