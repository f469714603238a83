namespace Lanewise.SkeinFamily;

/// <summary>The engine of Skein. An empty key means unkeyed hashing.</summary>
internal readonly struct SkeinEngine<TSpec>(SkeinParameters? parameters) : IParameterEngine<SkeinEngine<TSpec>, SkeinParameters>
    where TSpec : struct, ISkeinSpec
{
    public static string Name => TSpec.Name;
    public static LaneTable Table => TSpec.Table;

    public static HashSizes Sizes => new(HashLengths.Any, TSpec.StateBytes, TSpec.StateBytes, 64, 1, int.MaxValue);

    public static SkeinEngine<TSpec> With(SkeinParameters parameters) => new(parameters);

    private SkeinParameters Parameters => parameters ?? SkeinParameters.Default;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (parameters is null && key.IsEmpty) SkeinOneShot<TSpec>.Hash(source, destination);
        else SkeinOneShot<TSpec>.Hash(Parameters, key, source, 0, 8L * destination.Length, destination);
    }

    public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new SkeinIncremental<TSpec>(Parameters, key, 8L * hashBytes);

    public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
        SkeinIncremental<TSpec>.ReadState(ref reader, key);

    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        if (Parameters.IsTree)
        {
            throw new ArgumentException(
                "Many messages are hashed without a tree, because each message has its own lane.", nameof(parameters));
        }

        Batch.Run(messages, keys, destination, new SkeinBatch<TSpec>.Messages(Parameters, hashBytes, shape));
    }
}
