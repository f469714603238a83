namespace Lanewise.KeccakFamily;

/// <summary>
/// Sponges under their public faces: digests of one length, output of any, and codes, where an empty key is a key, too.
/// </summary>
internal readonly struct SpongeEngine<TSpec, TParameters>(TParameters? parameters) : IHashEngine
    where TSpec : struct, IKeccakSpec
    where TParameters : class, ISpongeParameters<TParameters>
{
    // The state behind them; of KMAC a permutation that every message would begin with.
    private static readonly ulong[] UsualNames = AbsorbUsualNames();

    public static string Name { get; } = TParameters.NamePrefix + TSpec.Name;
    public static int MaxHashBytes => KeccakOne<TSpec>.HasOneLength ? TSpec.HashBytes : int.MaxValue;
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;

    public static HashSizes Sizes => new(
        KeccakOne<TSpec>.HasOneLength ? HashLengths.Fixed : KeccakOne<TSpec>.IsMac ? HashLengths.Any : HashLengths.Stream,
        TSpec.HashBytes, TSpec.RateBytes, 64, 0, KeccakOne<TSpec>.IsMac ? int.MaxValue : 0);

    public static void CheckKey(int keySizeInBytes)
    {
        // Of a MAC it has any length; to others none is ever given.
    }

    private TParameters Parameters => parameters ?? TParameters.Default;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (parameters is null && !KeccakOne<TSpec>.IsMac) KeccakOne<TSpec>.Hash(source, destination);
        else HashAfterNames(key, source, destination);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private void HashAfterNames(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        TParameters own = Parameters;
        AbsorbNames(state);
        if (KeccakOne<TSpec>.IsMac) SpongePrefix<TSpec>.AbsorbKey(state, key);
        KeccakOne<TSpec>.HashAfter(
            state, source, Ending(own, destination.Length, stackalloc byte[ISpongeParameters.MostEndingBytes]), destination);
        if (KeccakOne<TSpec>.IsMac) state.Clear();
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => StartSponge(key, hashBytes);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        int hashBytes = KeccakOne<TSpec>.HasOneLength
            ? reader.Number(TSpec.HashBytes, TSpec.HashBytes, "the length of the digest") : reader.HashBytes();
        SpongeEngine<TSpec, TParameters> engine = new(TParameters.Read(ref reader));
        KeccakRunning<TSpec> running = engine.StartSponge(key, hashBytes);
        running.ReadState(ref reader);
        return running;
    }

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        if (KeccakOne<TSpec>.IsMac && !keys.AreGiven)
        {
            throw new ArgumentException("KMAC needs a key: one for all messages, or one for each.", nameof(keys));
        }

        // The texts are absorbed before anything is written, and are not read again.
        Span<ulong> names = stackalloc ulong[KeccakSpec.StateWords];
        TParameters own = Parameters;
        AbsorbNames(names);
        ReadOnlySpan<byte> ending = Ending(own, hashBytes, stackalloc byte[ISpongeParameters.MostEndingBytes]);
        Batch.Run(messages, keys, destination, new KeccakOutput<TSpec>(hashBytes, ending, names, shape));
    }

    private KeccakRunning<TSpec> StartSponge(ReadOnlySpan<byte> key, int hashBytes)
    {
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        TParameters own = Parameters;
        AbsorbNames(start);
        if (KeccakOne<TSpec>.IsMac) SpongePrefix<TSpec>.AbsorbKey(start, key);
        KeccakRunning<TSpec> running = new(
            hashBytes, start, Ending(own, hashBytes, stackalloc byte[ISpongeParameters.MostEndingBytes]), own);
        start.Clear();
        return running;
    }

    private void AbsorbNames(Span<ulong> state)
    {
        if (parameters is null) UsualNames.CopyTo(state);
        else SpongePrefix<TSpec>.AbsorbNames(state, parameters.FunctionName, parameters.Customization);
    }

    private static ulong[] AbsorbUsualNames()
    {
        ulong[] state = new ulong[KeccakSpec.StateWords];
        SpongePrefix<TSpec>.AbsorbNames(state, TParameters.Default.FunctionName, TParameters.Default.Customization);
        return state;
    }

    private static ReadOnlySpan<byte> Ending(TParameters parameters, int hashBytes, Span<byte> room)
    {
        ReadOnlySpan<byte> own = parameters.Ending(hashBytes, room);
        return own.IsEmpty ? TSpec.Ending : own;
    }
}
