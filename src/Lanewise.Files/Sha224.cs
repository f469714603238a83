using System.Buffers.Binary;
using System.Numerics;
using System.Security.Cryptography;

namespace Lanewise.Files;

/// <summary>
/// SHA-224 (FIPS 180-4, section 6.3), which lists and bags have and the base library has not: one block at a time.
/// </summary>
internal sealed class Sha224() : FileHash(28)
{
    public const string Name = "SHA224";

    private static readonly uint[] K = CubeRoots(64);

    public override HashAlgorithmName AlgorithmName => new(Name);

    internal override string Kernels => Name;

    internal override void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using Running running = new();
        running.Append(source);
        running.Finish().CopyTo(destination);
    }

    internal override RunningFileHash Start() => new Running();

    // The first 32 bits of the fractional parts of the cube roots of the first primes (section 4.2.2), found by whole numbers.
    private static uint[] CubeRoots(int count)
    {
        uint[] words = new uint[count];
        for (int i = 0, prime = 2; i < count; prime++)
        {
            bool isPrime = true;
            for (int d = 2; d * d <= prime && isPrime; d++) isPrime = prime % d != 0;
            if (!isPrime) continue;

            // The greatest r with r^3 <= prime * 2^96; its last 32 bits are the fraction.
            BigInteger wanted = new BigInteger(prime) << 96, r = 0;
            for (int bit = 35; bit >= 0; bit--)
            {
                BigInteger tried = r + (BigInteger.One << bit);
                if (BigInteger.Pow(tried, 3) <= wanted) r = tried;
            }

            words[i++] = (uint)(r & uint.MaxValue);
        }

        return words;
    }

    private sealed class Running : RunningFileHash
    {
        private readonly byte[] block = new byte[64];
        private readonly uint[] h =
        [
            0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
        ];

        private int filled;
        private ulong length;

        public override void Append(ReadOnlySpan<byte> data)
        {
            length += (uint)data.Length;
            while (!data.IsEmpty)
            {
                int taken = Math.Min(64 - filled, data.Length);
                data.Slice(0, taken).CopyTo(block.AsSpan(filled));
                data = data.Slice(taken);
                filled += taken;
                if (filled < 64) break;

                Compress();
                filled = 0;
            }
        }

        public override byte[] Finish()
        {
            ulong bits = 8 * length;
            Append([0x80]);
            while (filled != 56) Append([0]);
            BinaryPrimitives.WriteUInt64BigEndian(block.AsSpan(56), bits);
            Compress();
            byte[] digest = new byte[28];
            for (int i = 0; i < 7; i++) BinaryPrimitives.WriteUInt32BigEndian(digest.AsSpan(4 * i), h[i]);
            return digest;
        }

        public override void Dispose()
        {
            block.AsSpan().Clear();
            h.AsSpan().Clear();
        }

        // Section 6.2.2.
        private void Compress()
        {
            Span<uint> w = stackalloc uint[64];
            for (int t = 0; t < 16; t++) w[t] = BinaryPrimitives.ReadUInt32BigEndian(block.AsSpan(4 * t));
            for (int t = 16; t < 64; t++)
            {
                uint s0 = BitOperations.RotateRight(w[t - 15], 7) ^ BitOperations.RotateRight(w[t - 15], 18) ^ (w[t - 15] >> 3);
                uint s1 = BitOperations.RotateRight(w[t - 2], 17) ^ BitOperations.RotateRight(w[t - 2], 19) ^ (w[t - 2] >> 10);
                w[t] = w[t - 16] + s0 + w[t - 7] + s1;
            }

            (uint a, uint b, uint c, uint d) = (h[0], h[1], h[2], h[3]);
            (uint e, uint f, uint g, uint last) = (h[4], h[5], h[6], h[7]);
            for (int t = 0; t < 64; t++)
            {
                uint sum1 = BitOperations.RotateRight(e, 6) ^ BitOperations.RotateRight(e, 11) ^ BitOperations.RotateRight(e, 25);
                uint t1 = last + sum1 + ((e & f) ^ (~e & g)) + K[t] + w[t];
                uint sum0 = BitOperations.RotateRight(a, 2) ^ BitOperations.RotateRight(a, 13) ^ BitOperations.RotateRight(a, 22);
                uint t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
                (last, g, f, e, d, c, b, a) = (g, f, e, d + t1, c, b, a, t1 + t2);
            }

            h[0] += a;
            h[1] += b;
            h[2] += c;
            h[3] += d;
            h[4] += e;
            h[5] += f;
            h[6] += g;
            h[7] += last;
        }
    }
}
