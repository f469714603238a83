namespace Lanewise.KeccakFamily;

/// <summary>The state of a running sponge.</summary>
internal sealed class KeccakRunning<TSpec> : ILaneRunning<ulong>
    where TSpec : struct, IKeccakSpec
{
    private readonly ulong[] state = new ulong[KeccakSpec.StateWords];
    private readonly byte[] buffer = new byte[TSpec.RateBytes];
    private readonly ulong[] start;
    private readonly byte[] ending;
    private readonly ISpongeParameters parameters;

    // Bytes that wait for the rest of their block.
    private int waiting;

    /// <summary>An empty message.</summary>
    /// <param name="hashBytes">The length of the output.</param>
    /// <param name="start">The state before it; empty for zeros.</param>
    /// <param name="ending">What follows it.</param>
    /// <param name="parameters">What a saved state says of both.</param>
    public KeccakRunning(int hashBytes, ReadOnlySpan<ulong> start, ReadOnlySpan<byte> ending, ISpongeParameters parameters)
    {
        HashBytes = hashBytes;
        this.start = start.ToArray();
        this.ending = ending.ToArray();
        this.parameters = parameters;
        Restart();
    }

    public int HashBytes { get; }
    public bool IsKeyed => KeccakOne<TSpec>.IsMac;
    public Span<ulong> Record => state;
    public ReadOnlySpan<byte> Block => buffer;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Append(ReadOnlySpan<byte> data) => KeccakOne<TSpec>.Absorb(state, buffer, ref waiting, data);

    public void AppendMany(in RunningSlices slices) => LaneSlices.Append<ulong, KeccakMany<TSpec, StateRecord>>(slices);

    // Nothing is counted.
    public bool Fits(int length) => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole) => KeccakOne<TSpec>.Fill(buffer, ref waiting, data, out isWhole);

    public int BodyBlocks(int length) => length / TSpec.RateBytes;

    // Behind whole blocks, or nothing behind bytes that wait.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest)
    {
        rest.CopyTo(buffer);
        waiting += rest.Length;
    }

    public void Finish(Span<byte> destination)
    {
        Span<ulong> last = stackalloc ulong[KeccakSpec.StateWords];
        state.CopyTo(last);
        KeccakOne<TSpec>.Finish(last, buffer.AsSpan(0, waiting), ending, destination);
        last.Clear();
    }

    public void Restart()
    {
        WipeMessage();
        start.CopyTo(state, 0);
    }

    public KeccakRunning<TSpec> Clone()
    {
        KeccakRunning<TSpec> copy = new(HashBytes, start, ending, parameters) { waiting = waiting };
        state.CopyTo(copy.state, 0);
        buffer.CopyTo(copy.buffer, 0);
        return copy;
    }

    IRunningHash IRunningHash.Clone() => Clone();

    public void Wipe()
    {
        WipeMessage();
        Array.Clear(start);
        Array.Clear(ending);
    }

    private void WipeMessage()
    {
        Array.Clear(state);
        CryptographicOperations.ZeroMemory(buffer);
        waiting = 0;
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        // Permutations go back, too.
        if (IsKeyed)
        {
            throw new NotSupportedException($"The state of {TSpec.Name} is not exported: its key can be computed from it.");
        }

        writer.Number((uint)HashBytes);
        parameters.Write(writer);
        writer.Words<ulong>(state);
        writer.Text(buffer.AsSpan(0, waiting));
        return default;
    }

    /// <summary>Reads what follows the length of the digest and the parameters.</summary>
    public void ReadState(ref StateReader reader)
    {
        reader.Words<ulong>(state);
        waiting = reader.Number(0, TSpec.RateBytes - 1, "the bytes that wait");
        reader.Bytes(waiting).CopyTo(buffer);
    }
}
