namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>Computes a Merkle-Damgård hash for one message or for many messages.</summary>
    internal readonly struct MdEngine : IHashEngine
    {
        public static string Name => TSpec.Name;
        public static HashSizes Sizes =>
            new(HashLengths.Fixed, TSpec.HashBytes, MdOneShot.BlockBytes, 8 * Word<TWord>.Bytes);
        public static LaneTable Table => TSpec.Table;

        // Inlining this method would use up the JIT's inlining budget in the caller. The caller's last loop would then not be
        // inlined.
        [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
        public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            if (TSpec.Platform is string name)
            {
                CryptographicOperations.HashData(new HashAlgorithmName(name), source, destination);
                return;
            }

            MdOneShot.State buffer = default;
            Span<TWord> state = ((Span<TWord>)buffer).Slice(0, TSpec.Iv.Length);
            MdStart.CopyTo(state);
            MdOneShot.Hash(state, 0, source, destination);
        }

        public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
            new MdIncremental(MdStart.State, 0, TSpec.Platform is null ? null : StartPlatform);

        public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key)
        {
            MdIncremental incremental = reader.Begin(new MdIncremental(MdStart.State, 0, startPlatform: null));
            incremental.ReadState(ref reader);
            return incremental;
        }

        public void HashMany(
            in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
            Batch.Run(
                messages, keys, destination, new LaneScheduler<TWord, MdBatch>(MdBatch.Plain, shape),
                gathers: !messages.ArePacked
                    && (shape is not null || !MdBatch.Table.ChooseFor<TWord>(messages.Count).IsScalar));

        private static IncrementalHash StartPlatform() => IncrementalHash.CreateHash(new HashAlgorithmName(TSpec.Platform!));
    }
}
