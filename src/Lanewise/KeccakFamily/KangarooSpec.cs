using System.Numerics;

namespace Lanewise.KeccakFamily;

/// <summary>KangarooTwelve's sizes and bytes (RFC 9861, section 3); its sponge is TurboSHAKE128.</summary>
internal static class KangarooSpec
{
    public const string Name = "KangarooTwelve";
    public const int ChunkBytes = 8192;

    /// <summary>The chaining value of a chunk.</summary>
    public const int ValueBytes = 32;

    /// <summary>How many bytes <see cref="Encode"/> needs.</summary>
    public const int MostEncoded = 9;

    /// <summary>D of a message of one chunk, of a further chunk, and of the first with the values of the others.</summary>
    public static ReadOnlySpan<byte> Alone => [0x07];

    public static ReadOnlySpan<byte> Leaf => [0x0B];
    public static ReadOnlySpan<byte> Root => [0x06];

    /// <summary>Between the first chunk and the values.</summary>
    public static ReadOnlySpan<byte> Marker => [3, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>
    /// length_encode: as few bytes as hold the number, none for zero, highest first, and then how many they are.
    /// </summary>
    public static ReadOnlySpan<byte> Encode(ulong number, Span<byte> room)
    {
        int zeros = BitOperations.LeadingZeroCount(number) / 8;
        BinaryPrimitives.WriteUInt64BigEndian(room, number);
        room[8] = (byte)(8 - zeros);
        return room.Slice(zeros, MostEncoded - zeros);
    }

    /// <summary>What follows the message: the customization, and how long it is.</summary>
    public static int SuffixBytes(ReadOnlySpan<byte> customization) =>
        customization.Length + Encode((uint)customization.Length, stackalloc byte[MostEncoded]).Length;

    /// <summary>Writes what follows the message, so many bytes as <see cref="SuffixBytes"/> says.</summary>
    public static void WriteSuffix(ReadOnlySpan<byte> customization, Span<byte> suffix)
    {
        customization.CopyTo(suffix);
        Encode((uint)customization.Length, stackalloc byte[MostEncoded]).CopyTo(suffix.Slice(customization.Length));
    }
}
