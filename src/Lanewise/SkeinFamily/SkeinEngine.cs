namespace Lanewise.SkeinFamily;

/// <summary>Skein under its public face; an empty key is none.</summary>
internal readonly struct SkeinEngine<TSpec>(SkeinParameters? parameters) : IHashEngine
    where TSpec : struct, ISkeinSpec
{
    public static string Name => TSpec.Name;
    public static int MaxHashBytes => int.MaxValue;
    public static LaneTable Table => TSpec.Table;

    public static HashSizes Sizes => new(HashLengths.Any, TSpec.StateBytes, TSpec.StateBytes, 64, 1, int.MaxValue);

    private SkeinParameters Parameters => parameters ?? SkeinParameters.Default;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (parameters is null && key.IsEmpty) SkeinOne<TSpec>.Hash(source, destination);
        else SkeinOne<TSpec>.Hash(Parameters, key, source, 0, 8L * destination.Length, destination);
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new SkeinRunning<TSpec>(Parameters, key, 8L * hashBytes);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
        SkeinRunning<TSpec>.ReadState(ref reader, key);

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        if (Parameters.IsTree)
        {
            throw new ArgumentException(
                "Many messages are hashed without a tree: each fills a lane by itself.", nameof(parameters));
        }

        Batch.Run(
            messages, keys, destination, new SkeinMany<TSpec>.Messages(Parameters, hashBytes, shape),
            overlaps: Parameters.HasTexts && Parameters.Overlap(destination));
    }

    // ---- what Skein has beside the rest ----

    public static void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination,
        long hashBits)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        HashFace<SkeinEngine<TSpec>>.CheckHashSize(destination);
        int bits = SkeinOne<TSpec>.CheckBits(source.Length, sourceBits, destination.Length, hashBits);
        SkeinOne<TSpec>.Hash(parameters, key, source, bits, hashBits, destination);
    }

    public static void DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination) =>
        SkeinOne<TSpec>.Hash(SkeinParameters.Default, key, default, 0, 8L * destination.Length, destination, identifier);

    public static void HashTree(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Memory<byte> destination,
        ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(parallelOptions);
        HashFace<SkeinEngine<TSpec>>.CheckHashSize(destination.Span, nameof(destination));
        if (!parameters.IsTree)
        {
            throw new ArgumentException(
                "The parameters have no tree: LeafExponent, NodeExponent and MaxLevel must be set.", nameof(parameters));
        }

        SkeinTree<TSpec>.HashOverCores(parameters, key, source, destination, parallelOptions);
    }

    /// <summary>How many bits of the last byte count, 0 for all.</summary>
    public static int LastBits(ReadOnlySpan<byte> data, long bits) =>
        SkeinOne<TSpec>.CheckBits(data.Length, bits, 1, 8, nameof(bits));

    public static void EndWithin(IRunningHash running, int lastBits) => ((SkeinRunning<TSpec>)running).EndWithin(lastBits);

    /// <summary>The output of the data so far.</summary>
    public static SkeinOutput Output(IRunningHash running)
    {
        SkeinRunning<TSpec> skein = (SkeinRunning<TSpec>)running;
        byte[] chain = new byte[TSpec.StateBytes];
        skein.FinishChain(chain);
        return new SkeinOutput(chain, unchecked((ulong)skein.HashBits), skein.IsKeyed);
    }

    /// <summary>The output of a whole message.</summary>
    public static SkeinOutput Output(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ulong hashBits)
    {
        ArgumentOutOfRangeException.ThrowIfZero(hashBits);
        using SkeinRunning<TSpec> running = new(parameters, key, unchecked((long)hashBits));
        running.Append(source);
        return Output(running);
    }
}
