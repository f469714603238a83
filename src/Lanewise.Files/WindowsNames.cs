namespace Lanewise.Files;

/// <summary>
/// Handles file names on Windows, where shells do not expand patterns and the system rewrites names before it opens a file.
/// Apart from listing directories, this class only processes text.
/// </summary>
internal static class WindowsNames
{
    private const string Verbatim = @"\\?\", Device = @"\\.\";

    /// <summary>
    /// Replaces backslashes with slashes, so that lists are portable. All systems accept slashes. Verbatim paths remain
    /// unchanged.
    /// </summary>
    public static string WithSlashes(string path) => IsVerbatim(path) ? path : path.Replace('\\', '/');

    /// <summary>Expands a pattern in the same way as a Unix shell.</summary>
    /// <param name="name">
    /// A path that may contain the wildcards <c>*</c> and <c>?</c>, which cannot occur in file names on Windows.
    /// </param>
    /// <returns>
    /// The matching names that are not hidden, sorted by their characters. If no name matches, the pattern itself is returned.
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

    /// <summary>Rejects a path for which Windows would open a different file.</summary>
    /// <param name="path">The path as the user entered it.</param>
    /// <param name="fullPath">The result of <see cref="Path.GetFullPath(string)"/>, which recognizes device names.</param>
    /// <exception cref="IOException">The file does not exist, or Windows would open a different file or a device.</exception>
    public static void Check(string path, string fullPath)
    {
        if (IsVerbatim(path)) return;

        if (IsPattern(path)) throw new FileNotFoundException("No file matches the pattern.");

        foreach (string part in path.Split('/', '\\'))
        {
            if (part is not ("." or "..") && part.EndsWith('.'))
                throw new IOException("Windows would drop the dot at the end of the name and open another file");
            if (part.EndsWith(' '))
                throw new IOException("Windows would drop the space at the end of the name and open another file");
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
        // On Windows, "*.*" means all names, with or without a dot.
        if (pattern == "*.*") pattern = "*";
        DirectoryInfo directory = new(folder.Length == 0 ? "." : folder);
        if (!directory.Exists) return [];

        IEnumerable<FileSystemInfo> entries = foldersOnly
            ? directory.EnumerateDirectories(pattern, options) : directory.EnumerateFileSystemInfos(pattern, options);
        return entries.Select(entry => folder + entry.Name).Order(StringComparer.Ordinal);
    }
}
