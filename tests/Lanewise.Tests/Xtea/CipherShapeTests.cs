using Lanewise.Simd;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Paddings;
using Org.BouncyCastle.Crypto.Parameters;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that every cipher produces the same result as scalar code with every vector width and number of streams, for block
/// counts near the size of a lane group.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class CipherShapeTests
{
    public static TheoryData<string, string> AllShapes
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach (CipherRow row in CipherRow.All)
            {
                foreach (LaneShape shape in row.Shapes) data.Add(row.Name, shape.ToString());
            }

            return data;
        }
    }

    [Fact]
    public void EveryCipherHasAShapeForEveryWidthOfTheMachine()
    {
        foreach (CipherRow row in CipherRow.All)
        {
            Assert.Equal(LaneDispatch.Supported.Select(s => s.Bits).Distinct(), row.Shapes.Select(s => s.Bits).Distinct());
            Assert.Contains(row.ChosenShape, row.Shapes);
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void EveryShapeEqualsScalarCodeBlockByBlock(string name, string shapeName)
    {
        CipherRow row = CipherRow.All.Single(r => r.Name == name);
        LaneShape shape = row.Shapes.Single(s => s.ToString() == shapeName);
        Random random = Seed.For(name + shapeName);
        byte[] key = Pattern.Bytes(random, row.KeyBytes), counter = Pattern.Bytes(random, row.BlockBytes);
        // The counters are just below the carries of the low word and of the whole block, so that both carries occur inside a
        // group.
        byte[][] counters = [counter, [.. counter.AsSpan(0, row.BlockBytes - 4), 0xFF, 0xFF, 0xFF, 0xFE],
            [.. Enumerable.Repeat((byte)0xFF, row.BlockBytes)]];
        int lanes = shape.Lanes(row.WordBits);
        foreach (int blocks in (int[])[0, 1, 2, 3, 4, 5, lanes - 1, lanes, lanes + 1, (2 * lanes) - 1, (3 * lanes) + 2])
        {
            byte[] source = Pattern.Bytes(random, blocks * row.BlockBytes), expected = new byte[source.Length];
            for (int o = 0; o < source.Length; o += row.BlockBytes)
            {
                row.Encrypt(key, source.AsSpan(o, row.BlockBytes), expected.AsSpan(o, row.BlockBytes), LaneShape.Scalar);
            }

            Guarded destination = new(source.Length);
            row.Encrypt(key, source, destination.Span, shape);
            Digests.Equal(expected, destination.Span, () => $"{name} {shape}, {blocks} blocks");
            destination.CheckMargins(() => $"{name} {shape}, {blocks} blocks");
            row.Decrypt(key, destination.Span, destination.Span, shape);
            Digests.Equal(source, destination.Span, () => $"{name} {shape}, {blocks} blocks decrypted in place");

            // Tests CTR, including data that ends within a block.
            foreach (byte[] first in counters)
            {
                foreach (int cut in (int[])[0, 3])
                {
                    byte[] text = source[..Math.Max(0, source.Length - cut)];
                    Guarded stream = new(text.Length);
                    row.Count(key, first, text, stream.Span, shape);
                    Digests.Equal(PlainCounter(row, key, first, text), stream.Span, () =>
                        $"{name} {shape}, CTR of {text.Length} bytes from {Convert.ToHexString(first)}");
                    stream.CheckMargins(() => $"{name} {shape}, CTR");
                }
            }

            // Tests packets of 0 to 5 blocks and a long packet, each with a separate key.
            List<int> lengths = [];
            for (int left = blocks; left > 0;)
            {
                int n = Math.Min(left, lengths.Count == 3 ? 200 : random.Next(6));
                lengths.Add(n * row.BlockBytes);
                left -= n;
            }

            byte[] keys = Pattern.Bytes(random, lengths.Count * row.KeyBytes);
            for (int i = 0, o = 0; i < lengths.Count; o += lengths[i++])
            {
                row.Encrypt(keys.AsSpan(i * row.KeyBytes, row.KeyBytes), source.AsSpan(o, lengths[i]),
                    expected.AsSpan(o, lengths[i]), LaneShape.Scalar);
            }

            row.EncryptPackets(keys, source, [.. lengths], destination.Span, shape);
            Digests.Equal(expected, destination.Span, () => $"{name} {shape}, {lengths.Count} packets of {blocks} blocks");
            row.DecryptPackets(keys, destination.Span, [.. lengths], destination.Span, shape);
            Digests.Equal(source, destination.Span, () => $"{name} {shape}, {lengths.Count} packets decrypted");
            destination.CheckMargins(() => $"{name} {shape}, packets");
        }
    }

    [Fact]
    public void XteaEqualsBouncyCastle()
    {
        Random random = Seed.For();
        for (int i = 0; i < 60; i++)
        {
            byte[] key = Pattern.Bytes(random, 16), iv = Pattern.Bytes(random, 8),
                plain = Pattern.Bytes(random, 8 * random.Next(300));
            using Xtea xtea = new(key);
            Assert.Equal(Run(new BufferedNoPadding(new XteaEngine()), new KeyParameter(key), plain),
                xtea.EncryptEcb(plain, System.Security.Cryptography.PaddingMode.None));
            Assert.Equal(
                Run(new BufferedNoPadding(new CbcBlockCipher(new XteaEngine())),
                    new ParametersWithIV(new KeyParameter(key), iv), plain),
                xtea.EncryptCbc(plain, iv, System.Security.Cryptography.PaddingMode.None));
            Assert.Equal(
                Run(new BufferedNoPadding(new SicBlockCipher(new XteaEngine())),
                    new ParametersWithIV(new KeyParameter(key), iv), plain),
                xtea.TransformCtr(plain, iv));

            byte[] uneven = plain.AsSpan(0, plain.Length - (plain.Length > 0 ? random.Next(8) : 0)).ToArray();
            PaddedBufferedBlockCipher padded = new(new CbcBlockCipher(new XteaEngine()), new Pkcs7Padding());
            padded.Init(true, new ParametersWithIV(new KeyParameter(key), iv));
            byte[] ciphertext = padded.DoFinal(uneven);
            Assert.Equal(ciphertext, xtea.EncryptCbc(uneven, iv));
            Assert.Equal(uneven, xtea.DecryptCbc(ciphertext, iv));
        }
    }

    private static byte[] Run(BufferedNoPadding cipher, Org.BouncyCastle.Crypto.ICipherParameters parameters, byte[] plain)
    {
        cipher.Init(true, parameters);
        return plain.Length == 0 ? [] : cipher.DoFinal(plain);
    }

    private static byte[] PlainCounter(CipherRow row, byte[] key, byte[] counter, ReadOnlySpan<byte> text)
    {
        byte[] block = [.. counter], stream = new byte[row.BlockBytes], result = text.ToArray();
        for (int i = 0; i < result.Length; i++)
        {
            int at = i % row.BlockBytes;
            if (at == 0)
            {
                row.Encrypt(key, block, stream, LaneShape.Scalar);
                for (int b = block.Length - 1; b >= 0 && ++block[b] == 0; b--)
                {
                    // The carry continues to the next byte.
                }
            }

            result[i] ^= stream[at];
        }

        return result;
    }

    private sealed class BufferedNoPadding(
        Org.BouncyCastle.Crypto.IBlockCipher cipher) : Org.BouncyCastle.Crypto.BufferedBlockCipher(cipher);
}
