using System.Numerics;
using Lanewise.Blake3Family;

namespace Lanewise.Hazmat;

/// <summary>
/// Subtrees of BLAKE3 (BLAKE3 paper, section 2.1), so that a message can be hashed in pieces, by a scheduler of the caller's or
/// on several machines: chaining values of pieces, merged two by two, the last two into the root.
/// </summary>
/// <remarks>
/// A sharp tool: a chaining value is not a digest, and values merged in the wrong order or shape give the digest of nothing. The
/// left part of a parent is always the largest power of two of chunks that leaves at least a byte for the right part
/// (<see cref="LeftLength"/>). To hash data use <see cref="Blake3"/>.
/// </remarks>
public static class Blake3Subtree
{
    /// <summary>Bytes of a chunk, the leaf of the tree.</summary>
    public const int ChunkSizeInBytes = Blake3Spec.ChunkBytes;

    /// <summary>Bytes of a chaining value.</summary>
    public const int ValueSizeInBytes = Blake3Spec.HashBytes;

    /// <summary>Bytes of the left part of a subtree of more than one chunk.</summary>
    /// <param name="length">Bytes of the subtree, more than 1024.</param>
    /// <returns>The bytes of its left child; the rest is the right child.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is a single chunk or less.</exception>
    public static long LeftLength(long length)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(length, ChunkSizeInBytes);
        return (long)Blake3Spec.Left(Blake3Spec.Chunks((ulong)length)) * ChunkSizeInBytes;
    }

    /// <summary>The chaining value of a subtree that is not the whole message.</summary>
    /// <param name="source">The bytes of the subtree, at least one.</param>
    /// <param name="position">
    /// Where they begin in the message: a multiple of the subtree's size, rounded up to a power of two of chunks.
    /// </param>
    /// <param name="destination">Receives the value, 32 bytes.</param>
    /// <param name="key">The key, 32 bytes; empty for none.</param>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> or <paramref name="destination"/> has the wrong length.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">No subtree of that size begins at <paramref name="position"/>.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key has not 32 bytes.</exception>
    public static void ChainingValue(
        ReadOnlySpan<byte> source, ulong position, Span<byte> destination, ReadOnlySpan<byte> key = default)
    {
        if (source.IsEmpty) throw new ArgumentException("A subtree has at least one byte.", nameof(source));
        Check(destination.Length, nameof(destination));
        ulong chunks = BitOperations.RoundUpToPowerOf2(Blake3Spec.Chunks((uint)source.Length));
        if (position % (chunks * ChunkSizeInBytes) != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(position), position,
                Invariant($"A subtree of {source.Length} bytes begins at a multiple of {chunks * ChunkSizeInBytes} bytes."));
        }

        Span<uint> words = stackalloc uint[Blake3Record.ChainingWords];
        uint mode = Blake3One.Mode(key, words);
        Blake3Tree.SubtreeValue(words, mode, position / ChunkSizeInBytes, source, destination);
        words.Clear();
    }

    /// <summary>Merges two neighbours that are not the whole message.</summary>
    /// <param name="left">The value of the left one, 32 bytes.</param>
    /// <param name="right">The value of the right one, 32 bytes.</param>
    /// <param name="destination">Receives the value of their parent, 32 bytes.</param>
    /// <param name="key">The key, 32 bytes; empty for none.</param>
    /// <exception cref="ArgumentException">A value has not 32 bytes.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key has not 32 bytes.</exception>
    public static void Merge(
        ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, ReadOnlySpan<byte> key = default)
    {
        Check(destination.Length, nameof(destination));
        Merge(left, right, destination, key, 0);
    }

    /// <summary>Merges the two children of the root into the output of the whole message.</summary>
    /// <param name="left">The value of the left one, 32 bytes.</param>
    /// <param name="right">The value of the right one, 32 bytes.</param>
    /// <param name="destination">Receives the output; its length, at least 1, is the length of the output.</param>
    /// <param name="key">The key, 32 bytes; empty for none.</param>
    /// <exception cref="ArgumentException">A value has not 32 bytes, or <paramref name="destination"/> is empty.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key has not 32 bytes.</exception>
    public static void MergeRoot(
        ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, ReadOnlySpan<byte> key = default)
    {
        HashMethods<Blake3Engine>.Usual.CheckHashSize(destination);
        Merge(left, right, destination, key, Blake3Spec.Root);
    }

    private static void Merge(
        ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, ReadOnlySpan<byte> key, uint root)
    {
        Check(left.Length, nameof(left));
        Check(right.Length, nameof(right));
        Span<byte> children = stackalloc byte[Blake3Spec.BlockBytes];
        left.CopyTo(children);
        right.CopyTo(children.Slice(ValueSizeInBytes));
        Span<uint> words = stackalloc uint[Blake3Record.ChainingWords];
        uint mode = Blake3One.Mode(key, words);
        Blake3One.ParentValue(words, mode, children, destination, root);
        words.Clear();
    }

    private static void Check(int length, string parameter)
    {
        if (length == ValueSizeInBytes) return;

        throw new ArgumentException(Invariant($"A chaining value has {ValueSizeInBytes} bytes, not {length}."), parameter);
    }
}
