using System.Diagnostics;
using System.Numerics;
using Lanewise.Blake2Family;

namespace Lanewise.Blake3Family;

/// <summary>
/// Contains the sizes and constants of BLAKE3 (BLAKE3 paper, section 2). The word size, the rotations and the initial value are
/// the same as in BLAKE2s.
/// </summary>
internal static class Blake3Spec
{
    public const int BlockBytes = 64;
    public const int ChunkBytes = 1024;
    public const int BlocksPerChunk = ChunkBytes / BlockBytes;

    /// <summary>The length of a chaining value, a key and the default output, in bytes.</summary>
    public const int HashBytes = 32;

    /// <summary>The maximum number of levels of a tree: 2^64 bytes are 2^54 chunks.</summary>
    public const int MaxDepth = 54;

    /// <summary>
    /// The mode without a key. All other modes (KeyedHash, DeriveKeyContext, DeriveKeyMaterial) are domain flags, and their data
    /// is secret.
    /// </summary>
    public const uint Unkeyed = 0;

    // The domain flags (section 2.2, table 3).
    public const uint ChunkStart = 1;
    public const uint ChunkEnd = 2;
    public const uint Parent = 4;
    public const uint Root = 8;
    public const uint KeyedHash = 16;
    public const uint DeriveKeyContext = 32;
    public const uint DeriveKeyMaterial = 64;

    /// <summary>Returns the number of chunks. The empty message consists of one empty chunk.</summary>
    public static ulong Chunks(ulong length) => Math.Max(1, (length / ChunkBytes) + (length % ChunkBytes == 0 ? 0UL : 1));

    /// <summary>
    /// Returns the number of chunks in the left part of a subtree that has more than one chunk. The result is the largest power
    /// of two that leaves at least one byte for the right part (section 2.1).
    /// </summary>
    public static ulong Left(ulong chunks)
    {
        Debug.Assert(chunks > 1, "One chunk has no parents.");
        return 1UL << BitOperations.Log2(chunks - 1);
    }

    public static ReadOnlySpan<uint> Iv
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Blake2sSpec.Iv;
    }

    public const int Rounds = 7;

    /// <summary>The order of the words in each round, which follows from the permutation (section 2.2, table 2).</summary>
    public static ReadOnlySpan<byte> Schedule =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8,
        3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1,
        10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6,
        12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4,
        9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7,
        11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13,
    ];
}

/// <summary>
/// The state that one lane keeps between blocks (section 2.2): chaining value, counter t, length of the block, flags. The words
/// of all lanes with the same index are adjacent: word <c>i</c> of lane <c>j</c> is at <c>i * lanes + j</c>.
/// </summary>
/// <remarks>
/// The flags differ between the first block of a chunk, the following blocks, and the last block, which has additional flags.
/// All blocks of a chunk have the same counter.
/// </remarks>
internal static class Blake3State
{
    public const int ChainingWords = 8;
    public const int T0 = 8;
    public const int T1 = 9;
    public const int Length = 10;
    public const int FirstFlags = 11;
    public const int LaterFlags = 12;
    public const int LastFlags = 13;
    public const int Words = 14;

    public const int Output = 14;
    public const int OutputWords = 16;
    public const int WideWords = Output + OutputWords;
}
