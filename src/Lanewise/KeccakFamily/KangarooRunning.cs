namespace Lanewise.KeccakFamily;

/// <summary>
/// The state of a running KangarooTwelve: the final node, and chunks that wait until there are enough for all lanes.
/// </summary>
internal sealed class KangarooRunning : RunningChunks, IRunningHash
{
    private const int BufferBytes = 8 * KangarooSpec.ChunkBytes;

    // So many chunks there are at most in a message whose length fits 64 bits.
    private const int MostValueBits = 51;

    private readonly ulong[] state = new ulong[KeccakSpec.StateWords];
    private readonly byte[] block = new byte[TurboShake128Spec.RateBytes];
    private readonly byte[] suffix;
    private readonly int customizationBytes;
    private KangarooCounts counts;

    public KangarooRunning(int hashBytes, ReadOnlySpan<byte> customization)
        : base(BufferBytes, BufferBytes, held: 0)
    {
        HashBytes = hashBytes;
        customizationBytes = customization.Length;
        suffix = new byte[KangarooSpec.SuffixBytes(customization)];
        KangarooSpec.WriteSuffix(customization, suffix);
    }

    private KangarooRunning(KangarooRunning other)
        : base(BufferBytes, BufferBytes, held: 0)
    {
        HashBytes = other.HashBytes;
        customizationBytes = other.customizationBytes;
        suffix = other.suffix;
        other.state.CopyTo(state, 0);
        other.block.CopyTo(block, 0);
        counts = other.counts;
        Keep(other.Waiting);
    }

    public int HashBytes { get; }
    public bool IsKeyed => false;

    private KangarooNode Node => new(state, block, ref counts);

    public override void Append(ReadOnlySpan<byte> data) => base.Append(Node.AddFirst(data));

    protected override void Take(ReadOnlySpan<byte> whole) => Node.AddChunks(whole);

    public void Finish(Span<byte> destination)
    {
        Span<ulong> last = stackalloc ulong[KeccakSpec.StateWords];
        Span<byte> waits = stackalloc byte[TurboShake128Spec.RateBytes];
        state.CopyTo(last);
        block.CopyTo(waits);
        KangarooCounts end = counts;
        KangarooNode node = new(last, waits, ref end);
        int whole = Waiting.Length / KangarooSpec.ChunkBytes * KangarooSpec.ChunkBytes;
        node.AddChunks(Waiting.Slice(0, whole));
        node.Finish(Waiting.Slice(whole), suffix, destination);
        last.Clear();
        CryptographicOperations.ZeroMemory(waits);
    }

    public void Restart()
    {
        Forget();
        Clear();
    }

    public IRunningHash Clone() => new KangarooRunning(this);

    public override void Wipe()
    {
        base.Wipe();
        Clear();
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        // The state is short, and depends on nothing but the message.
        TakeWhole(KangarooSpec.ChunkBytes);
        writer.Number((uint)HashBytes);
        writer.Text(suffix.AsSpan(0, customizationBytes));
        writer.Number((uint)counts.First);
        writer.Number(counts.Values);
        writer.Words<ulong>(state);
        writer.Bytes(block.AsSpan(0, counts.Waiting));
        writer.Text(Waiting);
        return default;
    }

    public static KangarooRunning ReadState(ref StateReader reader)
    {
        int hashBytes = reader.HashBytes();
        KangarooRunning running = new(hashBytes, reader.Text("a customization"));
        ref KangarooCounts counts = ref running.counts;
        counts.First = reader.Number(0, KangarooSpec.ChunkBytes, "the bytes of the first chunk");
        counts.Values = reader.Number();
        bool isTree = counts.First == KangarooSpec.ChunkBytes;
        if (counts.Values >> MostValueBits != 0 || (counts.Values > 0 && !isTree))
        {
            throw SavedState.Bad(
                $"The saved state is not valid: {counts.Values} chunks follow a first one of {counts.First} bytes.");
        }

        reader.Words<ulong>(running.state);
        ulong absorbed = (uint)counts.First;
        if (counts.Values > 0) absorbed += (uint)KangarooSpec.Marker.Length + (KangarooSpec.ValueBytes * counts.Values);
        counts.Waiting = (int)(absorbed % (uint)TurboShake128Spec.RateBytes);
        reader.Bytes(counts.Waiting).CopyTo(running.block);
        running.Keep(reader.Bytes(reader.Number(0, isTree ? KangarooSpec.ChunkBytes - 1 : 0, "the bytes that wait")));
        return running;
    }

    private void Clear()
    {
        Array.Clear(state);
        CryptographicOperations.ZeroMemory(block);
        counts = default;
    }
}
