namespace Lanewise.Icc.Images;

/// <summary>
/// Writes a whole file beside its place and renames it: whoever opens the place finds the old file or the new one. What is no
/// regular file, or must stay the file that it is, is written into.
/// </summary>
internal static class FileReplacement
{
    /// <summary>What a copy takes over: reading, writing and running, and not the special bits.</summary>
    private const UnixFileMode Permissions = (UnixFileMode)0x1FF;

    public static void Write(string path, byte[] contents) => Write(path, stream => stream.Write(contents));

    /// <summary>Writes a file.</summary>
    /// <param name="path">Where it goes.</param>
    /// <param name="write">Writes its bytes.</param>
    /// <param name="like">The file that it is made from: a new file is no more open than that.</param>
    public static void Write(string path, Action<Stream> write, string? like = null)
    {
        if (Target(path) is not string target)
        {
            using FileStream stream = Open(path, FileMode.Truncate);
            write(stream);
            return;
        }

        if (Directory.Exists(target)) throw new IOException($"{path} is a folder; a file was needed.");
        if (Path.GetDirectoryName(target) is string folder && !Directory.Exists(folder))
            throw new DirectoryNotFoundException($"{path}: its folder does not exist.");

        bool isThere = File.Exists(target);
        if (isThere) CheckWritable(path, target);
        string temporary = $"{target}.{Guid.NewGuid():N}.tmp";
        try
        {
            if (WriteBeside(temporary, isThere ? target : null, like, write)) File.Move(temporary, target, overwrite: true);
            else CopyInto(target, temporary);
        }
        catch (UnauthorizedAccessException e) when (!File.Exists(temporary))
        {
            // The base library's message names the file beside it, which nobody asked for.
            throw new UnauthorizedAccessException($"{path}: its folder cannot be written to.", e);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }

    /// <summary>
    /// The file that a path means: a link stays a link, and the file behind it is replaced. Null for devices, pipes and open
    /// descriptors, which are written into: renaming over /dev/null would put a file there for everybody.
    /// </summary>
    private static string? Target(string path)
    {
        string full = Path.GetFullPath(path);
        if (OperatingSystem.IsWindows()) return full.StartsWith(@"\\.\", StringComparison.Ordinal) ? null : full;

        for (int links = 0; links < 40; links++)
        {
            // Links of /proc lead to open descriptors, whatever the text says that they hold.
            if (full.StartsWith("/proc/", StringComparison.Ordinal) || full.StartsWith("/dev/fd/", StringComparison.Ordinal))
                return null;
            if (new FileInfo(full).LinkTarget is not string link)
            {
                bool isRegular = UnixFile.Of(full)?.IsRegular ?? !full.StartsWith("/dev/", StringComparison.Ordinal);
                return isRegular || !File.Exists(full) ? full : null;
            }

            full = Path.GetFullPath(link, Path.GetDirectoryName(full)!);
        }

        throw new IOException($"{path}: too many links lead from one to the next.");
    }

    /// <summary>A file that this user may not write to is not replaced either, though its folder would allow it.</summary>
    private static void CheckWritable(string path, string target)
    {
        try
        {
            Open(target, FileMode.Open).Dispose();
        }
        catch (UnauthorizedAccessException e)
        {
            throw new UnauthorizedAccessException($"{path}: the file is read-only for this user; nothing was written.", e);
        }
    }

    /// <summary>
    /// Writes the new file with mode and owner of the old one, which it has before its first byte. False where it cannot take
    /// the old one's place: that has other names, or an owner that this user cannot give it to.
    /// </summary>
    private static bool WriteBeside(string temporary, string? old, string? like, Action<Stream> write)
    {
        FileStreamOptions options = new() { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (old is not null && !OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        else if (like is not null && !OperatingSystem.IsWindows())
            options.UnixCreateMode = File.GetUnixFileMode(like) & Permissions;
        using FileStream stream = new(temporary, options);
        bool canReplace = true;
        if (old is not null && !OperatingSystem.IsWindows())
        {
            canReplace = UnixFile.Of(old) is not UnixFile file || (file.TryGive(stream.SafeFileHandle) && file.Names == 1);

            // After the owner, because giving a file away takes bits of its mode.
            if (canReplace) File.SetUnixFileMode(stream.SafeFileHandle, File.GetUnixFileMode(old));
        }

        write(stream);
        stream.Flush(flushToDisk: true);
        return canReplace;
    }

    /// <summary>Copies the finished file into the old one as cp does: names, owner and mode stay.</summary>
    private static void CopyInto(string target, string temporary)
    {
        using (FileStream source = File.OpenRead(temporary))
        using (FileStream stream = Open(target, FileMode.Truncate))
        {
            source.CopyTo(stream);
            stream.Flush(flushToDisk: true);
        }

        File.Delete(temporary);
    }

    private static FileStream Open(string path, FileMode mode) =>
        new(path, mode, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
}
