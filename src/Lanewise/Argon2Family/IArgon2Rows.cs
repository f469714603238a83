using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Argon2Family;

/// <summary>
/// One of the four rows of words on which the permutation P operates (RFC 9106, section 3.6). An instance contains this row
/// for one permutation, or for several permutations that are computed in parallel. A block is an 8 by 8 matrix of word pairs.
/// P is applied to the rows of the matrix, then to the columns. Each implementing type defines the positions of its words in a
/// block.
/// </summary>
internal interface IArgon2Rows<TSelf>
    where TSelf : struct, IArgon2Rows<TSelf>
{
    /// <summary>
    /// The number of groups into which the eight rows or columns of a block are divided. An instance processes a group.
    /// </summary>
    static abstract int Groups { get; }

    /// <summary>Reads the given row of all permutations in a group.</summary>
    void Read(ReadOnlySpan<ulong> block, int group, int row);

    void Write(Span<ulong> block, int group, int row);

    void operator ^=(in TSelf x);

    /// <summary>Adds <paramref name="x"/> and twice the product of the low halves of both words.</summary>
    void AddWithProduct(in TSelf x);

    void RotateRight([ConstantExpected] int n);

    /// <summary>Rotates the row: word <c>i</c> receives the value of word <c>(i + n) % 4</c>.</summary>
    void Turn([ConstantExpected] int n);
}

/// <summary>Defines the positions of a row's or column's words within a block, for one vector width.</summary>
internal interface IArgon2Side
{
    /// <summary>The index, within the block, of the first word of a permutation's row.</summary>
    static abstract int First(int group, int row);

    /// <summary>The distance between the first two words and the last two words of a permutation's row.</summary>
    static abstract int Step { get; }
}

/// <summary>The positions of the words when the permutation P is applied to the eight rows of the matrix.</summary>
internal readonly struct MatrixRows : IArgon2Side
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int First(int group, int row) => (16 * group) + (4 * row);

    public static int Step
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 2;
    }
}

/// <summary>The positions of the words when the permutation P is applied to the eight columns of the matrix.</summary>
internal readonly struct MatrixColumns : IArgon2Side
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int First(int group, int row) => (32 * row) + (2 * group);

    public static int Step
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 16;
    }
}
