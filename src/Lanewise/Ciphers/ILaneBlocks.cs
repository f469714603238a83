namespace Lanewise.Ciphers;

/// <summary>The modes in which blocks are independent.</summary>
internal enum BlockMode
{
    Encrypt,
    Decrypt,

    /// <summary>CTR mode, in which encryption and decryption are the same operation.</summary>
    Count,
}

/// <summary>
/// Describes a cipher to <see cref="BlockRun"/> as a transformation of independent blocks: in ECB mode, in CTR mode, in sectors,
/// or in ECB mode with one key per block.
/// </summary>
internal interface ILaneBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>The number of interleaved streams for each vector width, as determined by measurements.</summary>
    static abstract LaneTable Table { get; }

    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// Indicates whether the kernels are so short that a few blocks run faster in narrower vectors.
    /// </summary>
    static abstract bool AreShort { get; }

    /// <summary>
    /// Returns the minimum number of blocks for which vectors with the given number of lanes are faster than scalar code.
    /// </summary>
    /// <remarks>
    /// The method has no default implementation, because default interface methods are not compiled ahead of time.
    /// </remarks>
    static abstract int FewestForVectors(int lanes);

    /// <summary>
    /// Transforms full groups of <c>TLanes.Count</c> blocks. The index of the first block is <paramref name="first"/>. The source
    /// and the destination must either be the same buffer or not overlap.
    /// </summary>
    void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
