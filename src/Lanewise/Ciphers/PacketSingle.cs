using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace Lanewise.Ciphers;

/// <content>The short way of what is one run of blocks under one key.</content>
internal ref partial struct PacketRun
{
    /// <summary>
    /// Runs a packet that is alone, or packets whose blocks are one run under one key, with which nothing is wrong: all that
    /// other packets need would cost more than a few blocks.
    /// </summary>
    /// <returns>The bytes written; 0 where there is more to look at, and nothing was written.</returns>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int RunWhole(
        LanewiseCipher? one, in CipherKeys keys, bool encrypting, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths,
        Span<byte> destination, PaddingMode padding)
    {
        if (lengths.Length != 1 && (one is null || padding != PaddingMode.None)) return 0;

        int all = 0, sum = 0, rest = lengths.Length == 1 ? 0 : one!.BlockSizeInBytes - 1;
        foreach (int length in lengths)
        {
            all |= length;
            // What is negative by overflow is not the length of the source.
            sum += length;
        }

        if (sum != source.Length || all < 0 || (all & rest) != 0) return 0;

        return RunSingle(one, keys, encrypting, source, destination, padding);
    }

    /// <summary>The same of one message.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int RunSingle(
        LanewiseCipher? one, in CipherKeys keys, bool encrypting, ReadOnlySpan<byte> packet, Span<byte> destination,
        PaddingMode padding)
    {
        if (one is null && keys.Ciphers.Length == 1) one = keys.Ciphers[0];
        PacketCipher? cipher = one is null ? keys.Cipher : one.Packets;
        if (cipher is null || !CipherPadding.IsMode(padding) || (!encrypting && CipherPadding.IsRemoved(padding))) return 0;

        ReadOnlySpan<byte> key = one is null ? keys.Bytes : default;
        long padded = encrypting ? CipherPadding.PaddedLength(packet.Length, cipher.BlockBytes, padding) : packet.Length;
        if (padded > destination.Length || CipherPadding.Rest((int)padded, cipher.BlockBytes) != 0) return 0;

        destination = destination.Slice(0, (int)padded);
        if (packet.Overlaps(destination) && packet != destination) return 0;
        if (one is null && (key.Length != cipher.KeyBytes || key.Overlaps(destination))) return 0;

        one?.ThrowIfDisposed();
        if (destination.IsEmpty) return 0;

        scoped ReadOnlySpan<byte> source = packet;
        if (packet.Length != destination.Length)
        {
            packet.CopyTo(destination);
            CipherPadding.Write(destination, packet.Length, padding);
            source = destination;
        }

        if (one is null) cipher.RunOne(encrypting, key, default, source, destination, null);
        else if (encrypting) one.EncryptBlocks(default, source, destination);
        else one.DecryptBlocks(default, source, destination);
        return (int)padded;
    }
}
