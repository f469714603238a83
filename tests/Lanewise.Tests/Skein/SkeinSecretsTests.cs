using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that memory that has held a key is wiped, even if a call fails. Also tests that frequently called methods do not
/// allocate.
/// </summary>
public sealed class SkeinSecretsTests
{
    public static TheoryData<int> Sizes => [256, 512, 1024];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void AnIncrementalHashIsWiped(int bits)
    {
        foreach (SkeinParameters parameters in new[] { SkeinParameters.Default,
            new SkeinParameters { LeafExponent = 1, NodeExponent = 1, MaxLevel = 3 } })
        {
            byte[] key = Pattern.Bytes(40, 1);
            LanewiseHash hash = bits switch
            {
                256 => new Skein256Mac(parameters, key),
                512 => new Skein512Mac(parameters, key),
                _ => new Skein1024Mac(parameters, key),
            };
            // There is enough data to fill a block of chaining values on each level of the tree.
            hash.AppendData(Pattern.Bytes(parameters.IsTree ? 300_001 : 3000, 2));
            object running = hash.Incremental;
            IReadOnlyList<Array> arrays = Secrets.AllArrays(running);
            // The arrays contain the chaining value that results from the key. For each level of the tree, they also contain the
            // level's chaining value, the block that is held back, and the buffered values.
            int levels = parameters.IsTree ? 3 : 1;
            Assert.True(arrays.Count >= 1 + (2 * levels));
            Assert.True((parameters.IsTree ? 7 : 3) <= arrays.Count(array =>
                array.Cast<object>().Any(item => Convert.ToUInt64(item, null) != 0)));
            hash.Dispose();
            Assert.All(arrays, array =>
                Assert.All(array.Cast<object>(), item => Assert.Equal(0UL, Convert.ToUInt64(item, null))));
            Assert.Throws<ObjectDisposedException>(() => hash.AppendData([1]));
        }
    }

    [Fact]
    public void AKeystreamIsWiped()
    {
        SkeinOutput output = Skein512.CreateKeystream(Pattern.Bytes(32, 1), Pattern.Bytes(12, 2));
        output.Read(1000);
        Assert.Contains(Secrets.Words(output), word => word != 0);
        output.Dispose();
        Assert.All(Secrets.Words(output), word => Assert.Equal(0UL, word));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void AGeneratorIsWiped(int bits)
    {
        SkeinRandom random = new(Pattern.Bytes(64, 1), bits);
        random.GetBytes(100);
        Assert.Contains(Secrets.Words(random), word => word != 0);
        random.Dispose();
        Assert.All(Secrets.Words(random), word => Assert.Equal(0UL, word));
        Assert.Throws<ObjectDisposedException>(() => random.GetBytes(1));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void ATransformIsWipedEvenAfterWrongPadding(int bits)
    {
        int n = bits / 8;
        using ThreefishAlgorithm algorithm = new(bits);
        ICryptoTransform decryptor = algorithm.CreateDecryptor();
        object cipher = Secrets.Field(decryptor, "cipher");
        byte[] held = (byte[])Secrets.Field(decryptor, "held"), output = new byte[n];
        ulong[] subkeys = (ulong[])typeof(ThreefishCipher)
            .GetField("subkeys",
                System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!.GetValue(cipher)!;
        Assert.Contains(subkeys, word => word != 0);

        // The decryptor holds back the last block, and discards it if the padding is invalid.
        decryptor.TransformBlock(Pattern.Bytes(2 * n, 3), 0, 2 * n, output, 0);
        Assert.Contains(held, b => b != 0);
        Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(new byte[n + 1], 0, n + 1));
        Assert.All(held, b => Assert.Equal(0, b));
        decryptor.Dispose();
        Assert.All(subkeys, word => Assert.Equal(0UL, word));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void AReplacedKeyIsWiped(int bits)
    {
        ThreefishAlgorithm algorithm = new(bits);
        byte[] first = algorithm.Key;
        System.Reflection.FieldInfo field = typeof(SymmetricAlgorithm)
            .GetField("KeyValue", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!;
        byte[] inside = (byte[])field.GetValue(algorithm)!;
        Assert.Equal(first, inside);
        algorithm.GenerateKey();
        Assert.All(inside, b => Assert.Equal(0, b));
        Assert.NotEqual(first, algorithm.Key);
        inside = (byte[])field.GetValue(algorithm)!;
        algorithm.Dispose();
        Assert.All(inside, b => Assert.Equal(0, b));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void NothingIsAllocated(int bits)
    {
        byte[] key = Pattern.Bytes(32), text = new byte[20_000], digests = new byte[100 * 32], keys = new byte[100 * 16];
        using SkeinOutput keystream = bits switch
        {
            256 => Skein256.CreateKeystream(key, [1, 2, 3]),
            512 => Skein512.CreateKeystream(key, [1, 2, 3]),
            _ => Skein1024.CreateKeystream(key, [1, 2, 3]),
        };
        using SkeinRandom random = new(key, bits);
        Assert.Equal(0, Allocated.Least(Run));

        void Run()
        {
            keystream.Position = 77;
            keystream.Transform(text, text);
            keystream.Read(text);
            random.GetBytes(text);
            switch (bits)
            {
                case 256:
                    Skein256Mac.HashMany(Messages.Packed(text, 200), digests, HashKeys.One(key), 32);
                    Skein256Mac.HashMany(Messages.Packed(text, 200), digests, HashKeys.PerMessage(keys, 16), 32);
                    break;
                case 512:
                    Skein512Mac.HashMany(Messages.Packed(text, 200), digests, HashKeys.One(key), 32);
                    Skein512Mac.HashMany(Messages.Packed(text, 200), digests, HashKeys.PerMessage(keys, 16), 32);
                    break;
                default:
                    Skein1024Mac.HashMany(Messages.Packed(text, 200), digests, HashKeys.One(key), 32);
                    Skein1024Mac.HashMany(Messages.Packed(text, 200), digests, HashKeys.PerMessage(keys, 16), 32);
                    break;
            }
        }
    }
}
