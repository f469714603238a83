namespace Lanewise;

/// <summary>
/// Specifies how the nodes of a Merkle tree are hashed, and how a node without a sibling is treated. There is no single
/// standard definition of a Merkle tree.
/// </summary>
public enum MerkleTreeRule
{
    /// <summary>
    /// Bitcoin's rule. A node is the double SHA-256 digest of its two children. A node without a sibling is its own sibling.
    /// The leaves are transaction identifiers in memory byte order. Block explorers show the bytes of the identifiers in
    /// reverse order.
    /// </summary>
    Bitcoin,

    /// <summary>
    /// The rule of Certificate Transparency (RFC 6962, section 2.1; RFC 9162). A node is the SHA-256 digest of a byte with the
    /// value 1, followed by the two children. A node without a sibling is promoted to the next level unchanged. A leaf is the
    /// SHA-256 digest of a byte with the value 0, followed by the data
    /// (<see cref="MerkleTree.HashLeaves(Messages, Span{byte})"/>).
    /// </summary>
    Rfc6962,

    /// <summary>
    /// The rule of Ethereum's Simple Serialize format (SSZ). A node is the SHA-256 digest of its two children. The leaves are
    /// 32-byte chunks, padded with all-zero chunks up to a power of two or a limit.
    /// </summary>
    Ssz,
}
