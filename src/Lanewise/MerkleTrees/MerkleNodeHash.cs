namespace Lanewise;

/// <summary>The function that computes a node from its two 32-byte children.</summary>
public enum MerkleNodeHash
{
    /// <summary>The SHA-256 digest of the children's 64 bytes.</summary>
    Sha256,

    /// <summary>The double SHA-256 digest, as in Bitcoin.</summary>
    DoubleSha256,

    /// <summary>The Keccak-256 digest, as in Ethereum's contracts.</summary>
    Keccak256,
}
