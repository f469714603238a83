namespace Lanewise;

/// <summary>Specifies the function that computes a node from its two 32-byte children.</summary>
public enum MerkleNodeHash
{
    /// <summary>The SHA-256 digest of the two children, 64 bytes in total.</summary>
    Sha256,

    /// <summary>The SHA-256 digest of the SHA-256 digest of the two children, as in Bitcoin.</summary>
    DoubleSha256,

    /// <summary>The Keccak-256 digest of the two children, as in Ethereum's contracts.</summary>
    Keccak256,
}
