namespace Lanewise.Ciphers;

/// <summary>
/// Describes a cipher to <see cref="BlockRun"/>: a transformation of independent blocks (ECB, CTR, sectors, or ECB with a key
/// per block).
/// </summary>
internal interface ILaneBlocks<TWord>
    where TWord : unmanaged
{
    /// <summary>Streams per width, chosen by measurement.</summary>
    static abstract LaneTable Table { get; }

    static abstract int BlockBytes { get; }

    /// <summary>
    /// Whether the kernels are so short that the CPU needs eight streams to be busy. A few blocks then do not fill even one
    /// vector.
    /// </summary>
    static abstract bool AreShort { get; }

    /// <summary>From this number of blocks on, a pass with the given number of vector lanes costs less than scalar
    /// streams.</summary>
    /// <remarks>Each cipher implements it, because default interface methods are not compiled ahead of time.</remarks>
    static abstract int FewestForVectors(int lanes);

    /// <summary>
    /// Transforms whole groups of <c>TLanes.Count</c> blocks; the index of the first is <paramref name="first"/>. Source and
    /// destination are the same buffer or do not overlap.
    /// </summary>
    void Run<TLanes>(int first, scoped ReadOnlySpan<byte> source, scoped Span<byte> destination)
        where TLanes : struct, ILanes<TLanes, TWord>;
}
