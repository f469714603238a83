namespace Lanewise.XteaFamily;

/// <summary>XTEA's sizes, constant and key schedule (Needham and Wheeler, "Tea extensions", 1997).</summary>
internal static class XteaSpec
{
    public const int BlockBytes = 8;

    public const int KeyBytes = 16;

    public const int KeyWords = 4;

    /// <summary>The number of Feistel rounds of the full cipher: 32 cycles of two rounds each.</summary>
    public const int FullRounds = 64;

    public const int MaxRounds = 128;

    /// <summary>The constant of TEA and XTEA, which is derived from the golden ratio.</summary>
    public const uint Delta = 0x9E3779B9;

    /// <summary>Reads the four words of a key, in the byte order of the cipher.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ReadKey(ReadOnlySpan<byte> key, bool bigEndian, Span<uint> words)
    {
        // The code does not use a loop, because a loop would keep the span in memory.
        uint k0 = BinaryPrimitives.ReadUInt32LittleEndian(key), k1 = BinaryPrimitives.ReadUInt32LittleEndian(key.Slice(4));
        uint k2 = BinaryPrimitives.ReadUInt32LittleEndian(key.Slice(8)),
            k3 = BinaryPrimitives.ReadUInt32LittleEndian(key.Slice(12));
        words[0] = bigEndian ? BinaryPrimitives.ReverseEndianness(k0) : k0;
        words[1] = bigEndian ? BinaryPrimitives.ReverseEndianness(k1) : k1;
        words[2] = bigEndian ? BinaryPrimitives.ReverseEndianness(k2) : k2;
        words[3] = bigEndian ? BinaryPrimitives.ReverseEndianness(k3) : k3;
    }

    /// <summary>
    /// Computes the words that the Feistel rounds add. Each word is the current sum plus the key word selected by that sum.
    /// </summary>
    public static void Expand(ReadOnlySpan<uint> key, Span<uint> schedule)
    {
        uint sum = 0;
        for (int i = 0; i < schedule.Length; i += 2)
        {
            schedule[i] = sum + key[(int)(sum & 3)];
            sum += Delta;
            schedule[i + 1] = sum + key[(int)((sum >> 11) & 3)];
        }
    }
}
