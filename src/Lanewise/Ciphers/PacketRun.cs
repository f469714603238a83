using System.Numerics;
using System.Runtime.Intrinsics;

namespace Lanewise.Ciphers;

/// <summary>
/// Processes packets of any length in lanes, for any cipher. In ECB mode, no block depends on any other block. Therefore, the
/// blocks of all packets form one run, and the lanes are full regardless of the packet lengths. Only the key and the tweak differ
/// between lanes.
/// </summary>
/// <remarks>
/// <see cref="PacketDirect"/> handles simple cases (one packet, a few short packets). A packet that is long enough to fill the
/// lanes alone is processed alone. All other packets are processed in windows of many packets.
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

    /// <summary>
    /// Up to this number of blocks, all data is kept on the stack, because renting arrays would take longer than processing the
    /// blocks. The number of offsets is twice as large, because lanes without a block also need offsets. The code uses inline
    /// arrays, because a method with stackalloc copies its span arguments as protection against buffer overruns.
    /// </summary>
    public const int FewBlocks = 32;
    private const int FewBytes = 256, FewKeysBytes = 512;

    // The number of offsets that are written together. Most packets have at most this many blocks.
    private const int OffsetsAtOnce = 4;

    private readonly bool encrypting;
    private readonly PacketCipher cipher;
    private readonly ReadOnlySpan<byte> keys;
    private readonly Messages packets;
    private readonly PaddingMode padding;
    private readonly int blockBytes;
    // The length of a packet including its padding is (length + grows) & wholes.
    private readonly int grows, wholes;
    private readonly LanewiseCipher? one;
    private readonly ReadOnlySpan<LanewiseCipher> ciphers;

    /// <summary>Creates a run of packets that all use the key of one cipher, or that have one key per packet.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public PacketRun(
        LanewiseCipher? one, scoped in CipherKeys keys, bool encrypting, scoped in Messages packets, PaddingMode paddingMode)
    {
        this.one = one;
        this.keys = keys.Bytes;
        ciphers = keys.Ciphers;
        // If there are no keys, there must be no packets; a later check enforces this.
        PacketCipher? known = one is null ? keys.Cipher : one.Packets;
        cipher = known!;
        blockBytes = known is null ? 1 : known.BlockBytes;
        this.encrypting = encrypting;
        this.packets = packets;
        padding = paddingMode;
        grows = encrypting ? CipherPadding.Most(blockBytes, paddingMode) : 0;
        wholes = grows > 0 ? -blockBytes : -1;
    }

    /// <summary>The tweaks, one per packet. An empty span means that all tweaks are zero.</summary>
    public ReadOnlySpan<byte> Tweaks { get; init; }

    /// <summary>The common destination, if the output packets are adjacent.</summary>
    public Span<byte> Destination { get; set; }

    /// <summary>The destination of each packet, if the output packets are not adjacent.</summary>
    public ReadOnlySpan<Memory<byte>> Destinations { get; init; }

    public bool IsScattered { get; init; }

    /// <summary>Receives the plaintext lengths without padding. The span is empty if padding is kept.</summary>
    public Span<int> PlaintextLengths { get; init; }

    /// <summary>The shape (vector width and number of streams) to use instead of the default shape.</summary>
    public LaneShape? Shape { get; init; }

    private readonly bool HasOwn => one is null || !Tweaks.IsEmpty;

    // Indicates whether every block is written at the same offset at which it is read.
    private readonly bool StaysInPlace => grows == 0 && !IsScattered && packets.ArePacked;

    /// <summary>Checks all arguments, then processes all packets. Returns the number of bytes written.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int CheckAndRun()
    {
        int written = Check();
        Run(new Piece(0, packets.Count, 0, packets.Source.Length), 0, written);
        return written;
    }

    /// <summary>Returns the length that a packet has in the destination.</summary>
    public readonly int LengthOf(int packet) => Padded(packets.Length(packet));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Padded(int length) => (length + grows) & wholes;

    /// <summary>Processes a range of the packets.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public readonly void Run(in Piece piece, int to, int bytes)
    {
        if (StaysInPlace && !HasOwn && bytes > 0)
        {
            ReadOnlySpan<byte> source = packets.Source.Slice((int)piece.Start, bytes);
            one!.RunWhole(encrypting, default, Chaining.None, source, Destination.Slice(to, bytes));
        }
        else if (piece.Count == 1)
        {
            RunAlone(piece.First, (int)piece.Start, to);
        }
        else if (bytes <= Math.Min(FewBlocks * blockBytes, FewBytes) && piece.Count <= FewBlocks
            && (ciphers.IsEmpty || piece.Count * cipher.KeyBytes <= FewKeysBytes))
        {
            RunFew(piece, to);
        }
        else
        {
            RunMany(piece, to, bytes);
        }

        if (!PlaintextLengths.IsEmpty) Unpad(piece, to);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunFew(in Piece piece, int to)
    {
        Offsets offsets = default;
        if (IsScattered || !ciphers.IsEmpty) GatherFew(piece, to, offsets);
        else RunWindows(piece, to, FewBlocks, offsets, default, default);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void GatherFew(in Piece piece, int to, scoped Span<int> offsets)
    {
        Bytes room = default;
        Span<byte> bytes = MemoryMarshal.AsBytes((Span<ulong>)room);
        try
        {
            RunWindows(piece, to, FewBlocks, offsets, bytes.Slice(0, FewBytes), bytes.Slice(FewBytes));
        }
        finally
        {
            CryptographicOperations.ZeroMemory(bytes);
        }
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunMany(in Piece piece, int to, int bytes)
    {
        int windowBlocks = Math.Min(WindowBlocks, WindowBytes / blockBytes), most = windowBlocks + LongBlocks;
        int[] offsets = ArrayPool<int>.Shared.Rent(most + SpareOffsets);
        using Rented<byte> window = new(IsScattered ? Math.Min(most * blockBytes, bytes) : 0),
            gathered = new(ciphers.IsEmpty ? 0 : Math.Min(windowBlocks, piece.Count) * cipher.KeyBytes);
        RunWindows(piece, to, windowBlocks, offsets, window.Span, gathered.Span);
        ArrayPool<int>.Shared.Return(offsets);
    }

    // Scattered packets are copied to a separate window. Packed packets are processed in the destination, and are read directly
    // from the source if no padding is added.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunWindows(
        in Piece piece, int to, int windowBlocks, scoped Span<int> offsets, scoped Span<byte> window, scoped Span<byte> gathered)
    {
        int i = piece.First, end = i + piece.Count, from = (int)piece.Start;
        while (i < end)
        {
            int first = i, filled = Take(ref i, end, windowBlocks, offsets);
            scoped Span<byte> blocks = IsScattered ? window.Slice(0, filled) : Destination.Slice(to, filled);
            scoped ReadOnlySpan<byte> source = StaysInPlace ? packets.Source.Slice(from, filled) : blocks;
            if (StaysInPlace) from += filled;
            else Gather(first, i, ref from, blocks);
            for (int k = first; k < i && !ciphers.IsEmpty; k++)
            {
                ciphers[k].CopyKey(gathered.Slice((k - first) * cipher.KeyBytes, cipher.KeyBytes));
            }

            if (filled > 0)
            {
                RunWindow(first, i - first, source, blocks, offsets, gathered);
                if (IsScattered) Scatter(first, i, blocks);
            }

            to += filled;
            int length = i < end ? packets.Length(i) : 0;
            if (Padded(length) < LongBlocks * blockBytes) continue;

            RunAlone(i++, from, to);
            from += length;
            to += Padded(length);
        }
    }

    // Collects packets until the window is full or the next packet is long. If keys or tweaks differ, records the offset of each
    // block. Returns the total length of the packets including padding.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly int Take(ref int next, int last, int windowBlocks, scoped Span<int> offsets)
    {
        // All values are copied to local variables, because otherwise the fields would be read again for every packet.
        ReadOnlySpan<int> lengths = packets.Lengths;
        int i = next, end = (int)Math.Min(last, (long)next + windowBlocks), filled = 0, offset = 0;
        int blockBits = BitOperations.Log2((uint)blockBytes), stride = cipher.Stride, grows = this.grows, wholes = this.wholes;
        int full = windowBlocks << blockBits, isLong = LongBlocks << blockBits;
        bool hasOwn = HasOwn;
        for (; i < end && filled < full; i++, offset += stride)
        {
            int length = (uint)i < (uint)lengths.Length ? lengths[i] : packets.Length(i), padded = (length + grows) & wholes;
            if (padded >= isLong) break;

            if (hasOwn) Spread(offsets, filled >> blockBits, padded >> blockBits, offset);
            filled += padded;
        }

        next = i;
        return filled;
    }

    /// <summary>Writes the offset of each block of a packet. The span must have unused space after the last offset.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Spread(Span<int> offsets, int block, int blocks, int offset)
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

    // Copies packets to adjacent positions, with their padding.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void Gather(int first, int end, ref int from, scoped Span<byte> blocks)
    {
        for (int i = first; i < end; i++)
        {
            ReadOnlySpan<byte> packet = packets.At(i, from);
            int padded = Padded(packet.Length);
            CopyPadded(packet, blocks.Slice(0, padded));
            blocks = blocks.Slice(padded);
            from += packet.Length;
        }
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void Scatter(int first, int end, scoped ReadOnlySpan<byte> blocks)
    {
        for (int i = first; i < end; i++)
        {
            int padded = LengthOf(i);
            Copy(blocks.Slice(0, padded), Destinations[i].Span);
            blocks = blocks.Slice(padded);
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunWindow(
        int first, int count, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination, scoped Span<int> offsets,
        scoped ReadOnlySpan<byte> gathered)
    {
        if (!HasOwn)
        {
            one!.RunWhole(encrypting, default, Chaining.None, source, destination);
            return;
        }

        // Lanes without a block use the key and tweak of the first packet.
        int blocks = source.Length / blockBytes;
        offsets.Slice(blocks, Math.Min(SpareOffsets, offsets.Length - blocks)).Clear();
        scoped ReadOnlySpan<byte> own = ciphers.IsEmpty ? Of(keys, cipher.KeyBytes, first, count) : gathered;
        cipher.RunMany(encrypting, one, own, Of(Tweaks, cipher.TweakBytes, first, count), offsets, source, destination, Shape);
        one?.ThrowIfDisposedSince(destination);
    }

    // Returns the part of a list that belongs to the given packets. The list has one entry of the given size per packet.
    private static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> each, int bytes, int first, int count) =>
        each.IsEmpty ? default : each.Slice(first * bytes, count * bytes);

    // Processes a long packet, or the only packet, directly in the destination buffer.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunAlone(int i, int from, int to)
    {
        ReadOnlySpan<byte> packet = packets.At(i, from);
        Span<byte> blocks = (IsScattered ? Destinations[i].Span : Destination.Slice(to)).Slice(0, Padded(packet.Length));
        if (packet != blocks) CopyPadded(packet, blocks);
        if (blocks.IsEmpty) return;

        Tweak tweak = Tweaks.IsEmpty ? default : Tweak.Read(Tweaks.Slice(i * cipher.TweakBytes));
        LanewiseCipher? own = ciphers.IsEmpty ? one : ciphers[i];
        if (own is null) cipher.RunOne(encrypting, Of(keys, cipher.KeyBytes, i, 1), tweak, blocks, blocks, Shape);
        else own.RunWhole(encrypting, tweak, Chaining.None, blocks, blocks);
    }

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
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void Unpad(in Piece piece, int to)
    {
        for (int i = piece.First; i < piece.First + piece.Count; i++)
        {
            // The length is read only once, because the plaintext length may overwrite it.
            int length = packets.Length(i);
            Span<byte> packet = IsScattered ? Destinations[i].Span.Slice(0, length) : Destination.Slice(to, length);
            to += length;
            ReadOnlySpan<byte> last = length == 0 ? packet : packet.Slice(length - blockBytes);
            bool isRight = CipherPadding.TryLength(last, padding, out int removed);
            PlaintextLengths[i] = isRight ? length - removed : -1;
            if (!isRight) packet.Clear();
        }
    }

    [InlineArray(2 * FewBlocks)]
    public struct Offsets
    {
        private int first;
    }

    [InlineArray((FewBytes + FewKeysBytes) / sizeof(ulong))]
    private struct Bytes
    {
        private ulong first;
    }
}
