using Lanewise.Files.Opening;

namespace Lanewise.Files.Reading;

/// <summary>Reads a file as a forward-only stream, for data that is not hashed. The file name may contain any bytes.</summary>
internal sealed class InputStream : Stream
{
    private readonly InputFile input;
    private readonly byte[] buffer = InputFile.Buffer(64 * 1024);
    private long position;

    private InputStream(InputFile input) => this.input = input;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => position; set => throw new NotSupportedException(); }

    /// <summary>Indicates whether the input can be read again from the beginning.</summary>
    public bool IsRegular => input.Length is not null;

    public static InputStream Open(string path) =>
        InputFile.Open(path, out Exception? error) is { } input ? new InputStream(input) : throw error!;

    /// <summary>
    /// Opens an input that is read once, sequentially. The input is a file or an inherited pipe, such as <c>&lt;(command)</c>. A
    /// named pipe is rejected, because opening it could block forever.
    /// </summary>
    /// <exception cref="IOException">The input cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission to read the input.</exception>
    public static InputStream OpenGiven(string path) =>
        LibC.IsKnown && Descriptor.IsNamedPipe(path) ? throw OpenedFile.NotRegular() : Open(path);

    /// <summary>Reads all bytes of an input that <see cref="OpenGiven"/> opens.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="most">The maximum number of bytes.</param>
    /// <exception cref="IOException">The input has more than <paramref name="most"/> bytes, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission to read the input.</exception>
    public static byte[] ReadGiven(string path, int most)
    {
        using InputStream stream = OpenGiven(path);
        return stream.ReadRest([], most);
    }

    /// <summary>Reads all remaining bytes.</summary>
    /// <param name="before">The bytes that were already read. The returned array starts with them.</param>
    /// <param name="most">The maximum number of bytes, including those that were already read.</param>
    /// <exception cref="IOException">The input has more than <paramref name="most"/> bytes, or cannot be read.</exception>
    public byte[] ReadRest(ReadOnlySpan<byte> before, int most)
    {
        // A pipe has no length, so its bytes are counted as they are read.
        using MemoryStream bytes = new((int)Math.Min(input.Length ?? 0, most));
        bytes.Write(before);
        byte[] piece = new byte[buffer.Length];
        int read;
        while ((read = Read(piece)) > 0)
        {
            if (bytes.Length + read > most) throw new IOException(Invariant($"has more than the {most} bytes that are read"));

            bytes.Write(piece, 0, read);
        }

        return bytes.ToArray();
    }

    public static InputStream Of(InputFile input) => new(input);

    public override int Read(Span<byte> destination)
    {
        int read = input.Read(buffer, 0, Math.Min(buffer.Length, destination.Length), position);
        buffer.AsSpan(0, read).CopyTo(destination);
        position += read;
        return read;
    }

    public override int Read(byte[] destination, int offset, int count) => Read(destination.AsSpan(offset, count));

    public override void Flush()
    {
        // An input stream is read-only.
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] source, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) input.Dispose();
        base.Dispose(disposing);
    }
}
