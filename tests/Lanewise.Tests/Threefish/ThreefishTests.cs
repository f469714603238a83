using System.Buffers.Binary;
using System.Reflection;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Simd;
using Lanewise.ThreefishFamily;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Parameters;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests Threefish: known answers, every width and number of streams, every mode, padding, overlap, invalid input and wiping.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class ThreefishTests
{
    public static TheoryData<int> Sizes => [256, 512, 1024];

    public static TheoryData<int, string> SizesAndShapes
    {
        get
        {
            TheoryData<int, string> data = [];
            foreach (int bits in new[] { 256, 512, 1024 })
            {
                foreach (LaneShape shape in LaneDispatch.Supported) data.Add(bits, shape.ToString());
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void BothDirectionsGiveTheKnownAnswers(int bits)
    {
        VectorFile file = VectorFile.Read($"threefish/threefish{bits}-internals.json");
        Assert.Equal(2, file.Cases.Count);
        foreach (KnownAnswerCase c in file.Cases)
        {
            byte[] tweak = c.Bytes("tweak_hex"), key = c.Bytes("key_hex"), output = new byte[c.Output.Length];
            using ThreefishCipher cipher = Create(bits, key);
            Assert.Equal(output.Length, cipher.EncryptEcb(c.Input, output, PaddingMode.None, tweak));
            Assert.Equal(c.Output, output);
            Assert.Equal(output.Length, cipher.DecryptEcb(c.Output, output, PaddingMode.None, tweak));
            Assert.Equal(c.Input, output);
            Assert.Equal(c.Output, PlainThreefish.OfBits(bits).Encrypt(key, tweak, c.Input));
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void BothDirectionsEqualBouncyCastle(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        int n = bits / 8;
        for (int round = 0; round < 60; round++)
        {
            byte[] key = Pattern.Bytes(random, n), tweak = Pattern.Bytes(random, 16),
                text = Pattern.Bytes(random, n * random.Next(1, 70));
            ThreefishEngine engine = new(bits);
            engine.Init(true, new TweakableBlockCipherParameters(new KeyParameter(key), tweak));
            byte[] expected = new byte[text.Length], actual = new byte[text.Length];
            for (int o = 0; o < text.Length; o += n) engine.ProcessBlock(text, o, expected, o);
            using ThreefishCipher cipher = Create(bits, key);
            cipher.EncryptEcb(text, actual, PaddingMode.None, tweak);
            Digests.Equal(expected, actual, () => $"Threefish-{bits} of {text.Length} bytes{Seed.Replay}");
            cipher.DecryptEcb(actual, actual, PaddingMode.None, tweak);
            Digests.Equal(text, actual, () => $"Threefish-{bits} of {text.Length} bytes, decrypted in place{Seed.Replay}");
        }
    }

    [Theory]
    [MemberData(nameof(SizesAndShapes))]
    public void EveryModeAtEveryShapeEqualsThePlainReference(int bits, string shapeName)
    {
        LaneShape shape = LaneDispatch.Supported.Single(s => s.ToString() == shapeName);
        switch (bits)
        {
            case 256: EveryMode<Threefish256Spec>(bits, shape); break;
            case 512: EveryMode<Threefish512Spec>(bits, shape); break;
            default: EveryMode<Threefish1024Spec>(bits, shape); break;
        }
    }

    private static void EveryMode<TSpec>(int bits, LaneShape shape)
        where TSpec : struct, IThreefishSpec
    {
        Random random = Seed.For($"{bits} {shape}");
        PlainThreefish plain = PlainThreefish.OfBits(bits);
        int n = bits / 8, lanes = shape.Lanes(64);
        foreach (int blocks in new[] { 0, 1, 2, 3, lanes - 1, lanes, lanes + 1, (2 * lanes) + Math.Min(3, lanes - 1), 3 * lanes })
        {
            byte[] keyBytes = Pattern.Bytes(random, n), tweak = Pattern.Bytes(random, 16),
                text = Pattern.Bytes(random, n * blocks), output = new byte[text.Length];
            ulong[] key = [.. Enumerable.Range(0, n / 8)
                .Select(i => BinaryPrimitives.ReadUInt64LittleEndian(keyBytes.AsSpan(8 * i)))];
            Tweak words = Tweak.Read(tweak);
            string what = $"Threefish-{bits} {shape}, {blocks} blocks{Seed.Replay}";

            ThreefishRun<TSpec>.Blocks(true, key, words, text, output, shape);
            Digests.Equal(plain.EncryptBlocks(keyBytes, tweak, text), output, () => $"{what}: one tweak");
            ThreefishRun<TSpec>.Blocks(false, key, words, output, output, shape);
            Digests.Equal(text, output, () => $"{what}: one tweak, decrypted in place");

            foreach (int perSector in new[] { 1, 3, blocks })
            {
                if (blocks == 0 || blocks % perSector != 0) continue;

                ThreefishRun<TSpec>.Blocks(true, key, new(0, 9), text, output, shape, perSector);
                for (int b = 0; b < blocks; b++)
                {
                    byte[] sectorTweak = new byte[16];
                    BinaryPrimitives.WriteUInt64LittleEndian(sectorTweak, (ulong)(b % perSector));
                    BinaryPrimitives.WriteUInt64LittleEndian(sectorTweak.AsSpan(8), 9 + (ulong)(b / perSector));
                    Digests.Equal(plain.Encrypt(keyBytes, sectorTweak, text.AsSpan(b * n, n)), output.AsSpan(b * n, n), () =>
                        $"{what}: sectors of {perSector}, block {b}");
                }

                ThreefishRun<TSpec>.Blocks(false, key, new(0, 9), output, output, shape, perSector);
                Digests.Equal(text, output, () => $"{what}: sectors of {perSector}, decrypted in place");
            }

            byte[] iv = Pattern.Bytes(random, n), chain = iv, expected = new byte[text.Length];
            for (int b = 0; b < blocks; b++)
            {
                chain = plain.Encrypt(keyBytes, tweak, [.. chain.Zip(text.Skip(b * n).Take(n), (x, y) => (byte)(x ^ y))]);
                chain.CopyTo(expected, b * n);
            }

            using ThreefishCipher cipher = TSpec.Create(keyBytes);
            cipher.EncryptCbc(text, iv, output, PaddingMode.None, tweak);
            Digests.Equal(expected, output, () => $"{what}: CBC");
            output.AsSpan().Clear();
            Assert.True(cipher.TryEncryptCbc(text, iv, output, out int written, PaddingMode.None, tweak));
            Assert.Equal(text.Length, written);
            Digests.Equal(expected, output, () => $"{what}: CBC, TryEncryptCbc");
            cipher.DecryptCbc(output, iv, output, PaddingMode.None, tweak);
            Digests.Equal(text, output, () => $"{what}: CBC, decrypted in place");

            // The counters are chosen so that either the last eight bytes or the whole counter overflows during the run.
            byte[] counter = new byte[n];
            counter.AsSpan().Fill(0xFF);
            counter[^1] = (byte)(0xFF - random.Next(lanes + 2));
            if (random.Next(2) == 0) counter[0] = 7;
            int position = random.Next(2 * n);
            byte[] stream = new byte[(blocks + 3) * n], next = (byte[])counter.Clone();
            for (int b = 0; b < blocks + 3; b++)
            {
                next.CopyTo(stream, b * n);
                for (int i = n - 1; i >= 0 && ++next[i] == 0; i--)
                {
                }
            }

            stream = plain.EncryptBlocks(keyBytes, tweak, stream);
            int length = Math.Max(0, text.Length - random.Next(n));
            expected = [.. text.Take(length).Select((b, i) => (byte)(b ^ stream[position + i]))];
            output = text.AsSpan(0, length).ToArray();
            cipher.TransformCtr(output, counter, output, tweak, (ulong)position);
            Digests.Equal(expected, output, () => $"{what}: CTR in place from byte {position}");
            ThreefishRun<TSpec>.Count(key, words, counter, text.AsSpan(0, length), output, shape);
            Digests.Equal(text.Take(length).Select((b, i) => (byte)(b ^ stream[i])).ToArray(), output, () => $"{what}: CTR");
        }
    }

    [Fact]
    public void ThePairKernelAndTheLanesDecryptEachOthersCiphertext()
    {
        if (!ThreefishPair256.IsSupported) Assert.Skip("The pair kernel needs AVX2.");

        Random random = Seed.For();
        for (int round = 0; round < 50; round++)
        {
            byte[] keyBytes = Pattern.Bytes(random, 32), tweak = Pattern.Bytes(random, 16),
                text = Pattern.Bytes(random, 32 * random.Next(1, 20));
            byte[] encrypted = new byte[text.Length], back = new byte[text.Length];
            using Threefish256 lanes = new(keyBytes);
            ThreefishPair256.Run(true, lanes.Key, Tweak.Read(tweak), text, encrypted);
            Digests.Equal(PlainThreefish.T256.EncryptBlocks(keyBytes, tweak, text), encrypted, () => $"pair{Seed.Replay}");
            lanes.DecryptEcb(encrypted, back, PaddingMode.None, tweak);
            Digests.Equal(text, back, () => $"pair, then lanes{Seed.Replay}");
            lanes.EncryptEcb(text, encrypted, PaddingMode.None, tweak);
            ThreefishPair256.Run(false, lanes.Key, Tweak.Read(tweak), encrypted, encrypted);
            Digests.Equal(text, encrypted, () => $"lanes, then pair in place{Seed.Replay}");
        }
    }

    [Theory]
    [Trait("Category", "Once")]
    [MemberData(nameof(Sizes))]
    public void TheTableListsEveryPathIn80Columns(int bits)
    {
        CipherRow row = CipherRow.All.Single(r => r.Title == $"Threefish-{bits}");
        MeasuredTable[] tables = [.. row.Measurements.Single().Take(_ => { }, null)];
        string[] paths =
        [
            "scalar", .. bits == 256 && ThreefishPair256.IsSupported ? new[] { "pair kernel" } : [],
            .. row.Shapes.Where(shape => !shape.IsScalar).Select(shape => $"lanes {shape}"),
        ];
        Assert.Equal(["answers", "times"], tables.Select(table => table.Name));
        Assert.All(tables, table => Assert.Equal(paths, table.Rows.Select(line => line[0].Text)));
        Assert.All(tables[0].Rows.Skip(1), line => Assert.All(line.Skip(1), cell => Assert.Equal("right", cell.Text)));
        Assert.Equal(1.0, tables[1].Rows[0][3].Value);
        foreach (IReadOnlyList<MeasuredCell> line in tables[1].Rows)
        {
            // On a busy machine, the table shows "noisy" instead of a figure.
            Assert.All(line.Skip(1), cell => Assert.True(cell.Value > 0 || cell.Text == Reading.Noisy));
            if (line[3].Value is double speedup) Assert.Equal(speedup / line[4].Value!.Value, line[5].Value!.Value, 12);
        }

        // Two spaces precede each column. The command line would split a table that is too wide.
        Assert.All(tables, table => Assert.InRange(
            table.Columns.Select((head, c) => 2 + Math.Max(head.Length, table.Rows.Max(line => line[c].Text.Length)))
            .Sum(), 1, 80));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void EveryMethodGivesTheSameResultOnOverlappingBuffers(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        int n = bits / 8;
        using ThreefishCipher cipher = Create(bits, Pattern.Bytes(random, n));
        byte[] iv = Pattern.Bytes(random, n), tweak = Pattern.Bytes(random, 16);
        Dictionary<string, Method> methods = new()
        {
            ["ECB"] = (s, d) => cipher.EncryptEcb(s, d, PaddingMode.None, tweak),
            ["ECB, decrypt"] = (s, d) => cipher.DecryptEcb(s, d, PaddingMode.None, tweak),
            ["ECB, padded"] = (s, d) => cipher.EncryptEcb(s, d, PaddingMode.PKCS7, tweak),
            ["CBC"] = (s, d) => cipher.EncryptCbc(s, iv, d, PaddingMode.None, tweak),
            ["CBC, decrypt"] = (s, d) => cipher.DecryptCbc(s, iv, d, PaddingMode.None, tweak),
            ["CBC, padded"] = (s, d) => cipher.EncryptCbc(s, iv, d, PaddingMode.ANSIX923, tweak),
            ["CTR"] = (s, d) => cipher.TransformCtr(s, iv, d, tweak, 5),
            ["sectors"] = (s, d) => Sectors(s, d, decrypt: false),
            ["sectors, decrypt"] = (s, d) => Sectors(s, d, decrypt: true),
        };
        foreach ((string name, Method method) in methods)
        {
            // Tests one block, a few blocks, and more blocks than fit in a window or a lane group.
            foreach (int blocks in new[] { 1, 2, 7, 20, (4096 / n) + 3 })
            {
                byte[] text = Pattern.Bytes(random, blocks * n), expected = new byte[text.Length + n];
                int length = method(text, expected);
                foreach (int shift in new[] { 0, 1, 7, n, -1, -7, -n })
                {
                    byte[] memory = new byte[text.Length + (4 * n)];
                    int from = 2 * n, to = from + shift;
                    text.CopyTo(memory, from);
                    Assert.Equal(length, method(memory.AsSpan(from, text.Length), memory.AsSpan(to, length)));
                    Digests.Equal(expected.AsSpan(0, length), memory.AsSpan(to, length), () =>
                        $"{name}, {blocks} blocks, shifted by {shift}{Seed.Replay}");
                }
            }
        }

        int Sectors(ReadOnlySpan<byte> source, Span<byte> destination, bool decrypt)
        {
            destination = destination.Slice(0, source.Length);
            if (decrypt) cipher.DecryptSectors(source, destination, n, 5);
            else cipher.EncryptSectors(source, destination, n, 5);
            return source.Length;
        }
    }

    private delegate int Method(ReadOnlySpan<byte> source, Span<byte> destination);

    [Theory]
    [MemberData(nameof(Sizes))]
    public void PaddedCiphertextIsDecryptedIntoOverlappingBuffers(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        int n = bits / 8;
        using ThreefishCipher cipher = Create(bits, Pattern.Bytes(random, n));
        byte[] iv = Pattern.Bytes(random, n), tweak = Pattern.Bytes(random, 16);
        foreach (PaddingMode padding in new[] { PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.ISO10126 })
        {
            for (int length = 0; length <= 20 * n; length += length < 3 * n ? 5 : 67)
            {
                byte[] text = Pattern.Bytes(random, length);
                foreach (int shift in new[] { 0, 1, 7, n, -1, -7, -n })
                {
                    byte[] memory = new byte[length + (6 * n)];
                    int from = 2 * n, to = from + shift, padded = cipher.GetCiphertextLengthEcb(length, padding);
                    text.CopyTo(memory, from);
                    Assert.Equal(padded, cipher.EncryptEcb(memory.AsSpan(from, length), memory.AsSpan(to, padded),
                        padding, tweak));
                    Assert.Equal(length, cipher.DecryptEcb(memory.AsSpan(to, padded), memory.AsSpan(from, length),
                        padding, tweak));
                    Digests.Equal(text, memory.AsSpan(from, length), () =>
                        $"ECB, {padding}, {length} bytes, shifted by {shift}{Seed.Replay}");

                    Assert.Equal(padded, cipher.EncryptCbc(memory.AsSpan(from, length), iv, memory.AsSpan(to, padded),
                        padding, tweak));
                    Assert.Equal(length, cipher.DecryptCbc(memory.AsSpan(to, padded), iv, memory.AsSpan(from, length),
                        padding, tweak));
                    Digests.Equal(text, memory.AsSpan(from, length), () =>
                        $"CBC, {padding}, {length} bytes, shifted by {shift}{Seed.Replay}");

                    cipher.TransformCtr(memory.AsSpan(from, length), iv, memory.AsSpan(to, length), tweak, 3);
                    cipher.TransformCtr(memory.AsSpan(to, length), iv, memory.AsSpan(from, length), tweak, 3);
                    Digests.Equal(text, memory.AsSpan(from, length), () =>
                        $"CTR, {length} bytes, shifted by {shift}{Seed.Replay}");
                }
            }
        }
    }

    [Fact]
    public void PaddingEqualsThePaddingOfDotNet()
    {
        // The expected padding follows the rules of .NET's 16-byte block cipher, which are the same for 32-byte blocks.
        using Threefish256 cipher = new(new byte[32]);
        byte[] text = [1, 2, 3], output = new byte[32], block = new byte[32];
        foreach ((PaddingMode mode, byte fill, byte last) in new[] { (PaddingMode.PKCS7, (byte)29, (byte)29),
            (PaddingMode.ANSIX923, (byte)0, (byte)29), (PaddingMode.Zeros, (byte)0, (byte)0) })
        {
            Assert.Equal(32, cipher.EncryptEcb(text, output, mode));
            cipher.DecryptEcb(output, block, PaddingMode.None);
            byte[] expected = new byte[32];
            expected.AsSpan().Fill(fill);
            text.CopyTo(expected, 0);
            expected[31] = last;
            Assert.Equal(expected, block);
        }
    }

    [Fact]
    public void WrongPaddingIsRejectedAndNothingIsWritten()
    {
        using Threefish256 cipher = new(new byte[32]);
        foreach (byte last in new byte[] { 0, 33, 255, 5 })
        {
            byte[] text = new byte[64], output = new byte[64], destination = new byte[64];
            text.AsSpan(32).Fill(1);
            text[^1] = last;
            cipher.EncryptEcb(text, output, PaddingMode.None);
            Assert.Throws<CryptographicException>(() => cipher.DecryptEcb(output, destination, PaddingMode.PKCS7));
            Assert.All(destination, b => Assert.Equal(0, b));
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void InvalidArgumentsThrowWithTheParameterName(int bits)
    {
        int n = bits / 8;
        foreach (int length in new[] { 0, n - 1, n + 1, 16 })
        {
            Assert.Throws<CryptographicException>(() => Create(bits, new byte[length]));
        }
        using ThreefishCipher cipher = Create(bits, new byte[n]);
        byte[] block = new byte[n], two = new byte[2 * n];
        Assert.Throws<ArgumentException>("tweak", () => cipher.EncryptEcb(block, block, PaddingMode.None, new byte[15]));
        Assert.Throws<ArgumentException>("tweak", () => cipher.DecryptEcb(block, block, PaddingMode.None, new byte[17]));
        Assert.Throws<ArgumentException>("plaintext", () => cipher.EncryptEcb(new byte[n - 1], block, PaddingMode.None));
        Assert.Throws<CryptographicException>(() => cipher.DecryptEcb(new byte[n + 1], two, PaddingMode.None));
        Assert.Throws<ArgumentException>("destination", () => cipher.EncryptEcb(two, block, PaddingMode.None));
        Assert.Throws<ArgumentException>("destination", () => cipher.EncryptEcb(block, block, PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("destination", () => cipher.DecryptEcb(two, block, PaddingMode.None));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () => cipher.EncryptEcb(block, block, (PaddingMode)9));
        Assert.Throws<ArgumentException>("iv", () => cipher.EncryptCbc(block, new byte[n - 1], block, PaddingMode.None));
        Assert.Throws<ArgumentException>("iv", () => cipher.DecryptCbc(block, new byte[n + 1], block, PaddingMode.None));
        Assert.Throws<ArgumentException>("counter", () => cipher.TransformCtr(block, new byte[16], block));
        Assert.Throws<ArgumentException>("destination", () => cipher.TransformCtr(two, block, block));
        Assert.Throws<ArgumentOutOfRangeException>("sectorSizeInBytes", () => cipher.EncryptSectors(block, block, n - 1, 0));
        Assert.Throws<ArgumentOutOfRangeException>("sectorSizeInBytes", () => cipher.EncryptSectors(block, block, 0, 0));
        Assert.Throws<ArgumentException>("plaintext", () => cipher.EncryptSectors(new byte[3 * n], new byte[3 * n], 2 * n, 0));
        Assert.Throws<ArgumentException>("destination", () => cipher.DecryptSectors(two, block, n, 0));
        Assert.Throws<ArgumentOutOfRangeException>("plaintextLength", () => cipher.GetCiphertextLengthEcb(-1, PaddingMode.PKCS7));
        Assert.Throws<ArgumentOutOfRangeException>("plaintextLength", () =>
            cipher.GetCiphertextLengthEcb(int.MaxValue, PaddingMode.PKCS7));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void DisposeWipesTheKeyAndLaterCallsThrow(int bits)
    {
        byte[] key = Pattern.Bytes(bits / 8, 1);
        ThreefishCipher cipher = Create(bits, key);
        ulong[] words = (ulong[])typeof(ThreefishCipher)
            .GetField("subkeys", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(cipher)!;
        Assert.Contains(words, word => word != 0);
        cipher.Dispose();
        Assert.All(words, word => Assert.Equal(0UL, word));
        byte[] block = new byte[bits / 8];
        Assert.Throws<ObjectDisposedException>(() => cipher.EncryptEcb(block, block, PaddingMode.None));
        Assert.Throws<ObjectDisposedException>(() => cipher.DecryptCbc(block, block, block, PaddingMode.None));
        Assert.Throws<ObjectDisposedException>(() => cipher.TransformCtr(block, block, block));
        Assert.Throws<ObjectDisposedException>(() => cipher.EncryptSectors(block, block, block.Length, 0));
        cipher.Dispose();
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void NothingIsAllocated(int bits)
    {
        int n = bits / 8;
        using ThreefishCipher cipher = Create(bits, new byte[n]);
        byte[] text = new byte[100 * n], counter = new byte[n];
        Assert.Equal(0, Allocated.Least(Run));

        void Run()
        {
            cipher.EncryptEcb(text, text, PaddingMode.None);
            cipher.DecryptEcb(text, text, PaddingMode.None);
            cipher.EncryptCbc(text, counter, text, PaddingMode.None);
            cipher.DecryptCbc(text, counter, text, PaddingMode.None);
            cipher.TransformCtr(text, counter, text, default, 5);
            cipher.EncryptSectors(text, text, 10 * n, 3);
        }
    }

    private static ThreefishCipher Create(int bits, byte[] key) => bits switch
    {
        256 => new Threefish256(key),
        512 => new Threefish512(key),
        _ => new Threefish1024(key),
    };
}
