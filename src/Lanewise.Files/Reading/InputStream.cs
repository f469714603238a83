using Lanewise.Files.Opening;

namespace Lanewise.Files.Reading;

/// <summary>A file as a stream that is read from front to back, for data that are not hashed and names of any bytes.</summary>
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

    /// <summary>Whether it could be read once more from its beginning.</summary>
    public bool IsRegular => input.Length is not null;

    public static InputStream Open(string path) =>
        InputFile.Open(path, out Exception? error) is { } input ? new InputStream(input) : throw error!;

    /// <summary>
    /// Opens what is read once from front to back: a file, or a pipe that a program handed over, as <c>&lt;(command)</c> does.
    /// A pipe with a name is refused: opening it waits for a writer, who may never come.
    /// </summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not read it.</exception>
    public static InputStream OpenGiven(string path) =>
        LibC.IsKnown && Descriptor.IsNamedPipe(path) ? throw OpenedFile.NotRegular() : Open(path);

    /// <summary>All bytes of what <see cref="OpenGiven"/> opens.</summary>
    /// <param name="path">The name.</param>
    /// <param name="most">The most bytes that are read.</param>
    /// <exception cref="IOException">It has more bytes, or cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not read it.</exception>
    public static byte[] ReadGiven(string path, int most)
    {
        using InputStream stream = OpenGiven(path);
        return stream.ReadRest([], most);
    }

    /// <summary>All bytes that are left.</summary>
    /// <param name="before">The bytes that were read already, which come first.</param>
    /// <param name="most">The most bytes of both.</param>
    /// <exception cref="IOException">There are more, or they cannot be read.</exception>
    public byte[] ReadRest(ReadOnlySpan<byte> before, int most)
    {
        // A pipe has no length: its bytes are counted as they come.
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
        // Nothing is written.
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
