namespace Lanewise.MerkleDamgard;

/// <summary>
/// What a hash of Merkle's and Damgård's construction adds to the construction: blocks of 16 words, a chaining value, and behind
/// the message a bit and its length (MD5, SHA-1, SHA-2, SM3).
/// </summary>
internal interface IMdSpec<TWord>
    where TWord : unmanaged
{
    /// <summary>The name in messages and saved states: <c>MD5</c>, <c>SHA-256</c>.</summary>
    static abstract string Name { get; }

    /// <summary>The bytes of a digest, whole words.</summary>
    static abstract int HashBytes { get; }

    /// <summary>
    /// The starting value, a whole record: written little-endian, words are the bytes of a digest, whatever the rounds' order.
    /// </summary>
    static abstract ReadOnlySpan<TWord> Iv { get; }

    static abstract bool IsBigEndian { get; }

    static abstract LaneTable Table { get; }

    /// <summary>
    /// What .NET calls it, where its code for one message is the faster one: it has the CPU's instructions.
    /// </summary>
    static abstract string? Platform { get; }

    /// <summary>Compresses a run of blocks of each lane.</summary>
    static abstract void Run<TLanes>(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
