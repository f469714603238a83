using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Argon2Family;

/// <summary>A row of four words in general-purpose registers.</summary>
internal struct ScalarRows<TSide> : IArgon2Rows<ScalarRows<TSide>>
    where TSide : struct, IArgon2Side
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private ScalarLane<ulong> a, b, c, d;

    public static int Groups => 8;

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> block, int group, int row)
    {
        ReadOnlySpan<ulong> words = block.Slice(TSide.First(group, row), TSide.Step + 2);
        a.Read(words);
        b.Read(words.Slice(1));
        c.Read(words.Slice(TSide.Step));
        d.Read(words.Slice(TSide.Step + 1));
    }

    [MethodImpl(Inline)]
    public void Write(Span<ulong> block, int group, int row)
    {
        Span<ulong> words = block.Slice(TSide.First(group, row), TSide.Step + 2);
        a.Write(words);
        b.Write(words.Slice(1));
        c.Write(words.Slice(TSide.Step));
        d.Write(words.Slice(TSide.Step + 1));
    }

    [MethodImpl(Inline)]
    public void operator ^=(in ScalarRows<TSide> x)
    {
        a ^= x.a;
        b ^= x.b;
        c ^= x.c;
        d ^= x.d;
    }

    [MethodImpl(Inline)]
    public void AddWithProduct(in ScalarRows<TSide> x)
    {
        a.AddWithProduct(x.a);
        b.AddWithProduct(x.b);
        c.AddWithProduct(x.c);
        d.AddWithProduct(x.d);
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        a.RotateRight(n);
        b.RotateRight(n);
        c.RotateRight(n);
        d.RotateRight(n);
    }

    [MethodImpl(Inline)]
    public void Turn([ConstantExpected] int n)
    {
        if (n == 1) (a, b, c, d) = (b, c, d, a);
        else if (n == 2) (a, b, c, d) = (c, d, a, b);
        else (a, b, c, d) = (d, a, b, c);
    }
}

/// <summary>A row of four words in two 128-bit vectors.</summary>
internal struct Rows128<TSide> : IArgon2Rows<Rows128<TSide>>
    where TSide : struct, IArgon2Side
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Lanes128<ulong> a, b;

    public static int Groups => 8;

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> block, int group, int row)
    {
        int first = TSide.First(group, row);
        a.Read(block.Slice(first, 2));
        b.Read(block.Slice(first + TSide.Step, 2));
    }

    [MethodImpl(Inline)]
    public void Write(Span<ulong> block, int group, int row)
    {
        int first = TSide.First(group, row);
        a.Write(block.Slice(first, 2));
        b.Write(block.Slice(first + TSide.Step, 2));
    }

    [MethodImpl(Inline)]
    public void operator ^=(in Rows128<TSide> x)
    {
        a ^= x.a;
        b ^= x.b;
    }

    [MethodImpl(Inline)]
    public void AddWithProduct(in Rows128<TSide> x)
    {
        a.AddWithProduct(x.a);
        b.AddWithProduct(x.b);
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        a.RotateRight(n);
        b.RotateRight(n);
    }

    [MethodImpl(Inline)] public void Turn([ConstantExpected] int n) => Lanes128<ulong>.TurnPair(ref a, ref b, n);
}

/// <summary>Processes two rows of the matrix with 256-bit vectors, using separate vectors for each row.</summary>
internal struct Rows256 : IArgon2Rows<Rows256>
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Lanes256<ulong> a, b;

    public static int Groups => 4;

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> block, int group, int row)
    {
        a.Read(block.Slice((32 * group) + (4 * row), 4));
        b.Read(block.Slice((32 * group) + (4 * row) + 16, 4));
    }

    [MethodImpl(Inline)]
    public void Write(Span<ulong> block, int group, int row)
    {
        a.Write(block.Slice((32 * group) + (4 * row), 4));
        b.Write(block.Slice((32 * group) + (4 * row) + 16, 4));
    }

    [MethodImpl(Inline)]
    public void operator ^=(in Rows256 x)
    {
        a ^= x.a;
        b ^= x.b;
    }

    [MethodImpl(Inline)]
    public void AddWithProduct(in Rows256 x)
    {
        a.AddWithProduct(x.a);
        b.AddWithProduct(x.b);
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        a.RotateRight(n);
        b.RotateRight(n);
    }

    [MethodImpl(Inline)]
    public void Turn([ConstantExpected] int n)
    {
        a.Turn(n);
        b.Turn(n);
    }
}

/// <summary>
/// Processes two adjacent columns of the matrix with 256-bit vectors. Each vector contains one pair of words from each column.
/// </summary>
internal struct Columns256 : IArgon2Rows<Columns256>
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Lanes256<ulong> a, b;

    public static int Groups => 4;

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> block, int group, int row)
    {
        a.Read(block.Slice((32 * row) + (4 * group), 4));
        b.Read(block.Slice((32 * row) + (4 * group) + 16, 4));
    }

    [MethodImpl(Inline)]
    public void Write(Span<ulong> block, int group, int row)
    {
        a.Write(block.Slice((32 * row) + (4 * group), 4));
        b.Write(block.Slice((32 * row) + (4 * group) + 16, 4));
    }

    [MethodImpl(Inline)]
    public void operator ^=(in Columns256 x)
    {
        a ^= x.a;
        b ^= x.b;
    }

    [MethodImpl(Inline)]
    public void AddWithProduct(in Columns256 x)
    {
        a.AddWithProduct(x.a);
        b.AddWithProduct(x.b);
    }

    [MethodImpl(Inline)]
    public void RotateRight([ConstantExpected] int n)
    {
        a.RotateRight(n);
        b.RotateRight(n);
    }

    [MethodImpl(Inline)] public void Turn([ConstantExpected] int n) => Lanes256<ulong>.TurnPair(ref a, ref b, n);
}

/// <summary>
/// Processes rows of the matrix with 512-bit vectors. A vector contains four pairs of words, which belong to two rows and two
/// columns of the matrix. In the row step and the column step, a vector contains one row from each of two permutations.
/// Therefore, no words need to be moved between the two steps. Blocks are stored in the matching order
/// (<see cref="Argon2Order"/>).
/// </summary>
internal struct Rows512 : IArgon2Rows<Rows512>
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Lanes512<ulong> v;

    public static int Groups => 4;

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> block, int group, int row) => v.Read(block.Slice((32 * group) + (8 * row), 8));

    [MethodImpl(Inline)]
    public void Write(Span<ulong> block, int group, int row) => v.Write(block.Slice((32 * group) + (8 * row), 8));

    [MethodImpl(Inline)] public void operator ^=(in Rows512 x) => v ^= x.v;
    [MethodImpl(Inline)] public void AddWithProduct(in Rows512 x) => v.AddWithProduct(x.v);
    [MethodImpl(Inline)] public void RotateRight([ConstantExpected] int n) => v.RotateRight(n);
    [MethodImpl(Inline)] public void Turn([ConstantExpected] int n) => v.TurnHalves(n);
}

/// <summary>Processes columns of the matrix with 512-bit vectors.</summary>
internal struct Columns512 : IArgon2Rows<Columns512>
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Lanes512<ulong> v;

    public static int Groups => 4;

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> block, int group, int row) => v.Read(block.Slice((32 * row) + (8 * group), 8));

    [MethodImpl(Inline)]
    public void Write(Span<ulong> block, int group, int row) => v.Write(block.Slice((32 * row) + (8 * group), 8));

    [MethodImpl(Inline)] public void operator ^=(in Columns512 x) => v ^= x.v;
    [MethodImpl(Inline)] public void AddWithProduct(in Columns512 x) => v.AddWithProduct(x.v);
    [MethodImpl(Inline)] public void RotateRight([ConstantExpected] int n) => v.RotateRight(n);
    [MethodImpl(Inline)] public void Turn([ConstantExpected] int n) => v.TurnQuarters(n);
}

/// <summary>
/// Defines the order in which the words of a block are stored: the order of RFC 9106, or the order that <see cref="Rows512"/>
/// needs.
/// </summary>
internal static class Argon2Order
{
    /// <summary>
    /// Returns the position at which a word is stored. <paramref name="word"/> is the index of the word in the order of RFC 9106.
    /// With 512-bit vectors, the low bit of the row index selects the vector's half.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int IndexOf<TRows>(int word) => typeof(TRows) != typeof(Rows512)
        ? word
        : (word & ~0x1C) | ((word & 0x0C) << 1) | ((word & 0x10) >> 2);
}
