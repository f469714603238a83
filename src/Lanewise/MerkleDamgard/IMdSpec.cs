namespace Lanewise.MerkleDamgard;

/// <summary>
/// The specification of a Merkle-Damgård hash, such as MD5 or SHA-256. The hash has 16-word blocks and a chaining value. The
/// padding consists of a 1 bit, zeros and the message length.
/// </summary>
internal interface IMdSpec<TWord>
    where TWord : unmanaged
{
    /// <summary>The algorithm name for error messages and saved states, for example <c>SHA-256</c>.</summary>
    static abstract string Name { get; }

    /// <summary>The digest length in bytes, which is a multiple of the word length.</summary>
    static abstract int HashBytes { get; }

    /// <summary>
    /// The initial value: the words as printed in the standard, padded with zeros to four or eight words.
    /// </summary>
    static abstract ReadOnlySpan<TWord> Iv { get; }

    static abstract bool IsBigEndian { get; }

    /// <summary>
    /// Indicates whether the hash has a kernel for transposed blocks (<see cref="ILaneHash{TWord}.TakesTransposed"/>).
    /// </summary>
    static abstract bool TakesTransposed { get; }

    static abstract LaneTable Table { get; }

    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    /// <summary>
    /// The name of the hash in .NET if .NET's implementation, which uses SHA instructions, is faster for a single message.
    /// Otherwise, null.
    /// </summary>
    static abstract string? Platform { get; }

    /// <summary>Compresses consecutive blocks in each SIMD lane.</summary>
    static abstract void Run<TLanes>(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
