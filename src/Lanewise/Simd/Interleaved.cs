using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Simd;

/// <summary>
/// Marks lane types that consist of several vectors. The JIT evaluates <c>default(TLanes) is IInterleaved</c> before it imports
/// the branch that depends on this condition. The JIT would evaluate a property too late, so the locals in the unused branch
/// would count toward the JIT's limit of 1,024 locals.
/// </summary>
internal interface IInterleaved;

/// <summary>
/// Two interleaved streams of lanes. While one stream waits for results, the CPU processes the other one. A pair of pairs
/// represents four streams. The lanes of <c>a</c> come first.
/// </summary>
[OperationsInPairs]
internal partial struct Interleaved<TLanes, TWord> : ILanes<Interleaved<TLanes, TWord>, TWord>, IInterleaved
    where TLanes : struct, ILanes<TLanes, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private TLanes a, b;

    public static int Count { [MethodImpl(Inline)] get => 2 * TLanes.Count; }

    [MethodImpl(Inline)] public void Read(ReadOnlySpan<TWord> words) { a.Read(words); b.Read(words.Slice(TLanes.Count)); }
    [MethodImpl(Inline)] public void Write(Span<TWord> words) { a.Write(words); b.Write(words.Slice(TLanes.Count)); }

    // This method is not inlined, because the transposes of several streams would exceed the JIT's table of locals. The words
    // of several streams do not fit in the registers anyway, so the kernel reads them as memory operands.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Interleaved<TLanes, TWord> m0, ref Interleaved<TLanes, TWord> m1, ref Interleaved<TLanes, TWord> m2,
        ref Interleaved<TLanes, TWord> m3,
        ref Interleaved<TLanes, TWord> m4, ref Interleaved<TLanes, TWord> m5, ref Interleaved<TLanes, TWord> m6,
        ref Interleaved<TLanes, TWord> m7,
        ref Interleaved<TLanes, TWord> m8, ref Interleaved<TLanes, TWord> m9, ref Interleaved<TLanes, TWord> m10,
        ref Interleaved<TLanes, TWord> m11,
        ref Interleaved<TLanes, TWord> m12, ref Interleaved<TLanes, TWord> m13, ref Interleaved<TLanes, TWord> m14,
        ref Interleaved<TLanes, TWord> m15)
    {
        TLanes.Load16(source, offsets, offset,
            ref m0.a, ref m1.a, ref m2.a, ref m3.a, ref m4.a, ref m5.a, ref m6.a, ref m7.a,
            ref m8.a, ref m9.a, ref m10.a, ref m11.a, ref m12.a, ref m13.a, ref m14.a, ref m15.a);
        TLanes.Load16(source, offsets.Slice(TLanes.Count), offset,
            ref m0.b, ref m1.b, ref m2.b, ref m3.b, ref m4.b, ref m5.b, ref m6.b, ref m7.b,
            ref m8.b, ref m9.b, ref m10.b, ref m11.b, ref m12.b, ref m13.b, ref m14.b, ref m15.b);
    }

    // This method is not inlined, for the same reason as Load16.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Load16Into(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<Interleaved<TLanes, TWord>> m)
    {
        m = m.Slice(0, 16);
        TLanes.Load16(source, offsets, offset,
            ref m[0].a, ref m[1].a, ref m[2].a, ref m[3].a, ref m[4].a, ref m[5].a, ref m[6].a, ref m[7].a,
            ref m[8].a, ref m[9].a, ref m[10].a, ref m[11].a, ref m[12].a, ref m[13].a, ref m[14].a, ref m[15].a);
        TLanes.Load16(source, offsets.Slice(TLanes.Count), offset,
            ref m[0].b, ref m[1].b, ref m[2].b, ref m[3].b, ref m[4].b, ref m[5].b, ref m[6].b, ref m[7].b,
            ref m[8].b, ref m[9].b, ref m[10].b, ref m[11].b, ref m[12].b, ref m[13].b, ref m[14].b, ref m[15].b);
    }

    [MethodImpl(Inline)]
    public static void Store4(
        Span<byte> destination, int stride,
        in Interleaved<TLanes, TWord> w0, in Interleaved<TLanes, TWord> w1, in Interleaved<TLanes, TWord> w2,
        in Interleaved<TLanes, TWord> w3)
    {
        if (typeof(TWord) == typeof(uint) || default(TLanes) is not IInterleaved)
        {
            TLanes.Store4(destination, stride, w0.a, w1.a, w2.a, w3.a);
            TLanes.Store4(destination.Slice(TLanes.Count * stride), stride, w0.b, w1.b, w2.b, w3.b);
        }
        else Store4Apart(destination, stride, w0, w1, w2, w3);
    }

    // Store4 calls this method for four or more streams of 64-bit words (Threefish-256). The method is not inlined, for the
    // same reason as Load16.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void Store4Apart(
        Span<byte> destination, int stride,
        in Interleaved<TLanes, TWord> w0, in Interleaved<TLanes, TWord> w1, in Interleaved<TLanes, TWord> w2,
        in Interleaved<TLanes, TWord> w3)
    {
        TLanes.Store4(destination, stride, w0.a, w1.a, w2.a, w3.a);
        TLanes.Store4(destination.Slice(TLanes.Count * stride), stride, w0.b, w1.b, w2.b, w3.b);
    }

    [MethodImpl(Inline)]
    public static void Load4(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Interleaved<TLanes, TWord> m0, ref Interleaved<TLanes, TWord> m1, ref Interleaved<TLanes, TWord> m2,
        ref Interleaved<TLanes, TWord> m3)
    {
        if (typeof(TWord) == typeof(uint) || default(TLanes) is not IInterleaved)
        {
            TLanes.Load4(source, offsets, offset, ref m0.a, ref m1.a, ref m2.a, ref m3.a);
            TLanes.Load4(source, offsets.Slice(TLanes.Count), offset, ref m0.b, ref m1.b, ref m2.b, ref m3.b);
        }
        else Load4Apart(source, offsets, offset, ref m0, ref m1, ref m2, ref m3);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void Load4Apart(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Interleaved<TLanes, TWord> m0, ref Interleaved<TLanes, TWord> m1, ref Interleaved<TLanes, TWord> m2,
        ref Interleaved<TLanes, TWord> m3)
    {
        TLanes.Load4(source, offsets, offset, ref m0.a, ref m1.a, ref m2.a, ref m3.a);
        TLanes.Load4(source, offsets.Slice(TLanes.Count), offset, ref m0.b, ref m1.b, ref m2.b, ref m3.b);
    }

    [MethodImpl(Inline)]
    public static void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref Interleaved<TLanes, TWord> m0, ref Interleaved<TLanes, TWord> m1, ref Interleaved<TLanes, TWord> m2,
        ref Interleaved<TLanes, TWord> m3, ref Interleaved<TLanes, TWord> m4, ref Interleaved<TLanes, TWord> m5,
        ref Interleaved<TLanes, TWord> m6, ref Interleaved<TLanes, TWord> m7)
    {
        TLanes.Load8(source, offsets, offset, ref m0.a, ref m1.a, ref m2.a, ref m3.a, ref m4.a, ref m5.a, ref m6.a, ref m7.a);
        TLanes.Load8(
            source, offsets.Slice(TLanes.Count), offset,
            ref m0.b, ref m1.b, ref m2.b, ref m3.b, ref m4.b, ref m5.b, ref m6.b, ref m7.b);
    }

    [MethodImpl(Inline)]
    public void CountFrom(TWord first)
    {
        a.CountFrom(first); b.CountFrom(Word<TWord>.From(Word<TWord>.ToUInt64(first) + (uint)TLanes.Count));
    }

    [MethodImpl(Inline)]
    public void BroadcastFrom(ReadOnlySpan<TWord> words, int i)
    {
        // Copying a to b makes the JIT load the word only once, directly into a vector.
        a.BroadcastFrom(words, i);
        b = a;
    }
}
