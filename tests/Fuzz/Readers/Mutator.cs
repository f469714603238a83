using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Lanewise.Fuzz;

/// <summary>
/// Mutates data as accidents and attackers do: flips bits, removes, inserts and moves bytes, and writes extreme numbers.
/// </summary>
internal static class Mutator
{
    private static readonly ulong[] Extremes =
    [
        0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000,
        0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF,
    ];

    private static readonly string[] Numbers =
        ["0", "-1", "1", "2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "1e999",
            "0.5", "00"];

    /// <summary>Returns a copy with one to eight changes. Pieces may also come from <paramref name="other"/>.</summary>
    public static byte[] Mutate(Random random, byte[] bytes, byte[] other)
    {
        byte[] changed = [.. bytes];
        for (int i = random.OneIn(2) ? 1 : random.Next(1, 9); i > 0; i--) changed = Once(random, changed, other);
        return changed;
    }

    private static byte[] Once(Random random, byte[] bytes, byte[] other)
    {
        if (bytes.Length == 0) return random.Bytes(random.Next(40));

        int at = random.Next(bytes.Length),
            length = 1 + random.Next(random.OneIn(4) ? bytes.Length - at : Math.Min(bytes.Length - at, 16));
        switch (random.Next(11))
        {
            case 0:
                bytes[at] ^= (byte)(1 << random.Next(8));
                return bytes;
            case 1:
                bytes[at] = (byte)random.Next(256);
                return bytes;
            case 2:
                random.NextBytes(bytes.AsSpan(at, length));
                return bytes;
            case 3:
                return bytes[..at];
            case 4:
                return [.. bytes[..at], .. bytes[(at + length)..]];
            case 5:
                return [.. bytes[..at], .. random.Bytes(random.Next(100)), .. bytes[at..]];
            case 6:
                return [.. bytes[..at], .. bytes.AsSpan(at, length), .. bytes[at..]];
            case 7:
                int to = random.Next(bytes.Length - length + 1);
                bytes.AsSpan(at, length).CopyTo(bytes.AsSpan(to));
                return bytes;
            case 8 when other.Length > 0:
                int from = random.Next(other.Length), taken = random.Next(other.Length - from + 1);
                return [.. bytes[..at], .. other.AsSpan(from, taken), .. bytes[at..]];
            case 9 when Digits(bytes, at) is { } digits:
                return [.. bytes[..digits.Start], .. Encoding.ASCII.GetBytes(random.Of(Numbers)), .. bytes[digits.End..]];
            default:
                Number(random, bytes.AsSpan(at));
                return bytes;
        }
    }

    private static void Number(Random random, Span<byte> there)
    {
        ulong value = random.Of(Extremes) + (ulong)random.Next(-2, 3);
        Span<byte> number = stackalloc byte[8];
        bool isBigEndian = random.OneIn(2);
        int size = 1 << random.Next(4);
        if (isBigEndian) BinaryPrimitives.WriteUInt64BigEndian(number, value);
        else BinaryPrimitives.WriteUInt64LittleEndian(number, value);
        number = isBigEndian ? number.Slice(8 - size) : number.Slice(0, size);
        number.Slice(0, Math.Min(size, there.Length)).CopyTo(there);
    }

    // Finds the first decimal number after a position, if there is one nearby.
    private static (int Start, int End)? Digits(byte[] bytes, int at)
    {
        for (int limit = Math.Min(bytes.Length, at + 200); at < limit; at++)
        {
            if (!char.IsAsciiDigit((char)bytes[at])) continue;

            int end = at;
            while (end < bytes.Length && char.IsAsciiDigit((char)bytes[end])) end++;
            return (at, end);
        }

        return null;
    }
}
