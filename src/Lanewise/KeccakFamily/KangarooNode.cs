using System.Diagnostics;
using Sponge = Lanewise.KeccakFamily.KeccakOne<Lanewise.KeccakFamily.TurboShake128Spec>;

namespace Lanewise.KeccakFamily;

/// <summary>How far the final node of a message is.</summary>
internal struct KangarooCounts
{
    /// <summary>Bytes of the first chunk.</summary>
    public int First;

    /// <summary>Chunks behind it.</summary>
    public ulong Values;

    /// <summary>Bytes that wait for the rest of their block.</summary>
    public int Waiting;
}

/// <summary>
/// The final node of KangarooTwelve (RFC 9861, section 3.2), which absorbs the first chunk itself and of the others, hashed
/// side by side in lanes, the chaining values.
/// </summary>
internal readonly ref struct KangarooNode(
    Span<ulong> state, Span<byte> block, ref KangarooCounts counts, LaneShape? shape = null)
{
    // Their values lie on the stack.
    private const int ChunksAtOnce = 64;

    private readonly Span<ulong> state = state;
    private readonly Span<byte> block = block;
    private readonly ref KangarooCounts counts = ref counts;
    private readonly LaneShape? shape = shape;

    /// <summary>A whole message and what follows it; the destination may lie in either.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(
        ReadOnlySpan<byte> source, ReadOnlySpan<byte> suffix, Span<byte> destination, LaneShape? shape = null)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        Span<byte> block = stackalloc byte[TurboShake128Spec.RateBytes];
        state.Clear();
        KangarooCounts counts = default;
        KangarooNode node = new(state, block, ref counts, shape);
        ReadOnlySpan<byte> rest = node.AddFirst(source);
        int whole = rest.Length / KangarooSpec.ChunkBytes * KangarooSpec.ChunkBytes;
        node.AddChunks(rest.Slice(0, whole));
        node.Finish(rest.Slice(whole), suffix, destination);
        state.Clear();
        CryptographicOperations.ZeroMemory(block);
    }

    /// <summary>Fills the first chunk; returns what it has no room for.</summary>
    public ReadOnlySpan<byte> AddFirst(ReadOnlySpan<byte> data)
    {
        int taken = Math.Min(KangarooSpec.ChunkBytes - counts.First, data.Length);
        if (taken == 0) return data;

        Add(data.Slice(0, taken));
        counts.First += taken;
        return data.Slice(taken);
    }

    /// <summary>Adds whole chunks behind the first.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void AddChunks(ReadOnlySpan<byte> chunks)
    {
        if (chunks.IsEmpty) return;

        Span<byte> values = stackalloc byte[ChunksAtOnce * KangarooSpec.ValueBytes];
        LaneScheduler<ulong, KeccakMany<TurboShake128Spec, StateRecord>> leaves = new(
            new(KangarooSpec.ValueBytes, KangarooSpec.Leaf, default), shape);
        while (!chunks.IsEmpty)
        {
            int count = Math.Min(ChunksAtOnce, chunks.Length / KangarooSpec.ChunkBytes), bytes = count * KangarooSpec.ChunkBytes;
            Span<byte> these = values.Slice(0, count * KangarooSpec.ValueBytes);
            leaves.Run(new EqualMessages(chunks.Slice(0, bytes), KangarooSpec.ChunkBytes, count), default, these);
            AddValues(these, count);
            chunks = chunks.Slice(bytes);
        }

        CryptographicOperations.ZeroMemory(values);
    }

    /// <summary>Adds the rest of the message, less than a chunk, and what follows it; writes the output.</summary>
    public void Finish(ReadOnlySpan<byte> rest, ReadOnlySpan<byte> suffix, Span<byte> destination)
    {
        if (rest.IsEmpty)
        {
            suffix = AddFirst(suffix);
        }
        else
        {
            int taken = Math.Min(KangarooSpec.ChunkBytes - rest.Length, suffix.Length);
            AddPart(rest, suffix.Slice(0, taken));
            suffix = suffix.Slice(taken);
        }

        int whole = suffix.Length / KangarooSpec.ChunkBytes * KangarooSpec.ChunkBytes;
        AddChunks(suffix.Slice(0, whole));
        if (whole < suffix.Length) AddPart(suffix.Slice(whole), default);
        if (counts.Values > 0)
        {
            Add(KangarooSpec.Encode(counts.Values, stackalloc byte[LengthCode.MostBytes]));
            Add([0xFF, 0xFF]);
        }

        Sponge.Finish(
            state, block.Slice(0, counts.Waiting), counts.Values > 0 ? KangarooSpec.Root : KangarooSpec.Alone, destination);
    }

    // A chunk that lies in two pieces.
    private void AddPart(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        Span<ulong> leaf = stackalloc ulong[KeccakSpec.StateWords];
        Span<byte> waits = stackalloc byte[TurboShake128Spec.RateBytes], value = stackalloc byte[KangarooSpec.ValueBytes];
        leaf.Clear();
        int waiting = 0;
        Sponge.Absorb(leaf, waits, ref waiting, first);
        Sponge.Absorb(leaf, waits, ref waiting, second);
        Sponge.Finish(leaf, waits.Slice(0, waiting), KangarooSpec.Leaf, value);
        AddValues(value, 1);
        leaf.Clear();
        CryptographicOperations.ZeroMemory(waits);
        CryptographicOperations.ZeroMemory(value);
    }

    private void AddValues(ReadOnlySpan<byte> values, int count)
    {
        Debug.Assert(counts.First == KangarooSpec.ChunkBytes, "The first chunk is whole before another begins.");
        if (counts.Values == 0) Add(KangarooSpec.Marker);
        Add(values);
        counts.Values += (uint)count;
    }

    private void Add(ReadOnlySpan<byte> data) => Sponge.Absorb(state, block, ref counts.Waiting, data);
}
