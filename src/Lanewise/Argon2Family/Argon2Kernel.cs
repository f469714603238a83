namespace Lanewise.Argon2Family;

/// <summary>The compression function G, which combines two blocks (RFC 9106, sections 3.5 and 3.6).</summary>
internal static class Argon2Kernel<TRows, TColumns>
    where TRows : struct, IArgon2Rows<TRows>
    where TColumns : struct, IArgon2Rows<TColumns>
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    /// <summary>
    /// Writes <c>G(x, y)</c> to <paramref name="z"/>. If <paramref name="isOver"/> is true, XORs <c>G(x, y)</c> into
    /// <paramref name="z"/> instead.
    /// </summary>
    public static void Compress(
        ReadOnlySpan<ulong> x, ReadOnlySpan<ulong> y, Span<ulong> z, Span<ulong> scratch, bool isOver)
    {
        Rows(x, y, scratch);
        Columns(x, y, z, scratch, isOver, 0, TColumns.Groups);
    }

    /// <summary>
    /// Computes the first half of G: XORs the input blocks and applies the permutation P to each row of the result.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Rows(ReadOnlySpan<ulong> x, ReadOnlySpan<ulong> y, Span<ulong> scratch)
    {
        x = x.Slice(0, Argon2Block.Words);
        y = y.Slice(0, Argon2Block.Words);
        scratch = scratch.Slice(0, Argon2Block.Words);
        for (int g = 0; g < TRows.Groups; g++)
        {
            TRows a = default, b = default, c = default, d = default, t = default;
            a.Read(x, g, 0); t.Read(y, g, 0); a ^= t;
            b.Read(x, g, 1); t.Read(y, g, 1); b ^= t;
            c.Read(x, g, 2); t.Read(y, g, 2); c ^= t;
            d.Read(x, g, 3); t.Read(y, g, 3); d ^= t;
            Permute(ref a, ref b, ref c, ref d);
            a.Write(scratch, g, 0);
            b.Write(scratch, g, 1);
            c.Write(scratch, g, 2);
            d.Write(scratch, g, 3);
        }
    }

    /// <summary>
    /// Computes the second half of G for the given columns: applies the permutation P, and then XORs the result with both
    /// input blocks.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Columns(
        ReadOnlySpan<ulong> x, ReadOnlySpan<ulong> y, Span<ulong> z, ReadOnlySpan<ulong> scratch, bool isOver, int from, int to)
    {
        x = x.Slice(0, Argon2Block.Words);
        y = y.Slice(0, Argon2Block.Words);
        z = z.Slice(0, Argon2Block.Words);
        scratch = scratch.Slice(0, Argon2Block.Words);
        for (int g = from; g < to; g++)
        {
            TColumns a = default, b = default, c = default, d = default;
            a.Read(scratch, g, 0);
            b.Read(scratch, g, 1);
            c.Read(scratch, g, 2);
            d.Read(scratch, g, 3);
            Permute(ref a, ref b, ref c, ref d);
            Finish(ref a, x, y, z, isOver, g, 0);
            Finish(ref b, x, y, z, isOver, g, 1);
            Finish(ref c, x, y, z, isOver, g, 2);
            Finish(ref d, x, y, z, isOver, g, 3);
        }
    }

    [MethodImpl(Inline)]
    private static void Finish(
        ref TColumns row, ReadOnlySpan<ulong> x, ReadOnlySpan<ulong> y, Span<ulong> z, bool isOver, int g, int k)
    {
        TColumns t = default;
        t.Read(x, g, k); row ^= t;
        t.Read(y, g, k); row ^= t;
        if (isOver)
        {
            t.Read(z, g, k);
            row ^= t;
        }

        row.Write(z, g, k);
    }

    /// <summary>The permutation P: a BLAKE2b round without message words, in which each addition also adds a product.</summary>
    [MethodImpl(Inline)]
    private static void Permute<T>(ref T a, ref T b, ref T c, ref T d)
        where T : struct, IArgon2Rows<T>
    {
        G(ref a, ref b, ref c, ref d);
        b.Turn(1);
        c.Turn(2);
        d.Turn(3);
        G(ref a, ref b, ref c, ref d);
        b.Turn(3);
        c.Turn(2);
        d.Turn(1);
    }

    [MethodImpl(Inline)]
    private static void G<T>(ref T a, ref T b, ref T c, ref T d)
        where T : struct, IArgon2Rows<T>
    {
        a.AddWithProduct(b);
        d ^= a;
        d.RotateRight(32);
        c.AddWithProduct(d);
        b ^= c;
        b.RotateRight(24);
        a.AddWithProduct(b);
        d ^= a;
        d.RotateRight(16);
        c.AddWithProduct(d);
        b ^= c;
        b.RotateRight(63);
    }
}
