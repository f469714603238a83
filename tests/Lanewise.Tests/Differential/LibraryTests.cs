using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Macs;
using Org.BouncyCastle.Crypto.Parameters;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares digests of random input with those that .NET, Bouncy Castle and Botan compute.</summary>
public sealed class LibraryTests
{
    private const int Rounds = 400;

    [Fact]
    public void Md5EqualsDotNet()
    {
        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            byte[] message = Message(random);
            Digests.Equal(MD5.HashData(message), Md5.HashData(message), () => $"MD5 of {message.Length} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void Sha3EqualsDotNet()
    {
        Assert.SkipUnless(SHA3_256.IsSupported, "The platform has no SHA-3.");

        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            byte[] message = Message(random);
            Digests.Equal(SHA3_256.HashData(message), Sha3_256.HashData(message), () =>
                $"SHA3-256 of {message.Length} bytes{Seed.Replay}");
            Digests.Equal(SHA3_384.HashData(message), Sha3_384.HashData(message), () =>
                $"SHA3-384 of {message.Length} bytes{Seed.Replay}");
            Digests.Equal(SHA3_512.HashData(message), Sha3_512.HashData(message), () =>
                $"SHA3-512 of {message.Length} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void ShakeEqualsDotNet()
    {
        Assert.SkipUnless(System.Security.Cryptography.Shake128.IsSupported, "The platform has no SHAKE.");
        Random random = Seed.For();
        for (int i = 0; i < Rounds / 4; i++)
        {
            byte[] message = Message(random);
            int length = random.Next(1, 700);
            Digests.Equal(
                System.Security.Cryptography.Shake128.HashData(message, length), Shake128.HashData(message, length),
                () => $"{length} bytes of SHAKE128 of {message.Length} bytes{Seed.Replay}");
            Digests.Equal(
                System.Security.Cryptography.Shake256.HashData(message, length), Shake256.HashData(message, length),
                () => $"{length} bytes of SHAKE256 of {message.Length} bytes{Seed.Replay}");
            Digests.Equal(
                Shake128.HashData(message, 700).AsSpan(0, length).ToArray(), Shake128.HashData(message, length),
                () => $"a prefix of SHAKE128 output{Seed.Replay}");
        }
    }

    [Fact]
    public void ManyShakeOutputsOfAnyLengthEqualSingleOutputs()
    {
        Random random = Seed.For();
        for (int i = 0; i < 40; i++)
        {
            // In some rounds, there are more hashes than a batch processes at once.
            int[] lengths = ManyMessagesTests.RandomLengths(random, random.Next(i % 8 == 0 ? 1300 : 60), 64);
            byte[] source = Pattern.Bytes(random, lengths.Sum());
            int bytes = random.Next(1, 600);
            byte[] digests = new byte[bytes * lengths.Length];
            Shake128.HashMany(source, lengths, digests, bytes);
            byte[] expected = [.. Pattern.Cut(source, lengths).SelectMany(m => Shake128.HashData(m.Span, bytes))];
            Digests.EqualMany(expected, digests, bytes, () => $"many SHAKE128 outputs of {bytes} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void Sha3AndKeccakEqualBouncyCastle()
    {
        Random random = Seed.For();
        for (int i = 0; i < Rounds / 4; i++)
        {
            byte[] message = Message(random);
            Digests.Equal(Of(new Sha3Digest(224), message), Sha3_224.HashData(message), () =>
                $"SHA3-224 of {message.Length} bytes{Seed.Replay}");
            Digests.Equal(Of(new KeccakDigest(256), message), Keccak256.HashData(message), () =>
                $"Keccak-256 of {message.Length} bytes{Seed.Replay}");
        }

        static byte[] Of(IDigest digest, byte[] message)
        {
            byte[] hash = new byte[digest.GetDigestSize()];
            digest.BlockUpdate(message, 0, message.Length);
            digest.DoFinal(hash, 0);
            return hash;
        }
    }

    [Fact]
    public void HmacMd5EqualsDotNet()
    {
        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            byte[] key = Pattern.Bytes(random, random.Next(150)), message = Message(random);
            Digests.Equal(HMACMD5.HashData(key, message), HmacMd5.HashData(key.AsSpan(), message), () =>
                $"HMAC-MD5 of {message.Length} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void ManyMd5DigestsEqualDotNet()
    {
        Random random = Seed.For();
        for (int i = 0; i < 40; i++)
        {
            int[] lengths = ManyMessagesTests.RandomLengths(random, random.Next(300), 64);
            byte[] source = Pattern.Bytes(random, lengths.Sum()), digests = new byte[16 * lengths.Length];
            Md5.HashMany(source, lengths, digests);
            byte[] expected = [.. Pattern.Cut(source, lengths).SelectMany(m => MD5.HashData(m.Span))];
            Digests.EqualMany(expected, digests, 16, () => $"many MD5{Seed.Replay}");
        }
    }

    [Fact]
    public void ManyHmacMd5CodesEqualDotNet()
    {
        Random random = Seed.For();
        for (int i = 0; i < 40; i++)
        {
            int[] lengths = ManyMessagesTests.RandomLengths(random, random.Next(300), 64);
            byte[] key = Pattern.Bytes(random, random.Next(100)), source = Pattern.Bytes(random, lengths.Sum()),
                digests = new byte[16 * lengths.Length];
            byte[] expected = [.. Pattern.Cut(source, lengths).SelectMany(m => HMACMD5.HashData(key, m.Span))];
            HmacMd5.HashMany(Messages.Packed(source, lengths), digests, HashKeys.One(key.AsSpan()));
            Digests.EqualMany(expected, digests, 16, () => $"many HMAC-MD5, ragged{Seed.Replay}");
            digests.AsSpan().Clear();
            HmacMd5.HashMany(Pattern.Cut(source, lengths), digests, HashKeys.One(key.AsSpan()));
            Digests.EqualMany(expected, digests, 16, () => $"many HMAC-MD5, scattered{Seed.Replay}");

            int length = random.Next(200), count = random.Next(70);
            source = Pattern.Bytes(random, length * count);
            digests = new byte[16 * count];
            HmacMd5.HashMany(Messages.Packed(source, length), digests, HashKeys.One(key.AsSpan()));
            expected = [.. Pattern.Cut(source, [.. Enumerable.Repeat(length, count)])
                .SelectMany(m => HMACMD5.HashData(key, m.Span))];
            Digests.EqualMany(expected, digests, 16, () => $"many HMAC-MD5, equal{Seed.Replay}");
        }
    }

    [Fact]
    public void Md5EqualsBouncyCastle()
    {
        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            byte[] message = Message(random), key = Pattern.Bytes(random, random.Next(1, 150));
            Digests.Equal(Run(new MD5Digest(), message), Md5.HashData(message), () =>
                $"MD5 of {message.Length} bytes{Seed.Replay}");
            HMac hmac = new(new MD5Digest());
            hmac.Init(new KeyParameter(key));
            hmac.BlockUpdate(message, 0, message.Length);
            byte[] expected = new byte[16];
            hmac.DoFinal(expected, 0);
            Digests.Equal(expected, HmacMd5.HashData(key, message), () => $"HMAC-MD5 of {message.Length} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void Blake2bEqualsBouncyCastle()
    {
        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            byte[] message = Message(random), key = Pattern.Bytes(random, random.Next(65)), salt = Pattern.Bytes(random, 16),
                personal = Pattern.Bytes(random, 16);
            int hashBytes = random.Next(1, 65);
            byte[] digest = new byte[hashBytes];
            Either.Blake2b(Blake2Parameters.Default, key, message, digest);
            Digests.Equal(Run(new Blake2bDigest(KeyOrNull(key), hashBytes, null, null), message), digest, () =>
                $"BLAKE2b{Seed.Replay}");
            Either.Blake2b(new Blake2Parameters { Salt = salt, Personalization = personal }, key, message, digest);
            Digests.Equal(Run(new Blake2bDigest(KeyOrNull(key), hashBytes, salt, personal), message), digest, () =>
                $"BLAKE2b with salt{Seed.Replay}");
        }
    }

    [Fact]
    public void Blake2sEqualsBouncyCastle()
    {
        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            byte[] message = Message(random), key = Pattern.Bytes(random, random.Next(33)), salt = Pattern.Bytes(random, 8),
                personal = Pattern.Bytes(random, 8);
            int hashBytes = random.Next(1, 33);
            byte[] digest = new byte[hashBytes];
            Either.Blake2s(Blake2Parameters.Default, key, message, digest);
            Digests.Equal(Run(new Blake2sDigest(KeyOrNull(key), hashBytes, null, null), message), digest, () =>
                $"BLAKE2s{Seed.Replay}");
            Either.Blake2s(new Blake2Parameters { Salt = salt, Personalization = personal }, key, message, digest);
            Digests.Equal(Run(new Blake2sDigest(KeyOrNull(key), hashBytes, salt, personal), message), digest, () =>
                $"BLAKE2s with salt{Seed.Replay}");
        }
    }

    [Theory]
    [InlineData(256)]
    [InlineData(512)]
    [InlineData(1024)]
    public void SkeinEqualsBouncyCastle(int stateBits)
    {
        Random random = Seed.For(stateBits.ToString(CultureInfo.InvariantCulture));
        for (int i = 0; i < Rounds / 2; i++)
        {
            // Bouncy Castle rejects keys of less than 16 bytes.
            byte[] message = Message(random), key = Pattern.Bytes(random, random.Next(16, 150)),
                digest = new byte[random.Next(1, 300)];
            Skein(stateBits, default, message, digest);
            Digests.Equal(Run(new SkeinDigest(stateBits, digest.Length * 8), message), digest, () =>
                $"Skein-{stateBits} of {message.Length} bytes{Seed.Replay}");
            Org.BouncyCastle.Crypto.Macs.SkeinMac mac = new(stateBits, digest.Length * 8);
            mac.Init(new KeyParameter(key));
            mac.BlockUpdate(message, 0, message.Length);
            byte[] expected = new byte[digest.Length];
            mac.DoFinal(expected, 0);
            Skein(stateBits, key, message, digest);
            Digests.Equal(expected, digest, () =>
                $"Skein-{stateBits} of {message.Length} bytes with a {key.Length}-byte key{Seed.Replay}");
        }
    }

    [Fact]
    public void Skein512EqualsBotan()
    {
        if (!ComparedLibraries.Ciphers.OfType<Botan>().Single().IsInstalled)
        {
            Assert.Skip("Botan is not installed here (tools/install-test-deps.sh installs it).");
        }

        Random random = Seed.For();
        for (int i = 0; i < Rounds; i++)
        {
            // Botan's Skein output is at most one block long.
            byte[] message = Message(random), digest = new byte[random.Next(1, 65)];
            Skein512.HashData(message, digest.AsSpan());
            Digests.Equal(Botan.Hash($"Skein-512({digest.Length * 8})", message), digest, () =>
                $"Skein-512-{digest.Length * 8} of {message.Length} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void BatchesOfSha1AndSha2EqualLibipsecMb()
    {
        IpsecMb library = ComparedLibraries.Hashes.OfType<IpsecMb>().Single();
        Assert.SkipUnless(library.IsInstalled, "libipsec-mb is not installed here (tools/install-test-deps.sh installs it).");
        Random random = Seed.For();
        List<string> compared = [];
        foreach (HashRow row in Catalog.Hashes)
        {
            int[] lengths = [.. Enumerable.Range(0, Rounds).Select(_ => Message(random).Length)];
            if (library.FindMany(row, lengths.Max()) is not { } hash) continue;

            byte[] source = Pattern.Bytes(random, lengths.Sum()), expected = new byte[Rounds * row.DefaultHashBytes];
            hash(source, lengths, expected);
            byte[] digests = new byte[expected.Length];
            row.HashMany(Messages.Packed(source, lengths), default, digests, row.DefaultHashBytes);
            Digests.EqualMany(expected, digests, row.DefaultHashBytes, () => $"{row.Title}{Seed.Replay}");
            compared.Add(row.Name);
        }

        Assert.Equal(["sha1", "sha224", "sha256", "sha384", "sha512"], compared);
    }

    private static void Skein(int stateBits, ReadOnlySpan<byte> key, byte[] message, byte[] digest) =>
        Either.Skein(stateBits, SkeinParameters.Default, key, message, digest);

    // Bouncy Castle 1.8.10 treats an empty array as a key and hashes a block of zeros before the message.
    private static byte[]? KeyOrNull(byte[] key) => key.Length == 0 ? null : key;

    private static byte[] Message(Random random) =>
        Pattern.Bytes(random, random.Next(4) == 0 ? random.Next(20_000) : random.Next(600));

    private static byte[] Run(IDigest digest, byte[] message)
    {
        digest.BlockUpdate(message, 0, message.Length);
        byte[] result = new byte[digest.GetDigestSize()];
        digest.DoFinal(result, 0);
        return result;
    }
}
