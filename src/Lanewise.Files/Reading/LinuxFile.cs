using System.Runtime.InteropServices;
using Lanewise.Files.Opening;

namespace Lanewise.Files.Reading;

/// <summary>Reads a file on Linux using only the system calls open, fstat, read and close.</summary>
internal sealed class LinuxFile : InputFile
{
    private readonly string path;
    private int file;

    private LinuxFile(string path, int file) => (this.path, this.file) = (path, file);

    public static new InputFile? Open(string path, out Exception? error, bool isRegular)
    {
        // Without the flag NonBlocking, opening a pipe would block until a process opens it for writing, and some kernel files
        // would block until they have data.
        int flags = LibC.ReadOnly | LibC.CloseOnExec | (isRegular ? LibC.NonBlocking | LibC.NoTerminal : 0);
        int file = Descriptor.Open(LibC.CurrentFolder, path, flags, 0, out error);
        return file < 0 ? null : Of(file, path, isRegular, out error);
    }

    /// <summary>
    /// Wraps an open file. If the file is a directory or, on request, any other file that is not regular, it is closed and null
    /// is returned.
    /// </summary>
    public static LinuxFile? Of(int file, string path, bool isRegular, out Exception? error)
    {
        FileStatus? status = FileStatus.Of(file);
        if (status is not { IsFolder: false })
        {
            error = status is null ? ReadErrors.Last(path) : ReadErrors.IsFolder(path);
            _ = LibC.Close(file);
            return null;
        }

        if (isRegular && !status.Value.IsRegular)
        {
            error = OpenedFile.NotRegular();
            _ = LibC.Close(file);
            return null;
        }

        error = null;
        // A device reports length 0 and may not support offsets, so it is read to its end.
        return !status.Value.IsRegular ? new LinuxFile(path, file)
            : new LinuxFile(path, file) { Length = status.Value.Bytes, Device = status.Value.Id.Device };
    }

    public override int Read(byte[] buffer, int start, int count, long position)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(buffer.Length - start));
        nint address = Marshal.UnsafeAddrOfPinnedArrayElement((Array)buffer, start), read;
        do read = Length is null ? LibC.Read(file, address, count) : LibC.ReadAt(file, address, count, position);
        while (read < 0 && Marshal.GetLastSystemError() == LibC.Interrupted);
        return read >= 0 ? (int)read : throw ReadErrors.Last(path);
    }

    public override void Dispose()
    {
        if (file >= 0) _ = LibC.Close(file);
        file = -1;
    }
}
