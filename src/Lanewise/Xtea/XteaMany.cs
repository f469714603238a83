using System.Buffers;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Kernels;

namespace Lanewise;

/// <content>Many packets at once, in ECB mode.</content>
public sealed partial class Xtea
{
    // ---- one key, packed ----

    /// <summary>Encrypts packets that lie one after the other, all with this key, in ECB mode.</summary>
    /// <param name="source">The packets.</param>
    /// <param name="packetLengths">The length of each packet in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the ciphertexts one after the other; without padding the source's own place is allowed.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">The lengths do not add up to the source, the destination is too short or overlaps, or without padding a packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int EncryptMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, PaddingMode paddingMode = PaddingMode.None)
    {
        ThrowIfDisposed();
        return Packed(encrypting: true, source, packetLengths, destination, paddingMode);
    }

    /// <summary>Decrypts packets of whole blocks that lie one after the other, all with this key, in ECB mode; no padding is removed.</summary>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each where its ciphertext was; the source's own place is allowed.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">The lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int DecryptMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination)
    {
        ThrowIfDisposed();
        return Packed(encrypting: false, source, packetLengths, destination, PaddingMode.None);
    }

    /// <summary>Decrypts packets that lie one after the other, all with this key, in ECB mode.</summary>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each at the place of its ciphertext; the source's own place is allowed.</param>
    /// <param name="plaintextLengths">
    /// Receives the length of each without its padding; -1 where the padding is wrong, and that place is wiped. The packet
    /// lengths' own place is allowed.
    /// </param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <returns>The number of bytes written, padding included.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">The lengths do not add up to the source, the destination is too short or overlaps, or there is not a plaintext length per packet.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int DecryptMany(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, Span<int> plaintextLengths, PaddingMode paddingMode)
    {
        ThrowIfDisposed();
        CheckPlaintextLengths(packetLengths, plaintextLengths);
        int length = Packed(encrypting: false, source, packetLengths, destination, paddingMode);
        PacketRun.Unpad(destination, packetLengths, plaintextLengths, BlockSizeInBytes, paddingMode);
        return length;
    }

    // ---- a key per packet, packed ----

    /// <summary>Encrypts packets that lie one after the other, each with a key of its own, in ECB mode.</summary>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The packets.</param>
    /// <param name="packetLengths">The length of each packet in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the ciphertexts one after the other; without padding the source's own place is allowed.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <param name="rounds">Feistel rounds, an even number from 2 to 128.</param>
    /// <param name="byteOrder">How bytes become words, of the keys and of the data.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or the rounds or the byte order are not possible.</exception>
    /// <exception cref="ArgumentException">There is not exactly a key per packet, the lengths do not add up to the source, the destination is too short or overlaps, or without padding a packet is not whole blocks.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int EncryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.None, int rounds = DefaultRounds, XteaByteOrder byteOrder = XteaByteOrder.BigEndian)
    {
        CheckOwn(keys, packetLengths.Length, destination, rounds, byteOrder);
        return PackedOwn(encrypting: true, keys, source, packetLengths, destination, paddingMode, rounds, byteOrder);
    }

    /// <summary>Decrypts packets of whole blocks that lie one after the other, each with a key of its own, in ECB mode; no padding is removed.</summary>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each where its ciphertext was; the source's own place is allowed.</param>
    /// <param name="rounds">Feistel rounds, an even number from 2 to 128.</param>
    /// <param name="byteOrder">How bytes become words, of the keys and of the data.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or the rounds or the byte order are not possible.</exception>
    /// <exception cref="ArgumentException">There is not exactly a key per packet, the lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        int rounds = DefaultRounds, XteaByteOrder byteOrder = XteaByteOrder.BigEndian)
    {
        CheckOwn(keys, packetLengths.Length, destination, rounds, byteOrder);
        return PackedOwn(encrypting: false, keys, source, packetLengths, destination, PaddingMode.None, rounds, byteOrder);
    }

    /// <summary>Decrypts packets that lie one after the other, each with a key of its own, in ECB mode.</summary>
    /// <param name="keys">The keys, 16 bytes per packet.</param>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each at the place of its ciphertext; the source's own place is allowed.</param>
    /// <param name="plaintextLengths">
    /// Receives the length of each without its padding; -1 where the padding is wrong, and that place is wiped. The packet
    /// lengths' own place is allowed.
    /// </param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <param name="rounds">Feistel rounds, an even number from 2 to 128.</param>
    /// <param name="byteOrder">How bytes become words, of the keys and of the data.</param>
    /// <returns>The number of bytes written, padding included.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative, or the rounds or the byte order are not possible.</exception>
    /// <exception cref="ArgumentException">There is not exactly a key and a plaintext length per packet, the lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, Span<int> plaintextLengths,
        PaddingMode paddingMode, int rounds = DefaultRounds, XteaByteOrder byteOrder = XteaByteOrder.BigEndian)
    {
        CheckOwn(keys, packetLengths.Length, destination, rounds, byteOrder);
        CheckPlaintextLengths(packetLengths, plaintextLengths);
        int length = PackedOwn(encrypting: false, keys, source, packetLengths, destination, paddingMode, rounds, byteOrder);
        PacketRun.Unpad(destination, packetLengths, plaintextLengths, BlockSizeInBytes, paddingMode);
        return length;
    }

    // ---- scattered ----

    /// <summary>Encrypts packets wherever they lie, all with this key, in ECB mode.</summary>
    /// <param name="sources">The packets.</param>
    /// <param name="destinations">Room for each ciphertext; it may start where the packet starts.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <exception cref="ArgumentException">There is not exactly a destination per packet, one is too short, packets overlap, or without padding a packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void EncryptMany(
        ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode = PaddingMode.None)
    {
        ThrowIfDisposed();
        if (paddingMode == PaddingMode.None && RanOneBlock(sources, destinations, encrypting: true)) return;

        PacketRun.CheckScattered(sources, destinations, BlockSizeInBytes, paddingMode, encrypting: true);
        RunScattered(sources, destinations, paddingMode, encrypting: true);
    }

    /// <summary>Decrypts packets wherever they lie, all with this key, in ECB mode; no padding is removed.</summary>
    /// <param name="sources">The ciphertexts.</param>
    /// <param name="destinations">Room for each plaintext with its padding; it may start where the ciphertext starts.</param>
    /// <exception cref="ArgumentException">There is not exactly a destination per packet, one is too short, or packets overlap.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void DecryptMany(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        ThrowIfDisposed();
        if (RanOneBlock(sources, destinations, encrypting: false)) return;

        PacketRun.CheckScattered(sources, destinations, BlockSizeInBytes, PaddingMode.None, encrypting: false);
        RunScattered(sources, destinations, PaddingMode.None, encrypting: false);
    }

    /// <summary>Encrypts packets wherever they lie, each with the key of a cipher of its own, in ECB mode.</summary>
    /// <param name="ciphers">A cipher per packet, such as that of its connection, all of one number of rounds and one byte order.</param>
    /// <param name="sources">The packets.</param>
    /// <param name="destinations">Room for each ciphertext; it may start where the packet starts.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <exception cref="ArgumentException">There is not exactly a cipher and a destination per packet, ciphers differ in rounds or byte order, a destination is too short, packets overlap, or without padding a packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">A cipher was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void EncryptMany(
        ReadOnlySpan<Xtea> ciphers, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode = PaddingMode.None)
    {
        CheckCiphers(ciphers, sources.Length);
        if (paddingMode == PaddingMode.None && ciphers.Length == 1 && ciphers[0].RanOneBlock(sources, destinations, encrypting: true)) return;

        PacketRun.CheckScattered(sources, destinations, BlockSizeInBytes, paddingMode, encrypting: true);
        RunScattered(ciphers, sources, destinations, paddingMode, encrypting: true);
    }

    /// <summary>Decrypts packets wherever they lie, each with the key of a cipher of its own, in ECB mode; no padding is removed.</summary>
    /// <param name="ciphers">A cipher per packet, such as that of its connection, all of one number of rounds and one byte order.</param>
    /// <param name="sources">The ciphertexts.</param>
    /// <param name="destinations">Room for each plaintext with its padding; it may start where the ciphertext starts.</param>
    /// <exception cref="ArgumentException">There is not exactly a cipher and a destination per packet, ciphers differ in rounds or byte order, a destination is too short, or packets overlap.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">A cipher was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void DecryptMany(ReadOnlySpan<Xtea> ciphers, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        CheckCiphers(ciphers, sources.Length);
        if (ciphers.Length == 1 && ciphers[0].RanOneBlock(sources, destinations, encrypting: false)) return;

        PacketRun.CheckScattered(sources, destinations, BlockSizeInBytes, PaddingMode.None, encrypting: false);
        RunScattered(ciphers, sources, destinations, PaddingMode.None, encrypting: false);
    }

    // ---- shared ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Packed(bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, PaddingMode paddingMode)
    {
        if (XteaFew.IsBlock(source, packetLengths, destination) && (paddingMode == PaddingMode.None || (!encrypting && CipherPadding.IsMode(paddingMode))))
        {
            XteaFew.Run(schedule, IsBigEndian, encrypting, source, destination);
            return BlockSizeInBytes;
        }

        if (encrypting && XteaFew.IsShort(source, packetLengths, destination, paddingMode))
        {
            destination = XteaFew.PlaceShort(source, destination, paddingMode);
            XteaFew.Run(schedule, IsBigEndian, encrypting, destination, destination);
            return BlockSizeInBytes;
        }

        int written = XteaFew.Packets(schedule, IsBigEndian, encrypting, source, packetLengths, destination, paddingMode);
        return written >= 0 ? written : Many(new XteaPackets(schedule, IsBigEndian, encrypting), encrypting, source, packetLengths, destination, paddingMode);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PackedOwn(
        bool encrypting, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        PaddingMode paddingMode, int rounds, XteaByteOrder byteOrder)
    {
        bool bigEndian = byteOrder == XteaByteOrder.BigEndian;
        if (XteaFew.IsBlock(source, packetLengths, destination) && (paddingMode == PaddingMode.None || (!encrypting && CipherPadding.IsMode(paddingMode))))
        {
            XteaFew.OwnBlock(keys, source, rounds, bigEndian, encrypting, destination);
            return BlockSizeInBytes;
        }

        if (encrypting && XteaFew.IsShort(source, packetLengths, destination, paddingMode))
        {
            destination = XteaFew.PlaceShort(source, destination, paddingMode);
            XteaFew.OwnBlock(keys, destination, rounds, bigEndian, encrypting, destination);
            return BlockSizeInBytes;
        }

        int written = XteaFew.OwnPackets(keys, rounds, bigEndian, encrypting, source, packetLengths, destination, paddingMode);
        return written >= 0 ? written : Many(new XteaPackets(keys, rounds, bigEndian, encrypting), encrypting, source, packetLengths, destination, paddingMode);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static int Many(
        in XteaPackets packets, bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, PaddingMode paddingMode)
    {
        int length = PacketRun.CheckPacked(source, packetLengths, BlockSizeInBytes, paddingMode, encrypting);
        if (destination.Length < length) throw TooShort(destination.Length, length);

        destination = destination.Slice(0, length);
        bool whole = length == source.Length;
        PacketRun.CheckPlaces(source, destination, whole);
        if (whole) PacketRun.Whole(packets, source, packetLengths, destination);
        else PacketRun.Padded(packets, source, packetLengths, destination, paddingMode);
        return length;
    }

    // One packet of one block, with all its checks; anything else is left to others.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool RanOneBlock(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, bool encrypting)
    {
        if (sources.Length != 1 || destinations.Length != 1 || sources[0].Count != BlockSizeInBytes) return false;

        ReadOnlySpan<byte> source = sources[0];
        Span<byte> destination = destinations[0];
        if (!XteaFew.IsBlock(source, destination)) return false;

        XteaFew.Run(schedule, IsBigEndian, encrypting, source, destination);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void RunScattered(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode, bool encrypting)
    {
        if (PacketRun.AreFew(sources, XteaFew.MostBlocks, BlockSizeInBytes, paddingMode)) XteaFew.Scattered(schedule, IsBigEndian, encrypting, sources, destinations, paddingMode);
        else PacketRun.Scattered(new XteaPackets(schedule, IsBigEndian, encrypting), sources, destinations, paddingMode);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void RunScattered(
        ReadOnlySpan<Xtea> ciphers, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode, bool encrypting)
    {
        if (ciphers.Length <= 1)
        {
            // Its schedule is there, so no key is gathered.
            if (ciphers.Length == 1) ciphers[0].RunScattered(sources, destinations, paddingMode, encrypting);
            return;
        }

        if (PacketRun.AreFew(sources, XteaFew.MostBlocks, BlockSizeInBytes, paddingMode))
        {
            XteaFew.OwnScattered(ciphers, encrypting, sources, destinations, paddingMode);
            return;
        }

        byte[] rented = ArrayPool<byte>.Shared.Rent(ciphers.Length * KeySizeInBytes);
        Span<byte> keys = rented.AsSpan(0, ciphers.Length * KeySizeInBytes);
        for (int i = 0; i < ciphers.Length; i++) ciphers[i].key.CopyTo(keys.Slice(i * KeySizeInBytes));
        PacketRun.Scattered(new XteaPackets(keys, ciphers[0].Rounds, ciphers[0].IsBigEndian, encrypting), sources, destinations, paddingMode);
        CryptographicOperations.ZeroMemory(keys);
        ArrayPool<byte>.Shared.Return(rented);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CheckOwn(ReadOnlySpan<byte> keys, int count, ReadOnlySpan<byte> destination, int rounds, XteaByteOrder byteOrder)
    {
        CheckParameters(rounds, byteOrder);
        PacketRun.CheckKeys(keys.Length, count, KeySizeInBytes);
        if (keys.Overlaps(destination)) throw KeysInDestination();
    }

    private static void CheckPlaintextLengths(ReadOnlySpan<int> packetLengths, ReadOnlySpan<int> plaintextLengths)
    {
        if (plaintextLengths.Length != packetLengths.Length) throw NotALengthEach(packetLengths.Length, plaintextLengths.Length);
        if (PacketRun.AreShifted(packetLengths, plaintextLengths)) throw PacketRun.ShiftedLengths();
    }

    private static ArgumentException KeysInDestination() => new("The keys lie inside the destination and would be overwritten.", "destination");

    private static ArgumentException NotALengthEach(int count, int lengths) =>
        new($"There are {count} packets, so there must be as many plaintext lengths; there are {lengths}.", "plaintextLengths");

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void CheckCiphers(ReadOnlySpan<Xtea> ciphers, int count)
    {
        if (ciphers.Length != count) throw NotACipherEach(count, ciphers.Length);

        for (int i = 0; i < ciphers.Length; i++)
        {
            Xtea cipher = ciphers[i] ?? throw NullCipher(i);
            cipher.ThrowIfDisposed();
            if (cipher.Rounds != ciphers[0].Rounds || cipher.ByteOrder != ciphers[0].ByteOrder) throw NotAlike(i, cipher, ciphers[0]);
        }
    }

    private static ArgumentException NotACipherEach(int count, int ciphers) =>
        new($"There are {count} packets, so there must be as many ciphers; there are {ciphers}.", nameof(ciphers));

    private static ArgumentException NullCipher(int i) => new($"Cipher {i} is null.", "ciphers");

    private static ArgumentException NotAlike(int i, Xtea cipher, Xtea first) =>
        new($"Cipher {i} has {cipher.Rounds} rounds and {cipher.ByteOrder} words, the first one {first.Rounds} and {first.ByteOrder}; all must be alike.", "ciphers");
}
