namespace Lanewise.Tests;

/// <summary>
/// Test data for the adapters: a counting pattern, and streams that behave in every way that the contract of a stream permits.
/// </summary>
internal static class AdapterData
{
    /// <summary>
    /// Returns the bytes 0 to 250, repeated. No block equals the one that follows it, so the tests detect swapped blocks.
    /// </summary>
    public static byte[] Pattern(int length)
    {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte)(i % 251);
        return bytes;
    }
}

/// <summary>A stream that returns 1 to 7 bytes per read, regardless of the requested count.</summary>
internal sealed class TricklingStream(byte[] bytes) : Stream
{
    private int position;
    private int reads;

    public bool IsDisposed { get; private set; }

    public override bool CanRead => !IsDisposed;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int n = Math.Min(Math.Min(1 + (reads++ % 7), buffer.Length), bytes.Length - position);
        bytes.AsSpan(position, n).CopyTo(buffer);
        position += n;

        // A stream may overwrite the part of the buffer that follows the returned bytes.
        buffer.Slice(n).Fill(0xEE);
        return n;
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        cancellationToken.ThrowIfCancellationRequested();
        return Read(buffer.Span);
    }

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }
}

/// <summary>A memory stream that rejects writes beyond its capacity, and counts flushes.</summary>
internal sealed class FullStream(int capacity) : MemoryStream
{
    public int Flushes { get; private set; }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (Length + buffer.Length > capacity) throw new IOException("The disk is full.");

        // The span overload of the base class would call this method recursively.
        base.Write(buffer.ToArray(), 0, buffer.Length);
    }

    public override void WriteByte(byte value) => Write([value]);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    public override void Flush() => Flushes++;

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flushes++;
        return Task.CompletedTask;
    }
}
