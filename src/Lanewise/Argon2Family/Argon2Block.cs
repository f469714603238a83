namespace Lanewise.Argon2Family;

/// <summary>The 1,024-byte block, which is the unit of Argon2's memory.</summary>
internal static class Argon2Block
{
    public const int Bytes = 1024;
    public const int Words = Bytes / sizeof(ulong);

    // Every Argon2 lane has four slices, and every slice has at least two blocks.
    public const int FewestPerLane = 8;
    public const int Slices = 4;
}

/// <summary>The Argon2 variants. Each value is the type number that the prehash contains (RFC 9106, section 3.2).</summary>
internal enum Argon2Variant
{
    D = 0,
    I = 1,
    Id = 2,
}

/// <summary>
/// The Argon2 version numbers. In version 1.0, each pass overwrites the memory blocks. In version 1.3, each pass after the first
/// XORs its results into the memory blocks.
/// </summary>
internal static class Argon2Version
{
    public const int V10 = 0x10;
    public const int V13 = 0x13;
}

/// <summary>The variant, version and costs of an Argon2 computation.</summary>
internal readonly record struct Argon2Plan(Argon2Variant Variant, int Version, int Memory, int Iterations, int Lanes)
{
    public int SegmentLength => Memory / (Lanes * Argon2Block.Slices);

    public int LaneLength => SegmentLength * Argon2Block.Slices;

    /// <summary>The number of memory blocks that the computation uses: the memory size, rounded down to whole segments.</summary>
    public int Blocks => LaneLength * Lanes;
}

/// <summary>The inputs of one Argon2 computation.</summary>
internal readonly ref struct Argon2Input(
    ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> associatedData)
{
    public readonly ReadOnlySpan<byte> Password = password, Salt = salt, Secret = secret, AssociatedData = associatedData;
}
