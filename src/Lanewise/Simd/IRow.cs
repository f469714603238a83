using System.Diagnostics.CodeAnalysis;

namespace Lanewise.Simd;

/// <summary>
/// Represents four words of one computation, held in one or two vectors. Kernels for single messages use rows. A vector with
/// four lanes can also be used as a row.
/// </summary>
internal interface IRow<TSelf, TWord>
    where TSelf : struct, IRow<TSelf, TWord>
    where TWord : unmanaged
{
    void operator +=(in TSelf x);

    void operator ^=(in TSelf x);

    void RotateRight([ConstantExpected] int n);

    /// <summary>Rotates the row: word <c>i</c> becomes word <c>(i + n) % 4</c>.</summary>
    void Turn([ConstantExpected] int n);

    void Read(ReadOnlySpan<TWord> words);

    void Write(Span<TWord> words);

    /// <summary>Sets the four words.</summary>
    void Gather(TWord w0, TWord w1, TWord w2, TWord w3);
}
