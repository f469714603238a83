using Lanewise.MerkleTrees;

namespace Lanewise;

/// <summary>
/// Computes levels, roots and proofs of Merkle trees in SIMD lanes, and verifies proofs. A node has 32 bytes.
/// </summary>
/// <remarks>
/// A <see cref="MerkleTreeRule"/> selects the kind of tree; the page docs/merkle-trees.md compares the rules. Nodes are stored
/// contiguously in the buffers. The methods do not run in constant time, because nodes are not secret.
/// <para>
/// Under Bitcoin's rule, the last node of a level is used twice if it has no sibling. Therefore, two lists of transactions can
/// have the same root (CVE-2012-2459). If you accept transaction lists from untrusted sources, reject lists whose last
/// transactions are repeated.
/// </para>
/// <para>
/// RFC 6962 distinguishes leaves from nodes. Under the Bitcoin and SSZ rules, an attacker can present a node's two children (64
/// bytes) as a leaf. Therefore, a verifier must get the number of leaves from a trusted source and pass it to
/// <see cref="VerifyProof"/>.
/// </para>
/// <para>
/// All methods are thread-safe. Methods that write to spans do not allocate memory, but rent buffers from the shared array
/// pool. The size of the rented buffers is 1/64 of the total size of the leaves.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] root = new byte[MerkleTree.NodeSizeInBytes];
/// MerkleTree.ComputeRoot(MerkleTreeRule.Ssz, chunks, root, limit: 1L &lt;&lt; 40);
///
/// byte[] proof = new byte[MerkleTree.GetProofSize(MerkleTreeRule.Rfc6962, 7, leafCount)];
/// MerkleTree.ComputeProof(MerkleTreeRule.Rfc6962, leaves, 7, proof);
/// </code>
/// </example>
public static class MerkleTree
{
    /// <summary>The length of a node, a leaf or a root, in bytes.</summary>
    public const int NodeSizeInBytes = MerkleLevels.NodeBytes;

    // ---- one level ----

    /// <summary>Hashes one level of a tree by computing the parent of each pair of nodes.</summary>
    /// <param name="hash">The function that hashes a pair of nodes.</param>
    /// <param name="nodes">The pairs of nodes, 64 bytes each.</param>
    /// <param name="parents">
    /// Receives one node for each pair. <paramref name="parents"/> may overlap <paramref name="nodes"/>.
    /// </param>
    /// <exception cref="ArgumentException">The length of a buffer is wrong.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hash"/> is not a defined value.</exception>
    public static void HashNodes(MerkleNodeHash hash, ReadOnlySpan<byte> nodes, Span<byte> parents)
    {
        CheckPairs(nodes.Length, parents.Length);
        PairHashes.Of(hash)(nodes, parents);
    }

    /// <summary>Uses several cores to hash one level of a tree.</summary>
    /// <inheritdoc cref="HashNodes(MerkleNodeHash, ReadOnlySpan{byte}, Span{byte})"/>
    /// <param name="parallelOptions">The number of cores and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. Some parents may have been written.</exception>
    public static void HashNodes(
        MerkleNodeHash hash, ReadOnlyMemory<byte> nodes, Memory<byte> parents, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        CheckPairs(nodes.Length, parents.Length);
        HashPairs pairs = PairHashes.Of(hash);
        MerkleLevels.OverCores(
            parents, nodes.Span.Overlaps(parents.Span), _ => MerkleLevels.PairBytes, parallelOptions,
            (piece, to) => pairs(piece.Of(nodes).Span, to));
    }

    /// <summary>
    /// Hashes data into leaves, as defined in RFC 6962. A leaf is the SHA-256 digest of a zero byte followed by the data.
    /// </summary>
    /// <param name="data">The data of each leaf.</param>
    /// <param name="destination">
    /// Receives the leaves, 32 bytes each. <paramref name="destination"/> may overlap <paramref name="data"/>.
    /// </param>
    /// <exception cref="ArgumentException">The length of a buffer is wrong.</exception>
    public static void HashLeaves(Messages data, Span<byte> destination)
    {
        data.Check(destination.Length, NodeSizeInBytes);
        using DigestTarget target = new(destination, data.Overlap(destination));
        Rfc6962.Leaves(data, target.Digests);
        target.Complete();
    }

    /// <summary>Uses several cores to hash data into leaves, as defined in RFC 6962.</summary>
    /// <inheritdoc cref="HashLeaves(Messages, Span{byte})"/>
    /// <param name="parallelOptions">The number of cores and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. Some leaves may have been written.</exception>
    public static void HashLeaves(MemoryMessages data, Memory<byte> destination, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        data.Span.Check(destination.Length, NodeSizeInBytes);
        MerkleLevels.OverCores(
            destination, data.Span.Overlap(destination.Span), data.Length, parallelOptions,
            (piece, to) => Rfc6962.Leaves(data.Of(piece), to));
    }

    // ---- the tree ----

    /// <summary>Computes the root of a tree from its leaves.</summary>
    /// <param name="rule">The rule that defines the tree.</param>
    /// <param name="leaves">The leaves, 32 bytes each. Bitcoin's rule requires at least one leaf.</param>
    /// <param name="root">Receives the root, 32 bytes. <paramref name="root"/> may overlap <paramref name="leaves"/>.</param>
    /// <param name="limit">
    /// The maximum number of leaves (SSZ only), which is rounded up to a power of two. If the limit is 0, the actual number of
    /// leaves is used. For all other rules, the limit must be 0.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="leaves"/> is not a multiple of 32, or there are no leaves although the rule requires at
    /// least one.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="root"/> is too short.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rule"/> is not a defined value.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="limit"/> is negative, less than the number of leaves, or not allowed by the rule.
    /// </exception>
    public static void ComputeRoot(MerkleTreeRule rule, ReadOnlySpan<byte> leaves, Span<byte> root, long limit = 0)
    {
        int levels = Levels(rule, CountLeaves(leaves.Length), limit);
        root = Root(root);
        if (leaves.IsEmpty) Empty(rule, levels, root);
        else MerkleLevels.Reduce(MerkleRule.Of(rule), leaves, 0, levels, root);
    }

    /// <summary>Uses several cores to compute the root of a tree from its leaves.</summary>
    /// <inheritdoc cref="ComputeRoot(MerkleTreeRule, ReadOnlySpan{byte}, Span{byte}, long)"/>
    /// <param name="parallelOptions">The number of cores and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The root was not written.</exception>
    public static void ComputeRoot(
        MerkleTreeRule rule, ReadOnlyMemory<byte> leaves, Memory<byte> root, ParallelOptions parallelOptions, long limit = 0)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        int levels = Levels(rule, CountLeaves(leaves.Length), limit);
        Span<byte> node = Root(root.Span);
        if (leaves.IsEmpty) Empty(rule, levels, node);
        else MerkleLevels.Reduce(MerkleRule.Of(rule), leaves, 0, levels, node, parallelOptions);
    }

    // ---- proofs ----

    /// <summary>Returns the length, in bytes, of a leaf's inclusion proof. Each node in the proof is 32 bytes long.</summary>
    /// <param name="rule">The rule that defines the tree.</param>
    /// <param name="index">The index of the leaf, starting at 0.</param>
    /// <param name="leafCount">The number of leaves.</param>
    /// <param name="limit">The maximum number of leaves (SSZ only); see <c>ComputeRoot</c>.</param>
    /// <returns>The length of the proof in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="index"/> is out of range, <paramref name="rule"/> is not a defined value, or <paramref name="limit"/> is
    /// not valid.
    /// </exception>
    public static int GetProofSize(MerkleTreeRule rule, long index, long leafCount, long limit = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(leafCount);
        if (index < 0 || index >= leafCount)
        {
            throw new ArgumentOutOfRangeException(
                nameof(index), index,
                Invariant($"The index must be at least 0 and less than the number of leaves, {leafCount}."));
        }

        return NodeSizeInBytes * MerkleProof.Count(MerkleRule.Of(rule), index, leafCount, Levels(rule, leafCount, limit));
    }

    /// <summary>
    /// Computes the inclusion proof of a leaf. The proof consists of the siblings of all nodes on the path from the leaf to the
    /// root, in this order.
    /// </summary>
    /// <param name="rule">
    /// The rule that defines the tree. Under Bitcoin's rule, the proof contains the node itself if the node has no sibling.
    /// Under RFC 6962, the proof contains no node for a level in which the path's node has no sibling.
    /// </param>
    /// <param name="leaves">The leaves, 32 bytes each.</param>
    /// <param name="index">The index of the leaf, starting at 0.</param>
    /// <param name="proof">
    /// Receives the proof. <paramref name="proof"/> must be at least <see cref="GetProofSize"/> bytes long, and must not
    /// overlap <paramref name="leaves"/>.
    /// </param>
    /// <param name="limit">The maximum number of leaves (SSZ only); see <c>ComputeRoot</c>.</param>
    /// <returns>The length of the proof in bytes.</returns>
    /// <exception cref="ArgumentException">
    /// There are no leaves, or the length of <paramref name="leaves"/> is not a multiple of 32.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="proof"/> is too short, or overlaps <paramref name="leaves"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="index"/> is out of range, <paramref name="rule"/> is not a defined value, or <paramref name="limit"/> is
    /// not valid.
    /// </exception>
    public static int ComputeProof(MerkleTreeRule rule, ReadOnlySpan<byte> leaves, int index, Span<byte> proof, long limit = 0)
    {
        int count = CountLeaves(leaves.Length), levels = Levels(rule, count, limit);
        int size = GetProofSize(rule, index, count, limit);
        if (proof.Length < size)
        {
            throw new ArgumentException(
                Invariant($"The proof of leaf {index} of {count} is {size} bytes long; the destination has only {proof.Length} ")
                    + "bytes.",
                nameof(proof));
        }

        proof = proof.Slice(0, size);
        if (proof.Overlaps(leaves)) throw new ArgumentException("The proof would overwrite the leaves.", nameof(proof));

        MerkleProof.Write(MerkleRule.Of(rule), leaves, index, levels, proof);
        return size;
    }

    /// <summary>Verifies that a leaf is at the given index in the tree that has the given root.</summary>
    /// <param name="rule">The rule that defines the tree.</param>
    /// <param name="leaf">The leaf, 32 bytes.</param>
    /// <param name="index">The index of the leaf, starting at 0.</param>
    /// <param name="leafCount">
    /// The number of leaves, which must come from the same trusted source as the root. Under the SSZ rule, it is sufficient
    /// that the limit is trusted.
    /// </param>
    /// <param name="proof">
    /// The proof. A proof is not valid if its length is wrong or if it belongs to a different tree.
    /// </param>
    /// <param name="root">The root, 32 bytes.</param>
    /// <param name="limit">The maximum number of leaves (SSZ only); see <c>ComputeRoot</c>.</param>
    /// <returns>
    /// True if the proof is valid. False if the proof is not valid, the index is out of range, or the number of leaves exceeds
    /// the limit.
    /// </returns>
    /// <exception cref="ArgumentException">The length of <paramref name="leaf"/> or <paramref name="root"/> is wrong.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="rule"/> is not a defined value, or <paramref name="limit"/> is not valid.
    /// </exception>
    public static bool VerifyProof(
        MerkleTreeRule rule, ReadOnlySpan<byte> leaf, long index, long leafCount, ReadOnlySpan<byte> proof,
        ReadOnlySpan<byte> root, long limit = 0)
    {
        CheckNode(leaf, nameof(leaf));
        CheckNode(root, nameof(root));
        MerkleRule how = MerkleRule.Of(rule);
        if (index < 0 || index >= leafCount) return false;
        // The number of leaves may come from the prover, but the limit comes from the caller.
        if (limit > 0 && leafCount > limit) return false;

        int levels = Levels(rule, leafCount, limit);
        if (proof.Length != NodeSizeInBytes * MerkleProof.Count(how, index, leafCount, levels)) return false;

        Span<byte> node = stackalloc byte[NodeSizeInBytes];
        return MerkleProof.TryRoot(how, leaf, index, leafCount, levels, proof, node) && root.SequenceEqual(node);
    }

    /// <summary>Computes the root of a tree without leaves.</summary>
    private static void Empty(MerkleTreeRule rule, int levels, Span<byte> root)
    {
        if (rule == MerkleTreeRule.Ssz) MerkleZeros.Root(levels).CopyTo(root);
        else Sha256Batch.Hash(default, 0, root);
    }

    private static int Levels(MerkleTreeRule rule, long leafCount, long limit)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(limit);
        if (MerkleRule.Of(rule).WhenAlone != WhenAlone.Zeros && limit != 0)
        {
            throw new ArgumentOutOfRangeException(nameof(limit), limit, "Only the SSZ rule supports a limit.");
        }

        if (limit != 0 && limit < leafCount)
        {
            throw new ArgumentOutOfRangeException(
                nameof(limit), limit, Invariant($"The limit must be at least the number of leaves, {leafCount}."));
        }

        if (leafCount == 0 && rule == MerkleTreeRule.Bitcoin)
        {
            throw new ArgumentException("A Bitcoin tree needs at least one leaf.", "leaves");
        }

        return MerkleLevels.Depth(Math.Max(leafCount, limit));
    }

    private static int CountLeaves(int leavesLength) => leavesLength % NodeSizeInBytes == 0
        ? leavesLength / NodeSizeInBytes
        : throw new ArgumentException(
            Invariant($"The length of the leaves must be a multiple of 32 bytes, not {leavesLength}."), "leaves");

    private static void CheckPairs(int nodesLength, int parentsLength)
    {
        if (nodesLength % MerkleLevels.PairBytes != 0)
        {
            throw new ArgumentException(
                Invariant($"The length of the nodes must be a multiple of 64 bytes, not {nodesLength}."), "nodes");
        }

        if (parentsLength != nodesLength / 2)
        {
            throw new ArgumentException(
                Invariant($"The parents of {nodesLength / 64} pairs have {nodesLength / 2} bytes, not {parentsLength}."),
                "parents");
        }
    }

    private static void CheckNode(ReadOnlySpan<byte> node, string name)
    {
        if (node.Length != NodeSizeInBytes)
        {
            throw new ArgumentException(Invariant($"The length must be 32 bytes, not {node.Length}."), name);
        }
    }

    private static Span<byte> Root(Span<byte> root) => root.Length >= NodeSizeInBytes
        ? root.Slice(0, NodeSizeInBytes)
        : throw new ArgumentException(
            Invariant($"The destination must have at least 32 bytes; it has {root.Length}."), nameof(root));
}
