using System.Numerics;

namespace Lanewise.Ciphers;

/// <summary>
/// Handles the simple cases: a single packet, whole blocks that form one run under one key, or a few packets with one key per
/// packet. The general checks, which would take longer than processing a few blocks, run only if an argument could be invalid.
/// If a method returns false, it has written nothing, and the caller must use <see cref="PacketRun"/>.
/// </summary>
internal static class PacketDirect
{
    /// <summary>Processes packed packets.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static bool TryRun(
        LanewiseCipher? one, in CipherKeys keys, bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths,
        Span<byte> destination, PaddingMode padding, out int written)
    {
        written = 0;
        PacketCipher? cipher = one is null ? keys.Cipher : one.Packets;
        bool isSingle = lengths.Length == 1, hasOwn = one is null && !isSingle;
        if (cipher is null || (!isSingle && padding != PaddingMode.None)) return false;
        if (hasOwn && (!keys.Ciphers.IsEmpty || source.Length > PacketRun.FewBlocks * cipher.BlockBytes)) return false;

        int all = 0, rest = isSingle ? 0 : cipher.BlockBytes - 1;
        long sum = 0;
        foreach (int length in lengths)
        {
            all |= length;
            sum += length;
        }

        if (sum != source.Length || all < 0 || (all & rest) != 0) return false;

        if (!hasOwn) return TryRun(one, keys, encrypting, source, destination, padding, out written);

        written = source.Length;
        return TryRunFew(cipher, keys.Bytes, encrypting, source, lengths, destination);
    }

    /// <summary>Processes a single packet, or whole blocks of packets under one key.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static bool TryRun(
        LanewiseCipher? one, in CipherKeys keys, bool encrypting, ReadOnlySpan<byte> packet, Span<byte> destination,
        PaddingMode padding, out int written)
    {
        written = 0;
        if (one is null && keys.Ciphers.Length == 1) one = keys.Ciphers[0];
        PacketCipher? cipher = one is null ? keys.Cipher : one.Packets;
        if (cipher is null || !CipherPadding.IsMode(padding) || (!encrypting && CipherPadding.IsRemoved(padding))) return false;

        ReadOnlySpan<byte> key = one is null ? keys.Bytes : default;
        long padded = encrypting ? CipherPadding.PaddedLength(packet.Length, cipher.BlockBytes, padding) : packet.Length;
        if (padded > destination.Length || CipherPadding.Rest((int)padded, cipher.BlockBytes) != 0) return false;

        destination = destination.Slice(0, (int)padded);
        if (packet.Overlaps(destination) && packet != destination) return false;
        if (one is null && (key.Length != cipher.KeyBytes || key.Overlaps(destination))) return false;

        one?.ThrowIfDisposed();
        if (destination.IsEmpty) return false;

        scoped ReadOnlySpan<byte> source = packet;
        if (packet.Length != destination.Length)
        {
            packet.CopyTo(destination);
            CipherPadding.Write(destination, packet.Length, padding);
            source = destination;
        }

        if (one is null) cipher.RunOne(encrypting, key, default, source, destination, null);
        else one.RunWhole(encrypting, default, Chaining.None, source, destination);
        written = (int)padded;
        return true;
    }

    // Processes a few adjacent packets of whole blocks, with one key per packet.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static bool TryRunFew(
        PacketCipher cipher, ReadOnlySpan<byte> keys, bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths,
        Span<byte> destination)
    {
        if (keys.Length != (long)lengths.Length * cipher.KeyBytes || destination.Length < source.Length) return false;

        destination = destination.Slice(0, source.Length);
        if ((source.Overlaps(destination) && source != destination) || keys.Overlaps(destination)
            || destination.Overlaps(MemoryMarshal.AsBytes(lengths)))
        {
            return false;
        }

        PacketRun.Offsets room = default;
        Span<int> offsets = room;
        int block = 0, offset = 0, blockBits = BitOperations.Log2((uint)cipher.BlockBytes);
        foreach (int length in lengths)
        {
            PacketRun.Spread(offsets, block, length >> blockBits, offset);
            block += length >> blockBits;
            offset += cipher.Stride;
        }

        if (block == 0) return false;

        // Lanes without a block use the key of the first packet.
        offsets.Slice(block).Clear();
        cipher.RunMany(encrypting, null, keys, default, offsets, source, destination, null);
        return true;
    }
}
