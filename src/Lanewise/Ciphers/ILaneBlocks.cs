namespace Lanewise.Ciphers;

/// <summary>The modes in which blocks are independent.</summary>
internal enum BlockMode
{
    Encrypt,
    Decrypt,

    /// <summary>CTR mode, in which encryption and decryption are the same.</summary>
    Count,
}

/// <summary>
/// Describes a cipher to <see cref="BlockRun"/>, as a transformation of independent blocks: ECB, CTR, sectors, or ECB with a key
/// per block.
/// </summary>
internal interface ILaneBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>The measured number of streams for each width.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>The maximum number of streams. With more streams, the compiled code is poor, or is never faster.</summary>
    static abstract int MostStreams { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// Indicates whether the kernels are so short that a few blocks run faster in narrower vectors.
    /// </summary>
    static abstract bool AreShort { get; }

    /// <summary>
    /// Returns the minimum number of blocks for which vectors with this number of lanes are faster than scalar streams.
    /// </summary>
    /// <remarks>Each cipher implements this method, because default interface methods are not compiled ahead of time.</remarks>
    static abstract int FewestForVectors(int lanes);

    /// <summary>
    /// Transforms full groups of <c>TLanes.Count</c> blocks. The index of the first block is <paramref name="first"/>. The source
    /// and the destination are the same buffer, or they do not overlap.
    /// </summary>
    void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
