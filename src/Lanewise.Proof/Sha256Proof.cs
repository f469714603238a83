using System.Security.Cryptography;

namespace Lanewise.Proof;

/// <summary>Adds benchmark jobs for Merkle trees and password hashing to SHA-256.</summary>
internal sealed class Sha256Proof(HashRow row) : HashProof(row)
{
    private const int Leaves = 1 << 20, Node = MerkleTree.NodeSizeInBytes;
    private const int Passwords = 64, PasswordBytes = 16, Iterations = 20_000;

    public override IReadOnlyList<RowJob> Jobs() => [Root(), Keys()];

    private static RowJob Root()
    {
        byte[] leaves = RowJob.Data(Leaves * Node), root = new byte[Node], level = new byte[leaves.Length / 2];
        return new(
            "root of 2^20 leaves", leaves.Length, root,
            () => MerkleTree.ComputeRoot(MerkleTreeRule.Ssz, leaves, root),
            () => MerkleTree.ComputeRoot(MerkleTreeRule.Ssz, leaves, root, RowJob.TwoCores),
            () =>
            {
                NodeByNode(leaves, level);
                for (int nodes = Leaves / 2; nodes > 1; nodes /= 2) NodeByNode(level.AsSpan(0, nodes * Node), level);
                level.AsSpan(0, Node).CopyTo(root);
            });

        static void NodeByNode(ReadOnlySpan<byte> children, Span<byte> parents)
        {
            for (int i = 0; i < children.Length / (2 * Node); i++)
            {
                SHA256.HashData(children.Slice(2 * i * Node, 2 * Node), parents.Slice(i * Node, Node));
            }
        }
    }

    private static RowJob Keys()
    {
        byte[] passwords = RowJob.Data(Passwords * PasswordBytes), salt = RowJob.Data(16), keys = new byte[Passwords * 32];
        ReadOnlyMemory<byte>[] salts = [salt], each =
            [.. Enumerable.Range(0, Passwords).Select(i => passwords.AsMemory(i * PasswordBytes, PasswordBytes))];
        return new(
            "PBKDF2 of 64 passwords, 20,000 iterations", keys.Length, keys,
            () => Pbkdf2.DeriveMany(HashAlgorithmName.SHA256, each, salts, Iterations, keys, 32),
            () => Pbkdf2.DeriveMany(HashAlgorithmName.SHA256, each, salts, Iterations, keys, 32, RowJob.TwoCores),
            () =>
            {
                for (int i = 0; i < Passwords; i++)
                {
                    Rfc2898DeriveBytes.Pbkdf2(each[i].Span, salt, keys.AsSpan(i * 32, 32), Iterations, HashAlgorithmName.SHA256);
                }
            });
    }
}
