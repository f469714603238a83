namespace Lanewise.KeccakFamily;

/// <summary>The state of an incremental sponge.</summary>
internal sealed class KeccakRunning<TSpec> : RunningBlocks<ulong, KeccakMany<TSpec, StateRecord>>, IRunningHash
    where TSpec : struct, IKeccakSpec
{
    private readonly ulong[] start;
    private readonly byte[] ending;
    private readonly ISpongeParameters parameters;

    /// <summary>An empty message.</summary>
    /// <param name="hashBytes">The length of the output.</param>
    /// <param name="start">The state before the message.</param>
    /// <param name="ending">The ending of the message.</param>
    /// <param name="parameters">The parameters, as a saved state has them.</param>
    public KeccakRunning(int hashBytes, ReadOnlySpan<ulong> start, ReadOnlySpan<byte> ending, ISpongeParameters parameters)
    {
        HashBytes = hashBytes;
        this.start = start.ToArray();
        this.ending = ending.ToArray();
        this.parameters = parameters;
        Restart();
    }

    public int HashBytes { get; }
    public bool IsKeyed => KeccakOne<TSpec>.HasOwnEnding;

    public void Finish(Span<byte> destination)
    {
        KeccakOne<TSpec> last = new(Record, Waiting);
        last.Finish(ending, destination);
        last.Wipe();
    }

    public void Restart() => Start(start, default, default);

    public IRunningHash Clone()
    {
        KeccakRunning<TSpec> copy = new(HashBytes, start, ending, parameters);
        copy.CopyFrom(this);
        return copy;
    }

    public override void Wipe()
    {
        base.Wipe();
        Array.Clear(start);
        Array.Clear(ending);
    }

    public void WriteState(StateWriter writer)
    {
        // Permutations can be inverted.
        if (IsKeyed)
        {
            throw new NotSupportedException($"The state of {TSpec.Name} is not exported: its key can be computed from it.");
        }

        writer.Number((uint)HashBytes);
        parameters.Write(writer);
        writer.Words<ulong>(Record);
        writer.Text(Waiting);
    }

    /// <summary>Reads the part after the length of the digest and the parameters.</summary>
    public void ReadState(ref StateReader reader)
    {
        reader.Words(Record);
        Start(Record, reader.Bytes(reader.Number(0, TSpec.RateBytes - 1, "the bytes that wait")), default);
    }
}
