using System.Buffers;
using System.Security.Cryptography;
using System.Text.Json;
using Xunit;

namespace Lanewise.Tests;

public sealed class HashingBufferWriterTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void HashesTheOutputOfASerializer(bool passesOn)
    {
        int[] document = [.. Enumerable.Range(0, 5000)];
        ArrayBufferWriter<byte> copy = new();
        using Blake2b hash = new(32);
        using HashingBufferWriter writer = passesOn ? new(hash, copy) : new(hash);
        using (Utf8JsonWriter json = new(writer)) JsonSerializer.Serialize(json, document);

        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(document);
        Assert.Equal(expected.Length, writer.BytesHashed);
        Assert.Equal(Blake2b.HashData(expected, 32), hash.GetCurrentHash());
        if (passesOn) Assert.Equal(expected, copy.WrittenSpan.ToArray());
    }

    [Fact]
    public void HashesPiecesOfEverySize()
    {
        byte[] message = AdapterData.Pattern(40_000);
        using Md5 md5 = new();
        using HashingBufferWriter writer = new(md5);
        for (int i = 0, n = 0; i < message.Length; i += n, n = Math.Min((n * 3 / 2) + 1, message.Length - i))
        {
            Span<byte> span = writer.GetSpan(n);
            Assert.True(span.Length >= Math.Max(1, n));
            message.AsSpan(i, n).CopyTo(span);
            writer.Advance(n);
        }

        Assert.Equal(MD5.HashData(message), md5.GetCurrentHash());
    }

    [Fact]
    public void CountsOnlyAdvancedBytes()
    {
        using Md5 md5 = new();
        using HashingBufferWriter writer = new(md5);
        "not this"u8.CopyTo(writer.GetSpan(8));
        Memory<byte> memory = writer.GetMemory(6);
        "abcdef"u8.CopyTo(memory.Span);
        writer.Advance(0);
        writer.Advance(2);
        writer.Advance(1);
        Assert.Equal(3, writer.BytesHashed);
        Assert.Equal(MD5.HashData("abc"u8), md5.GetCurrentHash());
    }

    [Fact]
    public void RejectsToAdvanceBeyondTheReturnedMemory()
    {
        using Md5 md5 = new();
        using HashingBufferWriter writer = new(md5);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(1));
        int length = writer.GetSpan(10).Length;
        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Advance(-1));
        Assert.Throws<InvalidOperationException>(() => writer.Advance(length + 1));
        writer.Advance(length);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(1));
        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => writer.GetSpan(-1));
        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => writer.GetMemory(-1));
        Assert.Equal(length, writer.BytesHashed);
    }

    [Fact]
    public void DisposeWipesTheBuffer()
    {
        using Md5 md5 = new();
        HashingBufferWriter writer = new(md5);
        Memory<byte> held = writer.GetMemory(100);
        "secret"u8.CopyTo(held.Span);
        writer.Advance(3);
        writer.Dispose();
        writer.Dispose();
        Assert.Throws<ObjectDisposedException>(() => writer.GetSpan());
        Assert.Throws<ObjectDisposedException>(() => writer.GetMemory());
        Assert.Throws<ObjectDisposedException>(() => writer.Advance(0));
        Assert.Equal(MD5.HashData("sec"u8), md5.GetCurrentHash());
        Assert.Equal(-1, held.Span.IndexOfAnyExcept((byte)0));
    }

    [Fact]
    public void RejectsNull()
    {
        using Md5 md5 = new();
        Assert.Throws<ArgumentNullException>("hash", () => new HashingBufferWriter(null!));
        Assert.Throws<ArgumentNullException>("next", () => new HashingBufferWriter(md5, null!));
    }
}
