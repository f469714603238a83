using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>
/// Identifies a file or directory. The identity shows whether two names lead to the same file, even through links.
/// </summary>
/// <param name="Device">The ID of the file system, or 0 if it is unknown.</param>
/// <param name="Inode">The inode number or, for an unused name, the inode number of its directory.</param>
/// <param name="Name">For an unused name, the name within the directory; if the device is unknown, the whole path.</param>
internal readonly record struct FileId(ulong Device, ulong Inode, string? Name)
{
    /// <summary>Indicates whether the file or its directory exists.</summary>
    public bool IsKnown => this != default;

    // The last directory is cached, because consecutive files are usually in the same directory.
    [ThreadStatic]
    private static (string Path, FileId Id)? lastFolder;

    /// <summary>
    /// Returns whether a path leads to a file, a directory or any other entry. Returns false for a dangling link.
    /// </summary>
    public static bool Exists(string path) => LibC.IsKnown ? FileStatus.Of(path) is not null : Path.Exists(path);

    /// <summary>
    /// Returns the identity of a directory entry, or <c>default</c> if the directory does not exist. A link at the end of the
    /// path is not followed.
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

    /// <summary>
    /// Returns the identity of the file, the directory or the unused name to which a path leads, or <c>default</c> if it leads
    /// to none of these.
    /// </summary>
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
            // The error is ignored here, because the caller's attempt to open the file also fails and reports the reason.
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
