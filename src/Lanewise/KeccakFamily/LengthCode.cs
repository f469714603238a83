using System.Numerics;

namespace Lanewise.KeccakFamily;

/// <summary>
/// Encodes numbers (NIST SP 800-185, section 2.3.1; RFC 9861, section 3.3). An encoding consists of the number's significant
/// bytes in big-endian order and a byte count.
/// </summary>
internal static class LengthCode
{
    /// <summary>The maximum length of an encoding in bytes.</summary>
    public const int MostBytes = 1 + sizeof(ulong);

    /// <summary>Implements left_encode, which writes the byte count first. Zero is encoded with one value byte.</summary>
    public static ReadOnlySpan<byte> Left(ulong number, Span<byte> buffer)
    {
        BinaryPrimitives.WriteUInt64BigEndian(buffer.Slice(1), number);
        int unused = Unused(number, 1);
        buffer[unused] = (byte)(sizeof(ulong) - unused);
        return buffer.Slice(unused, MostBytes - unused);
    }

    /// <summary>
    /// Implements right_encode, which writes the byte count last. RFC 9861's length_encode differs only for zero, which it
    /// encodes without value bytes.
    /// </summary>
    public static ReadOnlySpan<byte> Right(ulong number, Span<byte> buffer, int fewest = 1)
    {
        BinaryPrimitives.WriteUInt64BigEndian(buffer, number);
        int unused = Unused(number, fewest);
        buffer[sizeof(ulong)] = (byte)(sizeof(ulong) - unused);
        return buffer.Slice(unused, MostBytes - unused);
    }

    private static int Unused(ulong number, int fewest) =>
        Math.Min(BitOperations.LeadingZeroCount(number) / 8, sizeof(ulong) - fewest);
}
