using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Lanes;

namespace Lanewise.Ciphers;

/// <summary>
/// Packets of any lengths through lanes. In ECB no block waits for another, so the blocks of all packets, one after the
/// other, are one run, and lanes are full whatever the lengths; only key and tweak change from lane to lane. It knows no
/// cipher.
/// </summary>
internal ref struct PacketRun
{
    /// <summary>As many lanes as any shape has.</summary>
    public const int SpareOffsets = 128;

    // What goes through lanes at once: many groups, and small beside the first cache.
    private const int WindowBlocks = 1024;
    private const int WindowBytes = 32 * 1024;

    // From here on a packet with a key of its own fills lanes by itself, and a schedule of its own pays.
    private const int LongBlocks = 96;

    // Up to here everything lies on the stack: rented arrays cost more than the blocks. The lanes for so many hold twice as
    // many. Room is inline arrays: a method with stackalloc copies the spans that it was given, out of an overrun's reach.
    private const int FewBlocks = 16;
    private const int FewBytes = 128;
    private const int FewKeysBytes = 256;

    // The offsets of a single packet.
    private static readonly int[] Zeros = new int[2 * FewBlocks];

    private readonly bool encrypting;
    private readonly PacketCipher cipher;
    private readonly ReadOnlySpan<byte> keys;
    private readonly Messages packets;
    private readonly PaddingMode padding;
    private readonly int blockBytes, keyBytes, tweakBytes;
    private LanewiseCipher? one;
    private ReadOnlySpan<LanewiseCipher> ciphers;

    /// <summary>Packets with the key of one cipher, or with a key for each.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public PacketRun(LanewiseCipher? one, CipherKeys keys, bool encrypting, Messages packets, PaddingMode paddingMode)
    {
        this.one = one;
        this.keys = keys.Bytes;
        ciphers = keys.Ciphers;
        // Without any key there is no packet, which is checked.
        PacketCipher? known = one is null ? keys.Cipher : one.Packets;
        cipher = known!;
        (blockBytes, keyBytes, tweakBytes) = known is null ? (1, 0, 0) : (known.BlockBytes, known.KeyBytes, known.TweakBytes);
        this.encrypting = encrypting;
        this.packets = packets;
        padding = paddingMode;
    }

    /// <summary>A tweak for each packet, or none for zeros.</summary>
    public ReadOnlySpan<byte> Tweaks { get; init; }

    /// <summary>Where packets go one after the other.</summary>
    public Span<byte> Destination { get; set; }

    /// <summary>Where they go one by one, unless they go one after the other.</summary>
    public ReadOnlySpan<Memory<byte>> Destinations { get; init; }

    public bool IsScattered { get; init; }

    /// <summary>Receives the lengths without padding; empty where padding is left.</summary>
    public Span<int> PlaintextLengths { get; init; }

    /// <summary>Lanes to take in place of the chosen ones.</summary>
    public LaneShape? Shape { get; init; }

    private readonly bool HasOwn => one is null || !Tweaks.IsEmpty;

    // Every block stays where it is in the source.
    private readonly bool IsInPlace => !IsScattered && packets.ArePacked && packets.Source.Length == Destination.Length;

    /// <summary>Checks everything, then runs; the bytes written.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int CheckAndRun()
    {
        int written = Check();
        Run();
        return written;
    }

    // ---- the run, of what has been checked ----

    /// <summary>The length of a packet where it goes.</summary>
    public readonly int LengthOf(int packet) => Padded(packets.Length(packet));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Padded(int length) => encrypting ? (int)CipherPadding.PaddedLength(length, blockBytes, padding) : length;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Run()
    {
        int count = packets.Count;
        if (count == 0) return;

        if (ciphers.Length == 1)
        {
            // Its schedule is there, so no key is gathered.
            one = ciphers[0];
            ciphers = default;
        }

        if (!HasOwn && IsInPlace) RunBlocks(packets.Source, Destination);
        else if (count == 1) RunAlone(0, packets.At(0, 0), IsScattered ? Destinations[0].Span : Destination);
        else if (AreFew(count)) RunFew();
        else RunMany();
        if (!PlaintextLengths.IsEmpty) Unpad();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly bool AreFew(int count)
    {
        if (count > FewBlocks || (!ciphers.IsEmpty && count * keyBytes > FewKeysBytes)) return false;

        int most = Math.Min(FewBlocks * blockBytes, FewBytes), bytes = 0;
        for (int i = 0; i < count && bytes <= most; i++) bytes += LengthOf(i);
        return bytes <= most;
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunFew()
    {
        Offsets offsets = default;
        if (!IsScattered && ciphers.IsEmpty) RunWindows(FewBlocks, offsets, default, default);
        else GatherFew(offsets);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void GatherFew(scoped Span<int> offsets)
    {
        Bytes room = default;
        Span<byte> bytes = MemoryMarshal.AsBytes((Span<ulong>)room);
        RunWindows(FewBlocks, offsets, bytes.Slice(0, FewBytes), ciphers.IsEmpty ? default : bytes.Slice(FewBytes));
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private readonly void RunMany()
    {
        int windowBlocks = Math.Min(WindowBlocks, WindowBytes / blockBytes), most = windowBlocks + LongBlocks;
        int windowBytes = IsScattered ? most * blockBytes : 0, gatheredBytes = ciphers.IsEmpty ? 0 : windowBlocks * keyBytes;
        int[] offsets = ArrayPool<int>.Shared.Rent(most + SpareOffsets);
        byte[] window = ArrayPool<byte>.Shared.Rent(windowBytes), gathered = ArrayPool<byte>.Shared.Rent(gatheredBytes);
        RunWindows(windowBlocks, offsets, window.AsSpan(0, windowBytes), gathered.AsSpan(0, gatheredBytes));
        ArrayPool<int>.Shared.Return(offsets);
        ArrayPool<byte>.Shared.Return(window);
        ArrayPool<byte>.Shared.Return(gathered);
    }

    // A window is gathered apart where packets are scattered; else it is a piece of the destination, or of the source where
    // nothing grows.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunWindows(
        int windowBlocks, scoped Span<int> offsets, scoped Span<byte> window, scoped Span<byte> gathered)
    {
        bool inPlace = IsInPlace, hasOwn = HasOwn, gathers = !ciphers.IsEmpty;
        int count = packets.Count, stride = cipher.Stride, blockBits = BitOperations.Log2((uint)blockBytes);
        int first = 0, filled = 0, blocks = 0, from = 0, to = 0;
        for (int i = 0; i < count; i++)
        {
            int length = packets.Length(i), padded = Padded(length), added = padded >> blockBits;
            if (added >= LongBlocks || blocks >= windowBlocks || i - first >= windowBlocks)
            {
                to += Flush(first, i, to, filled, offsets, window, gathered);
                (first, filled, blocks) = (i, 0, 0);
            }

            if (added >= LongBlocks)
            {
                RunAlone(i, packets.At(i, from), IsScattered ? Destinations[i].Span : Destination.Slice(to));
                from += length;
                to += padded;
                first = i + 1;
                continue;
            }

            if (!inPlace)
                Place(packets.At(i, from), IsScattered ? window.Slice(filled, padded) : Destination.Slice(to + filled, padded));
            if (hasOwn)
            {
                int offset = (i - first) * stride;
                foreach (ref int o in offsets.Slice(blocks, added)) o = offset;
                if (gathers) ciphers[i].RawKey.CopyTo(gathered.Slice((i - first) * keyBytes));
            }

            from += length;
            filled += padded;
            blocks += added;
        }

        Flush(first, count, to, filled, offsets, window, gathered);
        if (!window.IsEmpty) CryptographicOperations.ZeroMemory(window);
        if (!gathered.IsEmpty) CryptographicOperations.ZeroMemory(gathered);
    }

    // Runs a window, and returns its bytes.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly int Flush(
        int first, int end, int to, int filled, scoped Span<int> offsets, scoped Span<byte> window,
        scoped ReadOnlySpan<byte> gathered)
    {
        if (filled == 0) return 0;

        // Lanes without a block take the first packet along.
        int blocks = filled / blockBytes;
        offsets.Slice(blocks, Math.Min(SpareOffsets, offsets.Length - blocks)).Clear();
        scoped Span<byte> destination = IsScattered ? window.Slice(0, filled) : Destination.Slice(to, filled);
        scoped ReadOnlySpan<byte> source = IsInPlace ? packets.Source.Slice(to, filled) : destination;
        if (HasOwn)
        {
            scoped ReadOnlySpan<byte> own = !ciphers.IsEmpty ? gathered : keys.IsEmpty ? default : keys.Slice(
                first * keyBytes, (end - first) * keyBytes);
            ReadOnlySpan<byte> tweaks = Tweaks.IsEmpty ? default : Tweaks.Slice(first * tweakBytes, (end - first) * tweakBytes);
            cipher.RunMany(encrypting, one, own, tweaks, offsets, source, destination, Shape);
        }
        else
        {
            RunBlocks(source, destination);
        }

        for (int i = first, at = 0; i < end && IsScattered; i++)
        {
            int padded = LengthOf(i);
            window.Slice(at, padded).CopyTo(Destinations[i].Span);
            at += padded;
        }

        return filled;
    }

    // A packet that fills lanes by itself, or that is all there is, where it goes.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunAlone(int i, ReadOnlySpan<byte> packet, Span<byte> destination)
    {
        UInt128 tweak = Tweaks.IsEmpty ? 0 : BinaryPrimitives.ReadUInt128LittleEndian(Tweaks.Slice(i * tweakBytes));
        destination = destination.Slice(0, Padded(packet.Length));
        if (packet != destination) Place(packet, destination);
        LanewiseCipher? own = ciphers.IsEmpty ? one : ciphers[i];
        if (destination.IsEmpty) return;

        if (own is null) RunAlone(keys.Slice(i * keyBytes, keyBytes), tweak, destination);
        else if (encrypting) own.EncryptBlocks(tweak, destination, destination);
        else own.DecryptBlocks(tweak, destination, destination);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void RunAlone(ReadOnlySpan<byte> key, UInt128 tweak, Span<byte> blocks)
    {
        bool few = Tweaks.IsEmpty && blocks.Length <= FewBlocks * blockBytes;
        if (few) cipher.RunMany(encrypting, null, key, default, Zeros, blocks, blocks, Shape);
        else cipher.RunOne(encrypting, key, tweak, blocks, blocks, Shape);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void RunBlocks(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (encrypting) one!.EncryptBlocks(0, source, destination);
        else one!.DecryptBlocks(0, source, destination);
    }

    // A packet and its padding.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void Place(ReadOnlySpan<byte> packet, Span<byte> place)
    {
        packet.CopyTo(place);
        if (place.Length > packet.Length) CipherPadding.Write(place, packet.Length, padding);
    }

    // The lengths without padding; -1, and a wiped place, where it is wrong.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void Unpad()
    {
        for (int i = 0, to = 0; i < PlaintextLengths.Length; i++)
        {
            // Read once: the lengths may be written where they are.
            int length = packets.Length(i);
            Span<byte> packet = IsScattered ? Destinations[i].Span.Slice(0, length) : Destination.Slice(to, length);
            to += length;
            int removed = length == 0 ? 0 : CipherPadding.Length(packet.Slice(length - blockBytes), padding);
            PlaintextLengths[i] = removed < 0 ? -1 : length - removed;
            if (removed < 0) packet.Clear();
        }
    }

    // ---- checks, before anything is written ----

    /// <summary>The bytes of all packets with their padding.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public int Check()
    {
        CipherPadding.CheckMode(padding);
        int count = packets.Count;
        packets.CheckSource();
        CheckKeys(count);
        CheckPlaintextLengths(count);
        if (IsScattered && Destinations.Length != count) throw NotADestinationEach(count);

        long total = 0;
        for (int i = 0; i < count; i++)
        {
            int length = packets.Length(i);
            bool grows = encrypting && padding != PaddingMode.None;
            if (!grows && CipherPadding.Rest(length, blockBytes) != 0) throw NotWhole(length, i);

            long padded = grows ? CipherPadding.PaddedLength(length, blockBytes, padding) : length;
            if (IsScattered && Destinations[i].Length < padded) throw DestinationTooShort(i, padded);

            total += padded;
        }

        if (total > Array.MaxLength) throw TooMany(total);

        if (IsScattered)
        {
            CheckScattered();
            return (int)total;
        }

        if (Destination.Length < total) throw LanewiseCipher.TooShort(Destination.Length, (int)total);

        CheckApart(Destination);
        Destination = Destination.Slice(0, (int)total);
        if (packets.ArePacked) CheckPlaces(packets.Source, Destination, samePlaces: total == packets.Source.Length);
        else if (packets.Overlap(Destination)) throw Shifted();
        return (int)total;
    }

    /// <summary>Source and destination are the same place, where that is allowed, or apart.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void CheckPlaces(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, bool samePlaces)
    {
        if (source.Overlaps(destination, out int offset) && !(samePlaces && offset == 0)) throw Shifted();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void CheckScattered()
    {
        int other = packets.ArePacked ? PacketPlaces.FindOverlap([], Destinations) : PacketPlaces.FindOverlap(
            packets.Sources, Destinations);
        if (other >= 0) throw Overlapping(other);

        if (keys.IsEmpty && Tweaks.IsEmpty && !packets.ArePacked) return;

        for (int i = 0; i < Destinations.Length; i++)
        {
            CheckApart(Destinations[i].Span);
            if (packets.ArePacked && packets.Source.Overlaps(Destinations[i].Span)) throw Overlapping(i);
        }
    }

    // What has been written would be read as a key or a tweak.
    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void CheckApart(ReadOnlySpan<byte> destination)
    {
        if (destination.Overlaps(keys)) throw Inside("keys");
        if (destination.Overlaps(Tweaks)) throw Inside("tweaks");
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void CheckKeys(int count)
    {
        if (one is null && ciphers.IsEmpty && keys.Length != (long)count * keyBytes) throw NotAKeyEach(count);
        if (Tweaks.Length > 0 && Tweaks.Length != (long)count * tweakBytes) throw NotATweakEach(count);
        if (ciphers.IsEmpty) return;

        if (ciphers.Length != count)
            throw Wrong("keys", $"There are {count} packets, so there must be as many ciphers; there are {ciphers.Length}.");
        for (int i = 0; i < ciphers.Length; i++)
        {
            LanewiseCipher own = ciphers[i] ?? throw Wrong("keys", $"Cipher {i} is null.");
            own.ThrowIfDisposed();
            if (own.Packets != cipher)
                throw Wrong("keys", $"Cipher {i} is {own.Packets.Name}, the first one {cipher.Name}; all must be alike.");
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private readonly void CheckPlaintextLengths(int count)
    {
        bool asked = !PlaintextLengths.IsEmpty || (!encrypting && CipherPadding.IsRemoved(padding));
        if (asked && PlaintextLengths.Length != count)
        {
            throw Wrong(
                "plaintextLengths",
                $"There are {count} packets, so there must be as many plaintext lengths; there are {PlaintextLengths.Length}.");
        }

        ReadOnlySpan<int> lengths = packets.Lengths;
        if (lengths.Overlaps(PlaintextLengths) && lengths != PlaintextLengths)
        {
            throw Wrong(
                "plaintextLengths",
                $"The plaintext lengths lie across the packet lengths: they must be apart, or the same place.");
        }
    }

    // Apart: a method that builds a text has a frame that every call would pay for.
    private readonly ArgumentException NotAKeyEach(int count) =>
        Wrong("keys",
            $"There are {count} packets, so the keys must have {count} times {keyBytes} bytes; they have {keys.Length} bytes.");

    private readonly ArgumentException NotATweakEach(int count) => Wrong(
        "tweaks",
        $"There must be a tweak of {tweakBytes} bytes for each of {count} packets, or none for zeros; there are {Tweaks.Length} bytes.");

    private readonly ArgumentException NotADestinationEach(int count) =>
        Wrong("destinations",
            $"There are {count} packets, so there must be as many destinations; there are {Destinations.Length}.");

    private readonly ArgumentException DestinationTooShort(int packet, long needed) =>
        Wrong("destinations", $"Destination {packet} must have at least {needed} bytes; it has {Destinations[packet].Length}.");

    private static ArgumentException Overlapping(int packet) => Wrong(
        "destinations",
        $"Packet {packet} overlaps another packet or another packet's destination; each must have a place of its own.");

    private readonly ArgumentException Inside(string what) =>
        Wrong(IsScattered ? "destinations" : "destination", $"The {what} lie inside the destination and would be overwritten.");

    private static ArgumentException Shifted() => new(
        "Source and destination overlap, so packets would be overwritten before they are read: they must be apart, or the "
        + "same place where packets keep their length.",
        "destination");

    private static ArgumentOutOfRangeException TooMany(long total) =>
        new(nameof(packets), total,
            $"With padding the packets would have {total} bytes; at most {Array.MaxLength} are possible.");

    private readonly Exception NotWhole(int length, int packet)
    {
        string what = encrypting ? "without padding it" : "a ciphertext";
        string text = LanewiseCipher.Text(
            $"Packet {packet} has {length} bytes; {what} must be whole blocks of {blockBytes} bytes.");
        return encrypting ? new ArgumentException(text, nameof(packets)) : new CryptographicException(text);
    }

    private static ArgumentException Wrong(string parameter, ref DefaultInterpolatedStringHandler text) =>
        new(string.Create(CultureInfo.InvariantCulture, ref text), parameter);

    [InlineArray(2 * FewBlocks)]
    private struct Offsets
    {
        private int first;
    }

    [InlineArray((FewBytes + FewKeysBytes) / sizeof(ulong))]
    private struct Bytes
    {
        private ulong first;
    }
}
