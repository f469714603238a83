namespace Lanewise.KeccakFamily;

/// <summary>The state of an incremental sponge function.</summary>
internal sealed class KeccakIncremental<TSpec> : IncrementalBlocks<ulong, KeccakBatch<TSpec, StateSize>>, IIncrementalHash
    where TSpec : struct, IKeccakSpec
{
    private readonly ulong[] start;
    private readonly byte[] suffix;
    private readonly ISpongeParameters parameters;

    /// <summary>
    /// Creates the state for an empty message. The suffix is appended to the message before padding. The parameters are included
    /// in a saved state.
    /// </summary>
    public KeccakIncremental(int hashBytes, ReadOnlySpan<ulong> start, ReadOnlySpan<byte> suffix, ISpongeParameters parameters)
    {
        HashBytes = hashBytes;
        this.start = start.ToArray();
        this.suffix = suffix.ToArray();
        this.parameters = parameters;
        Restart();
    }

    public int HashBytes { get; }
    public bool IsKeyed => KeccakSponge<TSpec>.IsMac;

    public void Finish(Span<byte> destination)
    {
        KeccakSponge<TSpec> last = new(State, Waiting);
        last.Finish(suffix, destination);
        last.Wipe();
    }

    public void Restart() => Start(start, default, default);

    public IIncrementalHash Clone()
    {
        KeccakIncremental<TSpec> copy = new(HashBytes, start, suffix, parameters);
        copy.CopyFrom(this);
        return copy;
    }

    public override void Wipe()
    {
        base.Wipe();
        Array.Clear(start);
        Array.Clear(suffix);
    }

    public void WriteState(StateWriter writer)
    {
        // The permutation is invertible, so the key could be computed from an exported state.
        if (IsKeyed)
        {
            throw new NotSupportedException(
                $"The state of {TSpec.Name} cannot be exported, because the key can be computed from it.");
        }

        writer.Number((uint)HashBytes);
        parameters.Write(writer);
        writer.Words<ulong>(State);
        writer.Text(Waiting);
    }

    /// <summary>Reads the part of a saved state that follows the digest length and the parameters.</summary>
    public void ReadState(ref StateReader reader)
    {
        reader.Words(State);
        Start(State, reader.Bytes(reader.Number(0, TSpec.RateBytes - 1, "the bytes that wait")), default);
    }
}
