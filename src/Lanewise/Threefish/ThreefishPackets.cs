using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>One direction over packets: all with one key or each with its own, all with a tweak of zeros or each with its own.</summary>
internal readonly ref struct ThreefishPackets<TSpec> : IPacketCipher
    where TSpec : struct, IThreefishSpec
{
    private readonly bool decrypt;
    private readonly ReadOnlySpan<ulong> key;
    private readonly ReadOnlySpan<byte> keys;
    private readonly ReadOnlySpan<byte> tweaks;

    /// <summary>All with one key.</summary>
    public ThreefishPackets(bool decrypt, ReadOnlySpan<ulong> key, ReadOnlySpan<byte> tweaks)
    {
        this.decrypt = decrypt;
        this.key = key;
        this.tweaks = tweaks;
    }

    /// <summary>A key per packet.</summary>
    public ThreefishPackets(bool decrypt, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks)
    {
        this.decrypt = decrypt;
        this.keys = keys;
        this.tweaks = tweaks;
    }

    public static int BlockBytes => ThreefishRun<TSpec>.BlockBytes;

    // Key and tweak of a packet lie in two places, so that a block's offset is the number of its packet.
    public int KeyBytes => keys.IsEmpty && tweaks.IsEmpty ? 0 : 1;

    /// <summary>Lanes to take in place of the chosen ones.</summary>
    public LaneShape? Shape { get; init; }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void RunMany(ReadOnlySpan<int> keyOffsets, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
    {
        if (KeyBytes == 0) ThreefishRun<TSpec>.Blocks(!decrypt, key, 0, source, destination, Shape);
        else BlockRun.Run<ulong, ThreefishOwnBlocks<TSpec>>(new(!decrypt, key, keys, tweaks, keyOffsets), source, destination, Shape);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void RunOne(int packet, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
    {
        UInt128 tweak = tweaks.IsEmpty ? 0 : BinaryPrimitives.ReadUInt128LittleEndian(tweaks.Slice(packet * ThreefishSpec.TweakBytes));

        if (keys.IsEmpty)
        {
            ThreefishRun<TSpec>.Blocks(!decrypt, key, tweak, source, destination, Shape);
            return;
        }

        Span<ulong> own = stackalloc ulong[TSpec.Words];
        ThreefishSpec.ReadWords(keys.Slice(packet * BlockBytes, BlockBytes), own);
        ThreefishRun<TSpec>.Blocks(!decrypt, own, tweak, source, destination, Shape);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(own));
    }

    // ---- the public forms, with their checks ----

    /// <summary>Encrypts packets one after the other; returns the bytes written.</summary>
    public int EncryptPacked(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode)
    {
        int length = CheckPacked(source, lengths, destination, paddingMode);
        destination = destination.Slice(0, length);
        if (length == source.Length) PacketRun.Whole(this, source, lengths, destination);
        else PacketRun.Padded(this, source, lengths, destination, paddingMode);
        return length;
    }

    /// <summary>Decrypts packets one after the other; removes padding where <paramref name="plaintextLengths"/> is asked for.</summary>
    public int DecryptPacked(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, Span<int> plaintextLengths, bool unpad, PaddingMode paddingMode)
    {
        if (unpad) CheckPlaintextLengths(lengths, plaintextLengths);
        int length = CheckPacked(source, lengths, destination, paddingMode);
        destination = destination.Slice(0, length);
        PacketRun.Whole(this, source, lengths, destination);
        if (unpad) PacketRun.Unpad(destination, lengths, plaintextLengths, BlockBytes, paddingMode);
        return length;
    }

    /// <summary>Encrypts packets wherever they lie, or decrypts them without removing padding.</summary>
    public void RunScattered(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        CheckScattered(sources, destinations, paddingMode);
        PacketRun.Scattered(this, sources, destinations, paddingMode);
    }

    // ---- checks, before anything is written ----

    /// <summary>Returns the bytes that will be written.</summary>
    public int CheckPacked(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, ReadOnlySpan<byte> destination, PaddingMode paddingMode)
    {
        int length = PacketRun.CheckPacked(source, lengths, BlockBytes, paddingMode, encrypting: !decrypt);
        if (destination.Length < length) throw LanewiseCipher.TooShort(destination.Length, length);

        destination = destination.Slice(0, length);
        Check(lengths.Length, destination);
        PacketRun.CheckPlaces(source, destination, samePlaces: length == source.Length);
        return length;
    }

    public void CheckScattered(ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        PacketRun.CheckScattered(sources, destinations, BlockBytes, paddingMode, encrypting: !decrypt);
        Check(sources.Length, default);
        foreach (ArraySegment<byte> destination in destinations) CheckApart(destination);
    }

    public static void CheckPlaintextLengths(ReadOnlySpan<int> lengths, ReadOnlySpan<int> plaintextLengths)
    {
        if (PacketRun.AreShifted(lengths, plaintextLengths)) throw PacketRun.ShiftedLengths();
        if (plaintextLengths.Length == lengths.Length) return;

        throw new ArgumentException(string.Create(
            CultureInfo.InvariantCulture, $"There are {lengths.Length} packets, so there must be as many plaintext lengths; there are {plaintextLengths.Length}."), nameof(plaintextLengths));
    }

    private void Check(int packets, ReadOnlySpan<byte> destination)
    {
        if (key.IsEmpty) PacketRun.CheckKeys(keys.Length, packets, BlockBytes);
        if (!tweaks.IsEmpty && tweaks.Length != (long)packets * ThreefishSpec.TweakBytes)
        {
            throw new ArgumentException(string.Create(
                CultureInfo.InvariantCulture,
                $"There are {packets} packets, so the tweaks must have {packets} times {ThreefishSpec.TweakBytes} bytes, or none for zeros; they have {tweaks.Length} bytes."), nameof(tweaks));
        }

        CheckApart(destination);
    }

    // What has been written would be read as a key or a tweak.
    private void CheckApart(ReadOnlySpan<byte> destination)
    {
        if (destination.Overlaps(keys)) throw new ArgumentException("The keys lie inside the destination and would be overwritten.", nameof(destination));
        if (destination.Overlaps(tweaks)) throw new ArgumentException("The tweaks lie inside the destination and would be overwritten.", nameof(destination));
    }
}
