using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// BLAKE3's compression with SIMD inside one block: four rows of four words, one G on the four columns at once. It wins
/// where vector operations take one cycle (<see cref="Blake3Single"/> decides, by measurement).
/// </summary>
internal static class Blake3RowKernel<TRow, TMessage>
    where TRow : struct, IRow<TRow, uint>
    where TMessage : struct, IRowMessage<TMessage, TRow>, allows ref struct
{
    /// <summary>Compresses blocks into the record of one lane (<see cref="Blake3Record"/>), as the lane kernel does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> record, ReadOnlySpan<byte> source, int offset, int blocks)
    {
        record = record.Slice(0, Blake3Record.Words);
        TRow a = default, b = default, t = default, later = default, last = default, iv = default;
        a.Read(record);
        b.Read(record.Slice(4));
        t.Read(record.Slice(Blake3Record.T0));
        later.Read([record[Blake3Record.T0], record[Blake3Record.T1], record[Blake3Record.Length], record[Blake3Record.LaterFlags]]);
        // Four words that are put together wait for the store buffer, and these are needed at once.
        bool hasLast = record[Blake3Record.LastFlags] != 0;
        if (hasLast) last.Read([0, 0, 0, record[Blake3Record.LastFlags]]);
        iv.Read(Blake3Spec.Iv);
        for (int n = 0; n < blocks; n++, offset += Blake3Spec.BlockBytes)
        {
            TMessage m = default;
            m.Load(source.Slice(offset, Blake3Spec.BlockBytes));
            TRow c = iv, d = t;
            if (hasLast && n == blocks - 1) d ^= last;

            TRow x = default, y = default;
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);
            Round(ref a, ref b, ref c, ref d, ref x, ref y, m, 11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13);

            a ^= c;
            b ^= d;
            t = later;
        }

        a.Write(record);
        b.Write(record.Slice(4));
        t.Write(record.Slice(Blake3Record.T0));
    }

    /// <summary>A round; row b, which is ready last, stays, and the other three turn.</summary>
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void G(ref TRow a, ref TRow b, ref TRow c, ref TRow d, in TRow x, in TRow y)
    {
        a += x;
        a += b;
        d ^= a;
        d.RotateRight(16);
        c += d;
        b ^= c;
        b.RotateRight(12);
        a += y;
        a += b;
        d ^= a;
        d.RotateRight(8);
        c += d;
        b ^= c;
        b.RotateRight(7);
    }
}
