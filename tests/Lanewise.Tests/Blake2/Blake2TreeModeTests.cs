using System.Security.Cryptography;
using Lanewise.Blake2Family;
using Lanewise.Hazmat;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares BLAKE2's tree mode with trees that the tests build node by node from custom parameters.</summary>
[Trait("Category", "Lanes")]
public sealed class Blake2TreeModeTests
{
    public static TheoryData<string> ShapesB => [.. Rows.Row("blake2b").Shapes.Select(s => s.ToString())];

    public static TheoryData<string> ShapesS => [.. Rows.Row("blake2s").Shapes.Select(s => s.ToString())];

    [Theory]
    [MemberData(nameof(ShapesB))]
    public void Blake2bTreesOfEveryShapeEqualThePlainReference(string shapeName)
    {
        LaneShape shape = Rows.Shape(Rows.Row("blake2b"), shapeName);
        ForTrees(64,
            (tree, key, message, digest) => Blake2<ulong, Blake2bSpec>.Blake2Tree.Hash(tree, key, message, digest, shape),
            PlainBlake2.B, shapeName);
    }

    [Theory]
    [MemberData(nameof(ShapesS))]
    public void Blake2sTreesOfEveryShapeEqualThePlainReference(string shapeName)
    {
        LaneShape shape = Rows.Shape(Rows.Row("blake2s"), shapeName);
        ForTrees(32,
            (tree, key, message, digest) => Blake2<uint, Blake2sSpec>.Blake2Tree.Hash(tree, key, message, digest, shape),
            PlainBlake2.S, shapeName);
    }

    [Fact]
    public void PublicMethodsChooseTheShapeAndEqualThePlainReference()
    {
        ForTrees(64, (tree, key, message, digest) =>
        {
            if (key.IsEmpty) Blake2bTree.HashData(tree, message, digest);
            else Blake2bTree.HashData(tree, key, message, digest);
        }, PlainBlake2.B, "chosen");
        ForTrees(32, (tree, key, message, digest) =>
        {
            if (key.IsEmpty) Blake2sTree.HashData(tree, message, digest);
            else Blake2sTree.HashData(tree, key, message, digest);
        }, PlainBlake2.S, "chosen");
    }

    [Fact]
    public void MethodsWithAKeyRejectAnEmptyKey()
    {
        byte[] message = new byte[64], digest = new byte[32];
        Blake2Parameters tree = new() { Fanout = 0, MaxDepth = 2, LeafLength = 64, InnerHashSizeInBytes = 32 };
        Assert.Throws<CryptographicException>(() => Blake2bTree.HashData(tree, default, message, digest));
        Assert.Throws<CryptographicException>(() => Blake2bTree.HashNodes(tree, default, 0, 0, true, message, digest));
        Assert.Throws<CryptographicException>(() => Blake2bTree.HashRoot(tree, default, 1, message, digest));
        Assert.Throws<CryptographicException>(() => Blake2sTree.HashData(tree, default, message, digest));
        Assert.Throws<CryptographicException>(() => Blake2sTree.HashNodes(tree, default, 0, 0, true, message, digest));
        Assert.Throws<CryptographicException>(() => Blake2sTree.HashRoot(tree, default, 1, message, digest));
        Assert.Equal(new byte[32], digest);
    }

    [Fact]
    public void SeparatelyHashedNodesGiveTheRoot()
    {
        byte[] message = Pattern.Bytes(20_000), key = Pattern.Bytes(20, 3), whole = new byte[50], root = new byte[50];
        Blake2Parameters tree = new() { Fanout = 5, MaxDepth = 4, LeafLength = 700, InnerHashSizeInBytes = 33,
            Personalization = "pieces"u8.ToArray() };
        Blake2bTree.HashData(tree, key, message, whole);

        // The levels of the tree have 29 leaves, 6 nodes, 2 nodes and a root.
        byte[] leaves = new byte[29 * 33], first = new byte[6 * 33], second = new byte[2 * 33];
        Blake2bTree.HashNodes(tree, key, 0, 0, false, message.AsSpan(0, 7 * 700), leaves.AsSpan(0, 7 * 33));
        Blake2bTree.HashNodes(tree, key, 0, 7, true, message.AsSpan(7 * 700), leaves.AsSpan(7 * 33));
        Blake2bTree.HashNodes(tree, key, 1, 0, false, leaves.AsSpan(0, 10 * 33), first.AsSpan(0, 2 * 33));
        Blake2bTree.HashNodes(tree, key, 1, 2, true, leaves.AsSpan(10 * 33), first.AsSpan(2 * 33));
        Blake2bTree.HashNodes(tree, key, 2, 0, true, first, second);
        Blake2bTree.HashRoot(tree, key, 3, second, root);
        Assert.Equal(whole, root);
    }

    [Fact]
    public void ADestinationMayOverlapTheSource()
    {
        byte[] message = Pattern.Bytes(5000), expected = new byte[32], nodes = new byte[40 * 32];
        Blake2Parameters tree = new() { Fanout = 2, MaxDepth = 255, LeafLength = 125, InnerHashSizeInBytes = 32 };
        Blake2sTree.HashData(tree, message, expected);
        Blake2sTree.HashNodes(tree, 0, 0, true, message, nodes);
        byte[] copy = [.. message];
        Blake2sTree.HashNodes(tree, 0, 0, true, copy, copy.AsSpan(0, nodes.Length));
        Digests.EqualMany(nodes, copy.AsSpan(0, nodes.Length), 32, () => "leaves over their message");
        copy = [.. message];
        Blake2sTree.HashData(tree, copy, copy.AsSpan(100, 32));
        Digests.Equal(expected, copy.AsSpan(100, 32), () => "digest over the message");
    }

    [Fact]
    public void InvalidTreeParametersThrowWithTheirName()
    {
        Blake2Parameters Tree(int fanout = 2, int depth = 3, uint leaf = 100, int inner = 32, ulong offset = 0, int nodeDepth = 0,
            bool last = false, int salt = 0) => new()
        {
            Fanout = fanout, MaxDepth = depth, LeafLength = leaf, InnerHashSizeInBytes = inner, NodeOffset = offset,
            NodeDepth = nodeDepth, IsLastNode = last, Salt = new byte[salt],
        };

        byte[] digest = new byte[32];
        Refused(nameof(Blake2Parameters.Fanout), Tree(fanout: 1));
        Refused(nameof(Blake2Parameters.Fanout), Tree(fanout: 256));
        Refused(nameof(Blake2Parameters.MaxDepth), Tree(depth: 1));
        Refused(nameof(Blake2Parameters.MaxDepth), Tree(depth: 256));
        Refused(nameof(Blake2Parameters.InnerHashSizeInBytes), Tree(inner: 0));
        Refused(nameof(Blake2Parameters.InnerHashSizeInBytes), Tree(inner: 33));
        Refused(nameof(Blake2Parameters.NodeOffset), Tree(offset: 1));
        Refused(nameof(Blake2Parameters.NodeDepth), Tree(nodeDepth: 1));
        Refused(nameof(Blake2Parameters.IsLastNode), Tree(last: true));
        Refused(nameof(Blake2Parameters.Salt), Tree(salt: 9));
        // With these parameters, a tree may have four leaves, but not five.
        Blake2sTree.HashData(Tree(), new byte[400], digest);
        Array.Clear(digest);
        ArgumentException high = Assert.Throws<ArgumentException>(() => Blake2sTree.HashData(Tree(), new byte[401], digest));
        Assert.Contains("depth 4; MaxDepth is 3", high.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>(() => Blake2sTree.HashData(null!, default, digest));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashData(Tree(), default, new byte[33]));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashData(Tree(), default, default(Span<byte>)));
        Assert.Throws<CryptographicException>(() => Blake2sTree.HashData(Tree(), new byte[33], default, digest));

        Assert.Throws<ArgumentOutOfRangeException>(() =>
            Blake2sTree.HashNodes(Tree(), 2, 0, true, new byte[32], digest));
        Assert.Throws<ArgumentOutOfRangeException>(() =>
            Blake2sTree.HashNodes(Tree(), -1, 0, true, new byte[32], digest));
        Assert.Throws<ArgumentOutOfRangeException>(() =>
            Blake2sTree.HashNodes(Tree(), 0, 1UL << 48, true, new byte[32], digest));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashNodes(Tree(), 0, 0, false, new byte[99], digest));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashNodes(Tree(), 1, 0, true, new byte[33], digest));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashNodes(Tree(), 0, 0, true, new byte[101], digest));
        Assert.Throws<ArgumentException>("source", () =>
            Blake2sTree.HashNodes(Tree(fanout: 0), 1, 0, true, default, digest));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake2sTree.HashRoot(Tree(), 0, new byte[64], digest));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake2sTree.HashRoot(Tree(), 3, new byte[64], digest));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashRoot(Tree(), 1, new byte[96], digest));
        Assert.Throws<ArgumentException>(() => Blake2sTree.HashRoot(Tree(), 1, new byte[63], digest));
        Assert.Equal(new byte[32], digest);

        void Refused(string field, Blake2Parameters tree)
        {
            Assert.Contains(field, Assert.Throws<ArgumentException>(() => Blake2sTree.HashData(tree, default, digest)).Message,
                StringComparison.Ordinal);
            Assert.Contains(field, Assert.Throws<ArgumentException>(
                () => Blake2sTree.HashNodes(tree, 0, 0, true, new byte[10], digest)).Message, StringComparison.Ordinal);
            Assert.Contains(field, Assert.Throws<ArgumentException>(
                () => Blake2sTree.HashRoot(tree, 1, new byte[32], digest)).Message, StringComparison.Ordinal);
        }
    }

    private delegate void TreeHash(Blake2Parameters tree, ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, Span<byte> digest);

    private static void ForTrees(int full, TreeHash hash, PlainBlake2 plain, string name)
    {
        byte[] message = Pattern.Bytes(30_000), key = Pattern.Bytes(17, 8);
        foreach ((int fanout, int depth, uint leaf, int inner) in new (int, int, uint, int)[]
                 {
                     (2, 255, 128, full), (2, 255, 1000, 20), (0, 2, 64, full), (0, 2, 1024, full), (4, 6, 129, full),
                     (255, 3, 100, full - 1), (3, 255, 1, 1), (2, 2, 0, full),
                 })
        {
            foreach (int n in new[] { 0, 1, 63, 64, 65, 128, 129, 255, 256, 257, 1000, 1024, 2000, 2048, 3 * 1024, 8 * 1024,
                (8 * 1024) + 1, 17 * 1024, 30_000 })
            {
                if (leaf == 1 && n > 300) continue;

                byte[] k = n % 2 == 0 ? [] : key, digest = new byte[n % 3 == 0 ? full : 20];
                Blake2Parameters tree = new() { Fanout = fanout, MaxDepth = depth, LeafLength = leaf,
                    InnerHashSizeInBytes = inner, Salt = new byte[] { 1, 2, 3 } };
                hash(tree, k, message.AsSpan(0, n), digest);
                PlainBlake2Parameters same = new() { Fanout = fanout, MaxDepth = depth, LeafLength = leaf, InnerLength = inner,
                    Salt = [1, 2, 3] };
                Digests.Equal(ByHand(plain, same, k, message.AsSpan(0, n), digest.Length), digest, () =>
                    $"{name}, fanout {fanout}, leaves of {leaf}, {n} bytes");
            }
        }
    }

    private static byte[] ByHand(PlainBlake2 plain, PlainBlake2Parameters p, byte[] key, ReadOnlySpan<byte> message,
        int hashBytes)
    {
        byte[] level = message.ToArray();
        for (int depth = 0; ; depth++)
        {
            int size = depth == 0 ? (int)p.LeafLength : p.Fanout * p.InnerLength;
            byte[][] parts = size == 0 || level.Length == 0 ? [level] : [.. level.Chunk(size)];
            if (parts.Length == 1) return plain.Hash(key, level, hashBytes, p with { NodeDepth = depth, IsLastNode = true });

            level = [.. parts.SelectMany((part, i) =>
                plain.Hash(key, part, p.InnerLength,
                    p with { NodeDepth = depth, NodeOffset = (ulong)i, IsLastNode = i == parts.Length - 1 }))];
        }
    }
}
