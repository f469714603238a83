using Microsoft.Win32.SafeHandles;

namespace Lanewise.Files.Reading;

/// <summary>An open file, pipe or stream for reading. The read buffers are pinned (<see cref="Buffer"/>).</summary>
internal abstract class InputFile : IDisposable
{
    /// <summary>The reported length, or null for a pipe, a terminal or a stream.</summary>
    public long? Length { get; protected init; }

    /// <summary>The kernel's number for the device that contains the file, or 0 if it is unknown.</summary>
    public ulong Device { get; protected init; }

    /// <summary>Opens a file.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>.</param>
    /// <param name="error">The reason why the file cannot be opened, or null.</param>
    /// <param name="isRegular">True to reject inputs other than regular files before they can block.</param>
    /// <returns>The open file, or null if the file cannot be opened.</returns>
    public static InputFile? Open(string path, out Exception? error, bool isRegular = false)
    {
        if (LibC.IsKnown) return LinuxFile.Open(path, out error, isRegular);

        try
        {
            error = null;
            if (OperatingSystem.IsWindows()) WindowsNames.Check(path, Path.GetFullPath(path));
            return new PortableFile(path);
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            error = e;
            return null;
        }
    }

    /// <summary>Returns an input that reads a stream from its current position.</summary>
    public static InputFile Of(Stream stream) => new StreamInput(stream, null);

    /// <summary>Returns an input that reads a seekable stream. Positions are relative to the given start.</summary>
    public static InputFile From(Stream stream, long start) => new StreamInput(stream, start);

    /// <summary>Allocates a buffer that the GC does not move.</summary>
    public static byte[] Buffer(int bytes) => GC.AllocateUninitializedArray<byte>(bytes, pinned: true);

    /// <summary>
    /// Reads bytes at a position. If the input does not support seeking, the read continues where the previous read ended.
    /// </summary>
    /// <returns>The number of bytes that were read, or 0 at the end of the input.</returns>
    public abstract int Read(byte[] buffer, int start, int count, long position);

    /// <summary>Fills the buffer.</summary>
    /// <returns>
    /// The number of bytes that were read, which is less than <paramref name="count"/> only at the end of the input.
    /// </returns>
    public int ReadAll(byte[] buffer, int start, int count, long position)
    {
        int used = 0, read;
        while (used < count && (read = Read(buffer, start + used, count - used, position + used)) > 0) used += read;
        return used;
    }

    public abstract void Dispose();

    private sealed class PortableFile : InputFile
    {
        private readonly SafeFileHandle handle;

        public PortableFile(string path)
        {
            // Other programs may be writing to the file at the same time.
            handle = File.OpenHandle(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, FileOptions.SequentialScan);
            try
            {
                Length = RandomAccess.GetLength(handle);
            }
            catch (NotSupportedException)
            {
                // A pipe or a terminal is read to its end.
            }
            catch
            {
                handle.Dispose();
                throw;
            }
        }

        public override int Read(byte[] buffer, int start, int count, long position) =>
            RandomAccess.Read(handle, buffer.AsSpan(start, count), position);

        public override void Dispose() => handle.Dispose();
    }

    private sealed class StreamInput(Stream stream, long? origin) : InputFile
    {
        public override int Read(byte[] buffer, int start, int count, long position)
        {
            if (origin is long zero && stream.Position != zero + position) stream.Position = zero + position;
            return stream.Read(buffer, start, count);
        }

        public override void Dispose()
        {
            // The caller must dispose the stream.
        }
    }
}
