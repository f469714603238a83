namespace Lanewise.Batching;

/// <summary>Full blocks of messages, hashed in place.</summary>
internal interface ILaneFullBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>The number of full blocks of a message of that length before its final blocks.</summary>
    int FullBlocks(int length);

    /// <summary>The initial state of a message of that length.</summary>
    void Start(int message, int length, scoped Span<TWord> state);
}

/// <summary>
/// Describes a hash to the scheduler. A message has full blocks, and one or a few final blocks that the hash writes: the rest of
/// the message, padding, length. The state of a lane between blocks is the chaining value, followed by counters and flags.
/// </summary>
internal interface ILaneHash<TWord> : ILaneFullBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>The number of streams for each width, chosen by measurement.</summary>
    static abstract LaneTable Table { get; }

    static abstract int BlockBytes { get; }

    /// <summary>How many counts of final blocks are possible, starting with the count of an empty message.</summary>
    static abstract int FinalBlockCounts { get; }

    /// <summary>The number of words in the chaining value of a state. The digest consists of these words,
    /// little-endian.</summary>
    static abstract int ChainingWords { get; }

    /// <summary>The number of words in a whole state.</summary>
    static abstract int StateWords { get; }

    /// <summary>
    /// The number of words after a state in which the kernel keeps a message block. On the kernel's stack, these words would be
    /// cleared at every call. They are wiped with the states at the end. This is not a default interface method, because the
    /// precompiler skips such methods.
    /// </summary>
    static abstract int MessageWords { get; }

    /// <summary>
    /// Whether <see cref="Run"/> also takes blocks that <see cref="ILanes{TSelf, TWord}.LoadBlocks"/> has transposed: without
    /// offsets, the source contains the words of all lanes.
    /// </summary>
    static abstract bool TakesTransposed { get; }

    /// <summary>Length of a digest in bytes.</summary>
    int HashBytes { get; }

    int FinalBlocks(int length);

    /// <summary>Writes the final blocks of a message, whose last bytes are <paramref name="rest"/>, over zeros.</summary>
    void WriteFinalBlocks(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> blocks);

    /// <summary>
    /// Whether each message has its own initial state (one key each). Otherwise all messages start from the state of a
    /// non-empty message.
    /// </summary>
    bool HasOwnStart(int message, int length);

    /// <summary>
    /// Hashes a whole message with other one-message code, if this is faster than scalar lanes for this number of final blocks.
    /// </summary>
    bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest);

    /// <summary>
    /// The words after the chaining value (<c>StateWords - ChainingWords</c> of them) with which the final blocks of a message
    /// of that length are compressed.
    /// </summary>
    void SetFinalWords(int length, scoped Span<TWord> rest);

    /// <summary>Compresses a run of blocks of each lane into its state.</summary>
    static abstract void Run<TLanes>(scoped Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;

    /// <summary>Compresses a run of blocks of one message with the fastest kernel for one message.</summary>
    static abstract void RunOne(scoped Span<TWord> state, scoped ReadOnlySpan<byte> source, int offset, int blocks);
}
