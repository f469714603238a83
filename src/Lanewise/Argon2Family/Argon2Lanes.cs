using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

// The partial types below add lane operations that only Argon2 needs.
namespace Lanewise.Simd;

/// <content>The operations for Argon2: the addition with a product, and the rotation of four-word rows.</content>
internal partial struct ScalarLane<TWord>
{
    /// <summary>Adds <c>x</c> and twice the product of the low halves of both words (RFC 9106, section 3.6).</summary>
    [MethodImpl(Inline)]
    public void AddWithProduct(in ScalarLane<TWord> x) => v = (TWord)(object)((ulong)(object)v + (ulong)(object)x.v
        + (2 * ((ulong)(uint)(ulong)(object)v * (uint)(ulong)(object)x.v)));
}

/// <content>
/// The default operations for all vector widths. For some widths, the declarations below replace them.
/// </content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(Inline)]
    public void AddWithProduct(in Lanes256<TWord> x)
    {
        Vector256<ulong> product = Avx2.Multiply(v.AsUInt32(), x.v.AsUInt32());
        v = (v.AsUInt64() + x.v.AsUInt64() + (product + product)).As<ulong, TWord>();
    }

    /// <summary>
    /// Rotates one row of four words in each 128-bit part. <c>a</c> contains the first two words of each row, and <c>b</c>
    /// contains the last two words. Word <c>i</c> receives the value of word <c>(i + n) % 4</c>.
    /// </summary>
    [MethodImpl(Inline)]
    internal static void TurnPair(ref Lanes256<TWord> a, ref Lanes256<TWord> b, [ConstantExpected] int n)
    {
        Vector256<TWord> t = a.v;
        if (n == 1)
        {
            a.v = UpperLower(a.v, b.v);
            b.v = UpperLower(b.v, t);
        }
        else if (n == 2)
        {
            a.v = b.v;
            b.v = t;
        }
        else
        {
            a.v = UpperLower(b.v, a.v);
            b.v = UpperLower(t, b.v);
        }
    }

    // In each 128-bit part, combines the upper 64 bits of one operand with the lower 64 bits of the other operand.
    [MethodImpl(Inline)]
    private static Vector256<TWord> UpperLower(Vector256<TWord> a, Vector256<TWord> b) =>
        Avx2.AlignRight(b.AsByte(), a.AsByte(), 8).As<byte, TWord>();
}

/// <content>Operations on 128-bit vectors that are available on all CPUs.</content>
internal partial struct Lanes128<TWord>
{
    [MethodImpl(Inline)]
    public void AddWithProduct(in Lanes128<TWord> x)
    {
        Vector128<ulong> product = Product(v.AsUInt64(), x.v.AsUInt64());
        v = (v.AsUInt64() + x.v.AsUInt64() + (product + product)).As<ulong, TWord>();
    }

    [MethodImpl(Inline)]
    private static Vector128<ulong> Product(Vector128<ulong> a, Vector128<ulong> b)
    {
        if (Sse2.IsSupported) return Sse2.Multiply(a.AsUInt32(), b.AsUInt32());
        if (AdvSimd.IsSupported)
        {
            return AdvSimd.MultiplyWideningLower(AdvSimd.ExtractNarrowingLower(a), AdvSimd.ExtractNarrowingLower(b));
        }

        Vector128<ulong> low = Vector128.Create(0xFFFF_FFFFUL);
        return (a & low) * (b & low);
    }
}

/// <content>Operations on 512-bit vectors. Each vector contains two four-word rows, one for each of two permutations.</content>
internal partial struct Lanes512<TWord>
{
    [MethodImpl(Inline)]
    private static Vector512<TWord> UpperLower(Vector512<TWord> a, Vector512<TWord> b) =>
        Avx512BW.AlignRight(b.AsByte(), a.AsByte(), 8).As<byte, TWord>();

    /// <summary>
    /// Rotates two rows, one in each half of the vector. In each row, word <c>i</c> receives the value of word
    /// <c>(i + n) % 4</c>.
    /// </summary>
    [MethodImpl(Inline)]
    internal void TurnHalves([ConstantExpected] int n)
    {
        if (n == 1) v = Avx512F.Permute4x64(v.AsUInt64(), 0x39).As<ulong, TWord>();
        else if (n == 2) v = Avx512F.Permute4x64(v.AsUInt64(), 0x4E).As<ulong, TWord>();
        else v = Avx512F.Permute4x64(v.AsUInt64(), 0x93).As<ulong, TWord>();
    }

    /// <summary>
    /// Rotates two rows. Vector words 0, 1, 4 and 5 contain one row; words 2, 3, 6 and 7 contain the other row. In each row, word
    /// <c>i</c> receives the value of word <c>(i + n) % 4</c>.
    /// </summary>
    [MethodImpl(Inline)]
    internal void TurnQuarters([ConstantExpected] int n)
    {
        if (n == 1) v = Avx512F.PermuteVar8x64(v.AsUInt64(), Vector512.Create(1UL, 4, 3, 6, 5, 0, 7, 2)).As<ulong, TWord>();
        else if (n == 2) v = Avx512F.Shuffle4x128(v.AsUInt64(), v.AsUInt64(), 0x4E).As<ulong, TWord>();
        else v = Avx512F.PermuteVar8x64(v.AsUInt64(), Vector512.Create(5UL, 0, 7, 2, 1, 4, 3, 6)).As<ulong, TWord>();
    }
}
