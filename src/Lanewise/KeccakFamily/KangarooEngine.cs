namespace Lanewise.KeccakFamily;

/// <summary>The engine of KangarooTwelve.</summary>
internal readonly struct KangarooEngine(KangarooTwelveParameters? parameters)
    : IParameterEngine<KangarooEngine, KangarooTwelveParameters>
{
    public static string Name => KangarooSpec.Name;
    public static HashSizes Sizes => new(HashLengths.Stream, KangarooSpec.HashBytes, KangarooSpec.RateBytes, 64);
    public static LaneTable Table => KeccakBatch<KangarooSpec, StateSize>.Table;

    public static KangarooEngine With(KangarooTwelveParameters parameters) => new(parameters);

    private ReadOnlySpan<byte> Customization => parameters is null ? default : parameters.Customization.Span;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        KangarooNode.Hash(source, Customization, destination);

    public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) => new KangarooIncremental(hashBytes, Customization);

    public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
        KangarooIncremental.ReadState(ref reader);

    // The suffix contains a copy of the customization, so the customization may overlap the destination.
    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        ReadOnlySpan<byte> customization = Customization,
            length = KangarooSpec.Encode((uint)customization.Length, stackalloc byte[LengthCode.MostBytes]);
        using Rented<byte> suffix = new(customization.Length + length.Length + KangarooSpec.Alone.Length);
        customization.CopyTo(suffix.Span);
        length.CopyTo(suffix.Span.Slice(customization.Length));
        KangarooSpec.Alone.CopyTo(suffix.Span.Slice(customization.Length + length.Length));
        Batch.Run(
            messages, default, destination, new KangarooBatch(hashBytes, customization.Length, suffix.Span, shape),
            KeccakOutput<KangarooSpec>.AtOnce(default, hashBytes));
    }
}
