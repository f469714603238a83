namespace Lanewise.KeccakFamily;

/// <summary>Sponges without keys under their public faces: digests of one length, and output of any.</summary>
internal readonly struct SpongeEngine<TSpec, TParameters>(TParameters? parameters) : IHashEngine
    where TSpec : struct, IKeccakSpec
    where TParameters : class, ISpongeParameters<TParameters>
{
    public static string Name { get; } = TParameters.NamePrefix + TSpec.Name;
    public static int MaxHashBytes => KeccakOne<TSpec>.HasOneLength ? TSpec.HashBytes : int.MaxValue;
    public static HashSizes Sizes => new(
        KeccakOne<TSpec>.HasOneLength ? HashLengths.Fixed : HashLengths.Stream, TSpec.HashBytes, TSpec.RateBytes, 64);
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    private TParameters Parameters => parameters ?? TParameters.Default;

    private ReadOnlySpan<byte> Ending => Parameters.Ending.IsEmpty ? TSpec.Ending : Parameters.Ending;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (parameters is null) KeccakOne<TSpec>.Hash(source, destination);
        else HashAfterNames(source, destination);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private void HashAfterNames(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(state);
        KeccakOne<TSpec>.HashAfter(state, source, Ending, destination);
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => Start(hashBytes);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        int hashBytes = KeccakOne<TSpec>.HasOneLength
            ? reader.Number(TSpec.HashBytes, TSpec.HashBytes, "the length of the digest") : reader.HashBytes();
        KeccakRunning<TSpec> running = new SpongeEngine<TSpec, TParameters>(TParameters.Read(ref reader)).Start(hashBytes);
        running.ReadState(ref reader);
        return running;
    }

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        // The texts are absorbed before anything is written, and are not read again.
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(start);
        Batch.Run(messages, keys, destination, new KeccakOutput<TSpec>(hashBytes, Ending, start, shape));
    }

    private KeccakRunning<TSpec> Start(int hashBytes)
    {
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(start);
        return new(hashBytes, start, Ending, Parameters);
    }

    private void AbsorbNames(Span<ulong> state) =>
        SpongePrefix<TSpec>.AbsorbNames(state, Parameters.FunctionName, Parameters.Customization);
}
