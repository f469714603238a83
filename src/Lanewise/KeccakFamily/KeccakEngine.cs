namespace Lanewise.KeccakFamily;

/// <summary>SHA-3 and Keccak, whose digests have one length, under their public faces.</summary>
internal readonly struct KeccakEngine<TSpec> : IHashEngine
    where TSpec : struct, IKeccakSpec
{
    public static string Name => TSpec.Name;
    public static int BlockBytes => TSpec.RateBytes;
    public static int WordBits => 64;
    public static int DefaultHashBytes => TSpec.HashBytes;
    public static int MaxHashBytes => TSpec.HashBytes;
    public static HashLengths HashLengths => HashLengths.Fixed;
    public static int MaxKeyBytes => 0;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        KeccakOne<TSpec>.Hash(source, destination);

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new KeccakRunning<TSpec>(TSpec.HashBytes, default, TSpec.Ending);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        KeccakRunning<TSpec> running = new(
            reader.Number(TSpec.HashBytes, TSpec.HashBytes, "the length of the digest"), default, TSpec.Ending);
        running.ReadState(ref reader);
        return running;
    }

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(
            messages, keys, destination,
            new LaneScheduler<ulong, KeccakMany<TSpec, StateRecord>>(new(TSpec.HashBytes, TSpec.Ending, default), shape));
}
