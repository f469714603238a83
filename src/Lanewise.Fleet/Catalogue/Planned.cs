using System.Buffers.Binary;

namespace Lanewise.Fleet.Catalogue;

/// <summary>
/// A directory or key prefix that a planner lists. Once the lease has expired, another planner can take over the directory or
/// prefix.
/// </summary>
/// <param name="Source">The number of the source that contains the directory.</param>
/// <param name="Path">The directory or the key prefix.</param>
/// <param name="IsIncluded">Whether a filter includes a parent of the directory.</param>
/// <param name="Cursor">The last entry that was listed and committed, or null if there is none.</param>
/// <param name="Epoch">The number of times that planners have taken the directory. A planner with an older epoch no longer owns
/// the directory.</param>
internal sealed record FolderLease(int Source, byte[] Path, bool IsIncluded, byte[]? Cursor = null, long Epoch = 0)
{
    /// <summary>The key of the row, which is the path itself if it is short enough for an index.</summary>
    public byte[] Key { get; init; } = Keys.OfPath(Path);
}

/// <summary>A file or an object that the planner found.</summary>
/// <param name="Name">The name of the item, as in a list.</param>
/// <param name="Bytes">The length of the item in bytes when it was found.</param>
/// <param name="Mark">The ETag of the item, if the source provides ETags.</param>
internal sealed record PlannedItem(byte[] Name, long Bytes, string? Mark = null)
{
    /// <summary>
    /// The result if it is already known, because the item cannot be read or a list contains its digest. Otherwise, null.
    /// </summary>
    public ItemStatus? Status { get; init; }

    public byte[]? Digest { get; init; }

    public string? Note { get; init; }
}

/// <summary>
/// A range of items that a single worker takes as a unit. <c>First</c> and <c>Count</c> select the items by their positions in
/// the page.
/// </summary>
internal sealed record PlannedRange(int Source, int First, int Count, long Bytes, int Part = -1, int Files = 0)
{
    /// <summary>Indicates whether the range needs no work.</summary>
    public bool IsDone { get; init; }

    /// <summary>The number of items in the range that are known to be unreadable.</summary>
    public int Unreadable { get; init; }

    /// <summary>The number of items in the range that are not read, because they are pipes, sockets or devices.</summary>
    public int Skipped { get; init; }
}

/// <summary>The data that a planner commits in one transaction.</summary>
internal sealed record PlannedPage(
    int Source, IReadOnlyList<PlannedItem> Items, IReadOnlyList<PlannedRange> Ranges, IReadOnlyList<FolderLease> Folders,
    IReadOnlyList<FolderLease> Ended, FolderLease? Begun = null, byte[]? Cursor = null);

/// <summary>Maps names and paths of any length to keys for look-ups in the catalogue.</summary>
internal static class Keys
{
    // An index entry of PostgreSQL has at most 2704 bytes.
    private const int PathBytes = 1024;

    /// <summary>
    /// Returns a short path unchanged, and shortens a long path to its beginning and a digest. The keys sort almost like the
    /// paths, so planners list a tree depth first.
    /// </summary>
    public static byte[] OfPath(byte[] path) => path.Length < PathBytes
        ? path : [.. path.AsSpan(0, PathBytes - Blake3.HashSizeInBytes), .. Blake3.HashData(path)];

    public static long Of(ReadOnlySpan<byte> name)
    {
        Span<byte> key = stackalloc byte[sizeof(long)];
        Blake3.HashData(name, key);
        return BinaryPrimitives.ReadInt64LittleEndian(key);
    }
}
