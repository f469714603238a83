namespace Lanewise.KeccakFamily;

/// <summary>
/// The state of an incremental KangarooTwelve hash: the final node, and a buffer that collects chunks until they fill all
/// lanes.
/// </summary>
internal sealed class KangarooIncremental : IncrementalChunks, IIncrementalHash
{
    private const int BufferBytes = 8 * KangarooSpec.ChunkBytes;

    // If a message's length in bytes fits in 64 bits, its number of chunks fits in 51 bits.
    private const int MostValueBits = 51;

    private readonly byte[] customization;
    private KangarooNode node;

    public KangarooIncremental(int hashBytes, ReadOnlySpan<byte> customization)
        : base(BufferBytes, BufferBytes, held: 0)
    {
        HashBytes = hashBytes;
        this.customization = customization.ToArray();
    }

    private KangarooIncremental(KangarooIncremental other)
        : this(other.HashBytes, other.customization)
    {
        node = other.node;
        Keep(other.Waiting);
    }

    public int HashBytes { get; }
    public bool IsKeyed => false;

    public override void Append(ReadOnlySpan<byte> data) => base.Append(node.AppendFirst(data));

    protected override void Take(ReadOnlySpan<byte> whole) => node.Append(whole);

    public void Finish(Span<byte> destination)
    {
        KangarooNode last = node;
        last.Append(Waiting);
        last.Finish(customization, destination);
        last.Wipe();
    }

    public void Restart()
    {
        Forget();
        node.Wipe();
    }

    public IIncrementalHash Clone() => new KangarooIncremental(this);

    public override void Wipe()
    {
        base.Wipe();
        node.Wipe();
    }

    public void WriteState(StateWriter writer)
    {
        // All whole chunks are hashed first, so the saved state is short and depends only on the message.
        TakeWhole(KangarooSpec.ChunkBytes);
        writer.Number((uint)HashBytes);
        writer.Text(customization);
        node.Write(writer);
        writer.Text(Waiting);
    }

    public static KangarooIncremental ReadState(ref StateReader reader)
    {
        int hashBytes = reader.HashBytes();
        KangarooIncremental incremental = reader.Begin(new KangarooIncremental(hashBytes, reader.Text("a customization")));
        int firstBytes = reader.Number(0, KangarooSpec.ChunkBytes, "the bytes of the first chunk");
        ulong values = reader.Number(), absorbed = (uint)firstBytes;
        bool isTree = firstBytes == KangarooSpec.ChunkBytes;
        if (values >> MostValueBits != 0 || (values > 0 && !isTree))
        {
            throw SavedState.Bad($"The saved state is not valid: {values} chunks follow a first chunk of {firstBytes} bytes.");
        }

        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        reader.Words(state);
        if (values > 0) absorbed += (uint)KangarooSpec.Marker.Length + (KangarooSpec.ValueBytes * values);
        incremental.node = new(firstBytes, values, state, reader.Bytes((int)(absorbed % (uint)KangarooSpec.RateBytes)));
        incremental.Keep(reader.Bytes(reader.Number(0, isTree ? KangarooSpec.ChunkBytes - 1 : 0, "the bytes that wait")));
        return incremental;
    }
}
