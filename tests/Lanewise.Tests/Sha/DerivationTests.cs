using System.Buffers;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Lanewise.Api;
using Lanewise.Incremental;
using Lanewise.MerkleDamgard;
using Lanewise.Sha1Family;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares PBKDF2 and HKDF batches with published values and with .NET's results, for every vector width, count and key length.
/// </summary>
public sealed class DerivationTests
{
    private static readonly HashAlgorithmName[] Hashes = [HashAlgorithmName.SHA1, HashAlgorithmName.SHA256,
        HashAlgorithmName.SHA512];

    [Theory]
    // The cases are from RFC 6070 and from RFC 7914, section 11.
    [InlineData("SHA1", "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6")]
    [InlineData("SHA1", "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957")]
    [InlineData("SHA1", "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1")]
    [InlineData("SHA1", "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
        "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038")]
    [InlineData("SHA256", "passwd", "salt", 1,
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")]
    [InlineData("SHA256", "Password", "NaCl", 80000,
        "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d")]
    public void Pbkdf2EqualsThePublishedAnswers(string hash, string password, string salt, int iterations, string expected)
    {
        byte[] wanted = Convert.FromHexString(expected);
        byte[] key = new byte[wanted.Length];
        Pbkdf2.DeriveMany(new(hash), [Encoding.ASCII.GetBytes(password)], [Encoding.ASCII.GetBytes(salt)], iterations, key,
            key.Length);
        Assert.Equal(wanted, key);
    }

    [Fact]
    public void EveryShapeEqualsDotNet()
    {
        Random random = Seed.For("pbkdf2");
        foreach (HashAlgorithmName hash in Hashes)
        {
            HashRow row = Pbkdf2.MacOf(hash);
            IReadOnlyList<LaneShape> shapes = row.Table.Shapes;
            foreach (LaneShape shape in shapes)
            {
                foreach (int count in new[] { 1, 3, 17, 40 })
                {
                    ReadOnlyMemory<byte>[] passwords = Texts(random, count, 150), salts = Texts(random, count, 300);
                    foreach (int keyBytes in new[] { 1, row.DefaultHashBytes, (2 * row.DefaultHashBytes) + 3 })
                    {
                        int iterations = random.Next(1, 6);
                        byte[] keys = new byte[count * keyBytes];
                        row.Pbkdf2!(new Pbkdf2Job(passwords, salts, iterations, keys, keyBytes, default), shape);
                        for (int i = 0; i < count; i++)
                        {
                            Digests.Equal(
                                Rfc2898DeriveBytes.Pbkdf2(passwords[i].Span, salts[i].Span, iterations, hash, keyBytes),
                                keys.AsSpan(i * keyBytes, keyBytes),
                                    () => $"{hash}, {shape}, password {i} of {count}, {keyBytes} bytes{Seed.Replay}");
                        }
                    }
                }
            }
        }
    }

    [Fact]
    public void OnePasswordOrOneSaltAppliesToAllDerivations()
    {
        Random random = Seed.For("pbkdf2 one");
        ReadOnlyMemory<byte>[] many = Texts(random, 70, 40), one = Texts(random, 1, 40);
        foreach (HashAlgorithmName hash in Hashes)
        {
            foreach ((ReadOnlyMemory<byte>[] passwords, ReadOnlyMemory<byte>[] salts) in new[] { (many, one), (one, many),
                (one, one) })
            {
                int count = Math.Max(passwords.Length, salts.Length);
                byte[] keys = new byte[count * 100], cores = new byte[count * 100];
                Pbkdf2.DeriveMany(hash, passwords, salts, 3, keys, 100);
                Pbkdf2.DeriveMany(hash, passwords, salts, 3, cores, 100, new ParallelOptions { MaxDegreeOfParallelism = 2 });
                Assert.Equal(keys, cores);
                for (int i = 0; i < count; i++)
                {
                    byte[] expected = Rfc2898DeriveBytes.Pbkdf2(
                        passwords[passwords.Length == 1 ? 0 : i].Span, salts[salts.Length == 1 ? 0 : i].Span, 3, hash, 100);
                    Digests.Equal(expected, keys.AsSpan(i * 100, 100), () => $"{hash}, {i}");
                }
            }
        }
    }

    [Fact]
    public void LongSaltsAreNotCopiedTogether()
    {
        // The combined salts of all lanes would exceed the maximum length of an array.
        ReadOnlyMemory<byte>[] passwords = Texts(Seed.For("pbkdf2 salt"), 18, 150), salt = [new byte[4 * 1024 * 1024]];
        foreach (HashAlgorithmName hash in Hashes)
        {
            HashRow row = Pbkdf2.MacOf(hash);
            byte[] keys = new byte[passwords.Length * 20];
            long before = GC.GetAllocatedBytesForCurrentThread();
            row.Pbkdf2!(new Pbkdf2Job(passwords, salt, 2, keys, 20, default), row.Table.Shapes[^1]);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, salt[0].Length);
            for (int i = 0; i < passwords.Length; i += 17)
            {
                Digests.Equal(
                    Rfc2898DeriveBytes.Pbkdf2(passwords[i].Span, salt[0].Span, 2, hash, 20), keys.AsSpan(i * 20, 20),
                    () => $"{hash}, {i}");
            }
        }
    }

    [Fact]
    public void MismatchedArgumentsAreRejected()
    {
        ReadOnlyMemory<byte>[] two = [new byte[1], new byte[2]], three = [new byte[1], new byte[2], new byte[3]];
        byte[] keys = new byte[60];
        HashAlgorithmName sha = HashAlgorithmName.SHA256;
        Assert.Contains("2 salts for 3 passwords",
            Assert.Throws<ArgumentException>("salts", () => Pbkdf2.DeriveMany(sha, three, two, 1, keys, 20)).Message,
            StringComparison.Ordinal);
        Assert.Throws<ArgumentException>("salts", () => Pbkdf2.DeriveMany(sha, three, [], 1, keys, 20));
        Assert.Throws<ArgumentException>("passwords", () => Pbkdf2.DeriveMany(sha, [], two, 1, keys, 20));
        Assert.Contains("57", Assert.Throws<ArgumentException>("destination",
            () => Pbkdf2.DeriveMany(sha, three, three, 1, keys, 19)).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>("iterations", () => Pbkdf2.DeriveMany(sha, three, three, 0, keys, 20));
        Assert.Throws<ArgumentOutOfRangeException>("keySizeInBytes", () => Pbkdf2.DeriveMany(sha, three, three, 1, keys, 0));
        Assert.Throws<CryptographicException>(() => Pbkdf2.DeriveMany(new("BLAKE3"), three, three, 1, keys, 20));
        Assert.Throws<CryptographicException>(() => Pbkdf2.DeriveMany(HashAlgorithmName.MD5, three, three, 1, keys, 20));
        Assert.Throws<ArgumentNullException>("hashAlgorithm", () => Pbkdf2.DeriveMany(default, three, three, 1, keys, 20));
        Assert.Throws<ArgumentNullException>("parallelOptions", () => Pbkdf2.DeriveMany(sha, three, three, 1, keys, 20, null!));
        using CancellationTokenSource cancel = new();
        cancel.Cancel();
        Assert.ThrowsAny<OperationCanceledException>(() =>
            Pbkdf2.DeriveMany(sha, three, three, 1, keys, 20, new ParallelOptions { CancellationToken = cancel.Token }));
        foreach ((ReadOnlyMemory<byte>[] passwords,
            ReadOnlyMemory<byte>[] salts) in new[] { (new ReadOnlyMemory<byte>[] { keys.AsMemory(59) }, three),
            (three, [keys.AsMemory(0, 1)]) })
        {
            Assert.Throws<ArgumentException>("destination", () => Pbkdf2.DeriveMany(sha, passwords, salts, 1, keys, 20));
            Assert.Throws<ArgumentException>("destination", () =>
                Pbkdf2.DeriveMany(sha, passwords, salts, 1, keys, 20, new ParallelOptions()));
        }

        Assert.Throws<ArgumentException>("destination", () => Hkdf.DeriveMany(sha, three, keys, 19));
        Assert.Throws<ArgumentException>("destination", () =>
            Hkdf.DeriveMany(sha, three, keys, 20, HashKeys.One(keys.AsSpan(0, 5))));
        Assert.Throws<ArgumentOutOfRangeException>("keySizeInBytes", () => Hkdf.DeriveMany(sha, three, keys, (255 * 32) + 1));
        Assert.ThrowsAny<ArgumentException>(() => Hkdf.DeriveMany(sha, three, keys, 20, HashKeys.PerMessage(new byte[4], 2)));
        // The method rejects the length of the input before it reads any byte.
        byte one = 0;
        Assert.Throws<ArgumentException>("info", () => Hkdf.DeriveMany(
            sha, three, keys, 20, default, MemoryMarshal.CreateReadOnlySpan(ref one, int.MaxValue)));
    }

    [Fact]
    public void ALongDerivationObservesTheToken()
    {
        using CancellationTokenSource cancel = new();
        using CancelsWhenRead first = new(cancel);
        ReadOnlyMemory<byte>[] many = [first.Memory, .. Texts(Seed.For("cancelled"), 63, 20)];
        HashRow row = Pbkdf2.MacOf(HashAlgorithmName.SHA256);
        // The call requests a vector width. Otherwise, .NET would perform the single derivation, and the call could not be
        // cancelled.
        Assert.ThrowsAny<OperationCanceledException>(() => row.Pbkdf2!(
            new Pbkdf2Job(many, many, 100_000_000, new byte[64 * 32], 32, cancel.Token), row.ChosenShape));
    }

    [Fact]
    public void ManyShortDerivationsObserveTheToken()
    {
        HashRow row = Pbkdf2.MacOf(HashAlgorithmName.SHA256);
        foreach (LaneShape shape in row.Table.Shapes)
        {
            using CancellationTokenSource cancel = new();
            using CancelsWhenRead first = new(cancel);
            ReadOnlyMemory<byte>[] salt = [new byte[8]],
                passwords = [first.Memory, .. Texts(Seed.For("cancelled"), 2 * shape.Lanes(row.WordBits), 20)];
            byte[] keys = new byte[passwords.Length * 32];
            Assert.ThrowsAny<OperationCanceledException>(() =>
                row.Pbkdf2!(new Pbkdf2Job(passwords, salt, 2, keys, 32, cancel.Token), shape));
            Assert.All(keys[^32..], b => Assert.Equal(0, b));
        }
    }

    [Theory]
    // These are cases 1, 2 and 3 of RFC 5869, appendix A.
    [InlineData("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")]
    [InlineData("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")]
    public void HkdfEqualsThePublishedAnswers(string secret, string salt, string info, string expected)
    {
        byte[] wanted = Convert.FromHexString(expected), keys = new byte[3 * wanted.Length];
        ReadOnlyMemory<byte> one = Convert.FromHexString(secret);
        byte[] salted = Convert.FromHexString(salt);
        Hkdf.DeriveMany(HashAlgorithmName.SHA256, [one, one, one], keys, wanted.Length,
            salted.Length == 0 ? default : HashKeys.One(salted), Convert.FromHexString(info));
        Assert.Equal([.. wanted, .. wanted, .. wanted], keys);
    }

    [Fact]
    public void HkdfOfManySecretsEqualsDotNet()
    {
        Random random = Seed.For("hkdf");
        foreach (HashAlgorithmName hash in Hashes.Append(HashAlgorithmName.MD5))
        {
            foreach (int count in new[] { 1, 5, 40, 1100 })
            {
                ReadOnlyMemory<byte>[] secrets = Texts(random, count, 200);
                byte[] info = Pattern.Bytes(random.Next(90)), salt = Pattern.Bytes(random.Next(1, 200)),
                    salts = Pattern.Bytes(count * 24);
                int keyBytes = random.Next(1, 200);
                byte[] none = new byte[count * keyBytes], one = new byte[count * keyBytes], each = new byte[count * keyBytes];
                Hkdf.DeriveMany(hash, secrets, none, keyBytes, default, info);
                Hkdf.DeriveMany(hash, secrets, one, keyBytes, HashKeys.One(salt), info);
                Hkdf.DeriveMany(hash, secrets, each, keyBytes, HashKeys.PerMessage(salts, 24), info);
                for (int i = 0; i < count; i++)
                {
                    byte[] secret = secrets[i].ToArray();
                    Range range = (i * keyBytes)..((i + 1) * keyBytes);
                    Digests.Equal(HKDF.DeriveKey(hash, secret, keyBytes, null, info), none.AsSpan(range), () =>
                        $"{hash}, {i} of {count}, no salt{Seed.Replay}");
                    Digests.Equal(HKDF.DeriveKey(hash, secret, keyBytes, salt, info), one.AsSpan(range), () =>
                        $"{hash}, {i} of {count}, one salt{Seed.Replay}");
                    Digests.Equal(HKDF.DeriveKey(hash, secret, keyBytes, salts[(24 * i)..(24 * (i + 1))], info),
                        each.AsSpan(range), () => $"{hash}, {i} of {count}, a salt each{Seed.Replay}");
                }
            }
        }
    }

    [Fact]
    public void ALongInfoIsNotCopiedForAllSecretsAtOnce()
    {
        ReadOnlyMemory<byte>[] secrets = Texts(Seed.For("hkdf info"), 1000, 40);
        byte[] info = Pattern.Bytes(30_000), keys = new byte[1000 * 16];
        long before = GC.GetAllocatedBytesForCurrentThread();
        Hkdf.DeriveMany(HashAlgorithmName.SHA256, secrets, keys, 16, default, info);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 16 << 20);
        foreach (int i in new[] { 0, 33, 34, 999 })
        {
            Digests.Equal(HKDF.DeriveKey(HashAlgorithmName.SHA256, secrets[i].ToArray(), 16, null, info), keys.AsSpan(i * 16, 16),
                () => $"{i}");
        }
    }

    [Fact]
    public void NoPasswordAndNoSecretStaysInMemory()
    {
        ReadOnlyMemory<byte>[] salts =
            [.. Enumerable.Range(0, 20).Select(i => new ReadOnlyMemory<byte>(BitConverter.GetBytes(i)))];
        List<(string Name, int KeyBytes, Action<byte[]> Use)> methods = [];
        foreach (HashAlgorithmName hash in Hashes)
        {
            methods.Add(($"PBKDF2 {hash}", 32, key =>
            {
                Pbkdf2.DeriveMany(hash, [key], salts, 3, new byte[20 * 16], 16);
                Pbkdf2.DeriveMany(hash, new ReadOnlyMemory<byte>[] { key }, salts, 3, new byte[20 * 16], 16,
                    new ParallelOptions());
            }));
            methods.Add(($"HKDF {hash}", 32, key =>
                Hkdf.DeriveMany(hash, [.. Enumerable.Repeat(new ReadOnlyMemory<byte>(key), 20)], new byte[20 * 16], 16)));
        }

        Assert.Empty(KeysInMemory.LeftBy(methods));
    }

    // The HMAC states and HKDF's extracted key must be wiped: an attacker could forge MACs with the HMAC state of a key, and the
    // extracted key determines all derived keys.
    [Fact]
    public void NoValueDerivedFromKeysStaysInMemory()
    {
        Random random = Seed.For("states");
        foreach (LaneShape? shape in LaneDispatch.Supported.Where(shape => shape.Streams == 1).Select(shape => (LaneShape?)shape)
            .Append(null))
        {
            // The values are unique, so they do not occur in the memory of any other test.
            byte[] keys = new byte[20 * 16], source = Pattern.Bytes(20 * 150);
            random.NextBytes(keys);
            int[] lengths = [.. Enumerable.Range(0, 20).Select(_ => random.Next(150))];
            foreach (int count in new[] { 1, 20 })
            {
                Assert.False(KeysInMemory.Keeps(count * 64, (count - 1) * 32, made => Md<uint, Sha1Spec>.HmacEngine.KeyStates(
                    HashKeys.PerMessage(keys, 16), count, MemoryMarshal.Cast<byte, uint>(made.Span), shape)),
                    $"states of {count}, {shape}");
                Assert.False(KeysInMemory.Keeps(count * 20, (count - 1) * 20, made =>
                    default(Md<uint, Sha1Spec>.HmacEngine).HashMany(
                    Messages.Packed(source.AsSpan(0, lengths.Take(count).Sum()), lengths.AsSpan(0, count)), HashKeys.One(keys),
                    made.Span, 20, shape)), $"MACs of {count}, {shape}");
            }
        }
    }

    private static ReadOnlyMemory<byte>[] Texts(Random random, int count, int longest) =>
        [.. Enumerable.Range(0, count).Select(_ =>
        {
            byte[] text = new byte[random.Next(longest + 1)];
            random.NextBytes(text);
            return new ReadOnlyMemory<byte>(text);
        })];

    private sealed class CancelsWhenRead(CancellationTokenSource source) : MemoryManager<byte>
    {
        public override Memory<byte> Memory => CreateMemory(8);

        public override Span<byte> GetSpan()
        {
            source.Cancel();
            return new byte[8];
        }

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
