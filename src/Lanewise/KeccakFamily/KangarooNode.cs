using System.Diagnostics;
using Sponge = Lanewise.KeccakFamily.KeccakSponge<Lanewise.KeccakFamily.KangarooSpec>;

namespace Lanewise.KeccakFamily;

/// <summary>
/// The final node of KangarooTwelve (RFC 9861, section 3.2). The node absorbs the first chunk and the chaining values of all
/// other chunks, which are hashed in parallel lanes. The default value is the final node of an empty message.
/// </summary>
internal struct KangarooNode
{
    // The maximum number of chunks that are hashed at once. Their chaining values are stored on the stack.
    private const int ChunksAtOnce = 64;

    private Sponge sponge;

    // The sponge that absorbs the current incomplete chunk. The first chunk is absorbed by the final node's sponge instead.
    private Sponge leaf;
    private int leafBytes;

    /// <summary>Creates a node from a sponge state and the first bytes of an incomplete block.</summary>
    public KangarooNode(int firstBytes, ulong values, ReadOnlySpan<ulong> state, ReadOnlySpan<byte> waiting)
    {
        FirstBytes = firstBytes;
        Values = values;
        sponge = new(state, waiting);
    }

    /// <summary>The number of bytes in the first chunk.</summary>
    public int FirstBytes { get; private set; }

    /// <summary>The number of whole chunks after the first chunk.</summary>
    public ulong Values { get; private set; }

    /// <summary>Hashes a whole message. The destination may overlap the message or the customization.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(
        ReadOnlySpan<byte> source, ReadOnlySpan<byte> customization, Span<byte> destination, LaneShape? shape = null)
    {
        KangarooNode node = default;
        node.Append(source, shape);
        node.Finish(customization, destination, shape);
        node.Wipe();
    }

    /// <summary>Appends data to the first chunk until it is full, and returns the remaining data.</summary>
    public ReadOnlySpan<byte> AppendFirst(ReadOnlySpan<byte> data)
    {
        ReadOnlySpan<byte> taken = data.Slice(0, Math.Min(KangarooSpec.ChunkBytes - FirstBytes, data.Length));
        if (!taken.IsEmpty) sponge.Absorb(taken);
        FirstBytes += taken.Length;
        return data.Slice(taken.Length);
    }

    /// <summary>Appends a part of the message. Whole chunks after the next chunk boundary are hashed in lanes.</summary>
    public void Append(ReadOnlySpan<byte> data, LaneShape? shape = null)
    {
        data = AppendFirst(data);
        if (data.IsEmpty) return;

        if (leafBytes > 0) data = AppendLeaf(data);
        data = AppendLeaf(data.Slice(AppendChunks(data, shape)));
        Debug.Assert(data.IsEmpty, "The rest after whole chunks must be shorter than a chunk.");
    }

    /// <summary>
    /// Appends the customization and its length, and writes the output. The node cannot be used after this call.
    /// </summary>
    public void Finish(ReadOnlySpan<byte> customization, Span<byte> destination, LaneShape? shape = null)
    {
        Span<byte> buffer = stackalloc byte[LengthCode.MostBytes];
        Append(customization, shape);
        Append(KangarooSpec.Encode((uint)customization.Length, buffer), shape);
        if (leafBytes > 0) EndLeaf();
        if (Values > 0)
        {
            sponge.Absorb(KangarooSpec.Encode(Values, buffer));
            sponge.Absorb([0xFF, 0xFF]);
        }

        sponge.Finish(Values > 0 ? KangarooSpec.Root : KangarooSpec.Alone, destination);
    }

    public void Write(StateWriter writer)
    {
        writer.Number((uint)FirstBytes);
        writer.Number(Values);
        writer.Words<ulong>(sponge.State);
        writer.Bytes(sponge.Waiting);
    }

    public void Wipe()
    {
        sponge.Wipe();
        // The sponge of a finished chunk has already been wiped, and a short message has no second chunk.
        if (leafBytes > 0) leaf.Wipe();
        (leafBytes, FirstBytes, Values) = (0, 0, 0);
    }

    // Appends whole chunks, and returns their total length.
    [MethodImpl(CompileOptions.AtOnce)]
    private int AppendChunks(ReadOnlySpan<byte> data, LaneShape? shape)
    {
        int chunks = data.Length / KangarooSpec.ChunkBytes;
        if (chunks == 0) return 0;

        Span<byte> values = stackalloc byte[ChunksAtOnce * KangarooSpec.ValueBytes];
        LaneScheduler<ulong, KeccakBatch<KangarooSpec, StateSize>> leaves = new(
            new(KangarooSpec.ValueBytes, KangarooSpec.Leaf, default), shape);
        for (int first = 0, count; first < chunks; first += count)
        {
            count = Math.Min(ChunksAtOnce, chunks - first);
            Span<byte> these = values.Slice(0, count * KangarooSpec.ValueBytes);
            ReadOnlySpan<byte> source = data.Slice(first * KangarooSpec.ChunkBytes, count * KangarooSpec.ChunkBytes);
            leaves.Run(new BatchMessages(source, KangarooSpec.ChunkBytes, count), default, these);
            AppendValues(these);
        }

        CryptographicOperations.ZeroMemory(values);
        return chunks * KangarooSpec.ChunkBytes;
    }

    private ReadOnlySpan<byte> AppendLeaf(ReadOnlySpan<byte> data)
    {
        int taken = Math.Min(KangarooSpec.ChunkBytes - leafBytes, data.Length);
        leaf.Absorb(data.Slice(0, taken));
        leafBytes += taken;
        if (leafBytes == KangarooSpec.ChunkBytes) EndLeaf();
        return data.Slice(taken);
    }

    private void EndLeaf()
    {
        Span<byte> value = stackalloc byte[KangarooSpec.ValueBytes];
        leaf.Finish(KangarooSpec.Leaf, value);
        AppendValues(value);
        CryptographicOperations.ZeroMemory(value);
        leaf.Wipe();
        leafBytes = 0;
    }

    private void AppendValues(ReadOnlySpan<byte> values)
    {
        Debug.Assert(FirstBytes == KangarooSpec.ChunkBytes, "The first chunk must be whole before another chunk begins.");
        if (Values == 0) sponge.Absorb(KangarooSpec.Marker);
        sponge.Absorb(values);
        Values += (uint)values.Length / KangarooSpec.ValueBytes;
    }
}
