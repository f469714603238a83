namespace Lanewise.Ciphers;

/// <summary>
/// A transformation of blocks in which no block depends on another: ECB, CTR, sectors, or ECB with a key per block.
/// What <see cref="BlockRun"/> needs to know of a cipher.
/// </summary>
internal interface ILaneBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>Streams per width, chosen by measurement.</summary>
    static abstract LaneTable Table { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// Whether the kernels are so short that they fill the machine only with eight streams, and few blocks not even one vector.
    /// </summary>
    static abstract bool AreShort { get; }

    /// <summary>From this many blocks on, a pass over so many vector lanes costs less than scalar streams.</summary>
    /// <remarks>Each says its own: what an interface says for all is not compiled ahead of time.</remarks>
    static abstract int FewestForVectors(int lanes);

    /// <summary>
    /// Transforms whole groups of <c>TLanes.Count</c> blocks, of which the first has the number <paramref name="first"/>;
    /// source and destination are the same place or do not overlap.
    /// </summary>
    void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
