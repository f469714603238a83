using Lanewise.Files.Reading;
using Lanewise.Fleet.Working;

namespace Lanewise.Fleet.Sources;

/// <summary>
/// A stream over a file that is too long to be read at once under the rate limit. The stream opens the file at the first read,
/// and reads it in pieces, with pauses in between.
/// </summary>
internal sealed class PacedStream(string path, Pace pace) : Stream
{
    private InputFile? file;
    private byte[] buffer = [];
    private long position;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => position; set => throw new NotSupportedException(); }

    public override int Read(byte[] target, int offset, int count)
    {
        const int MostAtOnce = 1 << 18;
        if (file is null)
        {
            file = InputFile.Open(path, out Exception? error, isRegular: true) ?? throw error!;
            buffer = InputFile.Buffer((int)Math.Min(MostAtOnce, pace.AtOnce));
        }

        pace.Wait();
        int read = file.Read(buffer, 0, (int)Math.Min(Math.Min(count, buffer.Length), pace.AtOnce), position);
        buffer.AsSpan(0, read).CopyTo(target.AsSpan(offset, count));
        position += read;
        pace.Add(read);
        if (read == 0) Dispose();
        return read;
    }

    public override void Flush()
    {
        // The stream is read-only.
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] source, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) file?.Dispose();
        base.Dispose(disposing);
    }
}
