namespace Lanewise;

/// <summary>
/// How a tree hashes its nodes, and how it treats a node without a sibling. There is no single definition of a Merkle tree.
/// </summary>
public enum MerkleTreeRule
{
    /// <summary>
    /// Bitcoin: a node is SHA-256 of SHA-256 of its two children, and a node without a sibling is its own sibling. The leaves
    /// are the transaction identifiers in memory order; explorers show them reversed.
    /// </summary>
    Bitcoin,

    /// <summary>
    /// Certificate Transparency (RFC 6962, section 2.1; RFC 9162): SHA-256 of a byte 1 and the two children; a node without a
    /// sibling is promoted unchanged. A leaf is SHA-256 of a byte 0 and its data
    /// (<see cref="MerkleTree.HashLeaves(in Messages, Span{byte})"/>).
    /// </summary>
    Rfc6962,

    /// <summary>
    /// Ethereum's Simple Serialize: a node is SHA-256 of its two children; missing leaves up to a power of two, or to a limit,
    /// are zeros. The leaves are chunks of 32 bytes.
    /// </summary>
    Ssz,
}
