namespace Lanewise.Icc;

/// <summary>Writes a whole file beside its place and renames it: whoever opens the place finds the old file or the new one.</summary>
internal static class FileReplacement
{
    public static void Write(string path, ReadOnlySpan<byte> contents)
    {
        // A link stays a link: the file behind it is replaced.
        FileInfo file = new(path);
        string target = file.LinkTarget is null ? file.FullName : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
        if (Directory.Exists(target)) throw new IOException($"{path} is a folder; a file was needed.");
        if (Path.GetDirectoryName(target) is string folder && !Directory.Exists(folder)) throw new DirectoryNotFoundException($"{path}: its folder does not exist.");

        string temporary = $"{target}.{Guid.NewGuid():N}.tmp";
        try
        {
            using (FileStream stream = new(temporary, FileMode.CreateNew, FileAccess.Write))
            {
                stream.Write(contents);
                stream.Flush(flushToDisk: true);
            }

            if (!OperatingSystem.IsWindows() && File.Exists(target)) File.SetUnixFileMode(temporary, File.GetUnixFileMode(target));
            File.Move(temporary, target, overwrite: true);
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
}
