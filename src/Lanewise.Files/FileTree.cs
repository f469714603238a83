using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files;

/// <summary>An entry in a directory tree.</summary>
/// <param name="Path">The path, in the format of <see cref="PathText"/>.</param>
/// <param name="Kind">The kind of entry.</param>
/// <param name="Error">
/// The reason why a directory could not be read or a link was not followed, or null if there was no error.
/// </param>
public readonly record struct FoundFile(string Path, FoundKind Kind, Exception? Error = null);

/// <summary>Specifies the kind of an entry.</summary>
public enum FoundKind
{
    /// <summary>A file, a link to a file, or a dangling link.</summary>
    File,

    /// <summary>A pipe, a socket, a device, or a link to one of these. Opening it can block forever.</summary>
    Special,

    /// <summary>A directory that cannot be read.</summary>
    UnreadableFolder,

    /// <summary>A link to one of its own parent directories. The link is not followed.</summary>
    Loop,

    /// <summary>A file that the options exclude, or an excluded directory with all its contents.</summary>
    LeftOut,
}

/// <summary>
/// Enumerates the files in a directory and its subdirectories, sorted by the bytes of their paths. Links to files are included.
/// Links to directories are followed only if <see cref="FileTreeOptions.FollowsLinks"/> is set.
/// </summary>
public static class FileTree
{
    /// <summary>Returns whether a path is a directory or a link to a directory.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>.</param>
    /// <returns>True for a directory or a link to a directory. False if the path does not exist.</returns>
    public static bool IsFolder(string path) =>
        LibC.IsKnown ? FileStatus.Of(path) is { IsFolder: true } : Directory.Exists(path);

    /// <summary>Returns whether a path is a regular file or a link to a regular file.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>.</param>
    /// <returns>True for a regular file or a link to a regular file. False if the path does not exist.</returns>
    public static bool IsFile(string path) =>
        LibC.IsKnown ? FileStatus.Of(path) is { IsRegular: true } : File.Exists(path);

    /// <summary>Lazily enumerates all entries of a directory tree except the directories.</summary>
    /// <param name="root">The directory, in the format of <see cref="PathText"/>.</param>
    /// <param name="options">The options that select the entries, or null to return all entries.</param>
    /// <returns>The files, the directories that cannot be read, and the excluded entries.</returns>
    /// <exception cref="ArgumentException"><paramref name="root"/> is null or empty.</exception>
    /// <exception cref="PlatformNotSupportedException">
    /// <see cref="FileTreeOptions.StaysOnFileSystem"/> is set on a platform that does not support it.
    /// </exception>
    public static IEnumerable<FoundFile> Enumerate(string root, FileTreeOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(root);
        options ??= new();
        if (options.StaysOnFileSystem && !LibC.IsKnown)
            throw new PlatformNotSupportedException("File systems can be distinguished only on Linux.");

        return Walk(root, options);
    }

    private static IEnumerable<FoundFile> Walk(string root, FileTreeOptions options)
    {
        bool needsIds = options.FollowsLinks || options.StaysOnFileSystem;
        int relative = root.EndsWith('/') ? root.Length : root.Length + 1;
        // An explicit stack is used instead of recursion, because directory trees can be deep.
        Stack<OpenFolder> open = new();
        FileId rootId = needsIds ? FileId.Of(root) : default;
        if (FolderEntry.TryRead(root, options.FollowsLinks, out List<FolderEntry> first, out Exception? error))
            open.Push(new(root, first, rootId, IsIncluded: false));
        else yield return new(root, FoundKind.UnreadableFolder, error);

        while (open.TryPeek(out OpenFolder? folder))
        {
            if (folder.Next == folder.Entries.Count)
            {
                open.Pop();
                continue;
            }

            FolderEntry entry = folder.Entries[folder.Next++];
            string path = folder.Path.EndsWith('/') ? folder.Path + entry.Name : folder.Path + "/" + entry.Name;
            bool isIncluded = folder.IsIncluded;
            if (options.LeavesOut(path.AsSpan(relative), entry.IsFolder, ref isIncluded))
            {
                yield return new(path, FoundKind.LeftOut);
                continue;
            }

            if (!entry.IsFolder)
            {
                yield return new(path, entry.IsSpecial ? FoundKind.Special : FoundKind.File);
                continue;
            }

            FileId id = needsIds ? FileId.Of(path) : default;
            if (options.StaysOnFileSystem && id != default && id.Device != rootId.Device)
                yield return new(path, FoundKind.LeftOut);
            else if (options.FollowsLinks && id != default && open.Any(above => above.Id == id))
                yield return new(path, FoundKind.Loop, new IOException("The same folder as a parent folder: not followed"));
            else if (FolderEntry.TryRead(path, options.FollowsLinks, out List<FolderEntry> inside, out error))
                open.Push(new(path, inside, id, isIncluded));
            else
                yield return new(path, FoundKind.UnreadableFolder, error);
        }
    }

    private sealed record OpenFolder(string Path, List<FolderEntry> Entries, FileId Id, bool IsIncluded)
    {
        /// <summary>The index of the next entry.</summary>
        public int Next { get; set; }
    }
}
