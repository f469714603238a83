namespace Lanewise.MerkleDamgard;

/// <summary>
/// The specification of a Merkle-Damgård hash, such as MD5 and SHA-2. Such a hash has blocks of 16 words and a chaining value.
/// Its padding consists of a 1 bit, zeros and the message length.
/// </summary>
internal interface IMdSpec<TWord>
    where TWord : unmanaged
{
    /// <summary>The name that error messages and saved states contain, for example <c>SHA-256</c>.</summary>
    static abstract string Name { get; }

    /// <summary>The digest length in bytes. It is a multiple of the word length.</summary>
    static abstract int HashBytes { get; }

    /// <summary>The initial value as printed in the standard, padded with zeros to four or eight words.</summary>
    static abstract ReadOnlySpan<TWord> Iv { get; }

    static abstract bool IsBigEndian { get; }

    /// <summary>
    /// Indicates whether there is a kernel for transposed blocks (<see cref="ILaneHash{TWord}.TakesTransposed"/>).
    /// </summary>
    static abstract bool TakesTransposed { get; }

    static abstract LaneTable Table { get; }

    /// <summary>The maximum number of streams. With more streams, the compiled code is poor, or is never faster.</summary>
    static abstract int MostStreams { get; }

    /// <summary>
    /// The hash's name in .NET, if .NET hashes a single message faster because it uses SHA instructions. Otherwise, null.
    /// </summary>
    static abstract string? Platform { get; }

    /// <summary>Compresses a run of blocks in each lane.</summary>
    static abstract void Run<TLanes>(Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
