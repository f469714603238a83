namespace Lanewise.Fleet;

/// <summary>The result of comparing an item.</summary>
public enum ItemStatus
{
    /// <summary>The item was hashed, but there is no digest to compare with.</summary>
    Hashed = 0,

    /// <summary>The content is the same as in the list or the previous audit.</summary>
    Same = 1,

    /// <summary>The content differs from the list or the previous audit, or from its source's ETag.</summary>
    Changed = 2,

    /// <summary>The item is not in the list or the previous audit.</summary>
    New = 3,

    /// <summary>The item could not be read. Its note contains the reason.</summary>
    Unreadable = 4,

    /// <summary>The item is a pipe, a socket or a device, which is not read.</summary>
    Special = 5,

    /// <summary>The item is in the list or the previous audit, but was not found.</summary>
    Missing = 6,
}

/// <summary>A file or an object, with its result.</summary>
/// <param name="Name">The name of the item, in the form of <see cref="Files.PathText"/>, as in a list.</param>
/// <param name="Status">The result.</param>
/// <param name="Digest">The digest of the item, or null.</param>
/// <param name="Bytes">The number of bytes that were hashed.</param>
/// <param name="Note">An additional remark, or null.</param>
public sealed record FleetItem(string Name, ItemStatus Status, byte[]? Digest, long Bytes, string? Note);
