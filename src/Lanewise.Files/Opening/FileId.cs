using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>Decides whether two names are the same file or directory, whatever links lead there.</summary>
/// <param name="Device">The file system; 0 where that is not known.</param>
/// <param name="Inode">The number there; of the folder, where there is no file yet.</param>
/// <param name="Name">The name in the folder, where there is no file yet; the whole path where devices are not known.</param>
internal readonly record struct FileId(ulong Device, ulong Inode, string? Name)
{
    /// <summary>Whether there is a file, or a folder in which there could be one.</summary>
    public bool IsKnown => this != default;

    // Files of a folder follow each other.
    [ThreadStatic]
    private static (string Path, FileId Id)? lastFolder;

    /// <summary>Whether there is a file, a folder or anything else; a link that leads to nothing is nothing.</summary>
    public static bool Exists(string path) => LibC.IsKnown ? FileStatus.Of(path) is not null : Path.Exists(path);

    /// <summary>
    /// A name in a folder, whatever way leads to the folder; a link at the end of the path is not followed. <c>default</c> where
    /// there is no such folder.
    /// </summary>
    public static FileId OfName(string path)
    {
        int slash = path.LastIndexOf('/');
        string name = path.Substring(slash + 1);
        if (!LibC.IsKnown) return PortableDestination.IdOfName(path);
        if (name is "" or "." or "..") return Of(path);

        return OfFolder(slash < 0 ? "." : path.Substring(0, slash + 1)) is { IsKnown: true } folder
            ? folder with { Name = name } : default;
    }

    /// <summary>The file, folder or free name that a path leads to; <c>default</c> where it leads nowhere.</summary>
    public static FileId Of(string path)
    {
        try
        {
            if (!LibC.IsKnown) return PortableDestination.IdOf(path);
            if (FileStatus.Of(path) is { } status) return status.Id;

            using LinuxDestination destination = LinuxDestination.Find(path);
            return destination.Id;
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            // It cannot be opened either, which says why.
            return default;
        }
    }

    private static FileId OfFolder(string path)
    {
        if (lastFolder is { } last && last.Path == path) return last.Id;

        FileId id = FileStatus.Of(path) is { IsFolder: true } status ? status.Id : default;
        lastFolder = (path, id);
        return id;
    }
}
