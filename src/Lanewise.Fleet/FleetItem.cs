namespace Lanewise.Fleet;

/// <summary>The result for an item.</summary>
public enum ItemStatus
{
    /// <summary>Hashed, and nothing is known to compare with.</summary>
    Hashed = 0,

    /// <summary>As in the list or the audit before.</summary>
    Same = 1,

    /// <summary>Another content than in the list or the audit before, or than its source says.</summary>
    Changed = 2,

    /// <summary>Not in the list or the audit before.</summary>
    New = 3,

    /// <summary>It could not be read; its note says why.</summary>
    Unreadable = 4,

    /// <summary>A pipe, a socket or a device, which is not read.</summary>
    Special = 5,

    /// <summary>In the list or the audit before, and not found.</summary>
    Missing = 6,
}

/// <summary>A file or an object, and its result.</summary>
/// <param name="Name">Its name, in the form of <see cref="Files.PathText"/>, as in a list.</param>
/// <param name="Status">The result.</param>
/// <param name="Digest">Its digest; null if there is none.</param>
/// <param name="Bytes">The number of bytes that were hashed.</param>
/// <param name="Note">An additional remark; null if there is none.</param>
public sealed record FleetItem(string Name, ItemStatus Status, byte[]? Digest, long Bytes, string? Note);
