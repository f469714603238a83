namespace Lanewise.Simd;

/// <summary>Specifies the memory layout of the message blocks that a kernel reads.</summary>
internal interface IBlocks;

/// <summary>Messages are stored one after another, and the kernel transposes each block.</summary>
internal readonly struct BlocksInRows : IBlocks;

/// <summary>Blocks are already transposed, as <see cref="ILanes{TSelf, TWord}.LoadBlocks"/> writes them.</summary>
internal readonly struct TransposedBlocks : IBlocks;

/// <content>Transposes many blocks in one call.</content>
internal partial interface ILanes<TSelf, TWord>
{
    /// <summary>
    /// Like <see cref="Load16Into"/>, but loads several consecutive blocks. Word <c>i</c> of block <c>b</c> is loaded into
    /// <c>m[16 * b + i]</c>. The vectors are processed one after the other, so only a few messages are read at the same time,
    /// and several cache lines of each message are read in sequence. An element of <paramref name="m"/> is one vector, or several
    /// interleaved vectors, of which this vector has the index <paramref name="vector"/>.
    /// </summary>
    static abstract void LoadBlocks<TAll>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TAll> m, int vector, int blocks)
        where TAll : struct, ILanes<TAll, TWord>;
}

internal partial struct ScalarLane<TWord>
{
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void LoadBlocks<TAll>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TAll> m, int vector, int blocks)
        where TAll : struct, ILanes<TAll, TWord> =>
        Sixteen.LoadBlocks<TWord, ScalarLane<TWord>, TAll>(source, offsets, offset, m, vector, blocks);
}

/// <content>The implementation for vectors of all widths.</content>
internal partial struct Lanes256<TWord>
{
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void LoadBlocks<TAll>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TAll> m, int vector, int blocks)
        where TAll : struct, ILanes<TAll, TWord> =>
        Sixteen.LoadBlocks<TWord, Lanes256<TWord>, TAll>(source, offsets, offset, m, vector, blocks);
}

internal partial struct Interleaved<TLanes, TWord>
{
    public static void LoadBlocks<TAll>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int offset, Span<TAll> m, int vector, int blocks)
        where TAll : struct, ILanes<TAll, TWord>
    {
        TLanes.LoadBlocks(source, offsets, offset, m, 2 * vector, blocks);
        TLanes.LoadBlocks(source, offsets.Slice(TLanes.Count), offset, m, (2 * vector) + 1, blocks);
    }
}
