using System.Diagnostics;
using System.Runtime.Intrinsics;

namespace Lanewise.Blake3Family;

/// <summary>BLAKE3 of one message (BLAKE3 paper, sections 2.3 to 2.6): chunk, root node, keys and contexts.</summary>
internal static class Blake3One
{
    /// <summary>Hashes a message. The output has the length of the destination, which may overlap the source.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Hash(ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length > Blake3Spec.ChunkBytes) Blake3Tree.Hash(key, mode, source, destination);
        else ChunkValue(key, mode, 0, source, destination, Blake3Spec.Root);
    }

    /// <summary>A separate method, so that unkeyed messages do not need the buffer for the key words.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void HashKeyed(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<uint> words = stackalloc uint[Blake3Record.ChainingWords];
        Hash(words, Mode(key, words), source, destination);
        words.Clear();
    }

    /// <summary>The initial state of a chunk.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Start(Span<uint> record, ReadOnlySpan<uint> key, uint mode, ulong counter)
    {
        record = record.Slice(0, Blake3Record.Words);
        key.Slice(0, Blake3Record.ChainingWords).CopyTo(record);
        Block(record, counter, Blake3Spec.BlockBytes, mode | Blake3Spec.ChunkStart);
        record[Blake3Record.LaterFlags] = mode;
        record[Blake3Record.LastFlags] = 0;
    }

    /// <summary>Counter, length and flags of the next block in one store, because the row kernel reads them at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Block(Span<uint> record, ulong counter, uint length, uint flags) =>
        Vector128.Create((uint)counter, (uint)(counter >> 32), length, flags).CopyTo(record.Slice(Blake3Record.T0, 4));

    /// <summary>The state of a parent, or of the root; its block is two chaining values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Parent(Span<uint> record, ReadOnlySpan<uint> key, uint mode, uint root = 0)
    {
        Start(record, key, mode, 0);
        record[Blake3Record.FirstFlags] = mode | Blake3Spec.Parent | root;
    }

    /// <summary>
    /// Compresses all blocks of a chunk except the last. The last one is returned, copied to <paramref name="last"/> and padded
    /// with zeros if it is not whole; the state is then ready for it. <paramref name="root"/> is the root flag if the chunk is
    /// the root.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> Chunk(
        scoped Span<uint> record, scoped ReadOnlySpan<uint> key, uint mode, ulong counter, ReadOnlySpan<byte> source,
        Span<byte> last, uint root = 0)
    {
        Debug.Assert(source.Length <= Blake3Spec.ChunkBytes, "A chunk has at most 1024 bytes.");
        Start(record, key, mode, counter);
        int blocks = BodyBlocks(source.Length);
        if (blocks > 0) Blake3Single.Run(record, source, 0, blocks);
        ReadOnlySpan<byte> rest = source.Slice(blocks * Blake3Spec.BlockBytes);
        Block(record, counter, (uint)rest.Length, mode | Blake3Spec.ChunkEnd | root | (blocks == 0 ? Blake3Spec.ChunkStart : 0));
        if (rest.Length == Blake3Spec.BlockBytes) return rest;

        CopyByWords(rest, last);
        return last;
    }

    /// <summary>Copies up to a block in such a way that it can be read again at once in words of 32 bits.</summary>
    /// <remarks>
    /// The row kernel reads single words. Some processors cannot forward a part of a wide store, so each read waits; one block
    /// after an ordinary copy took as long as two (Zen 3: 214 ns for 64 bytes).
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
    /// Computes the chaining value of a chunk. With the root flag, it computes the output of a one-chunk message, as long as
    /// the destination.
    /// </summary>
    /// <remarks>Optimized at the first call, like all methods that a short message uses.</remarks>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void ChunkValue(
        ReadOnlySpan<uint> key, uint mode, ulong counter, ReadOnlySpan<byte> source, Span<byte> value, uint root = 0)
    {
        Span<uint> record = stackalloc uint[Blake3Record.Words];
        if (source.Length == Blake3Spec.ChunkBytes && value.Length <= Blake3Spec.HashBytes)
        {
            Start(record, key, mode, counter);
            record[Blake3Record.LastFlags] = Blake3Spec.ChunkEnd | root;
            Blake3Single.Run(record, source, 0, Blake3Spec.BlocksPerChunk);
            Word<uint>.WriteLittleEndian(value, record);
        }
        else
        {
            Span<byte> last = stackalloc byte[Blake3Spec.BlockBytes];
            Value(record, Chunk(record, key, mode, counter, source, last, root), value);
        }

        if (mode != 0) record.Clear();
    }

    /// <summary>
    /// Computes the chaining value of a parent, which may overwrite the children. With the root flag, it computes the output of
    /// a message.
    /// </summary>
    public static void ParentValue(
        ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> children, Span<byte> value, uint root = 0)
    {
        Span<uint> record = stackalloc uint[Blake3Record.Words];
        Parent(record, key, mode, root);
        Value(record, children.Slice(0, Blake3Spec.BlockBytes), value);
        if (mode != 0) record.Clear();
    }

    /// <summary>
    /// Computes the value of a node from its state and last block; the root's value may have any length. The state is
    /// overwritten if only the chaining value is needed.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Value(Span<uint> record, ReadOnlySpan<byte> block, Span<byte> value)
    {
        if (value.Length <= Blake3Spec.HashBytes)
        {
            Blake3Single.Run(record, block, 0, 1);
            Word<uint>.WriteLittleEndian(value, record);
        }
        else
        {
            Debug.Assert((record[Blake3Record.FirstFlags] & Blake3Spec.Root) != 0, "The root alone gives more than a value.");
            new Blake3Root(record, block, 0).Read(value);
        }
    }

    /// <summary>The number of blocks of a chunk before the last one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int BodyBlocks(int length) => length == 0 ? 0 : (length - 1) / Blake3Spec.BlockBytes;

    // ---- keys and contexts ----

    /// <summary>The key words and mode of a hash with this key; empty means unkeyed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Mode(ReadOnlySpan<byte> key, Span<uint> words)
    {
        if (key.IsEmpty)
        {
            Blake3Spec.Iv.CopyTo(words);
            return 0;
        }

        HashMethods<Blake3Engine>.Usual.CheckKey(key);
        Word<uint>.ReadLittleEndian(key, words);
        return Blake3Spec.KeyedHash;
    }

    /// <summary>The key words of the second stage of key derivation (section 2.4).</summary>
    public static void ContextKey(ReadOnlySpan<byte> context, Span<uint> words)
    {
        Span<byte> key = stackalloc byte[Blake3Spec.HashBytes];
        Hash(Blake3Spec.Iv, Blake3Spec.DeriveKeyContext, context, key);
        Word<uint>.ReadLittleEndian(key, words);
        CryptographicOperations.ZeroMemory(key);
    }

    /// <summary>A context as UTF-8. A string without a UTF-8 form throws, because two contexts could otherwise become
    /// one.</summary>
    public static ReadOnlySpan<byte> Context(string context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Utf8Text.Bytes(context);
    }
}
