using System.Diagnostics;
using Lanewise.Blake2Family;

namespace Lanewise.Blake3Family;

/// <summary>
/// The state of an incremental BLAKE3 hash: a stack of complete subtrees, and the bytes after the last complete subtree.
/// </summary>
internal sealed class Blake3Incremental : IncrementalChunks, IIncrementalHash
{
    // Small inputs are collected in a buffer so that their chunks can be hashed in lanes.
    private const int BufferBytes = 16 * Blake3Spec.ChunkBytes;

    private readonly uint[] key = new uint[Blake3State.ChainingWords];
    private readonly byte[] stack = new byte[Blake3Tree.StackBytes];
    private ulong chunks;

    public Blake3Incremental(ReadOnlySpan<uint> key, uint mode, int hashBytes)
        : base(BufferBytes, Blake3Spec.ChunkBytes, held: 1)
    {
        key.Slice(0, Blake3State.ChainingWords).CopyTo(this.key);
        Mode = mode;
        HashBytes = hashBytes;
    }

    private Blake3Incremental(Blake3Incremental other)
        : this(other.key, other.Mode, other.HashBytes)
    {
        other.stack.CopyTo(stack, 0);
        Keep(other.Waiting);
        chunks = other.chunks;
    }

    public uint Mode { get; }
    public int HashBytes { get; }

    private Span<byte> Complete => stack.AsSpan(0, Blake3Tree.Depth(chunks) * Blake3Spec.HashBytes);

    // In key derivation, the appended data is secret key material, so this mode is treated as keyed.
    public bool IsKeyed => Mode != Blake3Spec.Unkeyed;

    /// <summary>Appends data. If the input is large, its subtrees are hashed on several cores.</summary>
    public void Append(ReadOnlyMemory<byte> data, ParallelOptions options)
    {
        int unit = Blake3Parallel.UnitChunks(data.Length / Blake3Spec.ChunkBytes, options), size = unit * Blake3Spec.ChunkBytes;
        // The first unit starts at the first multiple of the unit size. At least one byte must follow the last unit.
        ulong end = (chunks * Blake3Spec.ChunkBytes) + (uint)Waiting.Length;
        int start = (int)((0 - end) & (uint)(size - 1)), units = (data.Length - start - 1) / size;
        if (units < 2)
        {
            Append(data.Span);
            return;
        }

        byte[] values = new byte[units * Blake3Spec.HashBytes];
        try
        {
            // The units are hashed before the state changes, because cancellation must leave the state unchanged.
            Blake3Parallel.Values(
                key, Mode, (end + (uint)start) / Blake3Spec.ChunkBytes, data.Slice(start, units * size), unit, values, options);
            Append(data.Span.Slice(0, start));
            TakeAll();
            for (int i = 0; i < units; i++)
            {
                AppendValue(unit, values.AsSpan(i * Blake3Spec.HashBytes, Blake3Spec.HashBytes));
            }
        }
        finally
        {
            CryptographicOperations.ZeroMemory(values);
        }

        Append(data.Span.Slice(start + (units * size)));
    }

    /// <summary>
    /// Computes the chaining value of a whole subtree that starts at chunk <paramref name="counter"/> of the message. Several
    /// threads may call this method at once, even while <see cref="AppendValue"/> runs, but not while any other method runs.
    /// </summary>
    public void SubtreeValue(ulong counter, ReadOnlySpan<byte> source, Span<byte> value) =>
        Blake3Tree.SubtreeValue(key, Mode, counter, source, value);

    /// <summary>
    /// Appends a subtree, which is represented by its chaining value. The subtree's number of chunks must be a power of two
    /// that divides the number of chunks appended so far. More data must follow.
    /// </summary>
    public void AppendValue(int subtreeChunks, ReadOnlySpan<byte> value)
    {
        Debug.Assert(Waiting.IsEmpty, "Only after whole subtrees.");
        Blake3Tree.Push(key, Mode, stack, chunks, (uint)subtreeChunks, value);
        chunks += (uint)subtreeChunks;
    }

    public void Finish(Span<byte> destination)
    {
        Span<uint> state = stackalloc uint[Blake3State.Words];
        Span<byte> block = stackalloc byte[Blake3Spec.BlockBytes];
        Root(state, block);
        state[Blake3State.FirstFlags] |= Blake3Spec.Root;
        Blake3OneShot.Value(state, block, destination);
        state.Clear();
        block.Clear();
    }

    /// <summary>Returns the state and the block of the root node, ready for compression.</summary>
    public void Root(Span<uint> state, Span<byte> block)
    {
        if (chunks == 0 && Waiting.Length <= Blake3Spec.ChunkBytes)
        {
            Blake3OneShot.Chunk(state, key, Mode, 0, Waiting, block).CopyTo(block);
            return;
        }

        Span<byte> last = stackalloc byte[Blake3Tree.StackBytes];
        Complete.CopyTo(last);
        Blake3Tree.Append(key, Mode, last, chunks, Waiting, isLast: true);
        Blake3OneShot.Parent(state, key, Mode);
        last.Slice(0, Blake3Spec.BlockBytes).CopyTo(block);
        if (Mode != Blake3Spec.Unkeyed) last.Clear();
    }

    public void Restart()
    {
        // The stack contains at most one subtree of each size, plus the newest subtree before it is merged.
        int most = System.Numerics.BitOperations.Log2(chunks | 1) + 2;
        CryptographicOperations.ZeroMemory(stack.AsSpan(0, most * Blake3Spec.HashBytes));
        Forget();
        chunks = 0;
    }

    public void WriteState(StateWriter writer)
    {
        // To keep the saved state short, whole chunks that cannot be the last chunk are first added to the tree.
        TakeWhole(Blake3Spec.ChunkBytes);
        writer.Number(Mode);
        writer.Number((uint)HashBytes);
        // Key words that are derived from a context are not secret.
        if (Mode == Blake3Spec.DeriveKeyMaterial) writer.Words<uint>(key);
        writer.Number(chunks);
        writer.Bytes(Complete);
        writer.Text(Waiting);
    }

    public ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) =>
        Mode == Blake3Spec.KeyedHash ? SavedState.Bytes<uint>(key, buffer) : default;

    public static Blake3Incremental ReadState(ref StateReader reader, ReadOnlySpan<byte> key)
    {
        ulong mode = reader.Number();
        if (mode is not (Blake3Spec.Unkeyed or Blake3Spec.KeyedHash or Blake3Spec.DeriveKeyMaterial))
        {
            throw SavedState.Bad($"The saved state is not valid: {mode} is not a valid mode.");
        }

        SavedState.CheckKey(key.Length, mode == Blake3Spec.KeyedHash ? Blake3Spec.HashBytes : 0);
        int hashBytes = reader.HashBytes();
        Span<uint> words = stackalloc uint[Blake3State.ChainingWords];
        if (mode == Blake3Spec.DeriveKeyMaterial) reader.Words(words);
        else if (mode == Blake3Spec.KeyedHash) Blake3OneShot.ReadKey(key, words);
        else Blake3Spec.Iv.CopyTo(words);
        Blake3Incremental incremental = reader.Begin(new Blake3Incremental(words, (uint)mode, hashBytes));
        words.Clear();
        incremental.chunks = reader.Number();
        if (incremental.chunks >> Blake3Spec.MaxDepth != 0)
        {
            throw SavedState.Bad($"The saved state is not valid: {incremental.chunks} is not a valid number of chunks.");
        }

        reader.Bytes(incremental.Complete.Length).CopyTo(incremental.stack);
        int waiting = reader.Number(incremental.chunks == 0 ? 0 : 1, Blake3Spec.ChunkBytes, "the number of bytes in the buffer");
        incremental.Keep(reader.Bytes(waiting));
        return incremental;
    }

    public IIncrementalHash Clone() => new Blake3Incremental(this);

    public override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(key.AsSpan()));
        CryptographicOperations.ZeroMemory(stack);
        base.Wipe();
        chunks = 0;
    }

    protected override void Take(ReadOnlySpan<byte> whole)
    {
        if (!whole.IsEmpty) Blake3Tree.Append(key, Mode, stack, chunks, whole, isLast: false);
        chunks += (uint)(whole.Length / Blake3Spec.ChunkBytes);
    }
}
