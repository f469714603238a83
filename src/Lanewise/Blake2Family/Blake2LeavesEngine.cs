namespace Lanewise.Blake2Family;

/// <summary>The engine of BLAKE2bp or BLAKE2sp.</summary>
internal readonly struct Blake2LeavesEngine<TWord, TSpec> : IHashEngine
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public static string Name => Blake2Leaves<TWord, TSpec>.Name;
    public static HashSizes Sizes => new(
        HashLengths.Bounded, TSpec.MaxHashBytes, TSpec.BlockBytes, 8 * Word<TWord>.Bytes, 1, TSpec.MaxHashBytes,
        Blake2Leaves<TWord, TSpec>.Count);
    public static LaneTable Table => Blake2Batch<TWord, TSpec>.Table;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Leaves<TWord, TSpec>.Hash(key, source, destination);

    public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new Blake2LeavesIncremental<TWord, TSpec>(key, hashBytes);

    public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
        Blake2LeavesIncremental<TWord, TSpec>.ReadState(ref reader, key);

    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(
            messages, keys, destination, new Blake2LeavesBatch<TWord, TSpec>(hashBytes, shape),
            Blake2LeavesBatch<TWord, TSpec>.AtOnce);
}
