namespace Lanewise.MerkleDamgard;

/// <summary>The engine of a Merkle-Damgård hash.</summary>
internal readonly struct MdEngine<TWord, TSpec> : IHashEngine
    where TWord : unmanaged
    where TSpec : struct, IMdSpec<TWord>
{
    public static string Name => TSpec.Name;
    public static int MaxHashBytes => TSpec.HashBytes;
    public static HashSizes Sizes =>
        new(HashLengths.Fixed, TSpec.HashBytes, MdOne<TWord, TSpec>.BlockBytes, 8 * Word<TWord>.Bytes);
    public static LaneTable Table => TSpec.Table;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (TSpec.Platform is string name)
        {
            CryptographicOperations.HashData(new HashAlgorithmName(name), source, destination);
            return;
        }

        MdOne<TWord, TSpec>.State room = default;
        Span<TWord> state = ((Span<TWord>)room).Slice(0, TSpec.Iv.Length);
        TSpec.Iv.CopyTo(state);
        MdOne<TWord, TSpec>.Hash(state, 0, source, destination);
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new MdRunning<TWord, TSpec>(TSpec.Iv, 0, TSpec.Platform is null ? null : StartPlatform);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key)
    {
        MdRunning<TWord, TSpec> running = reader.Begin(new MdRunning<TWord, TSpec>(TSpec.Iv, 0, startPlatform: null));
        running.ReadState(ref reader);
        return running;
    }

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(
            messages, keys, destination, new LaneScheduler<TWord, MdMany<TWord, TSpec>>(MdMany<TWord, TSpec>.Plain, shape),
            gathers: !messages.ArePacked
                && (shape is not null || Batch.Shape<TWord, MdMany<TWord, TSpec>>(messages.Count).Bits > 0));

    private static IncrementalHash StartPlatform() => IncrementalHash.CreateHash(new HashAlgorithmName(TSpec.Platform!));
}
