using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>Runs of whole blocks under one key: the choice of lanes, what is left over, and text that overlaps.</summary>
/// <remarks>
/// In place is right as it is, because a group of blocks is read before it is written. A destination that lies otherwise
/// across its source works on a copy of the source.
/// </remarks>
internal static class ThreefishRun<TSpec>
    where TSpec : struct, IThreefishSpec
{
    // Groups of blocks whose own keys and tweaks are put together at once: some KiB.
    private const int GroupsAtOnce = 8;

    // Many groups of lanes, and small beside the first cache.
    private const int ChainWindowBytes = 8192;

    public static int BlockBytes => 8 * TSpec.Words;

    /// <summary>The shape that a run of so many blocks takes on this machine.</summary>
    public static LaneShape Shape(int blocks) => TSpec.Table.ChooseFor(blocks, 64);

    /// <summary>Encrypts or decrypts each block; the tweak's first word grows by <paramref name="tweakStep"/> from block to block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Blocks(
        bool decrypt, ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ulong tweakStep,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        int blocks = source.Length / BlockBytes;
        if (blocks == 0) return;

        if (blocks == 1 && shape is null)
        {
            // Nothing to choose, and a block is read before it is written.
            int zero = 0;
            ReadOnlySpan<ulong> tweak = [tweak0, tweak1];
            Either<ScalarLane<ulong>>(decrypt, key, tweak, 0, source, new ReadOnlySpan<int>(in zero), destination, BlockBytes, 1);
            return;
        }

        RunSeveral(decrypt, key, tweak0, tweak1, tweakStep, source, destination, blocks, shape);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void RunSeveral(
        bool decrypt, ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ulong tweakStep,
        ReadOnlySpan<byte> source, Span<byte> destination, int blocks, LaneShape? shape)
    {
        using Apart apart = new(source, destination);
        BlockJob job = new(decrypt, key, tweak0, tweak1, tweakStep, apart.Source, destination, blocks);
        LaneDispatch.Run<ulong, BlockJob>(shape ?? Shape(blocks), ref job);
    }

    /// <summary>Encrypts or decrypts sectors: the tweak is the block's number in its sector, then the sector's.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Sectors(
        bool decrypt, ReadOnlySpan<ulong> key, ulong firstSector, int sectorBytes, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        int blocks = source.Length / BlockBytes;
        if (blocks == 0) return;

        using Apart apart = new(source, destination);
        SectorJob job = new(decrypt, key, firstSector, sectorBytes / BlockBytes, apart.Source, destination, blocks);
        LaneDispatch.Run<ulong, SectorJob>(shape ?? Shape(blocks), ref job);
    }

    /// <summary>
    /// Encrypts or decrypts blocks of packets, a packet per block: each with the tweak of its packet, and with its key unless
    /// <paramref name="key"/> is that of all. Lanes take blocks of any packets. Source and destination are the same place or apart.
    /// </summary>
    /// <param name="decrypt">The direction.</param>
    /// <param name="key">The key of all packets, or empty.</param>
    /// <param name="keys">A key for each packet, or empty.</param>
    /// <param name="tweaks">A tweak for each packet, or empty for zeros.</param>
    /// <param name="packets">The number of the packet of each block.</param>
    /// <param name="source">The blocks.</param>
    /// <param name="destination">Receives them.</param>
    /// <param name="shape">Lanes to take in place of the chosen ones.</param>
    public static void Packets(
        bool decrypt, ReadOnlySpan<ulong> key, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> packets,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        int blocks = source.Length / BlockBytes;
        if (blocks == 0) return;

        PacketJob job = new(decrypt, key, keys, tweaks, packets, source, destination, blocks);
        LaneDispatch.Run<ulong, PacketJob>(shape ?? Shape(blocks), ref job);
    }

    /// <summary>Cipher block chaining, encryption: one block after the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void EncryptChained(
        ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using Apart apart = new(source, destination);
        ReadOnlySpan<byte> plain = apart.Source;
        Span<byte> block = stackalloc byte[BlockBytes];
        ReadOnlySpan<ulong> tweak = [tweak0, tweak1];
        int zero = 0;
        iv.CopyTo(block);
        for (int o = 0; o < plain.Length; o += BlockBytes)
        {
            LanewiseCipher.Xor(block, plain.Slice(o, BlockBytes));
            TSpec.Encrypt<ScalarLane<ulong>>(key, tweak, 0, block, new ReadOnlySpan<int>(in zero), block, BlockBytes, BlockBytes, 1);
            block.CopyTo(destination.Slice(o));
        }
    }

    /// <summary>Cipher block chaining, decryption: in lanes, window after window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void DecryptChained(
        ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using Apart apart = new(source, destination);
        source = apart.Source;
        // The ciphertext of a window is kept aside with the block before it, because in place it is overwritten.
        byte[] rented = ArrayPool<byte>.Shared.Rent(BlockBytes + Math.Min(ChainWindowBytes, source.Length));
        Span<byte> kept = rented;
        iv.CopyTo(kept);
        for (int o = 0; o < source.Length; o += ChainWindowBytes)
        {
            int n = Math.Min(ChainWindowBytes, source.Length - o);
            source.Slice(o, n).CopyTo(kept.Slice(BlockBytes));
            Span<byte> window = destination.Slice(o, n);
            Blocks(true, key, tweak0, tweak1, 0, kept.Slice(BlockBytes, n), window, shape);
            LanewiseCipher.Xor(window, kept);
            kept.Slice(n, BlockBytes).CopyTo(kept);
        }

        ArrayPool<byte>.Shared.Return(rented);
    }

    /// <summary>
    /// Counter mode from byte <paramref name="position"/> of the keystream on: block i of it is the encryption of
    /// <paramref name="counter"/> plus i, a big-endian number as wide as a block.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Count(
        ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ReadOnlySpan<byte> counter, ulong position,
        ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        if (source.IsEmpty) return;

        using Apart apart = new(source, destination);
        source = apart.Source;
        Span<byte> at = stackalloc byte[BlockBytes], block = stackalloc byte[BlockBytes];
        counter.CopyTo(at);
        Add(at, position / (uint)BlockBytes);
        int skip = (int)(position % (uint)BlockBytes), done = 0;
        while (done < source.Length)
        {
            // Whole blocks up to where the last eight bytes of the counter wrap; pieces of blocks through a buffer.
            ulong last = BinaryPrimitives.ReadUInt64BigEndian(at.Slice(BlockBytes - 8));
            int blocks = skip > 0 ? 0 : (source.Length - done) / BlockBytes;
            if (blocks > 0)
            {
                ulong room = last == 0 ? ulong.MaxValue : 0 - last;
                blocks = (int)Math.Min((ulong)blocks, room);
                int bytes = blocks * BlockBytes;
                CountJob job = new(key, tweak0, tweak1, at, last, source.Slice(done, bytes), destination.Slice(done, bytes), blocks);
                LaneDispatch.Run<ulong, CountJob>(shape ?? Shape(blocks), ref job);
                done += bytes;
                Add(at, (ulong)blocks);
            }
            else
            {
                int bytes = Math.Min(BlockBytes - skip, source.Length - done);
                block.Clear();
                source.Slice(done, bytes).CopyTo(block.Slice(skip));
                CountJob job = new(key, tweak0, tweak1, at, last, block, block, 1);
                LaneDispatch.Run<ulong, CountJob>(LaneShape.Scalar, ref job);
                block.Slice(skip, bytes).CopyTo(destination.Slice(done));
                done += bytes;
                skip = 0;
                Add(at, 1);
            }
        }

        CryptographicOperations.ZeroMemory(block);
    }

    // A big-endian number as wide as a block.
    private static void Add(Span<byte> number, ulong n)
    {
        for (int i = number.Length - 8; i >= 0 && n != 0; i -= 8)
        {
            Span<byte> word = number.Slice(i, 8);
            ulong before = BinaryPrimitives.ReadUInt64BigEndian(word), after = unchecked(before + n);
            BinaryPrimitives.WriteUInt64BigEndian(word, after);
            n = after < before ? 1u : 0u;
        }
    }

    /// <summary>Key and tweak for all lanes.</summary>
    private static void Fill(ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ulong step, int lanes, Span<ulong> keyWords, Span<ulong> tweakWords)
    {
        for (int i = 0; i < TSpec.Words; i++) keyWords.Slice(i * lanes, lanes).Fill(key[i]);
        for (int l = 0; l < lanes; l++)
        {
            tweakWords[l] = unchecked(tweak0 + ((ulong)l * step));
            tweakWords[lanes + l] = tweak1;
        }
    }

    private readonly ref struct BlockJob(
        bool decrypt, ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ulong step, ReadOnlySpan<byte> source, Span<byte> destination, int blocks) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<ulong> key = key;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, groups = blocks / lanes, rest = blocks % lanes, done = groups * lanes;
            Span<ulong> keyWords = stackalloc ulong[TSpec.Words * lanes], tweakWords = stackalloc ulong[2 * lanes];
            Span<int> offsets = stackalloc int[lanes];
            for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
            Fill(key, tweak0, tweak1, step, lanes, keyWords, tweakWords);
            if (groups > 0) One<TLanes>(keyWords, tweakWords, unchecked(step * (ulong)lanes), source, offsets, destination, lanes * BlockBytes, groups);
            if (rest > 0)
            {
                int start = done * BlockBytes, bytes = rest * BlockBytes;
                ulong first = unchecked(tweak0 + (step * (ulong)done));
                if (rest < LaneTable.FewestForLanes(lanes))
                {
                    ReadOnlySpan<ulong> tweak = [first, tweak1];
                    One<ScalarLane<ulong>>(key, tweak, step, source.Slice(start), offsets.Slice(0, 1), destination.Slice(start), BlockBytes, rest);
                }
                else
                {
                    Span<byte> full = stackalloc byte[lanes * BlockBytes];
                    Fill(key, first, tweak1, step, lanes, keyWords, tweakWords);
                    source.Slice(start, bytes).CopyTo(full);
                    One<TLanes>(keyWords, tweakWords, 0, full, offsets, full, lanes * BlockBytes, 1);
                    full.Slice(0, bytes).CopyTo(destination.Slice(start));
                    CryptographicOperations.ZeroMemory(full);
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(keyWords));
        }

        private void One<TLanes>(
            ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
            ReadOnlySpan<byte> from, ReadOnlySpan<int> offsets, Span<byte> to, int advance, int count)
            where TLanes : struct, ILanes<TLanes, ulong> =>
            Either<TLanes>(decrypt, keyWords, tweakWords, tweakStep, from, offsets, to, advance, count);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Either<TLanes>(
        bool decrypt, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> from, ReadOnlySpan<int> offsets, Span<byte> to, int advance, int count)
        where TLanes : struct, ILanes<TLanes, ulong>
    {
        if (decrypt) TSpec.Decrypt<TLanes>(keyWords, tweakWords, tweakStep, from, offsets, to, BlockBytes, advance, count);
        else TSpec.Encrypt<TLanes>(keyWords, tweakWords, tweakStep, from, offsets, to, BlockBytes, advance, count);
    }

    private readonly ref struct SectorJob(
        bool decrypt, ReadOnlySpan<ulong> key, ulong firstSector, int perSector, ReadOnlySpan<byte> source, Span<byte> destination, int blocks) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<ulong> key = key;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count;
            Span<ulong> keyWords = stackalloc ulong[TSpec.Words * lanes], tweakWords = stackalloc ulong[2 * lanes];
            Span<int> offsets = stackalloc int[lanes];
            for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
            Fill(key, 0, 0, 0, lanes, keyWords, tweakWords);
            Span<byte> full = stackalloc byte[lanes * BlockBytes];
            int done = 0;
            while (done < blocks)
            {
                // As many groups as lie in one sector; else one group, across the ends of sectors or of the run.
                int inSector = done % perSector, groups = Math.Max(1, (perSector - inSector) / lanes), n = Math.Min(groups * lanes, blocks - done);
                for (int l = 0; l < lanes; l++)
                {
                    tweakWords[l] = (ulong)((inSector + l) % perSector);
                    tweakWords[lanes + l] = unchecked(firstSector + (ulong)((done + l) / perSector));
                }

                int start = done * BlockBytes, bytes = n * BlockBytes;
                if (n == groups * lanes)
                {
                    Either<TLanes>(decrypt, keyWords, tweakWords, (ulong)lanes, source.Slice(start), offsets, destination.Slice(start), lanes * BlockBytes, groups);
                }
                else
                {
                    source.Slice(start, bytes).CopyTo(full);
                    Either<TLanes>(decrypt, keyWords, tweakWords, 0, full, offsets, full, lanes * BlockBytes, 1);
                    full.Slice(0, bytes).CopyTo(destination.Slice(start));
                }

                done += n;
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(keyWords));
            CryptographicOperations.ZeroMemory(full);
        }
    }

    private readonly ref struct PacketJob(
        bool decrypt, ReadOnlySpan<ulong> key, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<int> packets,
        ReadOnlySpan<byte> source, Span<byte> destination, int blocks) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<ulong> key = key;
        private readonly ReadOnlySpan<byte> keys = keys;
        private readonly ReadOnlySpan<byte> tweaks = tweaks;
        private readonly ReadOnlySpan<int> packets = packets;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            // The words of several groups are put together before the kernel reads them: what was just written word by word
            // is slow to read as vectors.
            int lanes = TLanes.Count, words = TSpec.Words * lanes, most = Math.Min(GroupsAtOnce, (blocks + lanes - 1) / lanes);
            Span<ulong> keyWords = stackalloc ulong[(keys.IsEmpty ? 1 : most) * words], tweakWords = stackalloc ulong[(tweaks.IsEmpty ? 1 : most) * 2 * lanes];
            Span<int> offsets = stackalloc int[lanes], keyOffsets = stackalloc int[lanes];
            Span<byte> full = stackalloc byte[lanes * BlockBytes];
            for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
            if (keys.IsEmpty) Fill(key, 0, 0, 0, lanes, keyWords, tweakWords);
            for (int done = 0; done < blocks;)
            {
                int groups = Math.Max(1, Math.Min(most, (blocks - done) / lanes)), n = Math.Min(groups * lanes, blocks - done);
                for (int g = 0; g < groups; g++)
                {
                    for (int l = 0; l < lanes; l++)
                    {
                        // Idle lanes repeat the last block's packet.
                        int packet = packets[done + Math.Min((g * lanes) + l, n - 1)];
                        keyOffsets[l] = packet * BlockBytes;
                        if (tweaks.IsEmpty) continue;

                        ReadOnlySpan<byte> tweak = tweaks.Slice(packet * ThreefishSpec.TweakBytes, ThreefishSpec.TweakBytes);
                        tweakWords[(g * 2 * lanes) + l] = BinaryPrimitives.ReadUInt64LittleEndian(tweak);
                        tweakWords[(((g * 2) + 1) * lanes) + l] = BinaryPrimitives.ReadUInt64LittleEndian(tweak.Slice(8));
                    }

                    if (!keys.IsEmpty) ThreefishKeysKernel<TLanes>.LoadKeys(keys, keyOffsets, TSpec.Words, keyWords.Slice(g * words));
                }

                int start = done * BlockBytes, bytes = n * BlockBytes;
                ReadOnlySpan<ulong> ofKeys = keyWords.Slice(0, keys.IsEmpty ? words : groups * words), ofTweaks = tweakWords.Slice(0, tweaks.IsEmpty ? 2 * lanes : groups * 2 * lanes);
                if (n == groups * lanes)
                {
                    Either<TLanes>(decrypt, ofKeys, ofTweaks, 0, source.Slice(start), offsets, destination.Slice(start), lanes * BlockBytes, groups);
                }
                else
                {
                    source.Slice(start, bytes).CopyTo(full);
                    Either<TLanes>(decrypt, ofKeys, ofTweaks, 0, full, offsets, full, lanes * BlockBytes, 1);
                    full.Slice(0, bytes).CopyTo(destination.Slice(start));
                }

                done += n;
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(keyWords));
            CryptographicOperations.ZeroMemory(full);
        }
    }

    private readonly ref struct CountJob(
        ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, ReadOnlySpan<byte> counter, ulong first, ReadOnlySpan<byte> source, Span<byte> destination, int blocks) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<ulong> key = key;
        private readonly ReadOnlySpan<byte> counter = counter;
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, groups = blocks / lanes, rest = blocks % lanes, done = groups * lanes;
            Span<ulong> keyWords = stackalloc ulong[TSpec.Words * lanes], tweakWords = stackalloc ulong[2 * lanes];
            Span<ulong> words = stackalloc ulong[TSpec.Words];
            Span<int> offsets = stackalloc int[lanes];
            for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
            for (int i = 0; i < words.Length; i++) words[i] = BinaryPrimitives.ReadUInt64LittleEndian(counter.Slice(8 * i));
            Fill(key, tweak0, tweak1, 0, lanes, keyWords, tweakWords);
            if (groups > 0) TSpec.Count<TLanes>(keyWords, tweakWords, words, first, source, offsets, destination, groups);
            if (rest > 0)
            {
                ulong next = unchecked(first + (ulong)done);
                int start = done * BlockBytes, bytes = rest * BlockBytes;
                if (rest < LaneTable.FewestForLanes(lanes))
                {
                    ReadOnlySpan<ulong> tweak = [tweak0, tweak1];
                    TSpec.Count<ScalarLane<ulong>>(key, tweak, words, next, source.Slice(start), offsets.Slice(0, 1), destination.Slice(start), rest);
                }
                else
                {
                    Span<byte> full = stackalloc byte[lanes * BlockBytes];
                    source.Slice(start, bytes).CopyTo(full);
                    TSpec.Count<TLanes>(keyWords, tweakWords, words, next, full, offsets, full, 1);
                    full.Slice(0, bytes).CopyTo(destination.Slice(start));
                    CryptographicOperations.ZeroMemory(full);
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(keyWords));
        }
    }

    /// <summary>A source that writing to the destination does not change before it is read.</summary>
    private readonly ref struct Apart
    {
        private readonly byte[]? copy;
        private readonly int length;

        public Apart(ReadOnlySpan<byte> source, Span<byte> destination)
        {
            Source = source;
            length = source.Length;
            if (!source.Overlaps(destination, out int offset) || offset == 0) return;

            copy = ArrayPool<byte>.Shared.Rent(length);
            source.CopyTo(copy);
            Source = copy.AsSpan(0, length);
        }

        public ReadOnlySpan<byte> Source { get; }

        public void Dispose()
        {
            if (copy is null) return;

            CryptographicOperations.ZeroMemory(copy.AsSpan(0, length));
            ArrayPool<byte>.Shared.Return(copy);
        }
    }
}
