using System.Numerics;
using System.Security.Cryptography;
using Lanewise.Sha2Family;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares Merkle trees with published trees, and with trees that are computed node by node with a literal implementation of
/// the tree rules.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class MerkleTreeTests
{
    private const MerkleTreeRule Bitcoin = MerkleTreeRule.Bitcoin, Rfc6962 = MerkleTreeRule.Rfc6962, Ssz = MerkleTreeRule.Ssz;

    // The numbers of leaves are close to the size of a window (1024) or of its result (64), or lead to an odd number of nodes on
    // every level.
    private static readonly int[] Counts = [.. Enumerable.Range(1, 40), 63, 64, 65, 1000, 1023, 1024, 1025, 1087, 2047, 2049,
        3072, 66_000, 70_001];

    public static TheoryData<string> Shapes =>
        [.. LaneDispatch.Supported.Where(shape => shape.Streams == 1).Select(shape => shape.ToString())];

    public static TheoryData<MerkleTreeRule> Rules => [Bitcoin, Rfc6962, Ssz];

    // ---- published trees ----

    [Fact]
    public void TheTestTreeOfCertificateTransparencyHasItsPublishedRoots()
    {
        // The values are from github.com/google/certificate-transparency, merkletree/merkle_tree_test.cc: eight leaves, and the
        // roots of the first 0 to 8 leaves.
        string[] data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
        string[] roots =
        [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        ReadOnlyMemory<byte>[] inputs = [.. data.Select(hex => (ReadOnlyMemory<byte>)Convert.FromHexString(hex))];
        byte[] leaves = new byte[8 * 32];
        MerkleTree.HashLeaves(inputs, leaves);
        for (int n = 0; n <= 8; n++) Assert.Equal(roots[n], Convert.ToHexStringLower(Root(Rfc6962, leaves[..(n * 32)])));

        // The published values include this path for the first of eight leaves.
        byte[] proof = new byte[MerkleTree.GetProofSize(Rfc6962, 0, 8)];
        MerkleTree.ComputeProof(Rfc6962, leaves, 0, proof);
        Assert.Equal(
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
                + "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
                + "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4", Convert.ToHexStringLower(proof));
    }

    [Fact]
    public void ABlockOfBitcoinHasItsPublishedRoot()
    {
        // Bitcoin's block 100,000 has four transactions. Block explorers show them and the Merkle root.
        string[] transactions =
        [
            "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
            "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
            "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4",
            "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
        ];
        byte[] root = Root(Bitcoin, [.. transactions.SelectMany(hex => Convert.FromHexString(hex).Reverse())]);
        Assert.Equal("f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766",
            Convert.ToHexStringLower([.. root.Reverse()]));
    }

    [Fact]
    public void TreesOfZerosHaveTheirPublishedSszRoots()
    {
        // The roots are from github.com/ethereum/consensus-specs: trees of zeros with one and two levels, and the empty deposit
        // contract. The contract hashes the root of the 32-level tree together with the number of deposits.
        Assert.Equal("f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b",
            Convert.ToHexStringLower(Root(Ssz, [], 2)));
        Assert.Equal("db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71",
            Convert.ToHexStringLower(Root(Ssz, new byte[32], 4)));
        byte[] deposits = SHA256.HashData([.. Root(Ssz, [], 1L << 32), .. new byte[32]]);
        Assert.Equal("d70a234731285c6804c2a4f56711ddb8c82c99740f207854891028af34e27e5e", Convert.ToHexStringLower(deposits));
        Assert.Equal(new byte[32], Root(Ssz, []));
    }

    // ---- the rules, implemented literally ----

    [Theory]
    [MemberData(nameof(Rules))]
    public void RootsFollowTheRules(MerkleTreeRule rule)
    {
        foreach (int count in Counts)
        {
            byte[] leaves = Pattern.Bytes(count * 32, (byte)count);
            Digests.Equal(Plain(rule, leaves), Root(rule, leaves), () => $"{count} leaves under {rule}");
        }
    }

    [Fact]
    public void SszRootsDependOnTheLimit()
    {
        foreach ((int count, long limit) in new[] { (1, 2L), (3, 4), (3, 5), (3, 8), (5, 1000), (1025, 4096), (1100, 1L << 40),
            (2, long.MaxValue) })
        {
            byte[] leaves = Pattern.Bytes(count * 32, (byte)count);
            byte[] root = Plain(Ssz, leaves);
            for (int level = Depth(count); level < Depth(limit); level++)
            {
                root = SHA256.HashData([.. root, .. Root(Ssz, [], 1L << level)]);
            }
            Digests.Equal(root, Root(Ssz, leaves, limit), () => $"{count} leaves of at most {limit}");
        }
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void CoresAndPositionsChangeNoResult(MerkleTreeRule rule)
    {
        foreach (int count in new[] { 1, 1024, 1025, 70_001 })
        {
            byte[] leaves = Pattern.Bytes(count * 32), expected = Root(rule, leaves), root = new byte[40];
            MerkleTree.ComputeRoot(rule, leaves, root, new ParallelOptions { MaxDegreeOfParallelism = 3 });
            Assert.Equal([.. expected, .. new byte[8]], root);
            MerkleTree.ComputeRoot(rule, leaves, leaves);
            Assert.Equal(expected, leaves[..32]);
        }
    }

    // ---- levels and leaves ----

    [Fact]
    public void EveryNodeHashComputesALevel()
    {
        (MerkleNodeHash, Func<byte[], byte[]>)[] hashes =
        [
            (MerkleNodeHash.Sha256, SHA256.HashData),
            (MerkleNodeHash.DoubleSha256, pair => SHA256.HashData(SHA256.HashData(pair))),
            (MerkleNodeHash.Keccak256, Keccak256.HashData),
        ];
        foreach ((MerkleNodeHash hash, Func<byte[], byte[]> plain) in hashes)
        {
            foreach (int count in new[] { 0, 1, 2, 15, 16, 17, 33, 5000 })
            {
                byte[] nodes = Pattern.Bytes(count * 64), parents = new byte[count * 32];
                byte[] expected = [.. nodes.Chunk(64).SelectMany(plain)];
                MerkleTree.HashNodes(hash, nodes, parents);
                Digests.Equal(expected, parents, () => $"{count} nodes of {hash}");
                Array.Clear(parents);
                MerkleTree.HashNodes(hash, nodes, parents, new ParallelOptions());
                Digests.Equal(expected, parents, () => $"{count} nodes of {hash} over cores");
                byte[] copy = [.. nodes];
                MerkleTree.HashNodes(hash, copy, copy.AsMemory(0, parents.Length), new ParallelOptions());
                Digests.Equal(expected, copy.AsSpan(0, parents.Length), () => $"{count} nodes of {hash} over cores in place");
                MerkleTree.HashNodes(hash, nodes, nodes.AsSpan(0, parents.Length));
                Digests.Equal(expected, nodes.AsSpan(0, parents.Length), () => $"{count} nodes of {hash} in place");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void PairsOfNodesAreHashedCorrectlyAtEveryShape(string shapeName)
    {
        LaneShape shape = LaneDispatch.Supported.Single(s => s.ToString() == shapeName);
        int lanes = shape.Lanes(32);
        foreach (int count in new[] { 0, 1, lanes - 1, lanes, lanes + 1, (2 * lanes) - 1, 2 * lanes, (4 * lanes) + 3 })
        {
            byte[] source = Pattern.Bytes(count * 64), digests = new byte[count * 32];
            Sha256Pairs.Hash(source, digests, shape);
            Digests.Equal([.. source.Chunk(64).SelectMany(SHA256.HashData)], digests, () => $"{count} pairs at {shape}");
            byte[] inPlace = [.. source];
            Sha256Pairs.Hash(inPlace, inPlace.AsSpan(inPlace.Length - digests.Length), shape);
            Digests.Equal(digests, inPlace.AsSpan(inPlace.Length - digests.Length), () => $"{count} pairs at {shape} in place");
        }
    }

    [Fact]
    public void LeavesOfAnyLengthAreHashedCorrectly()
    {
        int[] lengths =
        [
            0, 1, 31, 32, 55, 62, 63, 64, 100, 1000, 40_000, 5, 70_000, 0, 1 << 20, (1 << 20) + 1, 3,
            .. Enumerable.Repeat(7, 600),
        ];
        byte[] packed = Pattern.Bytes(lengths.Sum());
        ReadOnlyMemory<byte>[] data = Pattern.Cut(packed, lengths);
        byte[] expected = [.. data.SelectMany(one => SHA256.HashData([0, .. one.Span]))], leaves = new byte[expected.Length];
        MerkleTree.HashLeaves(data, leaves);
        Digests.Equal(expected, leaves, () => "scattered");
        Array.Clear(leaves);
        MerkleTree.HashLeaves(Messages.Packed(packed, lengths), leaves);
        Digests.Equal(expected, leaves, () => "packed");
        Array.Clear(leaves);
        MerkleTree.HashLeaves(data, leaves, new ParallelOptions { MaxDegreeOfParallelism = 2 });
        Digests.Equal(expected, leaves, () => "over cores");
        byte[] over = [.. packed];
        MerkleTree.HashLeaves(MemoryMessages.Packed(over, lengths), over.AsMemory(5, expected.Length), new ParallelOptions());
        Digests.Equal(expected, over.AsSpan(5, expected.Length), () => "over cores in place");
        byte[] equal = Pattern.Bytes(100 * 40);
        expected = [.. equal.Chunk(40).SelectMany(one => SHA256.HashData([0, .. one]))];
        MerkleTree.HashLeaves(Messages.Packed(equal, 40), equal.AsSpan(8, 3200));
        Digests.Equal(expected, equal.AsSpan(8, 3200), () => "in place");
    }

    // ---- proofs ----

    [Theory]
    [MemberData(nameof(Rules))]
    public void ProofsVerifyOnlyTheirRoot(MerkleTreeRule rule)
    {
        foreach (int count in Counts.Where(count => count < 3000))
        {
            byte[] leaves = Pattern.Bytes(count * 32, (byte)count), root = Root(rule, leaves);
            foreach (int index in new[] { 0, 1, 2, count / 3, count / 2, count - 2, count - 1 }.Where(i => i >= 0 && i < count)
                .Distinct())
            {
                byte[] leaf = leaves[(index * 32)..((index + 1) * 32)],
                    proof = new byte[MerkleTree.GetProofSize(rule, index, count)];
                Assert.Equal(proof.Length, MerkleTree.ComputeProof(rule, leaves, index, proof));
                Assert.True(Verify(leaf, index, count, proof, root), $"Leaf {index} of {count} under {rule} is not proved.");

                Assert.False(Verify(leaf, index, count, [.. proof, .. new byte[32]], root));
                Assert.False(Verify(leaf, count, count, proof, root));
                Assert.False(Verify(leaf, -1, count, proof, root));
                Assert.False(Verify(leaf, index, 0, proof, root));
                Assert.False(Verify(Changed(leaf, 3), index, count, proof, root));
                Assert.False(Verify(leaf, index, count, proof, Changed(root, 31)));
                if (proof.Length == 0) continue;

                Assert.False(Verify(leaf, index, count, proof[..^32], root));
                Assert.False(Verify(leaf, index ^ 1, count, proof, root));
                for (int at = 0; at < proof.Length; at += 32) Assert.False(Verify(leaf, index, count, Changed(proof, at), root));
            }
        }

        bool Verify(byte[] leaf, long index, long count, byte[] proof, byte[] root) =>
            MerkleTree.VerifyProof(rule, leaf, index, count, proof, root);
    }

    [Fact]
    public void ProofsVerifyOnlyUnderTheirLimit()
    {
        const long Limit = 1L << 40;
        byte[] leaves = Pattern.Bytes(5 * 32), root = Root(Ssz, leaves, Limit), proof = new byte[40 * 32];
        Assert.Equal(proof.Length, MerkleTree.GetProofSize(Ssz, 4, 5, Limit));
        MerkleTree.ComputeProof(Ssz, leaves, 4, proof, Limit);
        Assert.True(MerkleTree.VerifyProof(Ssz, leaves.AsSpan(128, 32), 4, 5, proof, root, Limit));
        Assert.True(MerkleTree.VerifyProof(Ssz, leaves.AsSpan(128, 32), 4, Limit, proof, root, Limit));
        Assert.False(MerkleTree.VerifyProof(Ssz, leaves.AsSpan(128, 32), 4, 5, proof, root, 2 * Limit));
        // A prover may state any number of leaves.
        Assert.False(MerkleTree.VerifyProof(Ssz, leaves.AsSpan(128, 32), 4, Limit + 1, proof, root, Limit));
    }

    [Fact]
    public void ARepeatedLastLeafIsNotAcceptedAsAnotherLeaf()
    {
        // CVE-2012-2459: the root of three transactions does not change if the last transaction is repeated. A proof for the
        // fourth transaction must not be accepted for a tree of three transactions.
        byte[] three = Pattern.Bytes(3 * 32), four = [.. three, .. three[64..]], root = Root(Bitcoin, three),
            proof = new byte[64];
        Assert.Equal(root, Root(Bitcoin, four));
        MerkleTree.ComputeProof(Bitcoin, four, 3, proof);
        Assert.True(MerkleTree.VerifyProof(Bitcoin, four.AsSpan(96), 3, 4, proof, root));
        Assert.False(MerkleTree.VerifyProof(Bitcoin, four.AsSpan(96), 3, 3, proof, root));
    }

    // ---- rejected input, and allocation ----

    [Fact]
    public void MismatchedArgumentsAreRejected()
    {
        byte[] leaves = new byte[96], root = new byte[32];
        Named("leaves", () => MerkleTree.ComputeRoot(Bitcoin, leaves.AsSpan(1), root));
        Named("leaves", () => MerkleTree.ComputeRoot(Bitcoin, [], root));
        Named("root", () => MerkleTree.ComputeRoot(Ssz, leaves, root.AsSpan(1)));
        Named("limit", () => MerkleTree.ComputeRoot(Ssz, leaves, root, limit: 2));
        Named("limit", () => MerkleTree.ComputeRoot(Ssz, leaves, root, limit: -1));
        Named("limit", () => MerkleTree.ComputeRoot(Rfc6962, leaves, root, limit: 4));
        Named("rule", () => MerkleTree.ComputeRoot((MerkleTreeRule)3, leaves, root));
        Named("rule", () => MerkleTree.VerifyProof((MerkleTreeRule)(-1), root, 0, 1, [], root));
        Named("parallelOptions", () => MerkleTree.ComputeRoot(Ssz, leaves, root, null!));
        Named("nodes", () => MerkleTree.HashNodes(MerkleNodeHash.Sha256, leaves, root));
        Named("parents", () => MerkleTree.HashNodes(MerkleNodeHash.Sha256, leaves.AsSpan(0, 64), leaves));
        Named("hash", () => MerkleTree.HashNodes((MerkleNodeHash)3, leaves.AsSpan(0, 64), root));
        Named("hash", () => MerkleTree.HashNodes((MerkleNodeHash)3, new byte[1 << 20], new byte[1 << 19], new ParallelOptions()));
        Named("index", () => MerkleTree.GetProofSize(Ssz, 3, 3));
        Named("index", () => MerkleTree.GetProofSize(Bitcoin, 0, 0));
        Named("leafCount", () => MerkleTree.GetProofSize(Ssz, 3, -1));
        Named("index", () => MerkleTree.ComputeProof(Ssz, leaves, -1, root));
        Named("proof", () => MerkleTree.ComputeProof(Ssz, leaves, 0, root));
        Named("proof", () => MerkleTree.ComputeProof(Ssz, leaves, 0, leaves));
        Named("leaf", () => MerkleTree.VerifyProof(Ssz, leaves, 0, 1, [], root));
        Named("root", () => MerkleTree.VerifyProof(Ssz, root, 0, 1, [], leaves));
        Named("parallelOptions", () => MerkleTree.HashLeaves(MemoryMessages.Packed(leaves, 32), leaves, null!));
        Named("destination", () => MerkleTree.HashLeaves(Messages.Packed(leaves, new[] { 96 }), leaves));
        ParallelOptions cancelled = new() { CancellationToken = new(canceled: true) };
        Assert.ThrowsAny<OperationCanceledException>(() => MerkleTree.ComputeRoot(Ssz, leaves, root, cancelled));
        Assert.ThrowsAny<OperationCanceledException>(() =>
            MerkleTree.HashNodes(MerkleNodeHash.Keccak256, leaves.AsMemory(0, 64), root, cancelled));

        static void Named(string parameter, Action call) =>
            Assert.Equal(parameter, Assert.ThrowsAny<ArgumentException>(call).ParamName);
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void NothingIsAllocated(MerkleTreeRule rule)
    {
        byte[] leaves = Pattern.Bytes(3000 * 32), root = new byte[32], proof = new byte[12 * 32], parents = new byte[1500 * 32];
        Nothing(() => MerkleTree.ComputeRoot(rule, leaves, root));
        int size = MerkleTree.ComputeProof(rule, leaves, 1234, proof);
        Nothing(() => MerkleTree.ComputeProof(rule, leaves, 1234, proof));
        Nothing(() => MerkleTree.VerifyProof(rule, leaves.AsSpan(1234 * 32, 32), 1234, 3000, proof.AsSpan(0, size), root));
        foreach (MerkleNodeHash hash in Enum.GetValues<MerkleNodeHash>())
        {
            Nothing(() => MerkleTree.HashNodes(hash, leaves, parents));
        }
        Nothing(() => MerkleTree.HashLeaves(Messages.Packed(leaves, 64), parents));

        static void Nothing(Action call) => Assert.Equal(0, Allocated.Least(call));
    }

    private static byte[] Root(MerkleTreeRule rule, byte[] leaves, long limit = 0)
    {
        byte[] root = new byte[32];
        MerkleTree.ComputeRoot(rule, leaves, root, limit);
        return root;
    }

    private static byte[] Changed(byte[] bytes, int at)
    {
        byte[] changed = [.. bytes];
        changed[at] ^= 0x10;
        return changed;
    }

    private static int Depth(long leaves) => leaves <= 1 ? 0 : 1 + BitOperations.Log2((ulong)leaves - 1);

    private static byte[] Plain(MerkleTreeRule rule, byte[] leaves)
    {
        byte[][] level = [.. leaves.Chunk(32)];
        if (rule == Rfc6962) return Split(level);

        for (byte[] zero = new byte[32]; level.Length > 1; zero = SHA256.HashData([.. zero, .. zero]))
        {
            if (level.Length % 2 != 0) level = [.. level, rule == Bitcoin ? level[^1] : zero];
            level = [.. level.Chunk(2).Select(pair => SHA256.HashData([.. pair[0], .. pair[1]]))];
            if (rule == Bitcoin) level = [.. level.Select(SHA256.HashData)];
        }

        return level[0];

        // RFC 6962, section 2.1: k is the largest power of two smaller than n.
        static byte[] Split(Span<byte[]> hashes)
        {
            if (hashes.Length == 1) return hashes[0];

            int k = 1;
            while (2 * k < hashes.Length) k *= 2;
            return SHA256.HashData([1, .. Split(hashes.Slice(0, k)), .. Split(hashes.Slice(k))]);
        }
    }
}
