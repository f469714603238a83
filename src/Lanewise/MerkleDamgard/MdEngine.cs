namespace Lanewise.MerkleDamgard;

/// <summary>Computes a Merkle-Damgård hash for one message or for many messages.</summary>
internal readonly struct MdEngine<TWord, TSpec> : IHashEngine
    where TWord : unmanaged
    where TSpec : struct, IMdSpec<TWord>
{
    public static string Name => TSpec.Name;
    public static HashSizes Sizes =>
        new(HashLengths.Fixed, TSpec.HashBytes, MdOneShot<TWord, TSpec>.BlockBytes, 8 * Word<TWord>.Bytes);
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

        MdOneShot<TWord, TSpec>.State room = default;
        Span<TWord> state = ((Span<TWord>)room).Slice(0, TSpec.Iv.Length);
        MdStart<TWord, TSpec>.CopyTo(state);
        MdOneShot<TWord, TSpec>.Hash(state, 0, source, destination);
    }

    public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new MdIncremental<TWord, TSpec>(MdStart<TWord, TSpec>.State, 0, TSpec.Platform is null ? null : StartPlatform);

    public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key)
    {
        MdIncremental<TWord, TSpec> incremental = reader.Begin(
            new MdIncremental<TWord, TSpec>(MdStart<TWord, TSpec>.State, 0, startPlatform: null));
        incremental.ReadState(ref reader);
        return incremental;
    }

    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(
            messages, keys, destination, new LaneScheduler<TWord, MdBatch<TWord, TSpec>>(MdBatch<TWord, TSpec>.Plain, shape),
            gathers: !messages.ArePacked
                && (shape is not null || !MdBatch<TWord, TSpec>.Table.ChooseFor<TWord>(messages.Count).IsScalar));

    private static IncrementalHash StartPlatform() => IncrementalHash.CreateHash(new HashAlgorithmName(TSpec.Platform!));
}
