using System.Numerics;

namespace Lanewise.Simd;

/// <summary>
/// One lane without vectors: the fallback, the reference in every test, and the code for one message.
/// </summary>
/// <remarks>
/// The casts through <see cref="object"/> follow a type test that the JIT evaluates, so no value is boxed. Generic arithmetic
/// (<c>IBinaryInteger</c>) would prevent inlining and halve the speed.
/// </remarks>
internal partial struct ScalarLane<TWord> : ILanes<ScalarLane<TWord>, TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private TWord v;

    public static int Count => 1;

    [MethodImpl(Inline)]
    public void operator +=(in ScalarLane<TWord> x)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v + (ulong)(object)x.v);
        else v = (TWord)(object)((uint)(object)v + (uint)(object)x.v);
    }

    [MethodImpl(Inline)]
    public void operator -=(in ScalarLane<TWord> x)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v - (ulong)(object)x.v);
        else v = (TWord)(object)((uint)(object)v - (uint)(object)x.v);
    }

    [MethodImpl(Inline)]
    public void operator ^=(in ScalarLane<TWord> x)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v ^ (ulong)(object)x.v);
        else v = (TWord)(object)((uint)(object)v ^ (uint)(object)x.v);
    }

    [MethodImpl(Inline)]
    public void AddWord(in TWord w)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v + (ulong)(object)w);
        else v = (TWord)(object)((uint)(object)v + (uint)(object)w);
    }

    [MethodImpl(Inline)]
    public void SubtractWord(in TWord w)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v - (ulong)(object)w);
        else v = (TWord)(object)((uint)(object)v - (uint)(object)w);
    }

    [MethodImpl(Inline)]
    public void RotateLeft(int n)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)BitOperations.RotateLeft((ulong)(object)v, n);
        else v = (TWord)(object)BitOperations.RotateLeft((uint)(object)v, n);
    }

    [MethodImpl(Inline)]
    public void RotateRight(int n)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)BitOperations.RotateRight((ulong)(object)v, n);
        else v = (TWord)(object)BitOperations.RotateRight((uint)(object)v, n);
    }

    [MethodImpl(Inline)] public void Broadcast(TWord w) => v = w;

    // In a single expression, the terms would be added to v one after the other, on the critical path of Skein and Threefish.
    // The order of the additions does not affect the speed of MD5.
    [MethodImpl(Inline)]
    public void Add(in ScalarLane<TWord> m, TWord k)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v - ((0 - (ulong)(object)k) - (ulong)(object)m.v));
        else v = (TWord)(object)((uint)(object)v + ((uint)(object)m.v + (uint)(object)k));
    }

    [MethodImpl(Inline)] public void Read(ReadOnlySpan<TWord> words) => v = words[0];
    [MethodImpl(Inline)] public void Write(Span<TWord> words) => words[0] = v;

    [MethodImpl(Inline)]
    public static void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref ScalarLane<TWord> m0, ref ScalarLane<TWord> m1, ref ScalarLane<TWord> m2, ref ScalarLane<TWord> m3,
        ref ScalarLane<TWord> m4, ref ScalarLane<TWord> m5, ref ScalarLane<TWord> m6, ref ScalarLane<TWord> m7,
        ref ScalarLane<TWord> m8, ref ScalarLane<TWord> m9, ref ScalarLane<TWord> m10, ref ScalarLane<TWord> m11,
        ref ScalarLane<TWord> m12, ref ScalarLane<TWord> m13, ref ScalarLane<TWord> m14, ref ScalarLane<TWord> m15)
    {
        ReadOnlySpan<byte> s = source.Slice(offsets[0] + offset, 16 * Word<TWord>.Bytes);
        m0.v = At(s, 0); m1.v = At(s, 1); m2.v = At(s, 2); m3.v = At(s, 3);
        m4.v = At(s, 4); m5.v = At(s, 5); m6.v = At(s, 6); m7.v = At(s, 7);
        m8.v = At(s, 8); m9.v = At(s, 9); m10.v = At(s, 10); m11.v = At(s, 11);
        m12.v = At(s, 12); m13.v = At(s, 13); m14.v = At(s, 14); m15.v = At(s, 15);
    }

    [MethodImpl(Inline)]
    public static void Load16Into(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<ScalarLane<TWord>> m)
    {
        m = m.Slice(0, 16);
        Load16(source, offsets, offset, ref m[0], ref m[1], ref m[2], ref m[3], ref m[4], ref m[5], ref m[6], ref m[7],
            ref m[8], ref m[9], ref m[10], ref m[11], ref m[12], ref m[13], ref m[14], ref m[15]);
    }

    [MethodImpl(Inline)]
    public static void Store4(
        Span<byte> destination, int stride,
        in ScalarLane<TWord> w0, in ScalarLane<TWord> w1, in ScalarLane<TWord> w2, in ScalarLane<TWord> w3)
    {
        Put(destination, 0, w0.v); Put(destination, 1, w1.v); Put(destination, 2, w2.v); Put(destination, 3, w3.v);
    }

    [MethodImpl(Inline)]
    private static TWord At(ReadOnlySpan<byte> s, int i) =>
        Word<TWord>.ReadLittleEndian(s.Slice(Word<TWord>.Bytes * i, Word<TWord>.Bytes));

    [MethodImpl(Inline)]
    private static void Put(Span<byte> d, int i, TWord w) =>
        Word<TWord>.WriteLittleEndian(d.Slice(Word<TWord>.Bytes * i, Word<TWord>.Bytes), w);

    [MethodImpl(Inline)]
    public void AddSum(in ScalarLane<TWord> x, in ScalarLane<TWord> y)
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)((ulong)(object)v + ((ulong)(object)x.v + (ulong)(object)y.v));
        else v = (TWord)(object)((uint)(object)v + ((uint)(object)x.v + (uint)(object)y.v));
    }

    [MethodImpl(Inline)]
    public static void Load4(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref ScalarLane<TWord> m0, ref ScalarLane<TWord> m1, ref ScalarLane<TWord> m2, ref ScalarLane<TWord> m3)
    {
        ReadOnlySpan<byte> s = source.Slice(offsets[0] + offset, 4 * Word<TWord>.Bytes);
        m0.v = At(s, 0); m1.v = At(s, 1); m2.v = At(s, 2); m3.v = At(s, 3);
    }

    [MethodImpl(Inline)]
    public static void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref ScalarLane<TWord> m0, ref ScalarLane<TWord> m1, ref ScalarLane<TWord> m2, ref ScalarLane<TWord> m3,
        ref ScalarLane<TWord> m4, ref ScalarLane<TWord> m5, ref ScalarLane<TWord> m6, ref ScalarLane<TWord> m7)
    {
        ReadOnlySpan<byte> s = source.Slice(offsets[0] + offset, 8 * Word<TWord>.Bytes);
        m0.v = At(s, 0); m1.v = At(s, 1); m2.v = At(s, 2); m3.v = At(s, 3);
        m4.v = At(s, 4); m5.v = At(s, 5); m6.v = At(s, 6); m7.v = At(s, 7);
    }

    [MethodImpl(Inline)]
    public void SwapBytes()
    {
        if (typeof(TWord) == typeof(ulong)) v = (TWord)(object)BinaryPrimitives.ReverseEndianness((ulong)(object)v);
        else v = (TWord)(object)BinaryPrimitives.ReverseEndianness((uint)(object)v);
    }

    [MethodImpl(Inline)] public void CountFrom(TWord first) => v = first;

    [MethodImpl(Inline)] public void BroadcastFrom(ReadOnlySpan<TWord> words, int i) => v = words[i];
}
