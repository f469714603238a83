using System.Buffers.Binary;

namespace Lanewise.Fleet.Catalogue;

/// <summary>A place that a planner lists, until another one may.</summary>
/// <param name="Source">The number of its source.</param>
/// <param name="Path">A folder, or a prefix of keys.</param>
/// <param name="IsIncluded">Whether a folder above it is included by a filter.</param>
/// <param name="Cursor">What was listed and committed last; null where nothing was.</param>
/// <param name="Epoch">How often it was taken: who has an older one has lost it.</param>
internal sealed record PlaceLease(int Source, byte[] Path, bool IsIncluded, byte[]? Cursor = null, long Epoch = 0);

/// <summary>A file or an object that was found.</summary>
/// <param name="Name">Its name, as a list has it.</param>
/// <param name="Bytes">Its length when it was found.</param>
/// <param name="Mark">What its source says of its content: an ETag.</param>
internal sealed record PlannedItem(byte[] Name, long Bytes, string? Mark = null)
{
    /// <summary>What is known already: it cannot be read, or it is in a list with its digest.</summary>
    public ItemStatus? Status { get; init; }

    public byte[]? Digest { get; init; }

    public string? Note { get; init; }
}

/// <summary>Items that one worker takes, by their place in the page.</summary>
internal sealed record PlannedRange(int Source, int First, int Count, long Bytes, int Part = -1, int Files = 0)
{
    /// <summary>Nothing is left to be done.</summary>
    public bool IsDone { get; init; }

    /// <summary>Items of it that are known to be unreadable.</summary>
    public int Unreadable { get; init; }
}

/// <summary>What a planner commits at once.</summary>
internal sealed record PlannedPage(
    int Source, IReadOnlyList<PlannedItem> Items, IReadOnlyList<PlannedRange> Ranges, IReadOnlyList<PlaceLease> Places,
    IReadOnlyList<PlaceLease> Ended, PlaceLease? Begun = null, byte[]? Cursor = null);

/// <summary>Names of any length as numbers, by which they are found.</summary>
internal static class Keys
{
    public static long Of(ReadOnlySpan<byte> name)
    {
        Span<byte> key = stackalloc byte[sizeof(long)];
        Blake3.HashData(name, key);
        return BinaryPrimitives.ReadInt64LittleEndian(key);
    }
}
