namespace Lanewise.Fleet;

/// <summary>The result of hashing an item (a file or an object) and comparing its digest with a known digest.</summary>
public enum ItemStatus
{
    /// <summary>The item was hashed, but there is no known digest to compare with.</summary>
    Hashed = 0,

    /// <summary>The content is the same as in the list or the previous audit.</summary>
    Same = 1,

    /// <summary>The content differs from the list or the previous audit, or does not match the object's ETag.</summary>
    Changed = 2,

    /// <summary>The item is not in the list or the previous audit.</summary>
    New = 3,

    /// <summary>The item could not be read. Its note contains the reason.</summary>
    Unreadable = 4,

    /// <summary>The item was not read, because it is a pipe, a socket or a device.</summary>
    Special = 5,

    /// <summary>The item is in the list or the previous audit, but was not found.</summary>
    Missing = 6,

    /// <summary>The item is not in the list or the previous audit, but has the content of an item that was not found, so it was
    /// probably moved or renamed.</summary>
    Moved = 7,
}

/// <summary>A file or an object in an audit, with its result.</summary>
/// <param name="Name">The name of the item, in the form of <see cref="Files.PathText"/>, as in a list.</param>
/// <param name="Status">The result.</param>
/// <param name="Digest">The digest of the item (for a missing item, its last known digest), or null if there is none.</param>
/// <param name="Bytes">The number of bytes that were hashed.</param>
/// <param name="Note">An additional remark, for example the reason for a failure, or null if there is none.</param>
public sealed record FleetItem(string Name, ItemStatus Status, byte[]? Digest, long Bytes, string? Note)
{
    /// <summary>The earlier name of a moved item, or null if the item was not moved.</summary>
    public string? MovedFrom { get; init; }
}
