using System.Buffers.Binary;
using System.Numerics;
using System.Text;

namespace Lanewise.Tests;

/// <summary>SHA-1 and SHA-2, implemented literally from FIPS 180-4. All constants except those of SHA-1 are computed.</summary>
internal static class PlainSha
{
    private static readonly int[] Primes =
        [.. Enumerable.Range(2, 408).Where(n => Enumerable.Range(2, n - 2).All(d => n % d != 0)).Take(80)];

    // The initial values are the fractional parts of the square roots of the first eight primes and the next eight primes
    // (sections 5.3.2 to 5.3.5).
    private static readonly ulong[] First = [.. Primes.Take(8).Select(p => Fraction(p, 2))],
        Next = [.. Primes.Skip(8).Take(8).Select(p => Fraction(p, 2))];

    // The constants are the fractional parts of cube roots (sections 4.2.2 and 4.2.3).
    private static readonly ulong[] K = [.. Primes.Select(p => Fraction(p, 3))];

    // FIPS 180-4, section 5.3.6: the initial value is the SHA-512 digest of the algorithm's name, computed from a modified
    // initial value.
    private static readonly ulong[] Of512T256 =
        Words(Sha2(64, [.. First.Select(h => h ^ 0xa5a5a5a5a5a5a5a5)], 64, Encoding.ASCII.GetBytes("SHA-512/256")));

    public static byte[] Sha224(ReadOnlySpan<byte> message) => Sha2(32, [.. Next.Select(h => h & uint.MaxValue)], 28, message);

    public static byte[] Sha256(ReadOnlySpan<byte> message) => Sha2(32, [.. First.Select(h => h >> 32)], 32, message);

    public static byte[] Sha384(ReadOnlySpan<byte> message) => Sha2(64, Next, 48, message);

    public static byte[] Sha512(ReadOnlySpan<byte> message) => Sha2(64, First, 64, message);

    public static byte[] Sha512T256(ReadOnlySpan<byte> message) => Sha2(64, Of512T256, 32, message);

    /// <summary>SHA-1 (FIPS 180-4, section 6.1).</summary>
    public static byte[] Sha1(ReadOnlySpan<byte> message)
    {
        uint[] hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
        byte[] padded = Padded(message, 64, 8);
        for (int block = 0; block < padded.Length; block += 64)
        {
            uint[] w = new uint[80];
            for (int t = 0; t < 80; t++)
            {
                w[t] = t < 16
                    ? BinaryPrimitives.ReadUInt32BigEndian(padded.AsSpan(block + (4 * t)))
                    : BitOperations.RotateLeft(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
            }

            (uint a, uint b, uint c, uint d, uint e) = (hash[0], hash[1], hash[2], hash[3], hash[4]);
            for (int t = 0; t < 80; t++)
            {
                (uint f, uint k) = (t / 20) switch
                {
                    0 => ((b & c) ^ (~b & d), 0x5a827999u),
                    1 => (b ^ c ^ d, 0x6ed9eba1u),
                    2 => ((b & c) ^ (b & d) ^ (c & d), 0x8f1bbcdcu),
                    _ => (b ^ c ^ d, 0xca62c1d6u),
                };
                uint sum = BitOperations.RotateLeft(a, 5) + f + e + k + w[t];
                (a, b, c, d, e) = (sum, a, BitOperations.RotateLeft(b, 30), c, d);
            }

            hash = [hash[0] + a, hash[1] + b, hash[2] + c, hash[3] + d, hash[4] + e];
        }

        return [.. hash.SelectMany(word => Bytes(word, 4))];
    }

    /// <summary>HMAC (RFC 2104, section 2).</summary>
    public static byte[] Hmac(Func<byte[], byte[]> hash, int blockBytes, byte[] key, byte[] message)
    {
        byte[] padded = new byte[blockBytes];
        (key.Length > blockBytes ? hash(key) : key).CopyTo(padded, 0);
        byte[] inner = hash([.. padded.Select(b => (byte)(b ^ 0x36)), .. message]);
        return hash([.. padded.Select(b => (byte)(b ^ 0x5c)), .. inner]);
    }

    // Words are 32 or 64 bits long, and arithmetic is modulo 2^bits (sections 6.2 and 6.4).
    private static byte[] Sha2(int bits, ulong[] iv, int hashBytes, ReadOnlySpan<byte> message)
    {
        int bytes = bits / 8, rounds = bits == 64 ? 80 : 64;
        ulong mask = ulong.MaxValue >> (64 - bits);
        (int[] s0, int[] s1, int[] l0, int[] l1) = bits == 64
            ? ((int[])[1, 8, 7], (int[])[19, 61, 6], (int[])[28, 34, 39], (int[])[14, 18, 41])
            : ((int[])[7, 18, 3], (int[])[17, 19, 10], (int[])[2, 13, 22], (int[])[6, 11, 25]);
        ulong Rotate(ulong x, int n) => ((x >> n) | (x << (bits - n))) & mask;
        ulong Large(ulong x, int[] n) => Rotate(x, n[0]) ^ Rotate(x, n[1]) ^ Rotate(x, n[2]);
        ulong Small(ulong x, int[] n) => Rotate(x, n[0]) ^ Rotate(x, n[1]) ^ (x >> n[2]);

        ulong[] hash = [.. iv];
        byte[] padded = Padded(message, 16 * bytes, 2 * bytes);
        for (int block = 0; block < padded.Length; block += 16 * bytes)
        {
            ulong[] w = new ulong[rounds];
            for (int t = 0; t < rounds; t++)
            {
                if (t < 16) foreach (byte b in padded.AsSpan(block + (t * bytes), bytes)) w[t] = (w[t] << 8) | b;
                else w[t] = (Small(w[t - 2], s1) + w[t - 7] + Small(w[t - 15], s0) + w[t - 16]) & mask;
            }

            ulong[] v = [.. hash];
            for (int t = 0; t < rounds; t++)
            {
                ulong t1 = v[7] + Large(v[4], l1) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + (K[t] >> (64 - bits)) + w[t];
                ulong t2 = Large(v[0], l0) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
                v = [(t1 + t2) & mask, v[0], v[1], v[2], (v[3] + t1) & mask, v[4], v[5], v[6]];
            }

            for (int i = 0; i < 8; i++) hash[i] = (hash[i] + v[i]) & mask;
        }

        return hash.SelectMany(word => Bytes(word, bytes)).Take(hashBytes).ToArray();
    }

    // The padding is a 1 bit, zeros and the length in bits (section 5.1).
    private static byte[] Padded(ReadOnlySpan<byte> message, int blockBytes, int lengthBytes)
    {
        List<byte> padded = [.. message, 0x80];
        while (padded.Count % blockBytes != blockBytes - lengthBytes) padded.Add(0);
        padded.AddRange(new byte[lengthBytes - 8]);
        padded.AddRange(Bytes((ulong)message.Length * 8, 8));
        return [.. padded];
    }

    private static IEnumerable<byte> Bytes(ulong word, int bytes) =>
        Enumerable.Range(1, bytes).Select(i => (byte)(word >> (8 * (bytes - i))));

    private static ulong[] Words(byte[] bytes) => [.. bytes.Chunk(8).Select(part => BinaryPrimitives.ReadUInt64BigEndian(part))];

    // Finds the first 64 fractional bits of a root by bisection.
    private static ulong Fraction(int n, int root)
    {
        BigInteger wanted = (BigInteger)n << (64 * root), low = 0, high = (BigInteger)n << 64;
        while (low < high)
        {
            BigInteger middle = (low + high + 1) / 2;
            if (BigInteger.Pow(middle, root) <= wanted) low = middle;
            else high = middle - 1;
        }

        return (ulong)(low & ulong.MaxValue);
    }
}
