using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;

namespace Lanewise.Lanes;

/// <content>What vectors of every width do alike; all widths have it from here.</content>
internal partial struct Lanes256<TWord>
{
    public static int Count { [MethodImpl(Inline)] get => Vector256<TWord>.Count; }

    [MethodImpl(Inline)] public void operator +=(in Lanes256<TWord> x) => v += x.v;
    [MethodImpl(Inline)] public void operator -=(in Lanes256<TWord> x) => v -= x.v;
    [MethodImpl(Inline)] public void operator ^=(in Lanes256<TWord> x) => v ^= x.v;
    [MethodImpl(Inline)] public void AddSum(in Lanes256<TWord> x, in Lanes256<TWord> y) => v += x.v + y.v;
    [MethodImpl(Inline)] public void Add(in Lanes256<TWord> m, TWord k) => v += m.v + Vector256.Create(k);
    [MethodImpl(Inline)] public void ShiftLeft([ConstantExpected] int n) => v <<= n;
    [MethodImpl(Inline)] public void ShiftRight([ConstantExpected] int n) => v >>>= n;
    [MethodImpl(Inline)] public void Broadcast(TWord w) => v = Vector256.Create(w);
    [MethodImpl(Inline)] public void CountFrom(TWord first) => v = Vector256<TWord>.Indices + Vector256.Create(first);
    [MethodImpl(Inline)] public void BroadcastFrom(ReadOnlySpan<TWord> words, int i) => v = Vector256.Create(words[i]);
    [MethodImpl(Inline)] public void Read(ReadOnlySpan<TWord> words) => v = Vector256.Create(words);

    [MethodImpl(Inline)]
    public static void Load16Into(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<Lanes256<TWord>> m) =>
        Sixteen.Load<TWord, Lanes256<TWord>>(source, offsets, offset, m);
}
