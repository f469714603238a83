namespace Lanewise.Files;

/// <summary>
/// What Windows makes of names, and what its shells leave to programs: patterns are not expanded there, names are rewritten
/// before a file is opened. Apart from looking into folders, which every system can do, this works on text alone.
/// </summary>
internal static class WindowsNames
{
    private const string Verbatim = @"\\?\", Device = @"\\.\";

    /// <summary>
    /// With the separator that all systems read, so that lists travel; a path that Windows takes as it is written stays so.
    /// </summary>
    public static string WithSlashes(string path) => IsVerbatim(path) ? path : path.Replace('\\', '/');

    /// <summary>The files and folders that a pattern means, as a shell elsewhere would give them.</summary>
    /// <param name="name">A path, with <c>*</c> and <c>?</c> in any part, which no name has on Windows.</param>
    /// <returns>
    /// What matches, in the order of its characters, without what is hidden; where nothing does, the name itself.
    /// </returns>
    public static IReadOnlyList<string> Expand(string name)
    {
        string path = WithSlashes(name);
        if (IsVerbatim(path) || !IsPattern(path)) return [path];

        List<string> found = [""];
        string[] parts = path.Split('/');
        for (int i = 0; i < parts.Length; i++)
        {
            string part = parts[i];
            bool isLast = i == parts.Length - 1;
            IEnumerable<string> next = IsPattern(part)
                ? found.SelectMany(folder => Matches(folder, part, foldersOnly: !isLast))
                : found.Select(folder => folder + part);
            found = isLast ? [.. next.Where(Path.Exists)] : [.. next.Select(folder => folder + "/")];
        }

        return found.Count > 0 ? found : [path];
    }

    /// <summary>Refuses a path under which Windows would open something else than it says.</summary>
    /// <param name="path">The path as it was given.</param>
    /// <param name="fullPath">What <see cref="Path.GetFullPath(string)"/> makes of it, which knows the devices.</param>
    /// <exception cref="IOException">There is no such file, or it would be another one or a device.</exception>
    public static void Check(string path, string fullPath)
    {
        if (IsVerbatim(path)) return;

        if (IsPattern(path)) throw new FileNotFoundException("No file matches the pattern.");

        foreach (string part in path.Split('/', '\\'))
        {
            if (part is not ("." or "..") && part.EndsWith('.'))
                throw new IOException("Windows would drop the dot at the end of the name and take another file");
            if (part.EndsWith(' '))
                throw new IOException("Windows would drop the space at the end of the name and take another file");
        }

        if (fullPath.StartsWith(Device, StringComparison.Ordinal))
            throw new IOException("Windows takes this name for a device");
    }

    private static bool IsVerbatim(string path) =>
        path.StartsWith(Verbatim, StringComparison.Ordinal) || path.StartsWith(Device, StringComparison.Ordinal);

    private static bool IsPattern(string path) => path.AsSpan().ContainsAny('*', '?');

    private static IEnumerable<string> Matches(string folder, string pattern, bool foldersOnly)
    {
        EnumerationOptions options = new()
        {
            MatchCasing = MatchCasing.CaseInsensitive, IgnoreInaccessible = true,
        };
        // As everybody writes it there for all, with a dot or without.
        if (pattern == "*.*") pattern = "*";
        DirectoryInfo place = new(folder.Length == 0 ? "." : folder);
        if (!place.Exists) return [];

        IEnumerable<FileSystemInfo> entries = foldersOnly
            ? place.EnumerateDirectories(pattern, options) : place.EnumerateFileSystemInfos(pattern, options);
        return entries.Select(entry => folder + entry.Name).Order(StringComparer.Ordinal);
    }
}
