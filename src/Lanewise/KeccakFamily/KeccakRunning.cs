using Lanewise.Hashing;

namespace Lanewise.KeccakFamily;

/// <summary>The state of a running sponge; of one that is not customized, the parameters are null.</summary>
internal sealed class KeccakRunning<TSpec> : ILaneRunning<ulong>
    where TSpec : struct, IKeccakSpec
{
    private readonly ulong[] state = new ulong[KeccakSpec.StateWords];
    private readonly byte[] buffer = new byte[TSpec.RateBytes];
    private readonly CShakeParameters? parameters;

    // Bytes that wait for the rest of their block.
    private int waiting;

    public KeccakRunning(int hashBytes, CShakeParameters? parameters = null)
    {
        HashBytes = hashBytes;
        this.parameters = parameters;
        Restart();
    }

    public int HashBytes { get; }
    public bool IsKeyed => false;
    public Span<ulong> Record => state;
    public ReadOnlySpan<byte> Block => buffer;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Append(ReadOnlySpan<byte> data)
    {
        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) KeccakOne<TSpec>.Run(state, buffer, 0, 1);
        int blocks = BodyBlocks(data.Length);
        if (blocks > 0) KeccakOne<TSpec>.Run(state, data, 0, blocks);
        Keep(data.Slice(blocks * TSpec.RateBytes));
    }

    public void AppendMany(in RunningSlices slices) => LaneSlices.Append<ulong, KeccakMany<TSpec, StateRecord>>(slices);

    // Nothing is counted.
    public bool Fits(int length) => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        isWhole = false;
        if (waiting == 0) return 0;

        int taken = Math.Min(TSpec.RateBytes - waiting, data.Length);
        data.Slice(0, taken).CopyTo(buffer.AsSpan(waiting));
        waiting += taken;
        isWhole = waiting == TSpec.RateBytes;
        if (isWhole) waiting = 0;
        return taken;
    }

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
        KeccakOne<TSpec>.Finish(
            last, buffer.AsSpan(0, waiting), CShakePrefix<TSpec>.Ending(parameters), destination);
        last.Clear();
    }

    public void Restart()
    {
        Wipe();
        CShakePrefix<TSpec>.Absorb(state, parameters);
    }

    public KeccakRunning<TSpec> Clone()
    {
        KeccakRunning<TSpec> copy = new(HashBytes, parameters) { waiting = waiting };
        state.CopyTo(copy.state, 0);
        buffer.CopyTo(copy.buffer, 0);
        return copy;
    }

    IRunningHash IRunningHash.Clone() => Clone();

    public void Wipe()
    {
        Array.Clear(state);
        CryptographicOperations.ZeroMemory(buffer);
        waiting = 0;
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        writer.Number((uint)HashBytes);
        if (parameters is not null)
        {
            WriteText(writer, parameters.FunctionName.Span);
            WriteText(writer, parameters.Customization.Span);
        }

        writer.Words<ulong>(state);
        writer.Number((uint)waiting);
        writer.Bytes(buffer.AsSpan(0, waiting));
        return default;
    }

    public static KeccakRunning<TSpec> ReadState(ref StateReader reader, bool isCustomized = false)
    {
        int hashBytes = reader.HashBytes();
        KeccakRunning<TSpec> running = new(hashBytes, !isCustomized ? null : new CShakeParameters
        {
            FunctionName = ReadText(ref reader, "a function name").ToArray(),
            Customization = ReadText(ref reader, "a customization").ToArray(),
        });
        reader.Words<ulong>(running.state);
        running.waiting = reader.Number(0, TSpec.RateBytes - 1, "the bytes that wait");
        reader.Bytes(running.waiting).CopyTo(running.buffer);
        return running;
    }

    private static void WriteText(StateWriter writer, ReadOnlySpan<byte> text)
    {
        writer.Number((uint)text.Length);
        writer.Bytes(text);
    }

    private static ReadOnlySpan<byte> ReadText(ref StateReader reader, string what) =>
        reader.Bytes(reader.Number(0, int.MaxValue, $"the length of {what}"));
}
