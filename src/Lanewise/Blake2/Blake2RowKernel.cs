using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// BLAKE2's compression with SIMD inside one message: the state is four rows of four words, and one G works on the four
/// columns at once. This is the shape of the published SSE4.1, AVX2 and AVX-512 code.
/// </summary>
/// <remarks>
/// It walks the same chain of dependent operations as scalar code, at the latency of vectors and with turns of the rows in
/// between. Where vector operations take one cycle it wins (Intel, Zen 3), where they take two it loses (Zen 5): which one
/// is used is decided by <see cref="Blake2Single{TWord, TSpec}"/>, by measurement.
/// </remarks>
internal static class Blake2RowKernel<TRow, TMessage, TWord, TSpec>
    where TRow : struct, IRow<TRow, TWord>
    where TMessage : struct, IRowMessage<TMessage, TRow>, allows ref struct
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>Compresses whole blocks into the record of one lane (<see cref="Blake2Record"/>), as the lane kernel does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Run(Span<TWord> record, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        record = record.Slice(0, Blake2Record.Words);
        TRow h0 = default, h1 = default, t = default, step = default, iv0 = default, iv1 = default;
        h0.Read(record);
        h1.Read(record.Slice(4));
        t.Read(record.Slice(Blake2Record.T0));
        step.Read([TSpec.BlockBytesWord, default, default, default]);
        iv0.Read(TSpec.Iv);
        iv1.Read(TSpec.Iv.Slice(4));
        for (int n = 0; n < blocks; n++, offset += TSpec.BlockBytes)
        {
            TMessage m = default;
            m.Load(source.Slice(offset, TSpec.BlockBytes));
            t += step;
            TRow a = h0, b = h1, c = iv0, d = iv1;
            d ^= t;

            TRow x = default, y = default;
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
            if (TSpec.Rounds > 10)
            {
                Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
                Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
            }

            h0 ^= a;
            h0 ^= c;
            h1 ^= b;
            h1 ^= d;
        }

        h0.Write(record);
        h1.Write(record.Slice(4));
        t.Write(record.Slice(Blake2Record.T0));
    }

    /// <summary>
    /// A round: G on the columns, then on the diagonals. Row b, which is ready last, stays; the other three turn, and the
    /// words of the message are taken in the order that follows from it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        ref TRow a, ref TRow b, ref TRow c, ref TRow d, ref TRow x, ref TRow y, in TMessage m,
        int s0, int s1, int s2, int s3, int s4, int s5, int s6, int s7,
        int s8, int s9, int s10, int s11, int s12, int s13, int s14, int s15)
    {
        m.Rows(s0, s2, s4, s6, s1, s3, s5, s7, ref x, ref y);
        G(ref a, ref b, ref c, ref d, x, y);
        a.Turn(3);
        c.Turn(1);
        d.Turn(2);
        m.Rows(s14, s8, s10, s12, s15, s9, s11, s13, ref x, ref y);
        G(ref a, ref b, ref c, ref d, x, y);
        a.Turn(1);
        c.Turn(3);
        d.Turn(2);
    }

    /// <summary>The mixing function G (RFC 7693, section 3.1) on four columns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void G(ref TRow a, ref TRow b, ref TRow c, ref TRow d, in TRow x, in TRow y)
    {
        a += x;
        a += b;
        d ^= a;
        d.RotateRight(TSpec.R1);
        c += d;
        b ^= c;
        b.RotateRight(TSpec.R2);
        a += y;
        a += b;
        d ^= a;
        d.RotateRight(TSpec.R3);
        c += d;
        b ^= c;
        b.RotateRight(TSpec.R4);
    }
}

/// <summary>The message block of a row kernel, and how two rows are taken from it.</summary>
internal interface IRowMessage<TSelf, TRow>
    where TSelf : struct, IRowMessage<TSelf, TRow>, allows ref struct
    where TRow : struct
{
    void Load(ReadOnlySpan<byte> block);

    /// <summary>Takes words by number: four for x, four for y.</summary>
    void Rows(int x0, int x1, int x2, int x3, int y0, int y1, int y2, int y3, ref TRow x, ref TRow y);
}

/// <summary>Words gathered one by one from memory.</summary>
internal ref struct GatheredMessage<TRow, TWord> : IRowMessage<GatheredMessage<TRow, TWord>, TRow>
    where TRow : struct, IRow<TRow, TWord>
    where TWord : unmanaged
{
    private ReadOnlySpan<TWord> words;

    // Vectors are used on little-endian machines only (IRow.IsSupported), so the words lie as they are.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Load(ReadOnlySpan<byte> block) => words = MemoryMarshal.Cast<byte, TWord>(block).Slice(0, 16);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Rows(int x0, int x1, int x2, int x3, int y0, int y1, int y2, int y3, ref TRow x, ref TRow y)
    {
        x.Gather(words[x0], words[x1], words[x2], words[x3]);
        y.Gather(words[y0], words[y1], words[y2], words[y3]);
    }
}

/// <summary>BLAKE2b's sixteen words in two vectors: two rows per permutation of both (AVX-512).</summary>
internal struct PermutedMessage64 : IRowMessage<PermutedMessage64, Lanes256<ulong>>
{
    private Vector512<ulong> low, high;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Load(ReadOnlySpan<byte> block)
    {
        low = Vector512.Create(block.Slice(0, 64)).AsUInt64();
        high = Vector512.Create(block.Slice(64, 64)).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Rows(
        int x0, int x1, int x2, int x3, int y0, int y1, int y2, int y3, ref Lanes256<ulong> x, ref Lanes256<ulong> y)
    {
        Vector512<ulong> xy = Avx512F.PermuteVar8x64x2(
            low, Vector512.Create((ulong)x0, (ulong)x1, (ulong)x2, (ulong)x3, (ulong)y0, (ulong)y1, (ulong)y2, (ulong)y3), high);
        x.V = xy.GetLower();
        y.V = xy.GetUpper();
    }
}

/// <summary>BLAKE2s's sixteen words in one vector: two rows per permutation (AVX-512).</summary>
internal struct PermutedMessage32 : IRowMessage<PermutedMessage32, Lanes128<uint>>
{
    private Vector512<uint> words;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Load(ReadOnlySpan<byte> block) => words = Vector512.Create(block.Slice(0, 64)).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Rows(
        int x0, int x1, int x2, int x3, int y0, int y1, int y2, int y3, ref Lanes128<uint> x, ref Lanes128<uint> y)
    {
        Vector256<uint> xy = Avx512F.PermuteVar16x32(words, Vector512.Create(
            (uint)x0, (uint)x1, (uint)x2, (uint)x3, (uint)y0, (uint)y1, (uint)y2, (uint)y3, 0, 0, 0, 0, 0, 0, 0, 0)).GetLower();
        x.V = xy.GetLower();
        y.V = xy.GetUpper();
    }
}
