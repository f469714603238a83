namespace Lanewise.KeccakFamily;

/// <summary>KangarooTwelve under its public face.</summary>
internal readonly struct KangarooEngine(KangarooTwelveParameters? parameters) : IHashEngine
{
    public static string Name => KangarooSpec.Name;
    public static int MaxHashBytes => int.MaxValue;
    public static HashSizes Sizes => new(HashLengths.Stream, TurboShake128Spec.HashBytes, TurboShake128Spec.RateBytes, 64);
    public static LaneTable Table => KeccakMany<TurboShake128Spec, StateRecord>.Table;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    private ReadOnlySpan<byte> Customization => parameters is null ? default : parameters.Customization.Span;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (Customization.IsEmpty)
        {
            KangarooNode.Hash(source, [0], destination);
            return;
        }

        using Rented<byte> suffix = Suffix();
        KangarooNode.Hash(source, suffix.Span, destination);
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => new KangarooRunning(hashBytes, Customization);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        return KangarooRunning.ReadState(ref reader);
    }

    // The customization is copied, so it may lie in the destination.
    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Rented<byte> suffix = Suffix();
        Batch.Run(messages, keys, destination, new KangarooBatch(hashBytes, suffix.Span, shape));
    }

    private Rented<byte> Suffix()
    {
        Rented<byte> suffix = new(KangarooSpec.SuffixBytes(Customization));
        KangarooSpec.WriteSuffix(Customization, suffix.Span);
        return suffix;
    }
}
