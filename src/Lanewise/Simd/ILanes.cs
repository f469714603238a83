using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Simd;

/// <summary>
/// Represents one word of many independent computations: a vector of lanes, several vectors, or a single word. A kernel is
/// written once for this interface, and compiled for every vector width and number of vectors.
/// </summary>
/// <remarks>
/// Every operation works in place, has <c>in</c> parameters, and computes the new value of the struct's field in one expression.
/// This form lets the JIT inline a whole compression function. Operators that return values would exhaust the JIT's table of
/// 1,024 local variables. Without AVX-512, a local variable inside an operation causes register spills (docs/kernels.md).
/// <para>
/// The <c>Load</c> methods read little-endian words of messages, and the <c>Store</c> methods write little-endian words of
/// digests. <c>Read</c> and <c>Write</c> copy words between registers and an array in which the words with the same index in all
/// lanes are adjacent.
/// </para>
/// </remarks>
internal partial interface ILanes<TSelf, TWord>
    where TSelf : struct, ILanes<TSelf, TWord>
    where TWord : unmanaged
{
    /// <summary>The number of independent computations in one value, including all streams.</summary>
    static abstract int Count { get; }

    void operator +=(in TSelf x);
    void operator -=(in TSelf x);
    void operator ^=(in TSelf x);
    void RotateLeft([ConstantExpected] int n);
    void RotateRight([ConstantExpected] int n);

    void Broadcast(TWord w);

    /// <summary>
    /// Adds <c>m + k</c> to each lane. <c>m + k</c> is computed first, so the dependency chain contains only one addition.
    /// </summary>
    void Add(in TSelf m, TWord k);

    /// <summary>Reads <see cref="Count"/> words, one per lane.</summary>
    void Read(ReadOnlySpan<TWord> words);

    /// <summary>Writes <see cref="Count"/> words, one per lane.</summary>
    void Write(Span<TWord> words);

    /// <summary>
    /// Loads and transposes 16 little-endian words of each lane's message. Word <c>i</c> of lane <c>j</c> is read from
    /// <c>source[offsets[j] + offset + i * sizeof(TWord)]</c>.
    /// </summary>
    static abstract void Load16(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref TSelf m0, ref TSelf m1, ref TSelf m2, ref TSelf m3, ref TSelf m4, ref TSelf m5, ref TSelf m6, ref TSelf m7,
        ref TSelf m8, ref TSelf m9, ref TSelf m10, ref TSelf m11, ref TSelf m12, ref TSelf m13, ref TSelf m14, ref TSelf m15);

    /// <summary>
    /// Like <see cref="Load16"/>, but writes to 16 adjacent values in memory, for kernels that access the message words by index.
    /// </summary>
    static abstract void Load16Into(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TSelf> m);

    /// <summary>
    /// Transposes four words of each lane and writes them in little-endian order. The words of lane <c>j</c> start at
    /// <c>destination[j * stride]</c>.
    /// </summary>
    static abstract void Store4(
        Span<byte> destination, int stride, in TSelf w0, in TSelf w1, in TSelf w2, in TSelf w3);

    /// <summary>
    /// Adds <c>x + y</c> to each lane. <c>x + y</c> is computed first, so the dependency chain contains only one addition.
    /// </summary>
    void AddSum(in TSelf x, in TSelf y);

    /// <summary>
    /// Adds one word to every lane. The word is passed by reference so that the JIT broadcasts it directly from memory.
    /// </summary>
    void AddWord(in TWord w);

    /// <summary>Subtracts one word from every lane.</summary>
    void SubtractWord(in TWord w);

    /// <summary>Like <see cref="Load16"/>, but loads four words.</summary>
    static abstract void Load4(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, ref TSelf m0, ref TSelf m1, ref TSelf m2, ref TSelf m3);

    /// <summary>Like <see cref="Load16"/>, but loads eight words.</summary>
    static abstract void Load8(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset,
        ref TSelf m0, ref TSelf m1, ref TSelf m2, ref TSelf m3, ref TSelf m4, ref TSelf m5, ref TSelf m6, ref TSelf m7);

    void SwapBytes();

    /// <summary>Sets lane <c>j</c> to <c>first + j</c>.</summary>
    void CountFrom(TWord first);

    /// <summary>Copies one of the words into every lane, directly from memory.</summary>
    void BroadcastFrom(ReadOnlySpan<TWord> words, int i);
}
