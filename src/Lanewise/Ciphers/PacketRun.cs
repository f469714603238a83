using System.Numerics;
using System.Runtime.Intrinsics;

namespace Lanewise.Ciphers;

/// <summary>
/// Processes packets of any length in lanes, for any cipher. In ECB mode, no block depends on any other block. Therefore, the
/// blocks of all packets form one run, and the lanes are full regardless of the packet lengths. Only the key and the tweak differ
/// between lanes.
/// </summary>
/// <remarks>
/// After the checks, there are three routes. One call of the cipher processes a single packet, a long packet, or adjacent packets
/// that need no copy and share a key and a tweak. A few adjacent packets that need no copy, with separate keys or tweaks, use
/// only the stack. All other packets are processed in windows of many packets.
/// </remarks>
internal ref partial struct PacketRun
{
    /// <summary>The maximum number of lanes of any kernel: the lanes per vector times the number of streams.</summary>
    public const int SpareOffsets = 128;

    // The maximum size of a window, which contains the blocks of packets that are processed together. A window consists of many
    // groups of blocks and is small compared with the L1 cache.
    private const int WindowBlocks = 1024, WindowBytes = 32 * 1024;

    // A packet with a separate key and at least this many blocks fills the lanes alone, and computing its key schedule once saves
    // time.
    private const int LongBlocks = 96;

    // Up to this number of blocks, the offsets are on the stack, because renting an array would slow down a few short packets.
    private const int FewBlocks = 32;

    // The number of offsets that are written together. Most packets have at most this many blocks.
    private const int OffsetsAtOnce = 4;

    private LanewiseCipher? one;
    private PacketCipher cipher;
    private bool encrypting, isScattered, isPair;
    private PaddingMode padding;
    private LaneShape? shape;
    private int blockBytes;
    // The length of a packet including its padding is (length + grows) & wholes.
    private int grows, wholes;
    // Packed packets are in one source, and have a list of lengths or an equal length. Scattered packets have a list of sources.
    private int count, equalLength;
    private ReadOnlySpan<byte> source;
    private ReadOnlySpan<int> lengths;
    private ReadOnlySpan<ReadOnlyMemory<byte>> sources;
    private ReadOnlySpan<byte> keys, tweaks;
    private ReadOnlySpan<LanewiseCipher> ciphers;
    // The results are adjacent in one destination, or scattered in a list of destinations.
    private Span<byte> destination;
    private ReadOnlySpan<Memory<byte>> destinations;
    private Span<int> plaintextLengths;

    private readonly bool HasOwn => one is null || !tweaks.IsEmpty;

    // The maximum number of blocks and of packets in a window.
    private readonly int WindowLength => Math.Min(WindowBlocks, WindowBytes >> BlockBits);

    // Shifting by this number replaces a division, which would slow down a few short packets.
    private readonly int BlockBits => BitOperations.Log2((uint)blockBytes);

    // Indicates whether every block is written at the same offset at which it is read.
    private readonly bool StaysInPlace => grows == 0 && !isScattered && sources.IsEmpty;

    /// <summary>Creates a run of packets that all use the key of one cipher, or that have one key per packet.</summary>
    /// <remarks>
    /// A constructor would build the structure in another location and copy it. An <c>in</c> argument that is copied as a whole
    /// would be read before its fields are written to the cache. Both would slow down a single short packet.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Create(
        out PacketRun run, LanewiseCipher? one, scoped in CipherKeys keys, bool encrypting, scoped in Messages packets,
        PaddingMode padding, ReadOnlySpan<byte> tweaks, Span<int> plaintextLengths, Span<byte> destination,
        ReadOnlySpan<Memory<byte>> destinations = default, bool isScattered = false, LaneShape? shape = null)
    {
        run.one = one;
        run.encrypting = encrypting;
        run.isScattered = isScattered;
        run.isPair = false;
        run.padding = padding;
        run.tweaks = tweaks;
        run.destination = destination;
        run.destinations = destinations;
        run.plaintextLengths = plaintextLengths;
        run.source = packets.Source;
        run.sources = packets.Sources;
        run.lengths = packets.Lengths;
        run.equalLength = packets.EqualLength;
        run.count = packets.Count;
        run.shape = shape;
        run.keys = one is null ? keys.Bytes : default;
        run.ciphers = one is null ? keys.Ciphers : default;
        // If there are no keys, there must be no packets; a later check enforces this.
        PacketCipher? known = one is null ? keys.Cipher : one.Packets;
        run.cipher = known!;
        int blockBytes = known is null ? 1 : known.BlockBytes, grows = encrypting ? CipherPadding.Most(blockBytes, padding) : 0;
        run.blockBytes = blockBytes;
        run.grows = grows;
        run.wholes = grows > 0 ? -blockBytes : -1;
    }

    /// <summary>Checks all arguments, then processes all packets. Returns the number of bytes written.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int CheckAndRun()
    {
        if (count == 1) PrepareOne();
        int written = Check();
        Run(new Piece(0, count, 0, 0), 0, written);
        return written;
    }

    // A single packet with a list of one destination is processed like a packed packet, and a list of one cipher like the cipher
    // of all packets.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PrepareOne()
    {
        if (ciphers.Length == 1 && ciphers[0] is { } only)
        {
            only.ThrowIfDisposed();
            one = only;
            ciphers = default;
        }

        if (sources.Length == 1 && destinations.Length == 1)
        {
            source = sources[0].Span;
            sources = default;
            equalLength = source.Length;
            destination = destinations[0].Span;
            isScattered = false;
            isPair = true;
        }
    }

    /// <summary>Returns the length that a packet has in the destination.</summary>
    public readonly int LengthOf(int packet) => Padded(Length(packet));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Length(int packet) => Length(packet, lengths);

    // A loop passes a local copy of the list of lengths, because otherwise the field would be read again for every packet.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Length(int packet, ReadOnlySpan<int> list) => (uint)packet < (uint)list.Length ? list[packet]
        : sources.IsEmpty ? equalLength : sources[packet].Length;

    // A packed packet starts at the given offset in the source.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ReadOnlySpan<byte> At(int packet, int from) =>
        sources.IsEmpty ? source.Slice(from, Length(packet)) : sources[packet].Span;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Padded(int length) => (length + grows) & wholes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly Span<byte> DestinationOf(int packet, int to, int bytes) =>
        isScattered ? destinations[packet].Span.Slice(0, bytes) : destination.Slice(to, bytes);

    /// <summary>
    /// Processes a range of the packets, and writes <paramref name="bytes"/> bytes at offset <paramref name="to"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Run(in Piece piece, int to, int bytes)
    {
        int first = piece.First, from = (int)piece.Start;
        if (piece.Count == 1) RunTogether(first, At(first, from), DestinationOf(first, to, bytes));
        else if (!StaysInPlace || !ciphers.IsEmpty || (HasOwn && bytes > FewBlocks * blockBytes)) RunWindows(piece, to, bytes);
        else if (HasOwn) RunFew(first, piece.Count, source.Slice(from, bytes), destination.Slice(to, bytes));
        else RunTogether(first, source.Slice(from, bytes), destination.Slice(to, bytes));

        if (!plaintextLengths.IsEmpty) Unpad(piece, to);
    }

    // Processes blocks with one key and one tweak: one packet, or adjacent packets.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunTogether(int first, ReadOnlySpan<byte> from, Span<byte> blocks)
    {
        if (blocks.IsEmpty) return;

        if (from.Length != blocks.Length)
        {
            CopyPadded(from, blocks);
            from = blocks;
        }

        Tweak tweak = tweaks.IsEmpty ? default : Tweak.Read(tweaks.Slice(first * cipher.TweakBytes));
        LanewiseCipher? own = ciphers.IsEmpty ? one : ciphers[first];
        if (own is null) cipher.RunOne(encrypting, Of(keys, cipher.KeyBytes, first, 1), tweak, from, blocks, shape);
        else own.RunWhole(encrypting, tweak, Chaining.None, from, blocks);
    }

    // Processes a few adjacent packets without padding that have separate keys or tweaks. In a window, their calls would take a
    // fifth longer.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunFew(int first, int count, ReadOnlySpan<byte> from, Span<byte> blocks)
    {
        if (blocks.IsEmpty) return;

        ReadOnlySpan<int> list = lengths;
        Offsets buffer = default;
        Span<int> offsets = buffer;
        int block = 0, offset = 0, blockBits = BlockBits, stride = cipher.Stride, end = first + count;
        for (int i = first; i < end; i++, offset += stride)
        {
            int more = Length(i, list) >> blockBits;
            Spread(offsets, block, more, offset);
            block += more;
        }

        RunWindow(first, count, from, blocks, offsets, Of(keys, cipher.KeyBytes, first, count));
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunWindows(in Piece piece, int to, int bytes)
    {
        // If there are no packets, there may be no cipher.
        if (piece.Count == 0) return;

        // One array contains the offsets, the window for scattered packets and the keys of ciphers.
        int window = WindowLength, most = Math.Min(bytes >> BlockBits, window + LongBlocks),
            ownOffsets = HasOwn ? most + SpareOffsets : 0, apartBytes = isScattered ? most * blockBytes : 0,
            keyBytes = ciphers.IsEmpty ? 0 : Math.Min(window, piece.Count) * cipher.KeyBytes;
        using Rented<int> rented = new(ownOffsets + ((apartBytes + keyBytes) / sizeof(int)));
        Span<byte> apart = MemoryMarshal.AsBytes(rented.Span.Slice(ownOffsets));
        RunWindows(piece, to, rented.Span.Slice(0, ownOffsets), apart, apart.Slice(apartBytes));
    }

    // Collects packets until a window is full or the next packet is long. Scattered packets are copied to a separate window.
    // Adjacent packets are processed in the destination, and are read directly from the source if no padding is added. If keys or
    // tweaks differ, records the offset of each block.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunWindows(
        in Piece piece, int to, scoped Span<int> offsets, scoped Span<byte> apart, scoped Span<byte> gathered)
    {
        int blockBits = BlockBits, window = WindowLength, keyBytes = cipher.KeyBytes;
        bool hasOwn = HasOwn, hasCiphers = !ciphers.IsEmpty, staysInPlace = StaysInPlace;
        ReadOnlySpan<int> list = lengths;
        for (int i = piece.First, end = i + piece.Count, from = (int)piece.Start; i < end;)
        {
            int first = i, start = from, last = first + Math.Min(end - first, window), filled = 0, length = 0, padded = 0;
            scoped Span<byte> blocks = isScattered ? apart : destination.Slice(to);
            for (; i < last && filled >> blockBits < window; i++)
            {
                length = Length(i, list);
                padded = Padded(length);
                if (padded >> blockBits >= LongBlocks) break;

                if (hasOwn) Spread(offsets, filled >> blockBits, padded >> blockBits, (i - first) * cipher.Stride);
                if (hasCiphers) ciphers[i].CopyKey(gathered.Slice((i - first) * keyBytes, keyBytes));
                if (!staysInPlace) CopyPadded(At(i, from), blocks.Slice(filled, padded));
                filled += padded;
                from += length;
            }

            if (filled > 0)
            {
                blocks = blocks.Slice(0, filled);
                scoped ReadOnlySpan<byte> own = hasCiphers ? gathered : Of(keys, keyBytes, first, i - first);
                RunWindow(first, i - first, staysInPlace ? source.Slice(start, filled) : blocks, blocks, offsets, own);
                if (isScattered) Scatter(first, i, blocks);
                to += filled;
            }

            if (i == last || padded >> blockBits < LongBlocks) continue;

            RunTogether(i, At(i, from), DestinationOf(i, to, padded));
            i++;
            from += length;
            to += padded;
        }
    }

    // Writes the offset of each block of a packet. The span must have unused space after the last offset.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Spread(Span<int> offsets, int block, int blocks, int offset)
    {
        do
        {
            Span<int> some = offsets.Slice(block, OffsetsAtOnce);
            some[3] = some[2] = some[1] = some[0] = offset;
            block += OffsetsAtOnce;
            blocks -= OffsetsAtOnce;
        }
        while (blocks > 0);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void Scatter(int first, int end, scoped ReadOnlySpan<byte> blocks)
    {
        for (int i = first; i < end; i++)
        {
            int padded = LengthOf(i);
            Copy(blocks.Slice(0, padded), destinations[i].Span);
            blocks = blocks.Slice(padded);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void RunWindow(
        int first, int count, scoped ReadOnlySpan<byte> from, scoped Span<byte> blocks, scoped Span<int> offsets,
        scoped ReadOnlySpan<byte> own)
    {
        if (!HasOwn)
        {
            one!.RunWhole(encrypting, default, Chaining.None, from, blocks);
            return;
        }

        // Lanes without a block use the key and tweak of the first packet.
        Span<int> spare = offsets.Slice(from.Length >> BlockBits);
        spare.Slice(0, Math.Min(SpareOffsets, spare.Length)).Clear();
        cipher.RunMany(encrypting, one, own, Of(tweaks, cipher.TweakBytes, first, count), offsets, from, blocks, shape);
        one?.ThrowIfDisposedSince(blocks);
    }

    // Returns the part of a list that belongs to the given packets. The list has one entry of the given size per packet.
    private static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> each, int bytes, int first, int count) =>
        each.IsEmpty ? default : each.Slice(first * bytes, count * bytes);

    // Copies a packet and writes its padding.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void CopyPadded(ReadOnlySpan<byte> packet, Span<byte> blocks)
    {
        Copy(packet, blocks);
        if (blocks.Length > packet.Length) CipherPadding.Write(blocks, packet.Length, padding);
    }

    // Short packets vary in length, so the CPU would mispredict half of the branches that depend on the length. Therefore, 16 to
    // 32 bytes are copied as two vectors, which may overlap.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int last = source.Length - Vector128<byte>.Count;
        if ((uint)last > (uint)Vector128<byte>.Count)
        {
            source.CopyTo(destination);
            return;
        }

        Vector128<byte> head = Vector128.Create(source), tail = Vector128.Create(source.Slice(last));
        head.CopyTo(destination);
        tail.CopyTo(destination.Slice(last));
    }

    // Writes the lengths without padding. If the padding is wrong, writes -1 and wipes the plaintext.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void Unpad(in Piece piece, int to)
    {
        for (int i = piece.First; i < piece.First + piece.Count; i++)
        {
            // The length is read only once, because the plaintext length may overwrite it.
            int length = Length(i);
            Span<byte> packet = DestinationOf(i, to, length);
            to += length;
            ReadOnlySpan<byte> last = length == 0 ? packet : packet.Slice(length - blockBytes);
            bool isRight = CipherPadding.TryLength(last, padding, out int removed);
            plaintextLengths[i] = isRight ? length - removed : -1;
            if (!isRight) packet.Clear();
        }
    }

    // The array is twice as long as the number of blocks, because lanes without a block also need offsets. It is an inline array,
    // because a method with stackalloc copies its span arguments as protection against buffer overruns.
    [InlineArray(2 * FewBlocks)]
    private struct Offsets
    {
        private int first;
    }
}
