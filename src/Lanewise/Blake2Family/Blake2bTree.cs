using Lanewise.Blake2Family;
using Engine = Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>.Blake2Tree;
using KeyRules = Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>.Blake2Engine;

namespace Lanewise.Hazmat;

/// <summary>
/// The tree mode of BLAKE2b (BLAKE2 paper, section 2.10). The caller selects the fanout, the depth, the leaf length and the
/// inner digest length. Nodes are hashed in parallel SIMD lanes. The class can hash whole trees, or single levels if the caller
/// schedules the work.
/// </summary>
/// <remarks>
/// This is a low-level class. Each set of parameters defines a different hash, so other software must use exactly the same
/// parameters. To hash data, use <see cref="Blake2b"/> or <see cref="Blake2s"/>. If you need a tree that other libraries also
/// support, use <see cref="Blake2bp"/> or <see cref="Blake2sp"/>.
/// <para>
/// A leaf hashes <see cref="Blake2Parameters.LeafLength"/> bytes of the message, or the whole message if the leaf length is 0.
/// A node above the leaves hashes the digests of <see cref="Blake2Parameters.Fanout"/> children, or of all nodes on the level
/// below if the fanout is 0. The digest of every node except the root is <see cref="Blake2Parameters.InnerHashSizeInBytes"/>
/// bytes long. In the parameter block of each of these nodes, <see cref="Blake2Parameters.InnerHashSizeInBytes"/> is also the
/// digest length. Only the root's digest has the requested length.
/// </para>
/// <para>
/// If a message fits in one leaf, that leaf is the root and has level 0. The last node of each level has the last-node flag. If
/// there is a key, every node starts with the key block. If a message needs more levels than
/// <see cref="Blake2Parameters.MaxDepth"/>, the method throws an exception. A maximum depth of 255 means no limit. The class
/// sets the node offset, the node depth and the last-node flag. The salt and the personalization are the same in all nodes.
/// </para>
/// <para>The methods do not allocate memory. The leaf digests are stored in pooled memory, which is wiped after use.</para>
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
    /// <param name="parameters">
    /// The fanout, depth, leaf length and inner digest length of the tree, and the salt and the personalization.
    /// </param>
    /// <param name="source">The message.</param>
    /// <param name="destination">
    /// Receives the digest. The span's length is the digest length. The span may overlap the source.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="destination"/> is not a valid digest length, or <paramref name="parameters"/> does not
    /// describe a tree that is large enough for the message.
    /// </exception>
    public static void HashData(Blake2Parameters parameters, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Hash(parameters, default, source, destination);

    /// <summary>Hashes a message with a key.</summary>
    /// <inheritdoc cref="HashData(Blake2Parameters, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="key">The key, from 1 byte to the longest key of the hash.</param>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is empty or too long.</exception>
    public static void HashData(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Hash(parameters, HashMethods<KeyRules>.Default.CheckKey(key), source, destination);

    /// <summary>Computes the digests of adjacent nodes on a level below the root.</summary>
    /// <param name="parameters">
    /// The fanout, depth, leaf length and inner digest length of the tree, and the salt and the personalization.
    /// </param>
    /// <param name="nodeDepth">The level of the nodes. The leaves have level 0.</param>
    /// <param name="firstNode">The index of the first node within its level.</param>
    /// <param name="endsLevel">
    /// True if the last node in <paramref name="source"/> is the last node of its level. Only the last node of a level may be
    /// shorter than the others.
    /// </param>
    /// <param name="source">
    /// For leaves, the part of the message that they hash; for higher levels, the digests of the nodes' children.
    /// </param>
    /// <param name="destination">Receives the digests, each of the inner digest length. The span may overlap the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="parameters"/> does not describe a tree, or the length of <paramref name="source"/> or
    /// <paramref name="destination"/> is not valid for the nodes.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="nodeDepth"/> is not a level below the root, or the index of a node is too large.
    /// </exception>
    public static void HashNodes(
        Blake2Parameters parameters, int nodeDepth, ulong firstNode, bool endsLevel, ReadOnlySpan<byte> source,
        Span<byte> destination) =>
        Engine.Nodes(parameters, default, nodeDepth, firstNode, endsLevel, source, destination);

    /// <summary>Computes the digests of adjacent nodes on a level below the root, with a key.</summary>
    /// <inheritdoc cref="HashNodes(Blake2Parameters, int, ulong, bool, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="key">The key, from 1 byte to the longest key of the hash.</param>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is empty or too long.</exception>
    public static void HashNodes(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, int nodeDepth, ulong firstNode, bool endsLevel,
        ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Nodes(
            parameters, HashMethods<KeyRules>.Default.CheckKey(key), nodeDepth, firstNode, endsLevel, source, destination);

    /// <summary>Computes the digest of the tree from the digests of the root's children.</summary>
    /// <param name="parameters">
    /// The fanout, depth, leaf length and inner digest length of the tree, and the salt and the personalization.
    /// </param>
    /// <param name="nodeDepth">The level of the root, at least 1.</param>
    /// <param name="children">The digests of the root's children, each of the inner digest length.</param>
    /// <param name="destination">Receives the digest. The span's length determines the digest length.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="parameters"/> does not describe a tree, <paramref name="children"/> is not a valid number of whole
    /// digests, or the length of <paramref name="destination"/> is not a valid digest length.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The root of a tree with these parameters cannot have this level.</exception>
    public static void HashRoot(
        Blake2Parameters parameters, int nodeDepth, ReadOnlySpan<byte> children, Span<byte> destination) =>
        Engine.Root(parameters, default, nodeDepth, children, destination);

    /// <summary>Computes the digest of the tree from the digests of the root's children, with a key.</summary>
    /// <inheritdoc cref="HashRoot(Blake2Parameters, int, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="key">The key, from 1 byte to the longest key of the hash.</param>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The key is empty or too long.</exception>
    public static void HashRoot(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, int nodeDepth, ReadOnlySpan<byte> children,
        Span<byte> destination) =>
        Engine.Root(parameters, HashMethods<KeyRules>.Default.CheckKey(key), nodeDepth, children, destination);
}
