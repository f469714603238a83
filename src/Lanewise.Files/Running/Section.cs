using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>A file, or part of a file, that is read sequentially and hashed in a lane.</summary>
internal sealed class Section(InputFile input, long position, long end, IncrementalFileHash hash, Action<Section> done)
{
    public IncrementalFileHash Hash => hash;

    /// <summary>The number of bytes read so far.</summary>
    public long Bytes { get; private set; }

    /// <summary>The error that ended the section early, or null.</summary>
    public Exception? Error { get; private set; }

    /// <summary>Reads the next piece into a buffer.</summary>
    /// <returns>
    /// The number of bytes that were read, which is less than <paramref name="count"/> only at the end of the file.
    /// </returns>
    public int Read(byte[] buffer, int at, int count)
    {
        try
        {
            int read = input.ReadAll(buffer, at, (int)Math.Min(count, end - position), position);
            position += read;
            Bytes += read;
            return read;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Error = e;
            return 0;
        }
    }

    public void Finish() => done(this);
}
