using System.Formats.Tar;
using System.IO.Enumeration;
using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Files;

/// <summary>
/// The files of a folder and of the folders in it, in the order of the bytes of their names. Links to files are read, links
/// to folders are not followed, so no loop is possible.
/// </summary>
internal static class FileTree
{
    private static readonly EnumerationOptions All = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    public static IEnumerable<FileJob> Jobs(string root, FileAlgorithm algorithm)
    {
        // The first name of what is left in each open folder; a stack, because trees can be deep.
        Stack<(string Folder, List<Entry> Entries, int Next)> open = new();
        if (TryRead(root, out List<Entry> first, out string? error)) open.Push((root, first, 0));
        else yield return Failed(root, error);

        while (open.Count > 0)
        {
            (string folder, List<Entry> entries, int next) = open.Pop();
            if (next == entries.Count) continue;

            open.Push((folder, entries, next + 1));
            Entry entry = entries[next];
            string path = folder.EndsWith('/') ? folder + entry.Name : folder + "/" + entry.Name;
            if (entry.IsFolder)
            {
                if (TryRead(path, out List<Entry> inside, out error)) open.Push((path, inside, 0));
                else yield return Failed(path, error);
            }
            else if (entry.Length == 0 && IsSpecial(path))
            {
                yield return new FileJob { Name = path, Path = path, Algorithm = algorithm, Error = "skipped: not a regular file", IsSkipped = true };
            }
            else
            {
                yield return new FileJob { Name = path, Path = path, Algorithm = algorithm };
            }
        }

        FileJob Failed(string path, string? reason) => new() { Name = path, Path = path, Algorithm = algorithm, Error = reason };
    }

    private static bool TryRead(string folder, out List<Entry> entries, out string? error)
    {
        entries = [];
        error = null;
        try
        {
            FileSystemEnumerable<Entry> found = new(folder, (ref FileSystemEntry e) =>
            {
                bool isLink = (e.Attributes & FileAttributes.ReparsePoint) != 0;
                return new Entry(e.FileName.ToString(), e.IsDirectory && !isLink, isLink && e.IsDirectory, isLink ? -1 : e.Length);
            }, All);
            foreach (Entry entry in found)
            {
                if (!entry.IsLinkToFolder) entries.Add(entry);
            }
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            error = e is UnauthorizedAccessException ? "Permission denied" : FileErrors.Reason(e, folder);
            return false;
        }

        entries.Sort(static (a, b) => CompareBytes(a.SortName, b.SortName));
        return true;
    }

    /// <summary>The order of the UTF-8 bytes, which is the order of the code points and not quite that of UTF-16.</summary>
    private static int CompareBytes(string a, string b)
    {
        int n = Math.Min(a.Length, b.Length);
        for (int i = 0; i < n; i++)
        {
            if (a[i] == b[i]) continue;

            bool isPairA = char.IsSurrogate(a[i]), isPairB = char.IsSurrogate(b[i]);
            return isPairA != isPairB ? (isPairA ? 1 : -1) : a[i] - b[i];
        }

        return a.Length - b.Length;
    }

    // Opening a pipe would wait for its writer, and a device may have no end. The base library tells them apart only when it
    // writes an archive: the type of an entry stands in byte 156 of its header.
    private static bool IsSpecial(string path)
    {
        if (OperatingSystem.IsWindows()) return false;

        try
        {
            using MemoryStream header = new();
            using (TarWriter writer = new(header, TarEntryFormat.Ustar, leaveOpen: true)) writer.WriteEntry(path, "x");
            return header.Length < 157 || header.GetBuffer()[156] is not ((byte)'0' or 0);
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            // A socket is refused there; a regular file that cannot be read gets its own message when it is opened.
            return !File.Exists(path) || e is not UnauthorizedAccessException;
        }
    }

    private readonly record struct Entry(string Name, bool IsFolder, bool IsLinkToFolder, long Length)
    {
        // With its slash, so that whole paths come out in order: "a.txt" before "a/b".
        public string SortName { get; } = IsFolder ? Name + "/" : Name;
    }
}
