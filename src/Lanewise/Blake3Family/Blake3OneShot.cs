using System.Diagnostics;
using System.Runtime.Intrinsics;

namespace Lanewise.Blake3Family;

/// <summary>
/// Hashes one message with BLAKE3 (BLAKE3 paper, sections 2.3 to 2.6), including chunks, the root node, keys and contexts.
/// </summary>
internal static class Blake3OneShot
{
    /// <summary>
    /// Hashes a message. The length of the destination determines the output length. The destination may overlap the source.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Hash(ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length > Blake3Spec.ChunkBytes) Blake3Tree.Hash(key, mode, source, destination);
        else ChunkValue(key, mode, 0, source, destination, Blake3Spec.Root);
    }

    /// <summary>
    /// Hashes a message with a key. The method is separate because only keyed messages need the buffer for the key words.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void HashKeyed(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<uint> words = stackalloc uint[Blake3State.ChainingWords];
        ReadKey(key, words);
        Hash(words, Blake3Spec.KeyedHash, source, destination);
        words.Clear();
    }

    /// <summary>Writes the initial state of a chunk.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Start(Span<uint> state, ReadOnlySpan<uint> key, uint mode, ulong counter)
    {
        state = state.Slice(0, Blake3State.Words);
        key.Slice(0, Blake3State.ChainingWords).CopyTo(state);
        Block(state, counter, Blake3Spec.BlockBytes, mode | Blake3Spec.ChunkStart);
        state[Blake3State.LaterFlags] = mode;
        state[Blake3State.LastFlags] = 0;
    }

    /// <summary>
    /// Writes the next block's counter, length and flags with one store, because the row kernel reads all of them with one
    /// load.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Block(Span<uint> state, ulong counter, uint length, uint flags) =>
        Vector128.Create((uint)counter, (uint)(counter >> 32), length, flags).CopyTo(state.Slice(Blake3State.T0, 4));

    /// <summary>Writes the state of a parent or of the root. The node's block consists of two chaining values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Parent(Span<uint> state, ReadOnlySpan<uint> key, uint mode, uint root = 0)
    {
        Start(state, key, mode, 0);
        state[Blake3State.FirstFlags] = mode | Blake3Spec.Parent | root;
    }

    /// <summary>
    /// Compresses all blocks of a chunk except the last block, and returns the last block. A partial last block is copied to
    /// <paramref name="last"/> and padded with zeros. The returned state is ready for the last block. <paramref name="root"/>
    /// is the root flag if the chunk is the root, otherwise 0.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> Chunk(
        scoped Span<uint> state, scoped ReadOnlySpan<uint> key, uint mode, ulong counter, ReadOnlySpan<byte> source,
        Span<byte> last, uint root = 0)
    {
        Debug.Assert(source.Length <= Blake3Spec.ChunkBytes, "A chunk has at most 1024 bytes.");
        Start(state, key, mode, counter);
        int blocks = FullBlocks(source.Length);
        if (blocks > 0) Blake3Single.Run(state, source, 0, blocks);
        ReadOnlySpan<byte> rest = source.Slice(blocks * Blake3Spec.BlockBytes);
        Block(state, counter, (uint)rest.Length, mode | Blake3Spec.ChunkEnd | root | (blocks == 0 ? Blake3Spec.ChunkStart : 0));
        if (rest.Length == Blake3Spec.BlockBytes) return rest;

        CopyByWords(rest, last);
        return last;
    }

    /// <summary>
    /// Copies at most one block in 32-bit words, so that the next instructions can load single words without a stall.
    /// </summary>
    /// <remarks>
    /// The row kernel loads single words. Some CPUs cannot forward part of a wide store to a load, so each load would stall.
    /// After an ordinary copy, hashing one block took as long as hashing two blocks (Zen 3: 214 ns for 64 bytes).
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyByWords(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int words = source.Length / sizeof(uint);
        ReadOnlySpan<uint> from = MemoryMarshal.Cast<byte, uint>(source).Slice(0, words);
        Span<uint> to = MemoryMarshal.Cast<byte, uint>(destination).Slice(0, words);
        for (int i = 0; i < to.Length; i++) to[i] = from[i];
        for (int i = words * sizeof(uint); i < source.Length; i++) destination[i] = source[i];
    }

    /// <summary>
    /// Computes the chaining value of a chunk. With the root flag, the method computes the output of a one-chunk message and
    /// fills the destination.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void ChunkValue(
        ReadOnlySpan<uint> key, uint mode, ulong counter, ReadOnlySpan<byte> source, Span<byte> value, uint root = 0)
    {
        Span<uint> state = stackalloc uint[Blake3State.Words];
        if (source.Length == Blake3Spec.ChunkBytes && value.Length <= Blake3Spec.HashBytes)
        {
            Start(state, key, mode, counter);
            state[Blake3State.LastFlags] = Blake3Spec.ChunkEnd | root;
            Blake3Single.Run(state, source, 0, Blake3Spec.BlocksPerChunk);
            Word<uint>.WriteLittleEndian(value, state);
        }
        else
        {
            Span<byte> last = stackalloc byte[Blake3Spec.BlockBytes];
            Value(state, Chunk(state, key, mode, counter, source, last, root), value);
        }

        if (mode != Blake3Spec.Unkeyed) state.Clear();
    }

    /// <summary>
    /// Computes the chaining value of a parent. With the root flag, the method computes the output of a message. The result may
    /// overwrite the children.
    /// </summary>
    public static void ParentValue(
        ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> children, Span<byte> value, uint root = 0)
    {
        Span<uint> state = stackalloc uint[Blake3State.Words];
        Parent(state, key, mode, root);
        Value(state, children.Slice(0, Blake3Spec.BlockBytes), value);
        if (mode != Blake3Spec.Unkeyed) state.Clear();
    }

    /// <summary>
    /// Computes the value of a node from its state and last block. The root's value may have any length. If the value is at most
    /// 32 bytes long, the method overwrites the state.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Value(Span<uint> state, ReadOnlySpan<byte> block, Span<byte> value)
    {
        if (value.Length <= Blake3Spec.HashBytes)
        {
            Blake3Single.Run(state, block, 0, 1);
            Word<uint>.WriteLittleEndian(value, state);
        }
        else
        {
            Debug.Assert((state[Blake3State.FirstFlags] & Blake3Spec.Root) != 0, "Only the root has longer output.");
            new Blake3Root(state, block, 0).Read(value);
        }
    }

    /// <summary>Returns the number of blocks before a chunk's last block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FullBlocks(int length) => length == 0 ? 0 : (length - 1) / Blake3Spec.BlockBytes;

    // ---- keys and contexts ----

    /// <summary>Checks a key and writes its words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ReadKey(ReadOnlySpan<byte> key, Span<uint> words)
    {
        HashMethods<Blake3Engine>.Default.CheckKey(key);
        Word<uint>.ReadLittleEndian(key, words);
    }

    /// <summary>
    /// Writes the key words of the given key, and returns the hash mode: <see cref="Blake3Spec.Unkeyed"/> if the key is empty,
    /// otherwise <see cref="Blake3Spec.KeyedHash"/>.
    /// </summary>
    public static uint ReadOptionalKey(ReadOnlySpan<byte> key, Span<uint> words)
    {
        if (key.IsEmpty) Blake3Spec.Iv.CopyTo(words);
        else ReadKey(key, words);
        return key.IsEmpty ? Blake3Spec.Unkeyed : Blake3Spec.KeyedHash;
    }

    /// <summary>
    /// Computes the key words for the second stage of key derivation (section 2.4). The context is encoded as UTF-8. The method
    /// throws if the string contains an unpaired surrogate, because replacement characters would make different contexts equal.
    /// </summary>
    public static void ContextKey(string context, Span<uint> words)
    {
        ArgumentNullException.ThrowIfNull(context);
        Span<byte> buffer = stackalloc byte[512], key = stackalloc byte[Blake3Spec.HashBytes];
        Hash(Blake3Spec.Iv, Blake3Spec.DeriveKeyContext, Utf8Text.Bytes(context, buffer), key);
        Word<uint>.ReadLittleEndian(key, words);
        CryptographicOperations.ZeroMemory(key);
    }
}
