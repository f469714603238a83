namespace Lanewise.Batching;

/// <summary>
/// Describes a hash to the scheduler. A message consists of full blocks and one or a few final blocks. The hash writes the
/// final blocks to a buffer: the rest of the message, the padding and the length. Between blocks, each lane's state consists
/// of the chaining value, followed by counters and flags.
/// </summary>
internal interface ILaneHash<TWord>
    where TWord : unmanaged
{
    /// <summary>The number of streams that is fastest, for each vector width.</summary>
    static abstract LaneTable Table { get; }

    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// The number of different values that <see cref="FinalBlocks"/> can return. These values are consecutive, and the lowest
    /// is the value for an empty message.
    /// </summary>
    static abstract int FinalBlockCounts { get; }

    /// <summary>
    /// The number of words in the chaining value, which is the first part of the state. The digest consists of these words in
    /// little-endian byte order.
    /// </summary>
    static abstract int ChainingWords { get; }

    /// <summary>The number of words in a whole state.</summary>
    static abstract int StateWords { get; }

    /// <summary>
    /// The number of words that follow a state and belong to the kernel: a message block, or an extended key. If they were on the
    /// kernel's stack, every call would clear them first, which takes a tenth of the time for one block. The words are wiped
    /// together with the states. This member has no default implementation, because the ReadyToRun compiler skips static virtual
    /// members with a default body.
    /// </summary>
    static abstract int ScratchWords { get; }

    /// <summary>
    /// Indicates whether <see cref="Run"/> also accepts blocks that <see cref="ILanes{TSelf, TWord}.LoadBlocks"/> has
    /// transposed. For transposed blocks, the offsets are empty, and the source contains the words of all lanes.
    /// </summary>
    static abstract bool TakesTransposed { get; }

    /// <summary>The length of a digest in bytes.</summary>
    int HashBytes { get; }

    /// <summary>
    /// Returns the number of full blocks that precede the final blocks in a message of the given length. Full blocks are read
    /// directly from the message's memory.
    /// </summary>
    int FullBlocks(int length);

    int FinalBlocks(int length);

    /// <summary>Writes the initial state for a message of the given length.</summary>
    void Start(int message, int length, scoped Span<TWord> state);

    /// <summary>
    /// Writes the padding of a message into its final blocks, which contain the <paramref name="rest"/> message bytes after the
    /// full blocks, and then zeros.
    /// </summary>
    void Pad(int message, int length, int rest, scoped Span<byte> blocks);

    /// <summary>
    /// Indicates whether the message has a separate initial state, for example because each message has a separate key. All
    /// other messages start from the same state as a one-byte message.
    /// </summary>
    bool HasOwnStart(int message, int length);

    /// <summary>
    /// Hashes a whole message with .NET's implementation if this is faster than hashing the remaining blocks with scalar code.
    /// Otherwise, the method returns false and writes nothing.
    /// </summary>
    bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest);

    /// <summary>
    /// Writes the values that the words after the chaining value (<c>StateWords - ChainingWords</c> words) have while a message's
    /// final blocks are compressed.
    /// </summary>
    void SetFinalWords(int length, scoped Span<TWord> rest);

    /// <summary>Compresses consecutive blocks of each lane's message into the lane's state.</summary>
    static abstract void Run<TLanes>(scoped Span<TWord> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;

    /// <summary>Compresses consecutive blocks of one message with the fastest single-message kernel.</summary>
    static abstract void RunOne(scoped Span<TWord> state, scoped ReadOnlySpan<byte> source, int offset, int blocks);
}
