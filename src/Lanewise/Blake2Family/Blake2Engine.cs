namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>The engine of BLAKE2b or BLAKE2s.</summary>
    internal readonly struct Blake2Engine(Blake2Parameters? parameters) : IParameterEngine<Blake2Engine, Blake2Parameters>
    {
        public static string Name => TSpec.Name;
        public static HashSizes Sizes =>
            new(HashLengths.Bounded, TSpec.MaxHashBytes, TSpec.BlockBytes, 8 * Word<TWord>.Bytes, 1, TSpec.MaxHashBytes);
        public static LaneTable Table => Blake2Batch.Table;

        public static Blake2Engine With(Blake2Parameters parameters) => new(parameters);

        private bool IsLastNode => parameters is { IsLastNode: true };

        /// <summary>Hashes a whole message. The destination may overlap the source.</summary>
        [MethodImpl(CompileOptions.AtOnce)]
        public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            Span<TWord> state = stackalloc TWord[Blake2State.Words];
            Blake2OneShot.Start(state, parameters, destination.Length, key.Length);
            Blake2OneShot.HashFrom(state, key, source, IsLastNode, destination);
        }

        public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes)
        {
            Span<TWord> start = stackalloc TWord[Blake2State.Words];
            Blake2OneShot.Start(start, parameters, hashBytes, key.Length);
            return new Blake2Incremental(start, key, hashBytes, IsLastNode);
        }

        public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
            Blake2Incremental.ReadState(ref reader, key);

        public void HashMany(
            in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
        {
            Span<TWord> start = stackalloc TWord[Blake2State.Words];
            Blake2OneShot.Start(start, parameters, hashBytes, keys.SizeInBytes);
            Batch.Run(messages, keys, destination, new Blake2Batch.Messages(start, IsLastNode, hashBytes, shape));
        }
    }
}
