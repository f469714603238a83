namespace Lanewise.KeccakFamily;

/// <summary>KangarooTwelve under its public face.</summary>
internal readonly struct KangarooEngine : IHashEngine<KangarooTwelveParameters>
{
    public static string Name => KangarooSpec.Name;
    public static int BlockBytes => TurboShake128Spec.RateBytes;
    public static int WordBits => 64;
    public static int DefaultHashBytes => TurboShake128Spec.HashBytes;
    public static int MaxHashBytes => int.MaxValue;
    public static HashLengths HashLengths => HashLengths.Stream;
    public static int MaxKeyBytes => 0;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => KeccakMany<TurboShake128Spec, StateRecord>.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        KangarooNode.Hash(source, [0], destination);

    public static void Hash(
        KangarooTwelveParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using Rented<byte> suffix = Suffix(parameters);
        KangarooNode.Hash(source, suffix.Span, destination);
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => new KangarooRunning(hashBytes, default);

    public static IRunningHash Start(KangarooTwelveParameters parameters, ReadOnlySpan<byte> key, int hashBytes) =>
        new KangarooRunning(hashBytes, parameters.Customization.Span);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        return KangarooRunning.ReadState(ref reader);
    }

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        HashMany(KangarooTwelveParameters.Default, messages, keys, destination, hashBytes, shape);

    // The customization is copied, so it may lie in the destination.
    public static void HashMany(
        KangarooTwelveParameters parameters, in Messages messages, in Keys keys, Span<byte> destination, int hashBytes,
        LaneShape? shape = null)
    {
        using Rented<byte> suffix = Suffix(parameters);
        Batch.Run(messages, keys, destination, new KangarooBatch(hashBytes, suffix.Span, shape));
    }

    private static Rented<byte> Suffix(KangarooTwelveParameters parameters)
    {
        ReadOnlySpan<byte> customization = parameters.Customization.Span;
        Rented<byte> suffix = new(KangarooSpec.SuffixBytes(customization));
        KangarooSpec.WriteSuffix(customization, suffix.Span);
        return suffix;
    }
}
