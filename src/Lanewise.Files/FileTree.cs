using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files;

/// <summary>What a folder holds at some depth.</summary>
/// <param name="Path">The path, of <see cref="PathText"/>.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Error">Why a folder could not be read or is not followed; null otherwise.</param>
public readonly record struct FoundFile(string Path, FoundKind Kind, Exception? Error = null);

/// <summary>What was found.</summary>
public enum FoundKind
{
    /// <summary>A file, or a link that leads to one or to nowhere.</summary>
    File,

    /// <summary>A pipe, socket or device, or a link to one: to open it may wait for ever.</summary>
    Special,

    /// <summary>A folder that cannot be read.</summary>
    UnreadableFolder,

    /// <summary>A link to a folder that it is in; it is not followed.</summary>
    Loop,

    /// <summary>A file or a folder that the options leave out, with all that is in it.</summary>
    LeftOut,
}

/// <summary>
/// The files of a folder and of the folders in it, in the order of the bytes of their paths. Links to files are read, links to
/// folders are not followed unless that is asked for.
/// </summary>
public static class FileTree
{
    /// <summary>Whether a path is a folder, or a link to one.</summary>
    /// <param name="path">The path, of <see cref="PathText"/>.</param>
    /// <returns>False also where there is nothing.</returns>
    public static bool IsFolder(string path) =>
        LibC.IsKnown ? FileStatus.Of(path) is { IsFolder: true } : Directory.Exists(path);

    /// <summary>Whether a path is a regular file, or a link to one.</summary>
    /// <param name="path">The path, of <see cref="PathText"/>.</param>
    /// <returns>False also where there is nothing.</returns>
    public static bool IsFile(string path) =>
        LibC.IsKnown ? FileStatus.Of(path) is { IsRegular: true } : File.Exists(path);

    /// <summary>Everything in a folder that is not a folder, while it is asked for.</summary>
    /// <param name="root">The folder, of <see cref="PathText"/>.</param>
    /// <param name="options">Which of it; all where it is null.</param>
    /// <returns>The files, the folders that cannot be read, and what was left out.</returns>
    /// <exception cref="ArgumentException"><paramref name="root"/> is null or empty.</exception>
    /// <exception cref="PlatformNotSupportedException">
    /// <see cref="FileTreeOptions.StaysOnFileSystem"/> where file systems are not known by their files.
    /// </exception>
    public static IEnumerable<FoundFile> Enumerate(string root, FileTreeOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(root);
        options ??= new();
        if (options.StaysOnFileSystem && !LibC.IsKnown)
            throw new PlatformNotSupportedException("To which file system a folder belongs is known on Linux only.");

        return Walk(root, options);
    }

    private static IEnumerable<FoundFile> Walk(string root, FileTreeOptions options)
    {
        bool needsIds = options.FollowsLinks || options.StaysOnFileSystem;
        int relative = root.EndsWith('/') ? root.Length : root.Length + 1;
        // A stack, because trees can be deep.
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
                yield return new(path, FoundKind.Loop, new IOException("The same folder as one above it: not followed"));
            else if (FolderEntry.TryRead(path, options.FollowsLinks, out List<FolderEntry> inside, out error))
                open.Push(new(path, inside, id, isIncluded));
            else
                yield return new(path, FoundKind.UnreadableFolder, error);
        }
    }

    private sealed record OpenFolder(string Path, List<FolderEntry> Entries, FileId Id, bool IsIncluded)
    {
        /// <summary>The first of its entries that are left.</summary>
        public int Next { get; set; }
    }
}
