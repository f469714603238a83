using Lanewise;

internal static class MerkleExamples
{
    public static void Run()
    {
        // Certificate Transparency: computes leaves and their root, and proves that a leaf is in the tree.
        ReadOnlyMemory<byte>[] entries = ["first"u8.ToArray(), "second"u8.ToArray(), "third"u8.ToArray()];
        byte[] leaves = new byte[entries.Length * MerkleTree.NodeSizeInBytes], root = new byte[MerkleTree.NodeSizeInBytes];
        MerkleTree.HashLeaves(entries, leaves);
        MerkleTree.ComputeRoot(MerkleTreeRule.Rfc6962, leaves, root);

        byte[] proof = new byte[MerkleTree.GetProofSize(MerkleTreeRule.Rfc6962, index: 1, leafCount: 3)];
        MerkleTree.ComputeProof(MerkleTreeRule.Rfc6962, leaves, 1, proof);
        bool isThere = MerkleTree.VerifyProof(MerkleTreeRule.Rfc6962, leaves.AsSpan(32, 32), 1, 3, proof, root);

        // Ethereum's SSZ: computes the root of a list of up to 2^40 chunks of 32 bytes, on all cores.
        byte[] chunks = new byte[100_000 * 32];
        MerkleTree.ComputeRoot(MerkleTreeRule.Ssz, chunks, root, new ParallelOptions(), limit: 1L << 40);

        // Computes a level of any tree: the parent of each pair of nodes.
        byte[] parents = new byte[chunks.Length / 2];
        MerkleTree.HashNodes(MerkleNodeHash.Keccak256, chunks, parents);

        Console.WriteLine(
            $"{Convert.ToHexStringLower(root.AsSpan(0, 16))}  the first bytes of a Merkle root; proof of a leaf: {isThere}");
    }
}
