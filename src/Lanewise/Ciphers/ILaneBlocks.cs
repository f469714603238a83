namespace Lanewise.Ciphers;

/// <summary>
/// A transformation of independent blocks: ECB, CTR, sectors, or ECB with a key per block. The description of a cipher for
/// <see cref="BlockRun"/>.
/// </summary>
internal interface ILaneBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>Streams per width, chosen by measurement.</summary>
    static abstract LaneTable Table { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// Whether the kernels are so short that they need eight streams to fill the CPU, and few blocks do not even fill one
    /// vector.
    /// </summary>
    static abstract bool AreShort { get; }

    /// <summary>From this number of blocks on, a pass with this many vector lanes costs less than scalar streams.</summary>
    /// <remarks>Each cipher implements it, because default interface methods are not compiled ahead of time.</remarks>
    static abstract int FewestForVectors(int lanes);

    /// <summary>
    /// Transforms whole groups of <c>TLanes.Count</c> blocks; the index of the first is <paramref name="first"/>. Source and
    /// destination are the same buffer or do not overlap.
    /// </summary>
    void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
