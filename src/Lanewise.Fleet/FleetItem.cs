namespace Lanewise.Fleet;

/// <summary>What came of an item.</summary>
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

/// <summary>A file or an object, and what came of it.</summary>
/// <param name="Name">Its name, of <see cref="Files.PathText"/>, as a list has it.</param>
/// <param name="Status">What came of it.</param>
/// <param name="Digest">Its digest; null where there is none.</param>
/// <param name="Bytes">The bytes that were hashed.</param>
/// <param name="Note">What else is to be said; null where nothing.</param>
public sealed record FleetItem(string Name, ItemStatus Status, byte[]? Digest, long Bytes, string? Note);
