namespace Lanewise.Argon2Family;

/// <summary>
/// The fields of an encoded hash: <c>$argon2id$v=19$m=65536,t=3,p=4$salt$hash</c>. If <c>v</c> is missing, the version is 1.0.
/// The fields <c>keyid</c> and <c>data</c> may follow <c>p</c>. The parser is as strict as libargon2's: it rejects leading
/// zeros in numbers, Base64 padding, nonzero bits after the last byte, and fields in any other order.
/// </summary>
internal readonly ref struct Argon2String
{
    private Argon2String(
        Argon2Variant variant, int version, scoped ReadOnlySpan<int> costs, ReadOnlySpan<char> data, ReadOnlySpan<char> salt,
        ReadOnlySpan<char> hash)
    {
        (Variant, Version, Memory, Iterations, Parallelism) = (variant, version, costs[0], costs[1], costs[2]);
        Data = data;
        Salt = salt;
        Hash = hash;
    }

    public Argon2Variant Variant { get; }

    public int Version { get; }

    public int Memory { get; }

    public int Iterations { get; }

    public int Parallelism { get; }

    public ReadOnlySpan<char> Data { get; }

    public ReadOnlySpan<char> Salt { get; }

    public ReadOnlySpan<char> Hash { get; }

    public static bool TryParse(ReadOnlySpan<char> text, out Argon2String read)
    {
        read = default;
        if (text.Length > Argon2Limits.MaxEncodedLength) return false;

        Argon2Variant variant;
        if (Skip(ref text, "$argon2id$")) variant = Argon2Variant.Id;
        else if (Skip(ref text, "$argon2i$")) variant = Argon2Variant.I;
        else if (Skip(ref text, "$argon2d$")) variant = Argon2Variant.D;
        else return false;

        int version = Argon2Version.V10;
        if (Skip(ref text, "v=")
            && !(TryNumber(ref text, out version) && version is Argon2Version.V10 or Argon2Version.V13 && Skip(ref text, "$")))
        {
            return false;
        }

        Span<int> costs = stackalloc int[3];
        if (!Skip(ref text, "m=") || !TryNumber(ref text, out costs[0])
            || !Skip(ref text, ",t=") || !TryNumber(ref text, out costs[1])
            || !Skip(ref text, ",p=") || !TryNumber(ref text, out costs[2]))
        {
            return false;
        }

        ReadOnlySpan<char> data = default;
        if (Skip(ref text, ",keyid="))
        {
            // The keyid field only tells the caller which secret to use; the hash does not depend on it.
            if (!TryBytes(ref text, out data)) return false;
            data = default;
        }

        if (Skip(ref text, ",data=") && !TryBytes(ref text, out data)) return false;
        if (!Skip(ref text, "$") || !TryBytes(ref text, out ReadOnlySpan<char> salt)
            || !Skip(ref text, "$") || !TryBytes(ref text, out ReadOnlySpan<char> hash)
            || !text.IsEmpty)
        {
            return false;
        }

        if (costs[1] < 1 || costs[2] is < 1 or > Argon2Parameters.MaxParallelism
            || costs[0] < (long)Argon2Parameters.MinMemoryKiBPerLane * costs[2] || costs[0] > Argon2Parameters.MaxMemoryKiB
            || Argon2Base64.Length(salt) < Argon2Parameters.MinSaltSizeInBytes
            || Argon2Base64.Length(hash) < Argon2Parameters.MinHashSizeInBytes)
        {
            return false;
        }

        read = new Argon2String(variant, version, costs, data, salt, hash);
        return true;
    }

    private static bool Skip(scoped ref ReadOnlySpan<char> text, string start)
    {
        if (!text.StartsWith(start, StringComparison.Ordinal)) return false;

        text = text.Slice(start.Length);
        return true;
    }

    private static bool TryNumber(scoped ref ReadOnlySpan<char> text, out int number)
    {
        int digits = 0;
        while (digits < text.Length && char.IsAsciiDigit(text[digits])) digits++;
        ReadOnlySpan<char> read = text.Slice(0, digits);
        text = text.Slice(digits);
        return int.TryParse(read, NumberStyles.None, CultureInfo.InvariantCulture, out number)
            && (read[0] != '0' || read.Length == 1);
    }

    private static bool TryBytes(scoped ref ReadOnlySpan<char> text, out ReadOnlySpan<char> bytes)
    {
        int end = text.IndexOfAny('$', ',');
        bytes = end < 0 ? text : text.Slice(0, end);
        text = text.Slice(bytes.Length);
        return Argon2Base64.IsValid(bytes);
    }
}

/// <summary>Decodes Base64 without padding, in canonical form: the unused bits of the last character must be zero.</summary>
internal static class Argon2Base64
{
    private const int DigitBits = 6, ByteBits = 8;

    public static int Length(ReadOnlySpan<char> text) => text.Length * DigitBits / ByteBits;

    public static bool IsValid(ReadOnlySpan<char> text)
    {
        foreach (char c in text)
        {
            if (Digit(c) < 0) return false;
        }

        int rest = text.Length * DigitBits % ByteBits;
        return rest != DigitBits && (rest == 0 || (Digit(text[^1]) & ((1 << rest) - 1)) == 0);
    }

    /// <summary>Decodes valid Base64 text. The text length determines the number of bytes.</summary>
    public static void Read(ReadOnlySpan<char> text, Span<byte> bytes)
    {
        int bits = 0, held = 0, written = 0;
        foreach (char c in text)
        {
            bits = ((bits << DigitBits) | Digit(c)) & 0xFFFF;
            held += DigitBits;
            if (held < ByteBits) continue;

            held -= ByteBits;
            bytes[written++] = (byte)(bits >> held);
        }
    }

    private static int Digit(char c) => c switch
    {
        >= 'A' and <= 'Z' => c - 'A',
        >= 'a' and <= 'z' => c - 'a' + 26,
        >= '0' and <= '9' => c - '0' + 52,
        '+' => 62,
        '/' => 63,
        _ => -1,
    };
}
