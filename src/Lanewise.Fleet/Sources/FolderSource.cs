using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Working;

namespace Lanewise.Fleet.Sources;

/// <summary>A directory as a source, which is either local or accessible to all workers under the same path.</summary>
/// <remarks>
/// The files of the catalogue are excluded, because they change during the audit. In addition, closing a catalogue file would
/// release the locks that SQLite holds on this file in this process, so another process could damage the catalogue.
/// </remarks>
internal sealed class FolderSource(
    FleetSource source, FleetPlanSettings settings, IReadOnlyList<string> catalogueFiles) : AuditSource
{
    private const int PageItems = 4096;

    private const long LongestUnseen = 1L << 40;

    private const string OfCatalogue = "a file of the catalogue, which changes during the audit";

    private readonly FileTreeOptions options = Filters(settings);

    private readonly (string Name, FileId Id, FileId File)[] catalogue =
        [.. catalogueFiles.Select(file => (Path.GetFileName(file), FileId.OfName(file), FileId.Of(file)))];

    public override bool HasParts => true;

    /// <summary>
    /// Whether a root in which files were found is now an empty directory, or does not exist. A root with a single file may be
    /// this file itself. A missing file is reported by the run, and later runs compare it with its last known digest.
    /// </summary>
    public static bool IsLost(string root, long found) =>
        FolderEntry.TryRead(root, followsLinks: false, out List<FolderEntry> entries, out _)
            ? entries.Count == 0 : found > 1 && !FileId.Exists(root);

    public override IEnumerable<ListedPage> List(FolderLease lease, CancellationToken token)
    {
        string folder = PathText.FromBytes(lease.Path);
        // If the root itself is on a kernel file system, it is reported as unreadable. Below a root, kernel file systems are
        // skipped, as pipes are.
        if (KernelFiles.FileSystemOf(folder) is { } name)
        {
            yield return new([OfKernel(folder, name, folder == source.Root)], [], null);
            yield break;
        }

        // A root may be a file.
        if (FileTree.IsFile(folder))
        {
            FileStamp? stamp = FileStamp.Of(folder);
            yield return new([IsCatalogue(folder, stamp) ? Unreadable(folder, OfCatalogue) : Item(folder, stamp)], [], null);
            yield break;
        }

        if (!FolderEntry.TryRead(folder, followsLinks: false, out List<FolderEntry> entries, out Exception? error))
        {
            yield return new([Unreadable(folder, error!)], [], null);
            yield break;
        }

        string? cursor = lease.Cursor is null ? null : PathText.FromBytes(lease.Cursor);
        List<PlannedItem> items = [];
        List<FolderLease> folders = [];
        foreach (FolderEntry entry in entries)
        {
            // Even if the directory has changed since the cursor was stored, the listing continues with the entries after the
            // cursor.
            string sorted = entry.IsFolder ? entry.Name + "/" : entry.Name;
            if (cursor is not null && PathText.CompareBytes(sorted, cursor) <= 0) continue;

            token.ThrowIfCancellationRequested();
            string path = folder.EndsWith('/') ? folder + entry.Name : folder + "/" + entry.Name;
            bool isIncluded = lease.IsIncluded;
            if (LeavesOut(path, entry, ref isIncluded)) continue;

            FileStamp? stamp = entry.IsFolder || entry.IsSpecial ? null : FileStamp.Of(path);
            if (!entry.IsFolder && IsCatalogue(path, stamp)) continue;

            if (entry.IsFolder) folders.Add(new(lease.Source, PathText.ToBytes(path), isIncluded));
            else items.Add(entry.IsSpecial ? Special(path) : Item(path, stamp));
            if (items.Count + folders.Count < PageItems) continue;

            yield return new(items, folders, PathText.ToBytes(sorted));
            (items, folders) = ([], []);
        }

        yield return new(items, folders, null);
    }

    public override WorkFile Open(WorkItem item, FileHash hash, Pace pace)
    {
        if (pace.TryBegin(item.Bytes)) return new(item, hash) { IsRegular = true };

        // The file engine does not dispose streams, so this stream closes itself when it reaches the end of its file.
        return new(item, new PacedStream(item.Name, pace), hash);
    }

    private bool LeavesOut(string path, FolderEntry entry, ref bool isIncluded)
    {
        if (options.Include.Count == 0 && options.Exclude.Count == 0) return false;

        int relative = source.Root.EndsWith('/') ? source.Root.Length : source.Root.Length + 1;
        return options.LeavesOut(path.AsSpan(relative), entry.IsFolder, ref isIncluded);
    }

    // Names and inode numbers are compared first, because this needs no system call. The path may also be a link to the file.
    private bool IsCatalogue(string path, FileStamp? stamp) => catalogue.Any(own =>
        (path.EndsWith(own.Name, StringComparison.OrdinalIgnoreCase) && own.Id.IsKnown && own.Id == FileId.OfName(path))
        || (stamp is { Inode: > 0 and var inode } && inode == own.File.Inode && own.File == FileId.Of(path)));

    private static PlannedItem Item(string path, FileStamp? stamp)
    {
        long bytes = stamp?.Bytes ?? 0;
        // A link may lead to a kernel file that reports the size of all memory as its length.
        return bytes > LongestUnseen && KernelFiles.FileSystemOf(path) is { } name
            ? OfKernel(path, name, isWanted: true) : new(PathText.ToBytes(path), bytes);
    }

    private static PlannedItem OfKernel(string path, string name, bool isWanted) => new(PathText.ToBytes(path), 0)
    {
        Status = isWanted ? ItemStatus.Unreadable : ItemStatus.Special,
        Note = $"a file system of the kernel ({name}), whose files have no fixed content",
    };

    private static PlannedItem Special(string path) =>
        new(PathText.ToBytes(path), 0) { Status = ItemStatus.Special, Note = "not a regular file" };

    private static PlannedItem Unreadable(string path, Exception error) => Unreadable(
        path, error is IOException { HResult: LibC.NotAFolder } ? "not a regular file" : ReadErrors.Reason(error, path));

    private static PlannedItem Unreadable(string path, string note) =>
        new(PathText.ToBytes(path), 0) { Status = ItemStatus.Unreadable, Note = note };
}
