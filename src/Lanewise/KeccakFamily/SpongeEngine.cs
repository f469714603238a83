namespace Lanewise.KeccakFamily;

/// <summary>
/// The engine of all sponge functions. The engine supports digests of fixed length, output of any length, and MACs. A MAC
/// accepts an empty key.
/// </summary>
internal readonly struct SpongeEngine<TSpec, TParameters>(TParameters? parameters)
    : IParameterEngine<SpongeEngine<TSpec, TParameters>, TParameters>
    where TSpec : struct, IKeccakSpec
    where TParameters : class, ISpongeParameters<TParameters>
{
    // The state after the default function name and customization string have been absorbed. For KMAC, reusing this state saves
    // one permutation per message.
    private static readonly ulong[] UsualNames = AbsorbUsualNames();

    public static string Name { get; } = TParameters.NamePrefix + TSpec.Name;
    public static LaneTable Table => KeccakBatch<TSpec, StateSize>.Table;

    public static HashSizes Sizes => new(
        HasFixedLength ? HashLengths.Fixed : IsMac ? HashLengths.Any : HashLengths.Stream,
        TSpec.HashBytes, TSpec.RateBytes, 64, 0, IsMac ? int.MaxValue : 0);

    public static SpongeEngine<TSpec, TParameters> With(TParameters parameters) => new(parameters);

    private static bool HasFixedLength => TSpec.Kind == SpongeKind.Digest;

    private static bool IsMac => KeccakSponge<TSpec>.IsMac;

    private TParameters Parameters => parameters ?? TParameters.Default;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (parameters is null && !IsMac) KeccakSponge<TSpec>.Hash(source, destination);
        else HashAfterNames(key, source, destination);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private void HashAfterNames(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        KeccakSponge<TSpec> sponge = default;
        Begin(ref sponge, HashKeys.One(key));
        sponge.Absorb(source);
        sponge.Finish(Suffix(destination.Length, stackalloc byte[ISpongeParameters.MaxSuffixBytes]), destination);
        if (IsMac) sponge.Wipe();
    }

    public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) => StartSponge(key, hashBytes);

    public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key)
    {
        int hashBytes = HasFixedLength
            ? reader.Number(TSpec.HashBytes, TSpec.HashBytes, "the length of the digest") : reader.HashBytes();
        SpongeEngine<TSpec, TParameters> engine = new(TParameters.Read(ref reader));
        KeccakIncremental<TSpec> incremental = reader.Begin(engine.StartSponge(key, hashBytes));
        incremental.ReadState(ref reader);
        return incremental;
    }

    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        if (IsMac) keys.CheckAreGiven("KMAC");
        // The strings and the common key (if any) are absorbed before the destination is written, because the destination may
        // overlap them.
        KeccakSponge<TSpec> start = default;
        Begin(ref start, keys);
        ReadOnlySpan<byte> suffix = Suffix(hashBytes, stackalloc byte[ISpongeParameters.MaxSuffixBytes]);
        try
        {
            Batch.Run(
                messages, keys, destination, new KeccakOutput<TSpec>(hashBytes, suffix, start.State, shape),
                KeccakOutput<TSpec>.AtOnce(keys, hashBytes));
        }
        finally
        {
            start.Wipe();
        }
    }

    private KeccakIncremental<TSpec> StartSponge(ReadOnlySpan<byte> key, int hashBytes)
    {
        KeccakSponge<TSpec> start = default;
        Begin(ref start, HashKeys.One(key));
        KeccakIncremental<TSpec> incremental = new(
            hashBytes, start.State, Suffix(hashBytes, stackalloc byte[ISpongeParameters.MaxSuffixBytes]), Parameters);
        start.Wipe();
        return incremental;
    }

    // Absorbs the prefix that all messages share. The prefix includes the key only if all messages share one key.
    private void Begin(ref KeccakSponge<TSpec> sponge, in HashKeys keys)
    {
        if (parameters is null) UsualNames.CopyTo(sponge.State);
        else sponge.AbsorbNames(parameters.FunctionName, parameters.Customization);
        if (IsMac && !keys.ArePerMessage) sponge.AbsorbKey(keys.Bytes);
    }

    private static ulong[] AbsorbUsualNames()
    {
        KeccakSponge<TSpec> sponge = default;
        sponge.AbsorbNames(TParameters.Default.FunctionName, TParameters.Default.Customization);
        return sponge.State.ToArray();
    }

    private ReadOnlySpan<byte> Suffix(int hashBytes, Span<byte> buffer)
    {
        ReadOnlySpan<byte> own = Parameters.Suffix(hashBytes, buffer);
        return own.IsEmpty ? TSpec.Suffix : own;
    }
}
