using System.Numerics;
using Lanewise.Blake2Family;
using Lanewise.Blake3Family;
using Lanewise.Md5Family;
using Lanewise.MerkleDamgard;
using Lanewise.Sha1Family;
using Lanewise.Sha2Family;
using Lanewise.Simd;
using Lanewise.Sm3Family;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Computes the tables that the specifications define, and compares them with those of the library.</summary>
[Trait("Category", "Lanes")]
public sealed class TableTests
{
    [Fact]
    public void Blake2bStartsFromTheRootsOfPrimes() => Assert.Equal(PlainBlake2.B.Iv, Blake2bSpec.Iv.ToArray());

    [Fact]
    public void Blake2sStartsFromTheRootsOfPrimes() =>
        Assert.Equal(PlainBlake2.S.Iv.Select(word => (uint)word), Blake2sSpec.Iv.ToArray());

    [Fact]
    public void TheRootsAreExact()
    {
        // The initial value is iv = 2^w * (sqrt(p) - floor(sqrt(p))), so (floor * 2^w + iv)^2 <= p * 2^2w < (floor * 2^w + iv +
        // 1)^2.
        int[] primes = [2, 3, 5, 7, 11, 13, 17, 19];
        for (int i = 0; i < primes.Length; i++)
        {
            Check(primes[i], Blake2bSpec.Iv[i], 64);
            Check(primes[i], Blake2sSpec.Iv[i], 32);
        }

        static void Check(int prime, BigInteger fraction, int bits)
        {
            BigInteger root = ((BigInteger)Math.Sqrt(prime) << bits) + fraction, square = (BigInteger)prime << (2 * bits);
            Assert.True(root * root <= square && (root + 1) * (root + 1) > square);
        }
    }

    [Fact]
    public void Sm3HasTheValuesOfItsStandard()
    {
        // GB/T 32905-2016, sections 4.1 and 4.2. The constant of round j is rotated left by j.
        uint[] start = [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];
        Assert.Equal(start, Sm3Spec.Iv.ToArray());
        Assert.Equal(
            Enumerable.Range(0, 64).Select(j => BitOperations.RotateLeft(j < 16 ? 0x79cc4519u : 0x7a879d8au, j)),
            Sm3Rounds.K.ToArray());
    }

    [Fact]
    public void Sha2StartsFromTheRootsOfPrimes()
    {
        // FIPS 180-4, sections 4.2 and 5.3: the constants are fractional parts of the cube roots of the first 80 primes, and of
        // the square roots of the first 16 primes.
        int[] primes = [.. Enumerable.Range(2, 500).Where(n => Enumerable.Range(2, n - 2).All(d => n % d != 0)).Take(80)];
        Assert.Equal(primes.Select(p => (ulong)Root(p, 3, 64)), Sha2Constants64.K.ToArray());
        Assert.Equal(primes.Take(64).Select(p => (uint)Root(p, 3, 32)), Sha2Constants32.K.ToArray());
        Assert.Equal(primes.Take(8).Select(p => (ulong)Root(p, 2, 64)), Sha512Spec.Iv.ToArray());
        Assert.Equal(primes.Skip(8).Take(8).Select(p => (ulong)Root(p, 2, 64)), Sha384Spec.Iv.ToArray());
        Assert.Equal(primes.Take(8).Select(p => (uint)Root(p, 2, 32)), Sha256Spec.Iv.ToArray());
        Assert.Equal(primes.Skip(8).Take(8).Select(p => (uint)(ulong)Root(p, 2, 64)), Sha224Spec.Iv.ToArray());

        // FIPS 180-4, section 5.3.6: SHA-512/t derives its initial value with SHA-512, starting from SHA-512's initial value
        // with every byte changed.
        ulong[] start = [.. Md<ulong, Sha512Spec>.MdStart.State.ToArray().Select(word => word ^ 0xa5a5a5a5a5a5a5a5)];
        byte[] block = [.. "SHA-512/256"u8, 0x80, .. new byte[115], 88];
        Sha512Spec.Run<ScalarLane<ulong>>(start, block, [0], 1);
        Assert.Equal(start, Md<ulong, Sha512T256Spec>.MdStart.State.ToArray());

        // The padding of a 64-byte message is a 1 bit, zeros and the length 512. The schedule of section 6.2.2 expands it.
        uint[] w = [0x80000000, .. new uint[14], 512, .. new uint[48]];
        for (int i = 16; i < 64; i++)
        {
            uint s0 = uint.RotateRight(w[i - 15], 7) ^ uint.RotateRight(w[i - 15], 18) ^ (w[i - 15] >> 3);
            uint s1 = uint.RotateRight(w[i - 2], 17) ^ uint.RotateRight(w[i - 2], 19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }

        Assert.Equal(w.Select((word, i) => word + Sha2Constants32.K[i]), Sha256PaddingConstants.K.ToArray());

        // Finds the fractional bits of a root, bit by bit.
        static BigInteger Root(int prime, int degree, int bits)
        {
            BigInteger root = 0, whole = (BigInteger)prime << (degree * bits);
            for (int bit = bits + 5; bit >= 0; bit--)
            {
                if (BigInteger.Pow(root + (BigInteger.One << bit), degree) <= whole) root += BigInteger.One << bit;
            }

            return root & ((BigInteger.One << bits) - 1);
        }
    }

    [Fact]
    public void Sha1HasTheConstantsOfItsStandard()
    {
        // FIPS 180-4, sections 4.2.1 and 5.3.1: the constants are 2^30 times the square roots of 2, 3, 5 and 10. The initial
        // value consists of MD5's four words and one additional word.
        string text = File.ReadAllText(Repository.File("src", "Lanewise", "Sha1Family", "Sha1Kernel.cs"));
        foreach (int root in (int[])[2, 3, 5, 10])
        {
            Assert.Contains($"0x{(uint)(Math.Sqrt(root) * (1 << 30)):x8}", text, StringComparison.Ordinal);
        }

        Assert.Equal([.. Md5Spec.Iv, 0xc3d2e1f0, 0, 0, 0], Sha1Spec.Iv.ToArray());
    }

    [Fact]
    public void SigmaRowsArePermutations()
    {
        for (uint round = 0; round < 10; round++)
        {
            Assert.Equal(PlainBlake2.Sigma[round].Select(i => (byte)i), Blake2Sigma.Table.Slice((int)round * 16, 16).ToArray());
            Assert.Equal(Enumerable.Range(0, 16), PlainBlake2.Sigma[round].Order());
        }

        // Rounds beyond ten wrap around to the start of the table.
        Assert.Equal(160, Blake2Sigma.Table.Length);
    }

    [Fact]
    public void TheScheduleOfBlake3RepeatsItsPermutation()
    {
        int[] permutation = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
        byte[] row = [.. Enumerable.Range(0, 16).Select(i => (byte)i)];
        for (int round = 0; round < Blake3Spec.Rounds; round++)
        {
            Assert.Equal(row, Blake3Spec.Schedule.Slice(16 * round, 16).ToArray());
            row = [.. permutation.Select(i => row[i])];
        }

        Assert.Equal(16 * Blake3Spec.Rounds, Blake3Spec.Schedule.Length);
    }

    [Fact]
    public void EachUnrolledRoundOfBlake2HasItsRowOfSigma()
    {
        // The unrolled kernel contains sigma as constants, whereas the rolled kernel and the function F read it from a table.
        // All three hash the same block, so a wrong index leads to different results.
        for (int bit = 0; bit < 16; bit++)
        {
            byte[] block = new byte[128];
            block[8 * bit] = 0x80;
            ulong[] m = new ulong[16], h = PlainBlake2.B.Iv;
            m[bit] = 0x80;
            ulong[] expected = (ulong[])h.Clone(), looked = (ulong[])h.Clone();
            PlainBlake2.B.F(expected, m, 128, lastBlock: true, lastNode: false, 12);
            Hazmat.Blake2Compression.CompressB(12, looked, m, 128, 0, isLastBlock: true);
            Assert.Equal(expected, looked);

            ulong[] lanes = [.. h, 0, 0, ulong.MaxValue, 0], single = (ulong[])lanes.Clone();
            ulong[] rolled = (ulong[])lanes.Clone();
            Blake2Kernel<ScalarLane<ulong>, ulong, Blake2bSpec, UnrolledRounds>.Run(lanes, block, [0], 1, 128, 12);
            Assert.Equal(expected, lanes[..8]);
            Blake2Kernel<ScalarLane<ulong>, ulong, Blake2bSpec, RolledRounds>.Run(rolled, block, [0], 1, 128, 12);
            Assert.Equal(lanes, rolled);
            Blake2<ulong, Blake2bSpec>.Blake2Single.Run(single, block, 0, 1);
            Assert.Equal(lanes, single);
        }
    }

    [Fact]
    public void Md5StartsFromTheBytesInOrder()
    {
        // RFC 1321, section 3.3: the words contain 01 23 45 67 89 ab cd ef fe dc ba 98 76 54 32 10, low-order bytes first.
        byte[] bytes = [.. Md5Spec.Iv.ToArray().SelectMany(BitConverter.GetBytes)];
        if (!BitConverter.IsLittleEndian) Assert.Skip("The expected bytes are for a little-endian machine.");
        Assert.Equal("0123456789abcdeffedcba9876543210", Convert.ToHexStringLower(bytes));
    }

    // RFC 1321, section 3.4
    [Fact]
    public void Md5HasTheSineTable() => Assert.Equal(
        Enumerable.Range(1, 64).Select(i => (uint)Math.Floor(4294967296.0 * Math.Abs(Math.Sin(i)))), Md5Spec.K.ToArray());
}
