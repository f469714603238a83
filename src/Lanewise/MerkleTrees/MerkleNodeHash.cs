namespace Lanewise;

/// <summary>The function that computes the hash of a node from its two children of 32 bytes.</summary>
public enum MerkleNodeHash
{
    /// <summary>SHA-256 of the 64 bytes.</summary>
    Sha256,

    /// <summary>SHA-256 of SHA-256, as in Bitcoin.</summary>
    DoubleSha256,

    /// <summary>Keccak-256, as in Ethereum's contracts.</summary>
    Keccak256,
}
