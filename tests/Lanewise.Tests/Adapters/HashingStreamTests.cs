using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

public sealed class HashingStreamTests
{
    private static readonly byte[] Message = AdapterData.Pattern(20_011);

    public enum Form
    {
        Array,
        Span,
        OneByte,
        CopyTo,
        AsyncArray,
        AsyncMemory,
        CopyToAsync,
        BeginEnd,
    }

    [Theory, CombinatorialForms]
    public async Task HashesTheBytesReadAndNotTheBytesRequested(Form form)
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using Md5 md5 = new();
        await using HashingStream stream = new(new TricklingStream(Message), md5, CryptoStreamMode.Read);
        MemoryStream copy = new();
        byte[] buffer = new byte[500];
        int n;
        switch (form)
        {
            case Form.Array:
                while ((n = stream.Read(buffer, 3, 400)) > 0) copy.Write(buffer, 3, n);
                break;
            case Form.Span:
                while ((n = stream.Read(buffer.AsSpan())) > 0) copy.Write(buffer, 0, n);
                break;
            case Form.OneByte:
                while ((n = stream.ReadByte()) >= 0) copy.WriteByte((byte)n);
                break;
            case Form.CopyTo:
                stream.CopyTo(copy);
                break;
            case Form.AsyncArray:
#pragma warning disable CA1835 // The array overload is tested.
                while ((n = await stream.ReadAsync(buffer, 3, 400, token)) > 0) copy.Write(buffer, 3, n);
#pragma warning restore CA1835
                break;
            case Form.AsyncMemory:
                while ((n = await stream.ReadAsync(buffer.AsMemory(), token)) > 0) copy.Write(buffer, 0, n);
                break;
            case Form.CopyToAsync:
                await stream.CopyToAsync(copy, token);
                break;
            default:
                while ((n = stream.EndRead(stream.BeginRead(buffer, 3, 400, null, null))) > 0) copy.Write(buffer, 3, n);
                break;
        }

        Assert.Equal(Message, copy.ToArray());
        Assert.Equal(Message.Length, stream.BytesHashed);
        Assert.Equal(MD5.HashData(Message), md5.GetCurrentHash());
    }

    [Theory, CombinatorialForms]
    public async Task HashesTheWrittenBytes(Form form)
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using Blake2b hash = new(32);
        MemoryStream copy = new();
        await using (HashingStream stream = new(copy, hash, CryptoStreamMode.Write, leaveOpen: true))
        {
            for (int i = 0, n = 1; i < Message.Length; i += n, n = Math.Min(n % 311 + 1, Message.Length - i))
            {
                switch (form)
                {
                    case Form.Array: stream.Write(Message, i, n); break;
                    case Form.Span: stream.Write(Message.AsSpan(i, n)); break;
                    case Form.OneByte: foreach (byte b in Message.AsSpan(i, n)) stream.WriteByte(b); break;
                    case Form.CopyTo: new MemoryStream(Message, i, n).CopyTo(stream); break;
#pragma warning disable CA1835 // The array overload is tested.
                    case Form.AsyncArray: await stream.WriteAsync(Message, i, n, token); break;
#pragma warning restore CA1835
                    case Form.AsyncMemory: await stream.WriteAsync(Message.AsMemory(i, n), token); break;
                    case Form.CopyToAsync: await new MemoryStream(Message, i, n).CopyToAsync(stream, token); break;
                    default: stream.EndWrite(stream.BeginWrite(Message, i, n, null, null)); break;
                }
            }

            Assert.Equal(Message.Length, stream.BytesHashed);
        }

        Assert.Equal(Message, copy.ToArray());
        Assert.Equal(Blake2b.HashData(Message, 32), hash.GetCurrentHash());
    }

    [Fact]
    public async Task DoesNotHashBytesThatTheInnerStreamRejected()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using Md5 md5 = new();
        HashingStream stream = new(new FullStream(10), md5, CryptoStreamMode.Write);
        stream.Write("0123456789"u8);
        Assert.Throws<IOException>(() => stream.Write("x"u8));
        Assert.Throws<IOException>(() => stream.WriteByte(1));
        await Assert.ThrowsAsync<IOException>(async () => await stream.WriteAsync(new byte[1], token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await stream.WriteAsync(new byte[1], new CancellationToken(true)));
        Assert.Equal(10, stream.BytesHashed);
        Assert.Equal(MD5.HashData("0123456789"u8), md5.GetCurrentHash());
    }

    [Fact]
    public void DoesNotDisposeTheHash()
    {
        using Md5 md5 = new();
        md5.AppendData("ab"u8);
        using (HashingStream stream = new(new MemoryStream("cd"u8.ToArray()), md5, CryptoStreamMode.Read))
        {
            Assert.Equal('c', stream.ReadByte());
            Assert.Equal(MD5.HashData("abc"u8), md5.GetCurrentHash());
            Assert.Equal('d', stream.ReadByte());
            Assert.Equal(-1, stream.ReadByte());
        }

        md5.AppendData("e"u8);
        Assert.Equal(MD5.HashData("abcde"u8), md5.GetHashAndReset());
    }

    [Fact]
    public async Task FlushesTheInnerStreamOnlyWhenWriting()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        using Md5 md5 = new();
        FullStream inner = new(10);
        HashingStream writing = new(inner, md5, CryptoStreamMode.Write);
        writing.Flush();
        await writing.FlushAsync(token);
        Assert.Equal(2, inner.Flushes);

        // A `TricklingStream` throws if it is flushed.
        HashingStream reading = new(new TricklingStream([]), md5, CryptoStreamMode.Read);
        reading.Flush();
        await reading.FlushAsync(token);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task DisposesTheInnerStreamByDefault(bool leaveOpen, bool async)
    {
        using Md5 md5 = new();
        TricklingStream inner = new(Message);
        HashingStream stream = new(inner, md5, CryptoStreamMode.Read, leaveOpen);
        if (async)
        {
            await stream.DisposeAsync();
            await stream.DisposeAsync();
        }
        else
        {
            stream.Dispose();
            stream.Dispose();
        }

        Assert.Equal(!leaveOpen, inner.IsDisposed);
        Assert.False(stream.CanRead);
        Assert.Throws<ObjectDisposedException>(() => stream.ReadByte());
        Assert.Throws<ObjectDisposedException>(() => stream.Read([]));
        Assert.Throws<ObjectDisposedException>(stream.Flush);
    }

    [Fact]
    public void TheStreamHasOneDirectionAndCannotSeek()
    {
        using Md5 md5 = new();
        HashingStream reading = new(new MemoryStream(), md5, CryptoStreamMode.Read),
            writing = new(new MemoryStream(), md5, CryptoStreamMode.Write);
        Assert.True(reading.CanRead && !reading.CanWrite && !reading.CanSeek);
        Assert.True(!writing.CanRead && writing.CanWrite && !writing.CanSeek);
        Assert.Throws<NotSupportedException>(() => reading.Write([]));
        Assert.Throws<NotSupportedException>(() => reading.WriteByte(1));
        Assert.Throws<NotSupportedException>(() => writing.Read([]));
        Assert.Throws<NotSupportedException>(() => writing.ReadByte());
        Assert.Throws<NotSupportedException>(() => reading.Seek(0, SeekOrigin.Begin));
        Assert.Throws<NotSupportedException>(() => reading.SetLength(0));
        Assert.Throws<NotSupportedException>(() => reading.Length);
        Assert.Throws<NotSupportedException>(() => reading.Position);
        Assert.Throws<NotSupportedException>(() => reading.Position = 0);
    }

    [Fact]
    public void HasTheTimeoutsOfTheInnerStream()
    {
        using Md5 md5 = new();
        using TimedStream inner = new();
        using HashingStream stream = new(inner, md5, CryptoStreamMode.Read), other = new(new MemoryStream(), md5,
            CryptoStreamMode.Read);
        stream.ReadTimeout = 5;
        stream.WriteTimeout = 7;
        Assert.Equal((5, 7), (inner.ReadTimeout, inner.WriteTimeout));
        Assert.Equal((5, 7), (stream.ReadTimeout, stream.WriteTimeout));
        Assert.True(stream.CanTimeout);
        Assert.False(other.CanTimeout);
        Assert.Throws<InvalidOperationException>(() => other.ReadTimeout);
    }

    [Fact]
    public void RejectsInvalidArguments()
    {
        using Md5 md5 = new();
        MemoryStream readOnly = new([], writable: false);
        Assert.Throws<ArgumentNullException>("stream", () => new HashingStream(null!, md5, CryptoStreamMode.Read));
        Assert.Throws<ArgumentNullException>("hash", () => new HashingStream(readOnly, null!, CryptoStreamMode.Read));
        Assert.Throws<ArgumentException>("stream", () => new HashingStream(readOnly, md5, CryptoStreamMode.Write));
        Assert.Throws<ArgumentOutOfRangeException>("mode", () => new HashingStream(readOnly, md5, (CryptoStreamMode)2));
        MemoryStream closed = new();
        closed.Dispose();
        Assert.Throws<ArgumentException>("stream", () => new HashingStream(closed, md5, CryptoStreamMode.Read));
        HashingStream stream = new(readOnly, md5, CryptoStreamMode.Read);
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Read(new byte[2], 1, 2));
        Assert.Throws<ArgumentNullException>(() => stream.Read(null!, 0, 0));
    }

    private sealed class CombinatorialFormsAttribute : Xunit.v3.DataAttribute
    {
        public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(System.Reflection.MethodInfo testMethod,
            Xunit.Sdk.DisposalTracker disposalTracker) =>
            new([.. Enum.GetValues<Form>().Select(form => new TheoryDataRow<Form>(form))]);

        public override bool SupportsDiscoveryEnumeration() => true;
    }

    private sealed class TimedStream : MemoryStream
    {
        public override bool CanTimeout => true;

        public override int ReadTimeout { get; set; }

        public override int WriteTimeout { get; set; }
    }
}
