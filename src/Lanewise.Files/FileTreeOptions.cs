namespace Lanewise.Files;

/// <summary>Which files of a folder are found.</summary>
public sealed class FileTreeOptions
{
    /// <summary>Only files that match one of these, or are in a folder that does; all where there are none.</summary>
    public IReadOnlyList<FileGlob> Include { get; init; } = [];

    /// <summary>No files or folders that match one of these, whatever <see cref="Include"/> says.</summary>
    public IReadOnlyList<FileGlob> Exclude { get; init; } = [];

    /// <summary>Whether files and folders are left out whose name begins with a dot.</summary>
    public bool LeavesOutHidden { get; init; }

    /// <summary>
    /// Whether links to folders are followed. One that leads back to a folder above it is <see cref="FoundKind.Loop"/>.
    /// </summary>
    public bool FollowsLinks { get; init; }

    /// <summary>Whether folders of other file systems are left out (Linux only).</summary>
    public bool StaysOnFileSystem { get; init; }

    /// <summary>Whether a path that was given by its name is left out: what it is called does not make it a hidden one.</summary>
    internal bool LeavesOut(ReadOnlySpan<char> path) =>
        Matches(Exclude, path, isFolder: false) || (Include.Count > 0 && !Matches(Include, path, isFolder: false));

    /// <summary>Whether something in a folder is left out.</summary>
    /// <param name="path">Its path from the root on.</param>
    /// <param name="isFolder">Whether it is a folder.</param>
    /// <param name="isIncluded">Whether a folder above it is included; becomes whether it is.</param>
    internal bool LeavesOut(ReadOnlySpan<char> path, bool isFolder, ref bool isIncluded)
    {
        if (LeavesOutHidden && path[path.LastIndexOf('/') + 1] == '.') return true;
        if (Matches(Exclude, path, isFolder)) return true;

        isIncluded = isIncluded || Include.Count == 0 || Matches(Include, path, isFolder);
        return !isIncluded && !isFolder;
    }

    private static bool Matches(IReadOnlyList<FileGlob> globs, ReadOnlySpan<char> path, bool isFolder)
    {
        for (int i = 0; i < globs.Count; i++)
        {
            if (globs[i].Matches(path, isFolder)) return true;
        }

        return false;
    }
}
