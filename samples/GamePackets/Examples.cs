using System.Security.Cryptography;
using Lanewise;

namespace GamePackets;

/// <summary>Contains the code that docs/algorithms/xtea.md quotes.</summary>
internal static class Examples
{
    public static void OnePacket(byte[] key, byte[] packet)
    {
        // Encrypts a packet of whole blocks in place, as games do.
        using Xtea xtea = new(key, XteaByteOrder.LittleEndian);
        xtea.EncryptEcb(packet, packet, PaddingMode.None);
    }

    public static void ManyPackets(byte[] keys, byte[] packets, int[] lengths)
    {
        // Encrypts ten thousand packets in one call, each with its own key.
        Xtea.EncryptMany(Xtea.KeyPerPacket(keys), Messages.Packed(packets, lengths), packets);
    }

    public static void ScatteredPackets(Xtea[] ciphers, ReadOnlyMemory<byte>[] packets, Memory<byte>[] destinations)
    {
        // Encrypts scattered packets with the ciphers of their connections, in place or to other destinations.
        Xtea.DecryptMany(ciphers, packets, destinations);
    }
}
