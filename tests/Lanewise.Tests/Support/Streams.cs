using System.Buffers;

namespace Lanewise.Tests;

/// <summary>A stream that returns 1 to 7 bytes per read, because sockets and pipes may also return few bytes.</summary>
internal sealed class DribblingStream(byte[] content) : Stream
{
    private int position;
    private int reads;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override void Flush()
    {
        // The stream is read-only.
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int n = Math.Min(Math.Min(1 + (reads++ % 7), buffer.Length), content.Length - position);
        content.AsSpan(position, n).CopyTo(buffer);
        position += n;
        return n;
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        await Task.Yield();
        return Read(buffer.Span);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

/// <summary>A stream of 4 KiB pieces that reports each read and ignores tokens.</summary>
internal sealed class ObservedStream(byte[] content, Action<int> onRead) : MemoryStream(content)
{
    public int Reads { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        onRead(++Reads);
        return base.Read(buffer.Slice(0, Math.Min(4096, buffer.Length)));
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        return Read(buffer.Span);
    }
}

/// <summary>A write-only stream.</summary>
internal sealed class WriteOnlyStream : MemoryStream
{
    public override bool CanRead => false;
}

/// <summary>A sequence of segments of given lengths.</summary>
internal sealed class Segment : ReadOnlySequenceSegment<byte>
{
    private Segment(ReadOnlyMemory<byte> memory, long index)
    {
        Memory = memory;
        RunningIndex = index;
    }

    /// <summary>Divides a message into segments of 0, 1, 3, 0, 64, 127 bytes and so on, including empty ones.</summary>
    public static ReadOnlySequence<byte> Cut(byte[] message)
    {
        int[] lengths = [0, 1, 3, 0, 64, 127, 128, 5];
        Segment first = new(ReadOnlyMemory<byte>.Empty, 0), last = first;
        int position = 0;
        for (int i = 0; position < message.Length; i++)
        {
            int n = Math.Min(lengths[i % lengths.Length], message.Length - position);
            Segment next = new(message.AsMemory(position, n), position);
            last.Next = next;
            last = next;
            position += n;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
