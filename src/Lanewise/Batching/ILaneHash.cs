namespace Lanewise.Batching;

/// <summary>Defines the full blocks of messages, which are hashed in place.</summary>
internal interface ILaneFullBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>Returns the number of full blocks before the final blocks of a message of this length.</summary>
    int FullBlocks(int length);

    /// <summary>Writes the initial state of a message of this length.</summary>
    void Start(int message, int length, scoped Span<TWord> state);
}

/// <summary>
/// Describes a hash to the scheduler. A message consists of full blocks and one or a few final blocks. The hash writes the final
/// blocks: the rest of the message, padding and length. Between blocks, the state of a lane is the chaining value, followed by
/// counters and flags.
/// </summary>
internal interface ILaneHash<TWord> : ILaneFullBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>The measured number of streams for each width.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>The maximum number of streams. With more streams, the compiled code is poor, or is never faster.</summary>
    static abstract int MostStreams { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// The number of possible values of <see cref="FinalBlocks"/>, beginning with the value for an empty message.
    /// </summary>
    static abstract int FinalBlockCounts { get; }

    /// <summary>
    /// The number of words in the chaining value of a state. The digest consists of these words in little-endian byte order.
    /// </summary>
    static abstract int ChainingWords { get; }

    /// <summary>The number of words in a whole state.</summary>
    static abstract int StateWords { get; }

    /// <summary>
    /// The number of words after a state in which the kernel keeps a message block. If these words were on the kernel's stack,
    /// every call would clear them. They are wiped with the states at the end. This is not a default interface method, because
    /// the precompiler skips such methods.
    /// </summary>
    static abstract int MessageWords { get; }

    /// <summary>
    /// Indicates whether <see cref="Run"/> also accepts blocks that <see cref="ILanes{TSelf, TWord}.LoadBlocks"/> has transposed.
    /// In this case, there are no offsets, and the source contains the words of all lanes.
    /// </summary>
    static abstract bool TakesTransposed { get; }

    /// <summary>The length of a digest in bytes.</summary>
    int HashBytes { get; }

    int FinalBlocks(int length);

    /// <summary>
    /// Writes the final blocks of a message into zeroed memory. <paramref name="rest"/> contains the last bytes of the message.
    /// </summary>
    void WriteFinalBlocks(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> blocks);

    /// <summary>
    /// Indicates whether each message has its own initial state, because each has its own key. Otherwise, all messages start from
    /// the state of a non-empty message.
    /// </summary>
    bool HasOwnStart(int message, int length);

    /// <summary>
    /// Hashes a whole message with other code, if that code is faster than scalar lanes for this number of final blocks.
    /// </summary>
    bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest);

    /// <summary>
    /// Writes the <c>StateWords - ChainingWords</c> words that follow the chaining value when the final blocks of a message of
    /// this length are compressed.
    /// </summary>
    void SetFinalWords(int length, scoped Span<TWord> rest);

    /// <summary>Compresses a run of blocks of each lane into the lane's state.</summary>
    static abstract void Run<TLanes>(scoped Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;

    /// <summary>Compresses a run of blocks of one message with the fastest kernel for one message.</summary>
    static abstract void RunOne(scoped Span<TWord> state, scoped ReadOnlySpan<byte> source, int offset, int blocks);
}
