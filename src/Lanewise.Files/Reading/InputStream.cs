namespace Lanewise.Files.Reading;

/// <summary>A file as a stream that is read from front to back: for what is not hashed and has a name of any bytes.</summary>
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
