using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

public sealed class HashAlgorithmAdapterTests
{
    [Fact]
    public void ReportsItsSizes()
    {
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        using HashAlgorithm blake = new LanewiseHashAlgorithm(new Blake2b(20));
        Assert.Equal(128, md5.HashSize);
        Assert.Equal(160, blake.HashSize);
        Assert.True(md5.CanReuseTransform);
        Assert.True(md5.CanTransformMultipleBlocks);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(55)]
    [InlineData(56)]
    [InlineData(64)]
    [InlineData(5000)]
    public void EveryOverloadEqualsDotNet(int length)
    {
        byte[] message = AdapterData.Pattern(length);
        byte[] expected = MD5.HashData(message);
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());

        // The test calls all overloads on the same object, because a call must not affect the results of later calls.
        for (int round = 0; round < 2; round++)
        {
            Assert.Equal(expected, md5.ComputeHash(message));
            Assert.Equal(expected, md5.Hash);
            Assert.Equal(expected, md5.ComputeHash(new MemoryStream(message)));
            byte[] padded = [1, 2, 3, .. message, 4];
            Assert.Equal(expected, md5.ComputeHash(padded, 3, length));
            byte[] written = new byte[17];
            Assert.True(md5.TryComputeHash(message, written, out int bytesWritten));
            Assert.Equal(16, bytesWritten);
            Assert.Equal(expected, written[..16]);
            Assert.Equal(0, written[16]);
        }
    }

    [Fact]
    public async Task HashesAStreamAsynchronously()
    {
        byte[] message = AdapterData.Pattern(10_000);
        using HashAlgorithm blake = new LanewiseHashAlgorithm(new Blake2s(32));
        byte[] digest = await blake.ComputeHashAsync(new TricklingStream(message), TestContext.Current.CancellationToken);
        Assert.Equal(Blake2s.HashData(message, 32), digest);
    }

    [Fact]
    public void TransformsBlockByBlock()
    {
        byte[] message = AdapterData.Pattern(1000);
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        for (int i = 0; i < 900; i += 100) Assert.Equal(100, md5.TransformBlock(message, i, 100, null, 0));
        Assert.Equal(message[900..], md5.TransformFinalBlock(message, 900, 100));
        Assert.Equal(MD5.HashData(message), md5.Hash);
    }

    [Fact]
    public void InitializeDiscardsAnUnfinishedMessage()
    {
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        md5.TransformBlock([1, 2, 3], 0, 3, null, 0);
        md5.Initialize();
        Assert.Equal(MD5.HashData("abc"u8), md5.ComputeHash("abc"u8.ToArray()));
    }

    [Fact]
    public void ATooShortDestinationIsNotWritten()
    {
        using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        byte[] destination = new byte[15];
        Assert.False(md5.TryComputeHash("abc"u8, destination, out int bytesWritten));
        Assert.Equal(0, bytesWritten);
        Assert.Equal(new byte[15], destination);
    }

    [Theory]
    [InlineData(CryptoStreamMode.Read)]
    [InlineData(CryptoStreamMode.Write)]
    public void WorksInACryptoStream(CryptoStreamMode mode)
    {
        byte[] message = AdapterData.Pattern(100_003);
        using HashAlgorithm blake = new LanewiseHashAlgorithm(new Blake2b(32));
        MemoryStream copy = new();
        if (mode == CryptoStreamMode.Read)
        {
            using CryptoStream stream = new(new TricklingStream(message), blake, mode);
            stream.CopyTo(copy);
        }
        else
        {
            using CryptoStream stream = new(copy, blake, mode, leaveOpen: true);
            for (int i = 0; i < message.Length; i += 1000) stream.Write(message, i, Math.Min(1000, message.Length - i));
        }

        Assert.Equal(message, copy.ToArray());
        Assert.Equal(Blake2b.HashData(message, 32), blake.Hash);
    }

    [Fact]
    public void DisposeDisposesTheHash()
    {
        Md5 hash = new();
        hash.AppendData("ab"u8);
        using (HashAlgorithm adapter = new LanewiseHashAlgorithm(hash))
        {
            Assert.Equal(MD5.HashData("abc"u8), adapter.ComputeHash("c"u8.ToArray()));
        }

        Assert.Throws<ObjectDisposedException>(() => hash.AppendData("a"u8));
    }

    [Fact]
    public void RejectsNullAndUseAfterDispose()
    {
        Assert.Throws<ArgumentNullException>("hash", () => new LanewiseHashAlgorithm(null!));
        HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
        md5.Dispose();
        md5.Dispose();
        Assert.Throws<ObjectDisposedException>(() => md5.ComputeHash([]));
        Assert.Throws<ObjectDisposedException>(md5.Initialize);
    }
}
