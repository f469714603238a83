namespace Lanewise;

/// <summary>A stream that hashes the bytes that are read from or written to another stream.</summary>
/// <remarks>
/// The stream hashes only the bytes that were actually transferred, that is, bytes that the inner stream returned or accepted
/// without throwing an exception. The caller owns the hash and can read its digest at any time. The stream neither resets nor
/// disposes the hash. Like a <see cref="CryptoStream"/>, a <see cref="HashingStream"/> works in only one direction and cannot
/// seek.
/// </remarks>
/// <example>
/// <code>
/// using Md5 md5 = new();
/// using (HashingStream stream = new(response, md5, CryptoStreamMode.Read)) await stream.CopyToAsync(file);
/// byte[] digest = md5.GetCurrentHash();
/// </code>
/// </example>
public sealed class HashingStream : Stream
{
    private readonly Stream inner;
    private readonly LanewiseHash hash;
    private readonly bool reads;
    private readonly bool leaveOpen;
    private bool disposed;

    /// <summary>Wraps a stream and hashes the bytes that are read from it or written to it.</summary>
    /// <param name="stream">The inner stream.</param>
    /// <param name="hash">The hash to which the bytes are appended.</param>
    /// <param name="mode">Specifies whether this stream is read or written.</param>
    /// <param name="leaveOpen">True to keep the inner stream open when this stream is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> or <paramref name="hash"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The inner stream does not support the direction that <paramref name="mode"/> requires.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="mode"/> is not a defined value.</exception>
    public HashingStream(Stream stream, LanewiseHash hash, CryptoStreamMode mode, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(hash);
        if (mode is not (CryptoStreamMode.Read or CryptoStreamMode.Write))
        {
            throw new ArgumentOutOfRangeException(nameof(mode), mode, "The mode must be Read or Write.");
        }

        reads = mode == CryptoStreamMode.Read;
        if (reads && !stream.CanRead) throw new ArgumentException("The stream cannot be read.", nameof(stream));
        if (!reads && !stream.CanWrite) throw new ArgumentException("The stream cannot be written.", nameof(stream));

        inner = stream;
        this.hash = hash;
        this.leaveOpen = leaveOpen;
    }

    /// <summary>The number of bytes transferred and hashed so far.</summary>
    public long BytesHashed { get; private set; }

    /// <inheritdoc/>
    public override bool CanRead => !disposed && reads && inner.CanRead;

    /// <inheritdoc/>
    public override bool CanWrite => !disposed && !reads && inner.CanWrite;

    /// <summary>Always false, because the stream cannot seek.</summary>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanTimeout => inner.CanTimeout;

    /// <inheritdoc/>
    public override int ReadTimeout
    {
        get => inner.ReadTimeout;
        set => inner.ReadTimeout = value;
    }

    /// <inheritdoc/>
    public override int WriteTimeout
    {
        get => inner.WriteTimeout;
        set => inner.WriteTimeout = value;
    }

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Length => throw NoSeeking();

    /// <summary>Not supported. Use <see cref="BytesHashed"/>.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Position
    {
        get => throw NoSeeking();
        set => throw NoSeeking();
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer)
    {
        Check(reading: true);
        int read = inner.Read(buffer);
        Passed(buffer.Slice(0, read));
        return read;
    }

    /// <inheritdoc/>
    public override int ReadByte()
    {
        Check(reading: true);
        int read = inner.ReadByte();
        if (read >= 0) Passed([(byte)read]);
        return read;
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Check(reading: true);
        int read = await inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        Passed(buffer.Span.Slice(0, read));
        return read;
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        Write(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Check(reading: false);
        inner.Write(buffer);
        Passed(buffer);
    }

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        Check(reading: false);
        inner.WriteByte(value);
        Passed([value]);
    }

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Check(reading: false);
        await inner.WriteAsync(buffer, cancellationToken).ConfigureAwait(false);
        Passed(buffer.Span);
    }

    /// <summary>In write mode, flushes the inner stream. This stream has no buffer.</summary>
    public override void Flush()
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        if (!reads) inner.Flush();
    }

    /// <summary>In write mode, flushes the inner stream. This stream has no buffer.</summary>
    /// <param name="cancellationToken">Cancels the flush.</param>
    /// <returns>A task that completes when the stream is flushed.</returns>
    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        return reads ? Task.CompletedTask : inner.FlushAsync(cancellationToken);
    }

    /// <summary>Not supported.</summary>
    /// <param name="offset">Not used.</param>
    /// <param name="origin">Not used.</param>
    /// <returns>Nothing. The method always throws.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override long Seek(long offset, SeekOrigin origin) => throw NoSeeking();

    /// <summary>Not supported.</summary>
    /// <param name="value">Not used.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override void SetLength(long value) => throw NoSeeking();

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        if (!disposed && !leaveOpen) await inner.DisposeAsync().ConfigureAwait(false);
        disposed = true;
        await base.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing && !disposed && !leaveOpen) inner.Dispose();
        disposed = true;
        base.Dispose(disposing);
    }

    private static NotSupportedException NoSeeking() =>
        new("A hashing stream cannot seek and has no length: each byte passes only once.");

    private void Passed(ReadOnlySpan<byte> bytes)
    {
        hash.AppendData(bytes);
        BytesHashed += bytes.Length;
    }

    private void Check(bool reading)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        if (reading == reads) return;

        throw new NotSupportedException(Invariant(
            $"The stream was created for {(reads ? "reading (CryptoStreamMode.Read)" : "writing (CryptoStreamMode.Write)")}."));
    }
}
