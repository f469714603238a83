using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

public sealed class KeyedHashAlgorithmAdapterTests
{
    private static readonly byte[] Key = AdapterData.Pattern(40);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(200)]
    public void HmacMd5EqualsDotNet(int keyLength)
    {
        byte[] key = AdapterData.Pattern(keyLength), message = AdapterData.Pattern(1234);
        using HMACMD5 hmac = new(key);
        using KeyedHashAlgorithm adapter = new LanewiseKeyedHashAlgorithm(key.AsSpan(), k => new HmacMd5(k));
        Assert.Equal(hmac.HashSize, adapter.HashSize);
        Assert.Equal(key, adapter.Key);
        for (int round = 0; round < 2; round++) Assert.Equal(hmac.ComputeHash(message), adapter.ComputeHash(message));
    }

    [Fact]
    public void KeyedBlake2EqualsTheOneShot()
    {
        byte[] message = AdapterData.Pattern(1234);
        using KeyedHashAlgorithm b = new LanewiseKeyedHashAlgorithm(Key, k => new Blake2bMac(k, 48));
        using KeyedHashAlgorithm s = new LanewiseKeyedHashAlgorithm(Key.AsSpan(0, 32), k => new Blake2sMac(k, 16));
        Assert.Equal(384, b.HashSize);
        Assert.Equal(Blake2bMac.HashData(Key, message, 48), b.ComputeHash(message));
        Assert.Equal(Blake2sMac.HashData(Key.AsSpan(0, 32), message, 16), s.ComputeHash(message));
    }

    [Fact]
    public void TheKeyIsCopiedOnReadAndWrite()
    {
        byte[] given = (byte[])Key.Clone();
        using KeyedHashAlgorithm mac = new LanewiseKeyedHashAlgorithm(given, k => new HmacMd5(k));
        given[0] ^= 1;
        mac.Key[1] ^= 1;
        Assert.Equal(Key, mac.Key);
        given = [1, 2, 3];
        mac.Key = given;
        given[0] = 9;
        Assert.Equal([1, 2, 3], mac.Key);
        Assert.Equal(HMACMD5.HashData([1, 2, 3], "abc"u8), mac.ComputeHash("abc"u8.ToArray()));
        mac.Initialize();
        Assert.Equal(HMACMD5.HashData([1, 2, 3], "abc"u8), mac.ComputeHash("abc"u8.ToArray()));
    }

    [Fact]
    public void TheKeyCannotChangeWithinAMessage()
    {
        using KeyedHashAlgorithm mac = new LanewiseKeyedHashAlgorithm(Key, k => new HmacMd5(k));
        mac.TransformBlock([1], 0, 1, null, 0);
        Assert.Throws<CryptographicException>(() => mac.Key = [1]);
        mac.TransformFinalBlock([2], 0, 1);
        Assert.Equal(HMACMD5.HashData(Key.AsSpan(), [1, 2]), mac.Hash);

        mac.TransformBlock([1], 0, 1, null, 0);
        mac.Initialize();
        // HMAC allows an empty key, but an empty array is probably a mistake.
        Assert.Throws<CryptographicException>(() => mac.Key = []);
        mac.Key = [7];
        Assert.Equal(HMACMD5.HashData([7], [5]), mac.ComputeHash([5]));
    }

    [Fact]
    public void ARejectedKeyDoesNotReplaceTheOldKey()
    {
        using KeyedHashAlgorithm mac = new LanewiseKeyedHashAlgorithm(Key, k => new Blake2bMac(k, 32));
        Assert.Throws<CryptographicException>(() => mac.Key = new byte[65]);
        Assert.Throws<ArgumentNullException>(() => mac.Key = null!);
        Assert.Equal(Key, mac.Key);
        Assert.Equal(Blake2bMac.HashData(Key, "abc"u8, 32), mac.ComputeHash("abc"u8.ToArray()));
        Assert.Throws<CryptographicException>(() => new LanewiseKeyedHashAlgorithm(new byte[33], k => new Blake2sMac(k)));
    }

    [Fact]
    public void RejectsAFactoryThatReturnsNoHash()
    {
        Assert.Throws<ArgumentNullException>("create", () => new LanewiseKeyedHashAlgorithm(Key, null!));
        Assert.Throws<ArgumentException>("create", () => new LanewiseKeyedHashAlgorithm(Key, _ => null!));
    }

    [Fact]
    public void DisposeWipesTheKeyAndEndsUse()
    {
        Exposed.Run(out byte[] held);
        Assert.Equal(new byte[held.Length], held);
    }

    [Fact]
    public void WorksInACryptoStream()
    {
        byte[] message = AdapterData.Pattern(50_000);
        using KeyedHashAlgorithm mac = new LanewiseKeyedHashAlgorithm(Key, k => new HmacMd5(k));
        using (CryptoStream stream = new(Stream.Null, mac, CryptoStreamMode.Write)) new TricklingStream(message).CopyTo(stream);
        Assert.Equal(HMACMD5.HashData(Key, message), mac.Hash);
    }

    private static class Exposed
    {
        // Reads the key array of the base class by reflection, because no public member returns it. Disposal must wipe this
        // array.
        public static void Run(out byte[] held)
        {
            LanewiseKeyedHashAlgorithm mac = new(Key, k => new HmacMd5(k));
            held = (byte[])typeof(KeyedHashAlgorithm)
                .GetField("KeyValue", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!
                .GetValue(mac)!;
            Assert.Equal(Key, held);
            mac.Dispose();
            mac.Dispose();
            Assert.Throws<ObjectDisposedException>(() => mac.Key);
            Assert.Throws<ObjectDisposedException>(() => mac.Key = [1]);
            Assert.Throws<ObjectDisposedException>(() => mac.ComputeHash([]));
            Assert.Throws<ObjectDisposedException>(mac.Initialize);
        }
    }
}
