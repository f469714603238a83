namespace Lanewise.Files;

/// <summary>Options that select files in a directory tree.</summary>
public sealed class FileTreeOptions
{
    /// <summary>
    /// Includes only files that match at least one of these patterns or are in a matching directory. If the list is empty, all
    /// files are included.
    /// </summary>
    public IReadOnlyList<FileGlob> Include { get; init; } = [];

    /// <summary>
    /// Excludes files and directories that match at least one of these patterns, even if they also match <see cref="Include"/>.
    /// </summary>
    public IReadOnlyList<FileGlob> Exclude { get; init; } = [];

    /// <summary>Indicates whether to exclude files and directories whose names begin with a dot.</summary>
    public bool LeavesOutHidden { get; init; }

    /// <summary>
    /// Indicates whether to follow links to directories. A link to one of its own parent directories is not followed but is
    /// reported as <see cref="FoundKind.Loop"/>.
    /// </summary>
    public bool FollowsLinks { get; init; }

    /// <summary>Indicates whether to exclude directories on other file systems (Linux only).</summary>
    public bool StaysOnFileSystem { get; init; }

    /// <summary>
    /// Returns whether an explicitly named path is excluded. An explicitly named path is never treated as hidden.
    /// </summary>
    internal bool LeavesOut(ReadOnlySpan<char> path) =>
        Matches(Exclude, path, isFolder: false) || (Include.Count > 0 && !Matches(Include, path, isFolder: false));

    /// <summary>Returns whether an entry in a directory is excluded.</summary>
    /// <param name="path">The path relative to the root.</param>
    /// <param name="isFolder">True if the path refers to a directory.</param>
    /// <param name="isIncluded">
    /// On input, true if a parent directory is included. On output, true if this entry is included.
    /// </param>
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
