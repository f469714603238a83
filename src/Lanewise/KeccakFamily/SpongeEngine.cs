namespace Lanewise.KeccakFamily;

/// <summary>Sponges without keys under their public faces: digests of one length, and output of any.</summary>
internal readonly struct SpongeEngine<TSpec, TParameters> : IHashEngine<TParameters>
    where TSpec : struct, IKeccakSpec
    where TParameters : class, ISpongeParameters<TParameters>
{
    public static string Name { get; } = TParameters.NamePrefix + TSpec.Name;
    public static int BlockBytes => TSpec.RateBytes;
    public static int WordBits => 64;
    public static int DefaultHashBytes => TSpec.HashBytes;
    public static int MaxHashBytes => KeccakOne<TSpec>.HasOneLength ? TSpec.HashBytes : int.MaxValue;
    public static HashLengths HashLengths => KeccakOne<TSpec>.HasOneLength ? HashLengths.Fixed : HashLengths.Stream;
    public static int MaxKeyBytes => 0;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        KeccakOne<TSpec>.Hash(source, destination);

    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(
        TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        SpongePrefix<TSpec>.AbsorbNames(state, parameters.FunctionName, parameters.Customization);
        KeccakOne<TSpec>.HashAfter(state, source, Ending(parameters), destination);
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => Start(TParameters.Default, key, hashBytes);

    public static IRunningHash Start(TParameters parameters, ReadOnlySpan<byte> key, int hashBytes) =>
        Run(parameters, hashBytes);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        int hashBytes = KeccakOne<TSpec>.HasOneLength
            ? reader.Number(TSpec.HashBytes, TSpec.HashBytes, "the length of the digest") : reader.HashBytes();
        KeccakRunning<TSpec> running = Run(TParameters.Read(ref reader), hashBytes);
        running.ReadState(ref reader);
        return running;
    }

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        HashMany(TParameters.Default, messages, keys, destination, hashBytes, shape);

    public static void HashMany(
        TParameters parameters, in Messages messages, in Keys keys, Span<byte> destination, int hashBytes,
        LaneShape? shape = null)
    {
        // The texts are absorbed before anything is written, and are not read again.
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        SpongePrefix<TSpec>.AbsorbNames(start, parameters.FunctionName, parameters.Customization);
        Batch.Run(messages, keys, destination, new KeccakOutput<TSpec>(hashBytes, Ending(parameters), start, shape));
    }

    private static KeccakRunning<TSpec> Run(TParameters parameters, int hashBytes)
    {
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        SpongePrefix<TSpec>.AbsorbNames(start, parameters.FunctionName, parameters.Customization);
        return new(hashBytes, start, Ending(parameters), parameters);
    }

    private static ReadOnlySpan<byte> Ending(TParameters parameters) =>
        parameters.Ending.IsEmpty ? TSpec.Ending : parameters.Ending;
}
