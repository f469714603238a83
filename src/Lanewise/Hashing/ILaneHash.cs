namespace Lanewise.Hashing;

/// <summary>Bodies of messages: whole blocks, hashed where they lie.</summary>
internal interface ILaneBodies<TWord>
    where TWord : unmanaged
{
    /// <summary>Whole blocks of a message of that many bytes that come before its tail.</summary>
    int BodyBlocks(int length);

    /// <summary>The record with which a message of that many bytes starts.</summary>
    void Start(int message, int length, scoped Span<TWord> record);
}

/// <summary>
/// What a hash tells the scheduler: a message is a body and a tail of one or a few blocks that the hash writes (the rest of the
/// message, padding, length). What a lane carries from block to block is its record: the chaining value first, then counters
/// and flags.
/// </summary>
internal interface ILaneHash<TWord> : ILaneBodies<TWord>
    where TWord : unmanaged
{
    /// <summary>Streams per width, chosen by measurement.</summary>
    static abstract LaneTable Table { get; }

    static abstract int BlockBytes { get; }

    /// <summary>How many different numbers of blocks tails have, from that of an empty message on.</summary>
    static abstract int TailSizes { get; }

    /// <summary>Words of a record that hold the chaining value; the digest is cut from them, little-endian.</summary>
    static abstract int ChainingWords { get; }

    /// <summary>Words of a whole record.</summary>
    static abstract int RecordWords { get; }

    /// <summary>
    /// Words behind a record in which the kernel keeps a block of the message: on its own stack they would be cleared at
    /// every call. They are wiped with the records, after the last. Not virtual with a default: that is not precompiled.
    /// </summary>
    static abstract int MessageWords { get; }

    /// <summary>Length of a digest in bytes.</summary>
    int HashBytes { get; }

    int TailBlocks(int length);

    /// <summary>Writes the tail of a message, whose last bytes are <paramref name="rest"/>, on zeros.</summary>
    void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail);

    /// <summary>
    /// Whether a message starts in its own way (a key each): all others start alike, as the first would if it had a byte.
    /// </summary>
    bool HasOwnStart(int message, int length);

    /// <summary>
    /// Hashes a whole message by other code for one, if there is some that takes less for it than scalar code for so many of
    /// its last blocks.
    /// </summary>
    bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest);

    /// <summary>
    /// The words after the chaining value (<c>RecordWords - ChainingWords</c> of them) with which the tail of a message of
    /// that many bytes is compressed.
    /// </summary>
    void Close(int length, scoped Span<TWord> rest);

    /// <summary>Compresses a run of blocks of each lane into its record.</summary>
    static abstract void Run<TLanes>(scoped Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, TWord>;

    /// <summary>Compresses a run of blocks of one message with the fastest kernel for one message.</summary>
    static abstract void RunOne(scoped Span<TWord> record, scoped ReadOnlySpan<byte> source, int offset, int blocks);
}
