using System.Numerics;
using Lanewise.Blake3Family;

namespace Lanewise.Hazmat;

/// <summary>
/// Computes the subtrees of BLAKE3 (BLAKE3 paper, section 2.1). You can hash the parts of a message with your own scheduler or
/// on several machines. The parts' chaining values are merged in pairs. Merging the last pair produces the root.
/// </summary>
/// <remarks>
/// This is a low-level class. A chaining value is not a digest. If chaining values are merged in the wrong order or with the
/// wrong tree shape, the digest is meaningless. The number of chunks in the left part of a parent is always the largest power
/// of two that leaves at least one byte for the right part (<see cref="LeftLength"/>). To hash data, use <see cref="Blake3"/>.
/// </remarks>
public static class Blake3Subtree
{
    /// <summary>The chunk length in bytes. A chunk is a leaf of the tree.</summary>
    public const int ChunkSizeInBytes = Blake3Spec.ChunkBytes;

    /// <summary>The length of a chaining value in bytes.</summary>
    public const int ValueSizeInBytes = Blake3Spec.HashBytes;

    /// <summary>Returns the length of a subtree's left part in bytes. The subtree must have more than one chunk.</summary>
    /// <param name="length">The length of the subtree in bytes, more than 1024.</param>
    /// <returns>The length of the left part in bytes. The right part consists of the remaining bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is not greater than one chunk.</exception>
    public static long LeftLength(long length)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(length, ChunkSizeInBytes);
        return (long)Blake3Spec.Left(Blake3Spec.Chunks((ulong)length)) * ChunkSizeInBytes;
    }

    /// <summary>Computes the chaining value of a subtree that is not the whole message.</summary>
    /// <param name="source">The bytes of the subtree, at least one byte.</param>
    /// <param name="position">
    /// The offset of the subtree in the message. Round the subtree's size up to 1, 2, 4, 8 or another power of two chunks: the
    /// offset must be a multiple of this rounded size.
    /// </param>
    /// <param name="destination">Receives the chaining value, 32 bytes.</param>
    /// <exception cref="ArgumentException">
    /// <paramref name="source"/> or <paramref name="destination"/> has the wrong length.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">No subtree of this size starts at <paramref name="position"/>.</exception>
    public static void ChainingValue(ReadOnlySpan<byte> source, ulong position, Span<byte> destination)
    {
        CheckSubtree(source, position, destination);
        Blake3Tree.SubtreeValue(
            Blake3Spec.Iv, Blake3Spec.Unkeyed, position / ChunkSizeInBytes, source, destination);
    }

    /// <summary>Computes the chaining value of a keyed subtree that is not the whole message.</summary>
    /// <inheritdoc cref="ChainingValue(ReadOnlySpan{byte}, ulong, Span{byte})"/>
    /// <param name="key">The key, 32 bytes.</param>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is not 32 bytes long.</exception>
    public static void ChainingValue(
        ReadOnlySpan<byte> source, ulong position, Span<byte> destination, ReadOnlySpan<byte> key)
    {
        // No exception can follow the copy of the key, so the copy is always wiped.
        CheckSubtree(source, position, destination);
        Span<uint> words = stackalloc uint[Blake3State.ChainingWords];
        Blake3OneShot.ReadKey(key, words);
        Blake3Tree.SubtreeValue(words, Blake3Spec.KeyedHash, position / ChunkSizeInBytes, source, destination);
        words.Clear();
    }

    private static void CheckSubtree(ReadOnlySpan<byte> source, ulong position, Span<byte> destination)
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
    }

    /// <summary>Computes the chaining value of a parent that is not the root.</summary>
    /// <param name="left">The chaining value of the left sibling, 32 bytes.</param>
    /// <param name="right">The chaining value of the right sibling, 32 bytes.</param>
    /// <param name="destination">Receives the chaining value of the parent, 32 bytes.</param>
    /// <exception cref="ArgumentException">A value is not 32 bytes long.</exception>
    public static void Merge(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination)
    {
        Check(destination.Length, nameof(destination));
        CheckChildren(left, right);
        Merge(Blake3Spec.Iv, Blake3Spec.Unkeyed, left, right, destination, 0);
    }

    /// <summary>Computes the chaining value of a keyed parent that is not the root.</summary>
    /// <inheritdoc cref="Merge(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="key">The key, 32 bytes.</param>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is not 32 bytes long.</exception>
    public static void Merge(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, ReadOnlySpan<byte> key)
    {
        Check(destination.Length, nameof(destination));
        Merge(key, left, right, destination, 0);
    }

    /// <summary>Merges the two children of the root, and computes the output of the whole message.</summary>
    /// <inheritdoc cref="Merge(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="destination">
    /// Receives the output. The span must be at least 1 byte long, and its length determines the output length.
    /// </param>
    /// <exception cref="ArgumentException">A value is not 32 bytes long, or <paramref name="destination"/> is empty.</exception>
    public static void MergeRoot(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination)
    {
        HashMethods<Blake3Engine>.Default.CheckHashSize(destination);
        CheckChildren(left, right);
        Merge(Blake3Spec.Iv, Blake3Spec.Unkeyed, left, right, destination, Blake3Spec.Root);
    }

    /// <summary>Merges the two children of the keyed root, and computes the output of the whole message.</summary>
    /// <inheritdoc cref="MergeRoot(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="key">The key, 32 bytes.</param>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is not 32 bytes long.</exception>
    public static void MergeRoot(
        ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, ReadOnlySpan<byte> key)
    {
        HashMethods<Blake3Engine>.Default.CheckHashSize(destination);
        Merge(key, left, right, destination, Blake3Spec.Root);
    }

    private static void Merge(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, uint root)
    {
        CheckChildren(left, right);
        Span<uint> words = stackalloc uint[Blake3State.ChainingWords];
        Blake3OneShot.ReadKey(key, words);
        Merge(words, Blake3Spec.KeyedHash, left, right, destination, root);
        words.Clear();
    }

    private static void CheckChildren(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        Check(left.Length, nameof(left));
        Check(right.Length, nameof(right));
    }

    private static void Merge(
        ReadOnlySpan<uint> key, uint mode, ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> destination, uint root)
    {
        Span<byte> children = stackalloc byte[Blake3Spec.BlockBytes];
        left.CopyTo(children);
        right.CopyTo(children.Slice(ValueSizeInBytes));
        Blake3OneShot.ParentValue(key, mode, children, destination, root);
    }

    private static void Check(int length, string parameter)
    {
        if (length == ValueSizeInBytes) return;

        throw new ArgumentException(Invariant($"A chaining value has {ValueSizeInBytes} bytes, not {length}."), parameter);
    }
}
