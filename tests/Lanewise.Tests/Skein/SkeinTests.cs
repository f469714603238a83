using System.Security.Cryptography;
using Lanewise.Hazmat;
using Lanewise.Simd;
using Lanewise.SkeinFamily;
using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Macs;
using Org.BouncyCastle.Crypto.Parameters;
using Xunit;
using SkeinParameters = Lanewise.SkeinParameters;

namespace Lanewise.Tests;

/// <summary>Tests the features of Skein: optional strings, partial bytes, long output, trees, and positions beyond 64
/// bits.</summary>
[Trait("Category", "Lanes")]
public sealed class SkeinTests
{
    private delegate void OneShot(SkeinParameters p, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long bits,
        Span<byte> destination, long hashBits);

    public static TheoryData<int> Sizes => [256, 512, 1024];

    public static TheoryData<string> Shapes => [.. LaneDispatch.Supported.Select(shape => shape.ToString())];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void SkeinEqualsBouncyCastle(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        for (int round = 0; round < 200; round++)
        {
            byte[] message = Pattern.Bytes(random, random.Next(700)),
                key = Pattern.Bytes(random, random.Next(2) == 0 ? 0 : random.Next(16, 300));
            byte[] expected = new byte[random.Next(1, 300)], actual = new byte[expected.Length];
            if (key.Length == 0)
            {
                SkeinDigest digest = new(bits, 8 * expected.Length);
                digest.BlockUpdate(message, 0, message.Length);
                digest.DoFinal(expected, 0);
            }
            else
            {
                Org.BouncyCastle.Crypto.Macs.SkeinMac mac = new(bits, 8 * expected.Length);
                mac.Init(new KeyParameter(key));
                mac.BlockUpdate(message, 0, message.Length);
                mac.DoFinal(expected, 0);
            }

            Of(bits)(SkeinParameters.Default, key, message, 8L * message.Length, actual, 8L * actual.Length);
            Digests.Equal(expected, actual, () =>
                $"Skein-{bits} of {message.Length} bytes, {key.Length}-byte key, {actual.Length}-byte digest{Seed.Replay}");
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void AllParametersAndPartialBytesEqualThePlainReference(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        int n = bits / 8;
        for (int round = 0; round < 120; round++)
        {
            bool tree = round % 3 == 0;
            PlainSkeinParameters p = new()
            {
                Personalization = Text(),
                PublicKey = Text(),
                KeyDerivationIdentifier = Text(),
                Nonce = Text(),
                LeafExponent = tree ? random.Next(1, 4) : 0,
                NodeExponent = tree ? random.Next(1, 4) : 0,
                MaxLevel = tree ? random.Next(2, 6) : 0,
            };
            SkeinParameters q = new()
            {
                Personalization = p.Personalization,
                PublicKey = p.PublicKey,
                KeyDerivationIdentifier = p.KeyDerivationIdentifier,
                Nonce = p.Nonce,
                LeafExponent = p.LeafExponent,
                NodeExponent = p.NodeExponent,
                MaxLevel = p.MaxLevel,
            };
            byte[] key = Text(), message = Pattern.Bytes(random, random.Next(random.Next(2) == 0 ? 3 * n : 40 * n));
            long messageBits = Math.Max(0, (8L * message.Length) - (random.Next(2) == 0 ? 0 : random.Next(8))),
                hashBits = random.Next(1, 3 * bits);
            byte[] expected = PlainSkein.OfBits(bits).HashBits(key, message, messageBits, hashBits, p),
                actual = new byte[expected.Length];
            string what = $"Skein-{bits}, {messageBits} bits, {hashBits}-bit digest, {p}{Seed.Replay}";
            Of(bits)(q, key, message, messageBits, actual, hashBits);
            Digests.Equal(expected, actual, () => what);

            if (bits != 512 || hashBits % 8 != 0) continue;

            using LanewiseHash running = Either.Skein(512, q, key, actual.Length);
            for (int twice = 0; twice < 2; twice++)
            {
                int cut = message.Length == 0 ? 0 : random.Next(message.Length);
                running.AppendData(message.AsSpan(0, cut));
                using LanewiseHash copy = running.Clone();
                SkeinBits.AppendData(running, message.AsSpan(cut), messageBits - (8L * cut));
                SkeinBits.AppendData(copy, message.AsSpan(cut), messageBits - (8L * cut));
                Digests.Equal(expected, running.GetHashAndReset(), () => $"incremental, {what}");
                Digests.Equal(expected, copy.GetCurrentHash(), () => $"copied, {what}");
            }
        }

        byte[] Text() => random.Next(2) == 0 ? [] : Pattern.Bytes(random, random.Next(1, 3 * n));
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void TreesAndLongOutputsAreRightAtEveryShape(string shapeName)
    {
        LaneShape shape = LaneDispatch.Supported.Single(s => s.ToString() == shapeName);
        SkeinParameters p = new() { LeafExponent = 1, NodeExponent = 2, MaxLevel = 5 };
        ulong[] chain = new ulong[8];
        SkeinOneShot<Skein512Spec>.Start(chain, p, default, 512);
        foreach (int length in new[] { 0, 1, 127, 128, 129, 128 * 63, (128 * 64) + 1, 128 * 65 })
        {
            byte[] message = Pattern.Bytes(length), digest = new byte[64];
            SkeinTree<Skein512Spec>.Hash(chain, p, message, 0, digest, shape);
            Digests.Equal(
                PlainSkein.S512.Hash(default, message, 64,
                    new PlainSkeinParameters { LeafExponent = 1, NodeExponent = 2, MaxLevel = 5 }), digest, () =>
                        $"tree of {length} bytes at {shape}");
        }

        byte[] expected = PlainSkein.S512.Hash(default, "long"u8, 6000), output = new byte[6000];
        byte[] plainChain = new byte[64];
        using Skein512 running = new(6000);
        running.AppendData("long"u8);
        ((SkeinIncremental<Skein512Spec>)running.Incremental).FinishChain(plainChain);
        foreach (int length in new[] { 1, 64, 65, 6000 })
        {
            SkeinOutputBlocks<Skein512Spec>.Read(plainChain, 0, output.AsSpan(0, length), shape);
            Digests.Equal(expected.AsSpan(0, length), output.AsSpan(0, length), () => $"{length} bytes of output at {shape}");
        }
    }

    [Fact]
    public void TheHashOfATreeDoesNotDependOnTheNumberOfCores()
    {
        SkeinParameters p = new() { LeafExponent = 4, NodeExponent = 3, MaxLevel = 255 };
        byte[] message = Pattern.Bytes(1_000_001), expected = new byte[40], actual = new byte[40];
        Skein256Mac.HashData(p, "key"u8, message, expected);
        foreach (int cores in new[] { 1, 2, 3, 16 })
        {
            SkeinBits.HashTree(256, p, "key"u8, message, actual, new ParallelOptions { MaxDegreeOfParallelism = cores });
            Digests.Equal(expected, actual, () => $"{cores} cores");
        }
    }

    [Fact]
    public void ThePositionCarriesIntoItsHighWord()
    {
        foreach (ulong before in new[] { ulong.MaxValue - 63, ulong.MaxValue - 127, ulong.MaxValue - 191 })
        {
            // The expected value is computed by the plain Threefish implementation, whose tweak is a single 128-bit number.
            byte[] message = Pattern.Bytes(200), g = new byte[64];
            using Skein512 running = new(64);
            UInt128 position = (UInt128)before + 1 - 64;
            position -= position % 64;
            using Skein512 one = new(64);
            ((SkeinIncremental<Skein512Spec>)one.Incremental).SkipTo(new((ulong)(position >> 64), (ulong)position));
            one.AppendData(message);
            using Skein512 pieces = new(64);
            ((SkeinIncremental<Skein512Spec>)pieces.Incremental).SkipTo(new((ulong)(position >> 64), (ulong)position));
            foreach (byte b in message) pieces.AppendData([b]);
            Digests.Equal(one.GetCurrentHash(), pieces.GetCurrentHash(), () => "pieces");

            ulong[] start = new ulong[8];
            SkeinOneShot<Skein512Spec>.Start(start, 512);
            for (int i = 0; i < 8; i++) System.Buffers.Binary.BinaryPrimitives.WriteUInt64LittleEndian(g.AsSpan(8 * i), start[i]);
            byte[] padded = [.. message, .. new byte[56]];
            for (int o = 0; o < padded.Length; o += 64)
            {
                UInt128 end = position + (UInt128)Math.Min(message.Length, o + 64);
                UInt128 tweak = end | ((UInt128)48 << 120) | (o + 64 == padded.Length ? UInt128.One << 127 : 0);
                g = Step(g, tweak, padded[o..(o + 64)]);
            }

            g = Step(g, 8 | ((UInt128)63 << 120) | ((UInt128)3 << 126), new byte[64]);
            Digests.Equal(g, one.GetCurrentHash(), () => $"position {position}");
        }

        static byte[] Step(byte[] g, UInt128 tweak, byte[] block)
        {
            byte[] bytes = new byte[16];
            System.Buffers.Binary.BinaryPrimitives.WriteUInt128LittleEndian(bytes, tweak);
            return [.. PlainThreefish.T512.Encrypt(g, bytes, block).Zip(block, (a, b) => (byte)(a ^ b))];
        }
    }

    [Fact]
    public void ManyMessagesWithAKeyEachAndStringsEqualThePlainReference()
    {
        Random random = Seed.For();
        SkeinParameters p = new() { Personalization = Pattern.Bytes(random, 70), Nonce = Pattern.Bytes(random, 5) };
        foreach (int keySize in new[] { 1, 64, 65, 200 })
        {
            foreach (int length in new[] { 0, 64, 77 })
            {
                const int Count = 37;
                byte[] keys = Pattern.Bytes(random, Count * keySize), source = Pattern.Bytes(random, Count * length),
                    digests = new byte[Count * 40];
                Skein512Mac.HashMany(Messages.Packed(source, length), digests, HashKeys.PerMessage(keys, keySize), 40);
                for (int i = 0; i < Count; i++)
                {
                    byte[] expected = PlainSkein.S512.Hash(keys.AsSpan(i * keySize, keySize),
                        source.AsSpan(i * length, length), 40);
                    Digests.Equal(expected, digests.AsSpan(i * 40, 40), () =>
                        $"key of {keySize} bytes for message {i} of {length}{Seed.Replay}");
                }

                byte[] key = keys[..keySize];
                Skein512Mac.HashMany(p, Messages.Packed(source, length), digests, HashKeys.One(key), 40);
                PlainSkeinParameters plain = new() { Personalization = p.Personalization.ToArray(), Nonce = p.Nonce.ToArray() };
                for (int i = 0; i < Count; i++)
                {
                    Digests.Equal(PlainSkein.S512.Hash(key, source.AsSpan(i * length, length), 40, plain),
                        digests.AsSpan(i * 40, 40), () => $"texts, message {i}{Seed.Replay}");
                }
            }
        }
    }

    [Fact]
    public void InvalidArgumentsThrowWithTheParameterName()
    {
        byte[] message = new byte[3], digest = new byte[32];
        Assert.Throws<ArgumentException>("destination", () => Skein512.HashData(message, default(Span<byte>)));
        Assert.Throws<ArgumentOutOfRangeException>("hashSizeInBytes", () => Skein512.HashData(message, 0));
        Assert.Throws<ArgumentOutOfRangeException>("hashSizeInBytes", () => new Skein512(0));
        Assert.Throws<ArgumentOutOfRangeException>("hashSizeInBytes", () => Skein512.HashMany(message, 3, digest, 0));
        Assert.Throws<ArgumentOutOfRangeException>("hashSizeInBytes", () => Skein512.HashMany(message, 3, digest, -1));
        Assert.Throws<ArgumentOutOfRangeException>("hashSizeInBytes", () => Skein512.HashData(message, 0));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () =>
            Skein512.OpenOutput(SkeinParameters.Default, message, 0));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () =>
            Skein512.OpenOutput(SkeinParameters.Default, message, 1L << 61));
        Assert.Throws<ArgumentOutOfRangeException>("hashBits", () =>
            SkeinBits.HashData(512, SkeinParameters.Default, default, message, 24, digest, -8));
        Assert.Throws<CryptographicException>(() => Skein512.CreateKeystream([], message));
        Assert.Throws<ArgumentException>("nonce", () => Skein512.CreateKeystream(message, default));
        Assert.Throws<ArgumentOutOfRangeException>("bits", () => SkeinBits.AppendData(new Skein512(), message, 25));
        Assert.Throws<ArgumentException>("keys", () =>
            Skein512Mac.HashMany(Messages.Packed(message, 3), digest, HashKeys.PerMessage(new byte[7], 4), 32));
        Assert.Throws<ArgumentOutOfRangeException>("sourceBits", () =>
            SkeinBits.HashData(512, SkeinParameters.Default, default, message, 25, digest, 256));
        Assert.Throws<ArgumentOutOfRangeException>("sourceBits", () =>
            SkeinBits.HashData(512, SkeinParameters.Default, default, message, 16, digest, 256));
        Assert.Throws<ArgumentOutOfRangeException>("sourceBits", () =>
            SkeinBits.HashData(512, SkeinParameters.Default, default, message, -1, digest, 256));
        Assert.Throws<ArgumentOutOfRangeException>("hashBits", () =>
            SkeinBits.HashData(512, SkeinParameters.Default, default, message, 24, digest, 0));
        Assert.Throws<ArgumentException>("destination", () =>
            SkeinBits.HashData(512, SkeinParameters.Default, default, message, 24, digest, 257));
        Assert.Throws<ArgumentNullException>("parameters", () => Skein512.HashData(null!, message, digest));
        foreach ((int leaf, int node, int level) in new[] { (0, 1, 2), (1, 0, 2), (1, 1, 0), (1, 1, 1), (256, 1, 2), (1, 256, 2),
            (1, 1, 256), (-1, 1, 2) })
        {
            SkeinParameters p = new() { LeafExponent = leaf, NodeExponent = node, MaxLevel = level };
            Assert.Throws<ArgumentException>("parameters", () => Skein256.HashData(p, message, digest));
        }

        Assert.Throws<ArgumentException>("parameters", () =>
            SkeinBits.HashTree(256, SkeinParameters.Default, default, message, digest, new ParallelOptions()));
        SkeinParameters tree = new() { LeafExponent = 1, NodeExponent = 1, MaxLevel = 2 };
        Assert.Throws<ArgumentException>("parameters", () =>
            Skein256.HashMany(tree, Messages.Packed(message, 3), digest, 32));
        using Skein1024 odd = new();
        SkeinBits.AppendData(odd, [0x80], 1);
        Assert.Throws<InvalidOperationException>(() => odd.AppendData([1]));
        odd.Reset();
        odd.AppendData([1]);
    }

    [Fact]
    public void EachStringAffectsTheHashSeparately()
    {
        byte[] one = [1];
        SkeinParameters[] all =
        [
            SkeinParameters.Default, new() { Personalization = one }, new() { PublicKey = one },
            new() { KeyDerivationIdentifier = one }, new() { Nonce = one },
        ];
        HashSet<string> digests = [];
        foreach (SkeinParameters p in all)
        {
            byte[] digest = new byte[32];
            Skein512.HashData(p, "x"u8, digest);
            digests.Add(Convert.ToHexString(digest));
        }

        digests.Add(Convert.ToHexString(Skein512Mac.HashData(one, "x"u8, 32)));
        Assert.Equal(6, digests.Count);
    }

    [Fact]
    public void DerivedKeysFollowThePaper()
    {
        byte[] key = Pattern.Bytes(40), one = Skein512.DeriveKey(key, "files"u8, 100), other = new byte[100];
        PlainSkeinParameters plain = new() { KeyDerivationIdentifier = "files"u8.ToArray() };
        Digests.Equal(PlainSkein.S512.Hash(key, default, 100, plain), one, () => "Skein-512");
        Digests.Equal(PlainSkein.S256.Hash(key, default, 100, plain), Skein256.DeriveKey(key, "files"u8, 100), () => "Skein-256");
        Digests.Equal(one, Skein512.DeriveKey(key, "files", 100), () => "an identifier in words");
        Assert.Throws<ArgumentException>("identifier", () => Skein512.DeriveKey(key, "", 10));
        Skein1024.DeriveKey(key, "files"u8, other);
        Digests.Equal(PlainSkein.S1024.Hash(key, default, 100, plain), other, () => "Skein-1024");
        Assert.Throws<CryptographicException>(() => Skein512.DeriveKey([], "files"u8, 10));
        Assert.Throws<ArgumentException>("identifier", () => Skein512.DeriveKey(key, ReadOnlySpan<byte>.Empty, 10));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () => Skein512.DeriveKey(key, "files"u8, 0));
    }

    [Fact]
    public void LongOutputCanBeVerified()
    {
        using Skein512 hash = new(3_000_000);
        hash.AppendData("x"u8);
        byte[] expected = hash.GetCurrentHash();
        Assert.True(hash.VerifyCurrentHash(expected));
        expected[^1] ^= 1;
        Assert.False(hash.VerifyCurrentHash(expected));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void LongDigestsOfManyMessagesEqualThePlainReference(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Api.HashRow row = Rows.Row($"skein-{bits}");
        foreach (LaneShape shape in row.Shapes)
        {
            // The output is slightly longer than a block, a few blocks long, or long enough to fill all SIMD lanes with a single
            // message.
            foreach (int hashBytes in new[] { (bits / 8) + 1, bits / 4, 300, 40 * bits })
            {
                int[] lengths = [.. Enumerable.Range(0, 11).Select(_ => random.Next(300))];
                byte[] source = Pattern.Bytes(random, lengths.Sum()), key = Pattern.Bytes(random, random.Next(2) * 40);
                Guarded digests = new(lengths.Length * hashBytes);
                row.HashMany(Messages.Packed(source, lengths), HashKeys.One(key.AsSpan()), digests.Span, hashBytes, shape);
                byte[] expected = [.. Pattern.Cut(source, lengths)
                    .SelectMany(m => PlainSkein.OfBits(bits).Hash(key, m.Span, hashBytes))];
                Digests.EqualMany(expected, digests.Span, hashBytes, () =>
                    $"Skein-{bits}, {hashBytes} bytes at {shape}{Seed.Replay}");
                digests.CheckMargins(() => $"Skein-{bits} at {shape}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void OutputIsReadFromAnyPosition(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        foreach (bool tree in new[] { false, true })
        {
            SkeinParameters p = tree ? new() { LeafExponent = 1, NodeExponent = 1, MaxLevel = 3 } : SkeinParameters.Default;
            PlainSkeinParameters plain = tree ? new() { LeafExponent = 1, NodeExponent = 1, MaxLevel = 3 } : new();
            const long Length = 20_000;
            byte[] message = Pattern.Bytes(random, 1000),
                expected = PlainSkein.OfBits(bits).HashBits("key"u8, message, 8000, 8 * Length, plain);
            using SkeinOutput output = bits switch
            {
                256 => Skein256Mac.OpenOutput(p, "key"u8, message, Length),
                512 => Skein512Mac.OpenOutput(p, "key"u8, message, Length),
                _ => Skein1024Mac.OpenOutput(p, "key"u8, message, Length),
            };
            Assert.Equal(20_000ul, output.Length);
            for (int round = 0; round < 60; round++)
            {
                int start = random.Next(20_001),
                    length = round % 4 == 0 ? 20_000 - start : random.Next(Math.Min(20_001 - start, 400));
                Guarded part = new(length);
                output.ReadAt((ulong)start, part.Span);
                Digests.Equal(expected.AsSpan(start, length), part.Span, () =>
                    $"Skein-{bits}, {length} bytes at {start}, tree {tree}{Seed.Replay}");
                part.CheckMargins(() => "output");
            }

            byte[] first = output.Read(77), second = output.Read(5000);
            Digests.Equal(expected.AsSpan(0, 5077), [.. first, .. second], () => "streamed");
            Assert.Equal(5077ul, output.Position);
            output.Position = 20_000;
            Assert.Empty(output.Read(0));
            Guarded untouched = new(1);
            Assert.Throws<ArgumentOutOfRangeException>("position", () => output.Read(untouched.Span));
            Assert.Throws<ArgumentOutOfRangeException>("position", () => output.ReadAt(19_999, new byte[2]));
            Assert.Throws<ArgumentOutOfRangeException>("position", () => output.ReadAt(ulong.MaxValue, new byte[2]));
            untouched.CheckUntouched(0, () => "beyond the end");
            output.Dispose();
            Assert.Throws<ObjectDisposedException>(() => output.Read(untouched.Span));
        }

        using Skein512 running = new(new SkeinParameters { LeafExponent = 1, NodeExponent = 1, MaxLevel = 3 }, 300);
        running.AppendData(Pattern.Bytes(1000));
        using SkeinOutput running300 = running.GetOutput();
        Digests.Equal(running.GetCurrentHash(), running300.Read(300), () => "of an incremental hash");
    }

    [Fact]
    public void TheKeystreamEqualsOutputOfUnknownLength()
    {
        // For the keystream, the configuration specifies an output length of 2^64 - 1 bits, and the nonce is hashed as a
        // separate argument.
        byte[] key = Pattern.Bytes(32), nonce = Pattern.Bytes(12, 1), text = Pattern.Bytes(20_000, 2);
        byte[] expected = PlainSkein.S512.Keystream(key, nonce, 0, 20_000);
        using SkeinOutput keystream = Skein512.CreateKeystream(key, nonce);
        Assert.Equal(1ul << 61, keystream.Length);
        Digests.Equal(expected, keystream.Read(20_000), () => "keystream");
        ulong far = (1ul << 61) - 1000;
        keystream.Position = far;
        Digests.Equal(PlainSkein.S512.Keystream(key, nonce, far / 64, 1088).AsSpan((int)(far % 64), 999), keystream.Read(999),
            () => "its end");

        foreach (int shift in new[] { 0, 1, 7, 64, -1, -7, -64 })
        {
            byte[] buffer = new byte[20_200];
            text.CopyTo(buffer, 100);
            keystream.Position = 0;
            keystream.Transform(buffer.AsSpan(100, 20_000), buffer.AsSpan(100 + shift, 20_000));
            byte[] encrypted = [.. text.Zip(expected, (a, b) => (byte)(a ^ b))];
            Digests.Equal(encrypted, buffer.AsSpan(100 + shift, 20_000), () => $"shifted by {shift}");
            Assert.Equal(20_000ul, keystream.Position);
        }

        Assert.Throws<ArgumentException>("destination", () => keystream.Transform(text, new byte[10]));
        keystream.Position = keystream.Length;
        Guarded untouched = new(10);
        Assert.Throws<ArgumentOutOfRangeException>(() => keystream.Transform(new byte[10], untouched.Span));
        untouched.CheckUntouched(0, () => "beyond the end");
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void TheGeneratorFollowsThePaper(int bits)
    {
        PlainSkein plain = PlainSkein.OfBits(bits);
        int n = bits / 8;
        using SkeinRandom random = new("seed"u8, bits);
        Assert.Equal(bits, random.StateSizeInBits);
        byte[] state = plain.Hash(default, [.. new byte[n], .. "seed"u8], n);
        foreach (int count in new[] { 1, 0, n, 3000, 5 })
        {
            byte[] all = plain.Output(state, n + count);
            Digests.Equal(all.AsSpan(n), random.GetBytes(count), () => $"{count} bytes");
            state = all[..n];
        }

        random.Reseed("more"u8);
        state = plain.Hash(default, [.. state, .. "more"u8], n);
        Digests.Equal(plain.Output(state, n + 10).AsSpan(n), random.GetBytes(10), () => "reseeded");
        Assert.Throws<ArgumentException>("seed", () => random.Reseed(default));
        Assert.Throws<ArgumentException>("seed", () => new SkeinRandom(default));
        Assert.Throws<ArgumentOutOfRangeException>("stateSizeInBits", () => new SkeinRandom("seed"u8, 128));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => random.GetBytes(-1));
        random.Dispose();
        Assert.Throws<ObjectDisposedException>(() => random.GetBytes(1));
        Assert.Throws<ObjectDisposedException>(() => random.Reseed("seed"u8));
    }

    [Fact]
    public void DigestsAreWrittenToSpans()
    {
        byte[] message = Pattern.Bytes(100), small = new byte[20], middle = new byte[20], large = new byte[20];
        Skein256.HashData(message, small.AsSpan());
        Skein512.HashData(message, middle.AsSpan());
        Skein1024.HashData(message, large.AsSpan());
        Digests.Equal(PlainSkein.S256.Hash(default, message, 20), small, () => "Skein-256");
        Digests.Equal(PlainSkein.S512.Hash(default, message, 20), middle, () => "Skein-512");
        Digests.Equal(PlainSkein.S1024.Hash(default, message, 20), large, () => "Skein-1024");
    }

    [Fact]
    public void SavedStatesWithTreesStringsAndPartialBytesCanBeResumed()
    {
        Random random = Seed.For();
        foreach (bool tree in new[] { false, true })
        {
            SkeinParameters p = new()
            {
                Personalization = Pattern.Bytes(random, 70), Nonce = Pattern.Bytes(random, 5),
                KeyDerivationIdentifier = Pattern.Bytes(random, 9),
                LeafExponent = tree ? 1 : 0, NodeExponent = tree ? 2 : 0, MaxLevel = tree ? 4 : 0,
            };
            // This key is longer than the Skein state.
            byte[] key = Pattern.Bytes(random, 300), data = Pattern.Bytes(random, 3000);
            foreach (int n in new[] { 0, 1, 64, 65, 127, 128, 129, 256, 257, 1280, 2000 })
            {
                using Skein512Mac hash = new(p, key, 100);
                hash.AppendData(data.AsSpan(0, n));
                byte[] state = hash.ExportState();
                using Skein512Mac resumed = (Skein512Mac)LanewiseHash.FromState(state, key);
                Assert.Equal(state, resumed.ExportState());
                Assert.True(state.AsSpan().IndexOf(key.AsSpan(0, 16)) < 0);
                Assert.Throws<CryptographicException>(() => LanewiseHash.FromState(state, key.AsSpan(1)));
                byte[] wrong = (byte[])key.Clone();
                wrong[299] ^= 1;
                Assert.Throws<CryptographicException>(() => LanewiseHash.FromState(state, wrong));
                foreach (Skein512Mac one in new[] { hash, resumed })
                {
                    one.AppendData(data.AsSpan(n, 500));
                    SkeinBits.AppendData(one, data.AsSpan(0, 3), 19);
                }

                using LanewiseHash ended = LanewiseHash.FromState(hash.ExportState(), key);
                Digests.Equal(hash.GetCurrentHash(), resumed.GetCurrentHash(), () => $"at {n}, tree {tree}{Seed.Replay}");
                Digests.Equal(hash.GetCurrentHash(), ended.GetCurrentHash(), () =>
                    $"ended within a byte, at {n}, tree {tree}{Seed.Replay}");
                Assert.Throws<InvalidOperationException>(() => ended.AppendData([1]));
            }
        }

        // Before the first block, the saved state of a keyed hash contains no chaining value, because that would be equivalent
        // to the key.
        using Skein512Mac keyed = new("a key"u8);
        keyed.AppendData("x"u8);
        byte[] start = new byte[64];
        ulong[] chain = new ulong[8];
        SkeinOneShot<Skein512Spec>.Start(chain, SkeinParameters.Default, "a key"u8, 512);
        Word<ulong>.WriteLittleEndian(start, chain);
        Assert.True(keyed.ExportState().AsSpan().IndexOf(start.AsSpan(0, 8)) < 0);
    }

    private static OneShot Of(int bits) => (parameters, key, source, sourceBits, destination, hashBits) =>
        SkeinBits.HashData(bits, parameters, key, source, sourceBits, destination, hashBits);
}
