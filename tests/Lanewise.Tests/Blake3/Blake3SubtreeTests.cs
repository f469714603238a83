using System.Security.Cryptography;
using Lanewise.Hazmat;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Computes the hash of a message from its subtrees, like a caller that schedules them itself.</summary>
[Trait("Category", "Lanes")]
public sealed class Blake3SubtreeTests
{
    [Fact]
    public void SubtreesCombineToTheHashOfTheMessage()
    {
        byte[] data = Pattern.Bytes(70_000), key = Pattern.Bytes(32, 9);
        foreach (int n in new[] { 1025, 2048, 2049, 3072, 5000, 16_384, 16_385, 65_536, data.Length })
        {
            foreach (byte[] k in new[] { [], key })
            {
                int left = (int)Blake3Subtree.LeftLength(n);
                byte[] output = new byte[100];
                byte[] first = Value(data.AsSpan(0, left), 0, k), second = Value(data.AsSpan(left, n - left), left, k);
                if (k.Length == 0) Blake3Subtree.MergeRoot(first, second, output);
                else Blake3Subtree.MergeRoot(first, second, output, k);
                Digests.Equal(PlainBlake3.Hash(k, data.AsSpan(0, n), 100), output, () => $"{n} bytes");
            }
        }
    }

    [Fact]
    public void SubtreesAreRightBeforeAndAfterTheCarryOfTheChunkCounter()
    {
        // The subtrees are near the offset 4 TiB, where the chunk number exceeds 32 bits.
        byte[] data = Pattern.Bytes(128 * 1024), key = Pattern.Bytes(32, 9), left = new byte[32], right = new byte[32],
            both = new byte[32];
        foreach (byte[] k in new[] { [], key })
        {
            ulong carry = 1UL << 32;
            ChainingValue(data.AsSpan(0, 65_536), (carry - 64) * 1024, left, k);
            ChainingValue(data.AsSpan(65_536), carry * 1024, right, k);
            Digests.Equal(PlainBlake3.Subtree(k, carry - 64, data.AsSpan(0, 65_536)), left, () => "before");
            Digests.Equal(PlainBlake3.Subtree(k, carry, data.AsSpan(65_536)), right, () => "behind");
            Merge(left, right, both, k);
            Digests.Equal(PlainBlake3.Subtree(k, carry - 64, data), both, () => "both");
        }

        Blake3Subtree.ChainingValue(data.AsSpan(0, 1), ulong.MaxValue / 1024 * 1024, left);
        Digests.Equal(PlainBlake3.Subtree(default, ulong.MaxValue / 1024, data.AsSpan(0, 1)), left, () =>
            "the last chunk that a message can have");
    }

    [Fact]
    public void InvalidSubtreesAreRejected()
    {
        byte[] value = new byte[32];
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Subtree.ChainingValue(new byte[2048], 1024, value));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Subtree.ChainingValue(new byte[1], 1, value));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Subtree.LeftLength(1024));
        Assert.Throws<ArgumentException>(() => Blake3Subtree.ChainingValue(default, 0, value));
        Assert.Throws<ArgumentException>(() => Blake3Subtree.Merge(new byte[31], value, value));
        Assert.Throws<ArgumentException>(() => Blake3Subtree.MergeRoot(value, value, default));
        foreach (int keyBytes in new[] { 0, 1, 31, 33 })
        {
            byte[] key = new byte[keyBytes];
            Assert.Throws<CryptographicException>(() => Blake3Subtree.ChainingValue(new byte[1], 0, value, key));
            Assert.Throws<CryptographicException>(() => Blake3Subtree.Merge(value, value, value, key));
            Assert.Throws<CryptographicException>(() => Blake3Subtree.MergeRoot(value, value, value, key));
        }
    }

    // The library hashes pieces of at most four chunks, and the caller merges their chaining values.
    private static byte[] Value(ReadOnlySpan<byte> source, int position, byte[] key)
    {
        byte[] value = new byte[32];
        if (source.Length <= 4096)
        {
            ChainingValue(source, (ulong)position, value, key);
            return value;
        }

        int left = (int)Blake3Subtree.LeftLength(source.Length);
        Merge(Value(source.Slice(0, left), position, key), Value(source.Slice(left), position + left, key), value, key);
        return value;
    }

    private static void ChainingValue(ReadOnlySpan<byte> source, ulong position, Span<byte> value, byte[] key)
    {
        if (key.Length == 0) Blake3Subtree.ChainingValue(source, position, value);
        else Blake3Subtree.ChainingValue(source, position, value, key);
    }

    private static void Merge(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> value, byte[] key)
    {
        if (key.Length == 0) Blake3Subtree.Merge(left, right, value);
        else Blake3Subtree.Merge(left, right, value, key);
    }
}
