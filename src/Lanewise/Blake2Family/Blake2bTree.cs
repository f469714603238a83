using Lanewise.Blake2Family;
using Engine = Lanewise.Blake2Family.Blake2Tree<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise.Hazmat;

/// <summary>
/// The tree mode of BLAKE2b (BLAKE2 paper, section 2.10) with a fanout, depth, leaf and inner length of the caller's, its nodes
/// side by side in SIMD lanes: the whole tree, or nodes of one level for a caller with a scheduler of his own.
/// </summary>
/// <remarks>
/// A sharp tool: every choice of parameters is a hash of its own, which other software only computes if it is told all of
/// them. To hash data use <see cref="Blake2b"/> or <see cref="Blake2s"/>; <see cref="Blake2bp"/> and <see cref="Blake2sp"/> are
/// trees that others know.
/// <para>Leaves take <see cref="Blake2Parameters.LeafLength"/> bytes of the message each (0: all of it), the nodes above them the
/// digests of <see cref="Blake2Parameters.Fanout"/> children (0: of all), <see cref="Blake2Parameters.InnerHashSizeInBytes"/>
/// bytes each, which is also the digest length in their parameter blocks; only the root has that of the result. A message
/// of one leaf has one node, leaf and root at once, on level 0. The last node of each level has the flag of the last. With a
/// key, every node begins with its block. A message that needs more levels than <see cref="Blake2Parameters.MaxDepth"/> is
/// refused; the value 255 is no limit. Node offset, node depth and the flag are set by the tree; salt and personalization
/// are the same in all nodes.</para>
/// <para>Calls allocate nothing; the digests of the leaves are in pooled memory, which is wiped.</para>
/// </remarks>
/// <example>
/// <code>
/// Blake2Parameters tree = new() { Fanout = 4, MaxDepth = 255, LeafLength = 4096, InnerHashSizeInBytes = 64 };
/// Blake2bTree.HashData(tree, message, digest);
/// </code>
/// </example>
public static class Blake2bTree
{
    /// <summary>Hashes a message.</summary>
    /// <param name="parameters">The tree: fanout, depth, leaf and inner length, salt, personalization.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. Its length is the digest length. It may overlap the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> has no length that a digest may have, or <paramref name="parameters"/> do not make a
    /// tree that holds the message.
    /// </exception>
    public static void HashData(Blake2Parameters parameters, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Hash(parameters, default, source, destination);

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="parameters">The tree: fanout, depth, leaf and inner length, salt, personalization.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. Its length is the digest length. It may overlap the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> has no length that a digest may have, or <paramref name="parameters"/> do not make a
    /// tree that holds the message.
    /// </exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is longer than this hash takes.</exception>
    public static void HashData(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Hash(parameters, key, source, destination);

    /// <summary>The digests of neighbouring nodes of one level below the root.</summary>
    /// <param name="parameters">The tree: fanout, depth, leaf and inner length, salt, personalization.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="nodeDepth">Their level; 0 for leaves.</param>
    /// <param name="firstNode">The number of the first of them in its level.</param>
    /// <param name="endsLevel">Whether the last of them is the last of its level, which alone may be short.</param>
    /// <param name="source">Their part of the message, or the digests of their children.</param>
    /// <param name="destination">Receives their digests, of inner length each. It may overlap the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="parameters"/> do not make a tree, or <paramref name="source"/> or <paramref name="destination"/> has
    /// not the length of whole nodes.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such level below the root, or no such node on it.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is longer than this hash takes.</exception>
    public static void HashNodes(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, int nodeDepth, ulong firstNode, bool endsLevel,
        ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Nodes(parameters, key, nodeDepth, firstNode, endsLevel, source, destination);

    /// <summary>The digest of the tree from those of the children of its root.</summary>
    /// <param name="parameters">The tree: fanout, depth, leaf and inner length, salt, personalization.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="nodeDepth">The level of the root, at least 1.</param>
    /// <param name="children">The digests of its children, of inner length each.</param>
    /// <param name="destination">Receives the digest. Its length is the digest length.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="parameters"/> do not make a tree, <paramref name="children"/> are not whole digests or too many, or
    /// <paramref name="destination"/> has no length that a digest may have.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The tree has no root on that level.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is longer than this hash takes.</exception>
    public static void HashRoot(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, int nodeDepth, ReadOnlySpan<byte> children,
        Span<byte> destination) =>
        Engine.Root(parameters, key, nodeDepth, children, destination);
}
