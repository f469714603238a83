using Microsoft.Win32.SafeHandles;

namespace Lanewise.Files.Reading;

/// <summary>A file, pipe or stream to read; buffers are pinned (<see cref="Buffer"/>).</summary>
internal abstract class InputFile : IDisposable
{
    /// <summary>The bytes that it says it has; null for a pipe, a terminal and a stream.</summary>
    public long? Length { get; protected init; }

    /// <summary>The device that it is on, as the kernel numbers it; 0 where that is not known.</summary>
    public ulong Device { get; protected init; }

    /// <summary>Opens a file.</summary>
    /// <param name="path">The path, in the form of <see cref="PathText"/>.</param>
    /// <param name="error">Why it cannot be.</param>
    /// <param name="isRegular">Whether anything but a regular file is refused, before it can block.</param>
    /// <returns>The file; null where it cannot be opened.</returns>
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

    /// <summary>A stream, read on from where it is.</summary>
    public static InputFile Of(Stream stream) => new StreamInput(stream, null);

    /// <summary>A stream that can seek, whose bytes are counted from a position of it.</summary>
    public static InputFile From(Stream stream, long start) => new StreamInput(stream, start);

    /// <summary>A buffer that no collection moves.</summary>
    public static byte[] Buffer(int bytes) => GC.AllocateUninitializedArray<byte>(bytes, pinned: true);

    /// <summary>Reads bytes at a position; what has no positions reads on.</summary>
    /// <returns>How many were read; 0 at the end.</returns>
    public abstract int Read(byte[] buffer, int start, int count, long position);

    /// <summary>Reads as many as there is room for.</summary>
    /// <returns>How many were read; fewer only at the end.</returns>
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
            // Others may write to it meanwhile, as with any other tool.
            handle = File.OpenHandle(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, FileOptions.SequentialScan);
            try
            {
                Length = RandomAccess.GetLength(handle);
            }
            catch (NotSupportedException)
            {
                // A pipe or a terminal: it is read to its end.
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
            // The caller's.
        }
    }
}
