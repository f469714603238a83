namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>The engine of BLAKE2bp or BLAKE2sp.</summary>
    internal readonly struct Blake2LeavesEngine : IHashEngine
    {
        public static string Name => Blake2Leaves.Name;
        public static HashSizes Sizes => new(
            HashLengths.Bounded, TSpec.MaxHashBytes, TSpec.BlockBytes, 8 * Word<TWord>.Bytes, 1, TSpec.MaxHashBytes,
            Blake2Leaves.Count);
        public static LaneTable Table => Blake2Batch.Table;

        public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
            Blake2Leaves.Hash(key, source, destination);

        public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
            new Blake2LeavesIncremental(key, hashBytes);

        public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
            Blake2LeavesIncremental.ReadState(ref reader, key);

        public void HashMany(
            in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
            Batch.Run(
                messages, keys, destination, new Blake2LeavesBatch(hashBytes, shape), Blake2LeavesBatch.AtOnce);
    }
}
