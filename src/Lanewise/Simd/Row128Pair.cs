using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Simd;

/// <summary>A row of four 64-bit words in two 128-bit vectors, as in SSE4.1 code.</summary>
[OperationsInPairs]
internal partial struct Row128Pair : IRow<Row128Pair, ulong>
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    private Lanes128<ulong> a, b;

    [MethodImpl(Inline)] public void Turn([ConstantExpected] int n) => Lanes128<ulong>.TurnPair(ref a, ref b, n);

    [MethodImpl(Inline)]
    public void Read(ReadOnlySpan<ulong> words)
    {
        a.Read(words);
        b.Read(words.Slice(2));
    }

    [MethodImpl(Inline)]
    public void Write(Span<ulong> words)
    {
        a.Write(words);
        b.Write(words.Slice(2));
    }

    [MethodImpl(Inline)]
    public void Gather(ulong w0, ulong w1, ulong w2, ulong w3)
    {
        a.Gather(w0, w1);
        b.Gather(w2, w3);
    }
}
