namespace Lanewise.Incremental;

/// <summary>
/// Represents an incremental state that can be processed in a SIMD lane, together with other states of the same type.
/// </summary>
internal interface ILaneIncremental : IAppendable;

/// <summary>Describes a hash to the code that processes incremental messages in SIMD lanes.</summary>
internal interface ILanePieces<TWord> : ILaneHash<TWord>
    where TWord : unmanaged
{
    /// <summary>
    /// Indicates whether a full block is buffered until more data follows, because the last block is processed differently.
    /// </summary>
    static abstract bool HoldsLast { get; }

    /// <summary>
    /// The index of the state word in which the kernels count bytes, or null if they do not count bytes. The next state word is
    /// the high word of the count.
    /// </summary>
    static abstract int? CountWord { get; }
}

/// <summary>
/// An incremental message: the state after the full blocks, and a one-block buffer for the remaining bytes. Blocks are
/// processed either by the kernel for single messages, or in a lane together with the blocks of other messages.
/// </summary>
internal abstract class IncrementalBlocks<TWord>(int stateWords, int blockBytes, bool holdsLast) : ILaneIncremental
    where TWord : unmanaged
{
    private readonly TWord[] state = new TWord[stateWords];
    private readonly byte[] block = new byte[blockBytes];
    private int filled;

    /// <summary>The words that the kernels read and write.</summary>
    public Span<TWord> State => state;

    /// <summary>The one-block buffer, to which <see cref="Fill"/> adds bytes.</summary>
    public ReadOnlyMemory<byte> Block => block;

    /// <summary>The number of bytes appended so far, which is the offset of the next byte.</summary>
    public ByteCount End { get; protected set; }

    /// <summary>
    /// Indicates whether data that is not processed in lanes is hashed by Lanewise's code instead of .NET's implementation.
    /// Lanewise's code is used if .NET's implementation is not faster or cannot continue from this state.
    /// </summary>
    public virtual bool IsManaged => true;

    /// <inheritdoc cref="ILaneHash{TWord}.Table"/>
    public abstract LaneTable Table { get; }

    /// <summary>The buffered bytes.</summary>
    protected ReadOnlySpan<byte> Waiting => block.AsSpan(0, filled);

    /// <summary>Returns the kernel for the given shape.</summary>
    public abstract HashLanes<TWord> Lanes(in LaneShape shape);

    /// <summary>
    /// Indicates whether lanes can process the given number of bytes in addition to the buffered block. Lanes count bytes only
    /// in the counter's low word, which must not overflow.
    /// </summary>
    public abstract bool Fits(int length);

    /// <summary>
    /// Returns the number of full blocks in the given number of bytes, excluding the last block if it must be buffered.
    /// </summary>
    public abstract int FullBlocks(int length);

    public abstract void Append(ReadOnlySpan<byte> data);

    public void AppendMany(in IncrementalSlices slices) => LaneSlices<TWord>.Append(slices);

    /// <summary>
    /// Adds the length of the data to <see cref="End"/>. If the buffer contains bytes, appends the start of the data to the
    /// buffer.
    /// </summary>
    /// <param name="data">The data to append.</param>
    /// <param name="isWhole">True if the buffered block must be compressed before more data is processed.</param>
    /// <returns>The number of bytes that were copied.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        End += (uint)data.Length;
        isWhole = false;
        if (filled == 0) return 0;

        int free = block.Length - filled, taken = Math.Min(free, data.Length);
        data.Slice(0, taken).CopyTo(block.AsSpan(filled));
        isWhole = data.Length >= (holdsLast ? free + 1 : free);
        filled = isWhole ? 0 : filled + taken;
        return taken;
    }

    /// <summary>Buffers the bytes that follow the full blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty) return;

        rest.CopyTo(block);
        filled = rest.Length;
    }

    /// <summary>
    /// Initializes the message with the given state words and buffered bytes. The offset of the next byte is
    /// <paramref name="end"/>.
    /// </summary>
    protected void Start(ReadOnlySpan<TWord> words, ReadOnlySpan<byte> waiting, ByteCount end)
    {
        words.CopyTo(state);
        CryptographicOperations.ZeroMemory(block);
        waiting.CopyTo(block);
        filled = waiting.Length;
        End = end;
    }

    protected void CopyFrom(IncrementalBlocks<TWord> other) => Start(other.state, other.Waiting, other.End);

    public virtual void Wipe()
    {
        Start(default, default, default);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(state.AsSpan()));
    }
}

/// <summary>The part of an incremental message that is compiled for each hash.</summary>
internal abstract class IncrementalBlocks<TWord, THash>()
    : IncrementalBlocks<TWord>(THash.StateWords, THash.BlockBytes, THash.HoldsLast)
    where TWord : unmanaged
    where THash : struct, ILanePieces<TWord>, allows ref struct
{
    public override LaneTable Table => THash.Table;

    public override HashLanes<TWord> Lanes(in LaneShape shape) => HashLanes<TWord>.Of<THash>(shape);

    public override bool Fits(int length) => THash.CountWord is not { } low || Word<TWord>.ToUInt64(State[low])
        <= Word<TWord>.ToUInt64(Word<TWord>.AllOnes) - (uint)THash.BlockBytes - (uint)length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public sealed override int FullBlocks(int length) => (length - (THash.HoldsLast ? 1 : 0)) / THash.BlockBytes;

    [MethodImpl(CompileOptions.AtOnce)]
    public override void Append(ReadOnlySpan<byte> data)
    {
        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) Run(Block.Span, 1);
        if (data.IsEmpty) return;

        int blocks = FullBlocks(data.Length);
        if (blocks > 0) Run(data, blocks);
        Keep(data.Slice(blocks * THash.BlockBytes));
    }

    // The byte count may overflow the low word of the counter, so the blocks are processed in several runs.
    [MethodImpl(CompileOptions.AtOnce)]
    private void Run(ReadOnlySpan<byte> source, int blocks)
    {
        for (int offset = 0, run; blocks > 0; offset += run * THash.BlockBytes, blocks -= run)
        {
            run = THash.CountWord is { } low
                ? LaneStates.Room(State.Slice(low, 1), State.Slice(low + 1, 1), THash.BlockBytes, blocks) : blocks;
            THash.RunOne(State, source, offset, run);
        }
    }
}
