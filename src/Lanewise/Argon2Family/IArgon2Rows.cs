using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Argon2Family;

/// <summary>
/// One of the four rows of words on which the permutation P works (RFC 9106, section 3.6). An instance holds this row for one
/// permutation, or for several permutations side by side. A block is an 8 by 8 matrix of pairs of words. P is applied to the rows
/// of the matrix, then to its columns. Each type defines where its words are in a block.
/// </summary>
internal interface IArgon2Rows<TSelf>
    where TSelf : struct, IArgon2Rows<TSelf>
{
    /// <summary>The number of instances that are needed for the eight rows or columns of a block.</summary>
    static abstract int Groups { get; }

    /// <summary>Reads one <paramref name="row"/> of the permutations of a group.</summary>
    void Read(ReadOnlySpan<ulong> block, int group, int row);

    void Write(Span<ulong> block, int group, int row);

    void operator ^=(in TSelf x);

    /// <summary>Adds <paramref name="x"/> and twice the product of the low halves.</summary>
    void AddWithProduct(in TSelf x);

    void RotateRight([ConstantExpected] int n);

    /// <summary>Rotates the row: word <c>i</c> becomes word <c>(i + n) % 4</c>.</summary>
    void Turn([ConstantExpected] int n);
}

/// <summary>Defines where the words of rows and columns are within a block, for one width.</summary>
internal interface IArgon2Side
{
    /// <summary>The index, within the block, of the first word of a permutation's row.</summary>
    static abstract int First(int group, int row);

    /// <summary>The distance between the first two words of the row and the other two words.</summary>
    static abstract int Step { get; }
}

/// <summary>The eight rows of the matrix.</summary>
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

/// <summary>The eight columns of the matrix.</summary>
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
