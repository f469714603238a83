using Lanewise.Files.Reading;
using Microsoft.Win32.SafeHandles;

namespace Lanewise.Files.Opening;

/// <summary>Opens only regular files. Pipes and devices are rejected before they can block.</summary>
internal static class OpenedFile
{
    private const uint NewMode = 0x1B6;

    /// <summary>Opens a file for reading at arbitrary positions.</summary>
    /// <exception cref="IOException">The path does not lead to a regular file.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission to read the file.</exception>
    public static FileStream Read(string path, int bufferBytes = 0) => LibC.IsKnown
        ? Open(path, LibC.ReadOnly, FileAccess.Read, bufferBytes)
        : Portable(path, FileMode.Open, FileAccess.Read, bufferBytes);

    /// <summary>Opens a file for reading and writing. The file is created if it does not exist.</summary>
    public static FileStream ReadWrite(string path) => LibC.IsKnown
        ? Open(path, LibC.ReadWrite | LibC.Create, FileAccess.ReadWrite, 0)
        : Portable(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, 0);

    /// <summary>Reads all bytes of a file.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="most">The maximum number of bytes.</param>
    /// <exception cref="IOException">
    /// The file has more than <paramref name="most"/> bytes, or is not a regular file.
    /// </exception>
    public static byte[] ReadAll(string path, int most)
    {
        using FileStream stream = Read(path);
        if (stream.Length > most) throw new IOException(Invariant($"has {stream.Length} bytes; at most {most} are read"));

        byte[] bytes = new byte[stream.Length];
        return bytes.AsSpan(0, stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)).ToArray();
    }

    /// <summary>
    /// Returns the error for a pipe, a terminal, a device or a socket that was found in place of a regular file.
    /// </summary>
    public static IOException NotRegular() => new("not a regular file");

    private static FileStream Open(string path, int flags, FileAccess access, int bufferBytes)
    {
        const int Always = LibC.CloseOnExec | LibC.NonBlocking | LibC.NoTerminal;
        int file = Descriptor.Open(LibC.CurrentFolder, path, flags | Always, NewMode, out Exception? error);
        if (file < 0) throw error!;

        SafeFileHandle handle = new(file, ownsHandle: true);
        try
        {
            FileStatus status = FileStatus.Of(file) ?? throw ReadErrors.Last(path);
            if (status.IsFolder) throw ReadErrors.IsFolder(path);
            if (!status.IsRegular) throw NotRegular();

            return new FileStream(handle, access, bufferBytes);
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    private static FileStream Portable(string path, FileMode mode, FileAccess access, int bufferBytes)
    {
        if (path.Length == 0) throw ReadErrors.Of(LibC.NoEntry, path);
        if (Directory.Exists(path)) throw ReadErrors.IsFolder(path);
        if (File.Exists(path) && FolderEntry.IsSpecialFile(path)) throw NotRegular();

        return new(path, mode, access, FileShare.ReadWrite | FileShare.Delete, bufferBytes);
    }
}
