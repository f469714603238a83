using Lanewise.Files.Reading;

namespace Lanewise.Files;

/// <summary>What a folder holds at some depth.</summary>
/// <param name="Path">The path, of <see cref="PathText"/>.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Error">Why a folder could not be read; null otherwise.</param>
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
}

/// <summary>
/// The files of a folder and of the folders in it, in the order of the bytes of their paths. Links to files are read, links to
/// folders are not followed, so no loop is possible.
/// </summary>
public static class FileTree
{
    /// <summary>Whether a path is a folder, or a link to one.</summary>
    /// <param name="path">The path, of <see cref="PathText"/>.</param>
    /// <returns>False also where there is nothing.</returns>
    public static bool IsFolder(string path) =>
        LibC.IsKnown ? LinuxFile.TryGetType(path, out bool isFolder, out _) && isFolder : Directory.Exists(path);

    /// <summary>Whether a path is a regular file, or a link to one.</summary>
    /// <param name="path">The path, of <see cref="PathText"/>.</param>
    /// <returns>False also where there is nothing.</returns>
    public static bool IsFile(string path) =>
        LibC.IsKnown ? LinuxFile.TryGetType(path, out _, out bool isRegular) && isRegular : File.Exists(path);

    /// <summary>Everything in a folder that is not a folder, while it is asked for.</summary>
    /// <param name="root">The folder, of <see cref="PathText"/>.</param>
    /// <returns>The files, and the folders that cannot be read.</returns>
    /// <exception cref="ArgumentException"><paramref name="root"/> is null or empty.</exception>
    public static IEnumerable<FoundFile> Enumerate(string root)
    {
        ArgumentException.ThrowIfNullOrEmpty(root);
        return Walk(root);
    }

    private static IEnumerable<FoundFile> Walk(string root)
    {
        // The first name of what is left in each open folder; a stack, because trees can be deep.
        Stack<(string Folder, List<FolderEntry> Entries, int Next)> open = new();
        if (FolderEntry.TryRead(root, out List<FolderEntry> first, out Exception? error)) open.Push((root, first, 0));
        else yield return new(root, FoundKind.UnreadableFolder, error);

        while (open.Count > 0)
        {
            (string folder, List<FolderEntry> entries, int next) = open.Pop();
            if (next == entries.Count) continue;

            open.Push((folder, entries, next + 1));
            FolderEntry entry = entries[next];
            string path = folder.EndsWith('/') ? folder + entry.Name : folder + "/" + entry.Name;
            if (!entry.IsFolder)
            {
                yield return new(path, entry.IsSpecial ? FoundKind.Special : FoundKind.File);
            }
            else if (FolderEntry.TryRead(path, out List<FolderEntry> inside, out error))
            {
                open.Push((path, inside, 0));
            }
            else
            {
                yield return new(path, FoundKind.UnreadableFolder, error);
            }
        }
    }
}
