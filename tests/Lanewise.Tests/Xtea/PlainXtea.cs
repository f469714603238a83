using System.Buffers.Binary;

namespace Lanewise.Tests;

/// <summary>XTEA as published by its authors: slow, simple, and independent of the library.</summary>
internal static class PlainXtea
{
    public static void Encrypt(byte[] key, int rounds, bool bigEndian, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        uint[] k = Words(key, bigEndian);
        for (int o = 0; o < source.Length; o += 8)
        {
            uint y = Read(source.Slice(o, 4), bigEndian), z = Read(source.Slice(o + 4, 4), bigEndian), sum = 0;
            unchecked
            {
                for (int cycle = 0; cycle < rounds / 2; cycle++)
                {
                    y += (((z << 4) ^ (z >> 5)) + z) ^ (sum + k[sum & 3]);
                    sum += 0x9E3779B9;
                    z += (((y << 4) ^ (y >> 5)) + y) ^ (sum + k[(sum >> 11) & 3]);
                }
            }

            Write(destination.Slice(o, 4), y, bigEndian);
            Write(destination.Slice(o + 4, 4), z, bigEndian);
        }
    }

    private static uint[] Words(byte[] key, bool bigEndian) =>
        [Read(key.AsSpan(0, 4), bigEndian), Read(key.AsSpan(4, 4), bigEndian), Read(key.AsSpan(8, 4), bigEndian),
            Read(key.AsSpan(12, 4), bigEndian)];

    private static uint Read(ReadOnlySpan<byte> s, bool bigEndian) => bigEndian
        ? BinaryPrimitives.ReadUInt32BigEndian(s)
        : BinaryPrimitives.ReadUInt32LittleEndian(s);

    private static void Write(Span<byte> d, uint w, bool bigEndian)
    {
        if (bigEndian) BinaryPrimitives.WriteUInt32BigEndian(d, w);
        else BinaryPrimitives.WriteUInt32LittleEndian(d, w);
    }
}
