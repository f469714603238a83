using Lanewise.Files;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Sources;

/// <summary>
/// A directory or bucket that contains the files or objects of an audit. A source lists its items for planning, in name order and
/// from any position, and reads items for hashing. Each kind of source has a separate class, which <see cref="Of"/> selects based
/// on the root.
/// </summary>
internal abstract class AuditSource : IDisposable
{
    /// <summary>Returns the source for a root.</summary>
    /// <param name="source">The root of the source, and the maximum read rate.</param>
    /// <param name="settings">The settings of the job.</param>
    /// <param name="catalogueFiles">The local files of the catalogue.</param>
    /// <exception cref="FleetException">The kind of source is unknown, or a required setting is missing.</exception>
    public static AuditSource Of(FleetSource source, FleetPlanSettings settings, IReadOnlyList<string> catalogueFiles) =>
        source.Root.StartsWith(S3Source.Scheme, StringComparison.Ordinal)
            ? new S3Source(source, settings) : new FolderSource(source, settings, catalogueFiles);

    /// <summary>Indicates whether several workers can read a large file in parts.</summary>
    public virtual bool HasParts => false;

    /// <summary>
    /// Lists the items and subdirectories of a directory in pages of a few thousand entries. Each page has a cursor from which a
    /// later listing can continue. An entry that cannot be listed becomes an item with a status and a note.
    /// </summary>
    /// <param name="lease">The directory as the planner stored it. If the directory has a cursor, the listing continues after
    /// the cursor.</param>
    /// <param name="token">Cancels the listing.</param>
    public abstract IEnumerable<ListedPage> List(FolderLease lease, CancellationToken token);

    /// <summary>Announces items that will be read soon, so that the source can prefetch them.</summary>
    public virtual void Expect(IReadOnlyList<WorkItem> items)
    {
    }

    /// <summary>Announces prefetched items that will not be read, so that the source can release them.</summary>
    public virtual void Forget(IEnumerable<WorkItem> items)
    {
    }

    /// <summary>
    /// Returns an item in a form that can be hashed. If the item is missing or unreadable, the error occurs when it is read, as
    /// with a file.
    /// </summary>
    /// <param name="item">The item.</param>
    /// <param name="hash">The hash.</param>
    /// <param name="pace">The rate at which the item may be read.</param>
    public abstract WorkFile Open(WorkItem item, FileHash hash, Working.Pace pace);

    /// <summary>Returns what the source reports about the content of an item that was read.</summary>
    public virtual SourceVerdict Judge(WorkFile file) => default;

    public virtual void Dispose()
    {
    }

    /// <summary>The filters that select the files to plan.</summary>
    protected static FileTreeOptions Filters(FleetPlanSettings settings) => new()
    {
        Include = [.. settings.Include.Select(glob => new FileGlob(glob))],
        Exclude = [.. settings.Exclude.Select(glob => new FileGlob(glob))],
    };
}

/// <summary>
/// A source's report on the content of an item: whether the source's checksum contradicts the content, and a note for the user.
/// </summary>
internal readonly record struct SourceVerdict(bool IsContradicted, string? Note);

/// <summary>A page of a listing.</summary>
/// <param name="Items">The items.</param>
/// <param name="Folders">The subdirectories, which must also be listed.</param>
/// <param name="Cursor">The position at which the listing continues, or null after the last page.</param>
internal sealed record ListedPage(IReadOnlyList<PlannedItem> Items, IReadOnlyList<FolderLease> Folders, byte[]? Cursor);

/// <summary>An item that is being hashed.</summary>
internal class WorkFile : HashedFile
{
    public WorkFile(WorkItem item, FileHash hash)
        : base(item.Name, hash) => Item = item;

    public WorkFile(WorkItem item, Stream stream, FileHash hash)
        : base(stream, hash) => Item = item;

    public WorkItem Item { get; }

    /// <summary>The range to which the item belongs.</summary>
    public Working.RangeRun? Range { get; set; }
}
