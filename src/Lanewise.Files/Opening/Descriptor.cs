using System.Runtime.InteropServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>Opens files on Linux. File names are bytes, and paths are resolved only by the kernel.</summary>
internal static class Descriptor
{
    private const int MostPathBytes = 4096;

    /// <summary>Opens the file with the given name.</summary>
    /// <returns>The descriptor, or a negative number if the file cannot be opened.</returns>
    public static int Open(int folder, string name, int flags, uint mode, out Exception? error)
    {
        nint path = LibC.Scratch.Current.Path(name);
        int file = -1;
        if (path != 0)
        {
            do file = LibC.Open(folder, path, flags, mode);
            while (file < 0 && Marshal.GetLastSystemError() == LibC.Interrupted);
        }

        error = file >= 0 ? null : path == 0 ? ReadErrors.Of(LibC.NoEntry, name) : ReadErrors.Last(name);
        return file;
    }

    /// <summary>
    /// Returns the path of a directory after all links are resolved, or null if the system does not report a path.
    /// </summary>
    public static string? RealPath(string folder) => Link(folder, LibC.Folder);

    /// <summary>
    /// Returns whether a path leads to a named pipe. Opening a named pipe blocks until another process opens it for writing.
    /// Opening an inherited anonymous pipe (<c>/dev/fd/63</c>) never blocks.
    /// </summary>
    public static bool IsNamedPipe(string path) =>
        FileStatus.Of(path) is { IsPipe: true } && Link(path, 0)?.StartsWith("pipe:[", StringComparison.Ordinal) != true;

    private static string? Link(string path, int flags)
    {
        int open = Open(LibC.CurrentFolder, path, LibC.PathOnly | LibC.CloseOnExec | flags, 0, out _);
        if (open < 0) return null;

        try
        {
            byte[] buffer = InputFile.Buffer(MostPathBytes);
            nint address = Marshal.UnsafeAddrOfPinnedArrayElement((Array)buffer, 0);
            nint link = LibC.Scratch.Current.Path(Invariant($"/proc/self/fd/{open}"));
            nint read = LibC.ReadLink(LibC.CurrentFolder, link, address, buffer.Length);
            return read > 0 && read < buffer.Length ? PathText.FromBytes(buffer.AsSpan(0, (int)read)) : null;
        }
        finally
        {
            _ = LibC.Close(open);
        }
    }
}
