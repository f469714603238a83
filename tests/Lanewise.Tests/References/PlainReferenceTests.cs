using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares digests with the plain references, for random input and all parameters. The plain references themselves are verified
/// with known answers.
/// </summary>
public sealed class PlainReferenceTests
{
    [Fact]
    public void ThePlainReferencesGiveTheKnownAnswers()
    {
        // The answers are from RFC 1321, A.5, and from RFC 7693, appendices A and B.
        Digests.Equal(Convert.FromHexString("900150983cd24fb0d6963f7d28e17f72"), PlainMd5.Hash("abc"u8), () => "plain MD5");
        Digests.Equal(Convert.FromHexString("750c783e6ab0b503eaa86e310a5db738"),
            PlainReferences.For("hmac-md5")("Jefe"u8, "what do ya want for nothing?"u8, 16), () => "plain HMAC");
        Digests.Equal(
            Convert.FromHexString(
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"),
            PlainBlake2.B.Hash(default, "abc"u8, 64), () => "plain BLAKE2b");
        Digests.Equal(
            Convert.FromHexString("508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"),
            PlainBlake2.S.Hash(default, "abc"u8, 32), () => "plain BLAKE2s");
        // This is NIST's example for SHA3-256 of the empty message.
        Digests.Equal(
            Convert.FromHexString("a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"),
            PlainKeccak.Sponge(512, default, "01", 32), () => "plain SHA3-256");
    }

    [Fact]
    public void Blake2bWithAllParametersEqualsThePlainReference() => WithAllParameters(
        PlainBlake2.B, (p, key, message, digest) => Either.Blake2b(p, key, message, digest),
        (p, key, n) => key.Length == 0 ? new Blake2b(p, n) : new Blake2bMac(p, key, n),
        (p, key, messages, digests, n) =>
        {
            if (key.Length == 0) Blake2b.HashMany(p, messages, digests, n);
            else Blake2bMac.HashMany(p, messages, digests, HashKeys.One(key), n);
        });

    [Fact]
    public void Blake2sWithAllParametersEqualsThePlainReference() => WithAllParameters(
        PlainBlake2.S, (p, key, message, digest) => Either.Blake2s(p, key, message, digest),
        (p, key, n) => key.Length == 0 ? new Blake2s(p, n) : new Blake2sMac(p, key, n),
        (p, key, messages, digests, n) =>
        {
            if (key.Length == 0) Blake2s.HashMany(p, messages, digests, n);
            else Blake2sMac.HashMany(p, messages, digests, HashKeys.One(key), n);
        });

    [Fact]
    public void HmacMd5WithAnyKeyLengthEqualsThePlainReference()
    {
        Random random = Seed.For();
        for (int keyLength = 0; keyLength <= 200; keyLength++)
        {
            byte[] key = Pattern.Bytes(random, keyLength), message = Pattern.Bytes(random, random.Next(300));
            byte[] expected = PlainReferences.For("hmac-md5")(key, message, 16);
            Digests.Equal(expected, HmacMd5.HashData(key.AsSpan(), message), () =>
                $"HMAC with a {keyLength}-byte key{Seed.Replay}");
            using HmacMd5 running = new(key.AsSpan());
            running.AppendData(message);
            Digests.Equal(expected, running.GetHashAndReset(), () => $"incremental HMAC, {keyLength}-byte key{Seed.Replay}");
            running.AppendData(message);
            Digests.Equal(expected, running.GetCurrentHash(), () =>
                $"incremental HMAC after a reset, {keyLength}-byte key{Seed.Replay}");
        }
    }

    [Fact]
    public void Blake2CompressionWithAnyNumberOfRoundsEqualsThePlainReference()
    {
        Random random = Seed.For();
        for (int rounds = 0; rounds < 40; rounds++)
        {
            ulong[] h = Words(8), m = Words(16), expected = (ulong[])h.Clone();
            UInt128 t = new((ulong)random.NextInt64(), (ulong)random.NextInt64());
            bool lastBlock = random.Next(2) == 0, lastNode = random.Next(2) == 0;
            PlainBlake2.B.F(expected, m, t, lastBlock, lastNode, rounds);
            Hazmat.Blake2Compression.CompressB((uint)rounds, h, m, (ulong)t, (ulong)(t >> 64), lastBlock, lastNode);
            Assert.Equal(expected, h);

            uint[] hs = [.. Words(8).Select(w => (uint)w)], ms = [.. Words(16).Select(w => (uint)w)];
            ulong[] expectedS = [.. hs.Select(w => (ulong)w)];
            PlainBlake2.S.F(expectedS, [.. ms.Select(w => (ulong)w)], (ulong)t, lastBlock, lastNode, rounds);
            Hazmat.Blake2Compression.CompressS((uint)rounds, hs, ms, (uint)t, (uint)(t >> 32), lastBlock, lastNode);
            Assert.Equal(expectedS, hs.Select(w => (ulong)w));
        }

        ulong[] Words(int count) =>
            [.. Enumerable.Range(0, count).Select(_ => (ulong)random.NextInt64() ^ ((ulong)random.NextInt64() << 1))];
    }

    private delegate void One(Blake2Parameters p, byte[] key, byte[] message, byte[] digest);

    private static void WithAllParameters(
        PlainBlake2 plain, One one, Func<Blake2Parameters, byte[], int, LanewiseHash> create,
        Action<Blake2Parameters, byte[], ReadOnlyMemory<byte>[], byte[], int> many)
    {
        Random random = Seed.For(plain == PlainBlake2.B ? "b" : "s");
        for (int round = 0; round < 150; round++)
        {
            int field = plain.MaxBytes / 4, hashBytes = random.Next(1, plain.MaxBytes + 1);
            PlainBlake2Parameters p = new()
            {
                Salt = Pattern.Bytes(random, random.Next(field + 1)),
                Personalization = Pattern.Bytes(random, random.Next(field + 1)),
                Fanout = random.Next(256),
                MaxDepth = random.Next(1, 256),
                LeafLength = (uint)random.NextInt64(1L << 32),
                NodeOffset = plain == PlainBlake2.B
                ? (ulong)random.NextInt64(long.MinValue, long.MaxValue)
                : (ulong)random.NextInt64(1L << 48),
                NodeDepth = random.Next(256),
                InnerLength = random.Next(plain.MaxBytes + 1),
                IsLastNode = random.Next(2) == 0,
            };
            Blake2Parameters q = new()
            {
                Salt = p.Salt,
                Personalization = p.Personalization,
                Fanout = p.Fanout,
                MaxDepth = p.MaxDepth,
                LeafLength = p.LeafLength,
                NodeOffset = p.NodeOffset,
                NodeDepth = p.NodeDepth,
                InnerHashSizeInBytes = p.InnerLength,
                IsLastNode = p.IsLastNode,
            };
            byte[] key = Pattern.Bytes(random, random.Next(3) == 0 ? 0 : random.Next(plain.MaxBytes + 1));
            byte[] message = Pattern.Bytes(random, random.Next(4 * plain.BlockBytes)), digest = new byte[hashBytes];
            byte[] expected = plain.Hash(key, message, hashBytes, p);
            one(q, key, message, digest);
            Digests.Equal(expected, digest, () => $"one-shot, {p}, round {round}{Seed.Replay}");

            using LanewiseHash running = create(q, key, hashBytes);
            for (int twice = 0; twice < 2; twice++)
            {
                running.AppendData(message.AsSpan(0, message.Length / 3));
                running.AppendData(message.AsSpan(message.Length / 3));
                Digests.Equal(expected, running.GetHashAndReset(), () => $"incremental, {p}, round {round}{Seed.Replay}");
            }

            ReadOnlyMemory<byte>[] messages = [message, ReadOnlyMemory<byte>.Empty, message, new byte[1], message];
            byte[] digests = new byte[messages.Length * hashBytes];
            many(q, key, messages, digests, hashBytes);
            foreach (int i in new[] { 0, 2, 4 })
            {
                Digests.Equal(expected, digests.AsSpan(i * hashBytes, hashBytes), () => $"many, {p}, round {round}{Seed.Replay}");
            }
            Digests.Equal(plain.Hash(key, default, hashBytes, p), digests.AsSpan(hashBytes, hashBytes), () =>
                $"many, empty, {p}, round {round}{Seed.Replay}");
        }
    }
}
