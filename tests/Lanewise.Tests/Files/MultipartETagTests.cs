using System.Security.Cryptography;
using Lanewise.Files;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares ETags with those computed by a plain loop over .NET's MD5.</summary>
public sealed class MultipartETagTests
{
    [Theory]
    [InlineData(0, 5)]
    [InlineData(1, 1)]
    [InlineData(100, 1)]
    [InlineData(100, 100)]
    [InlineData(101, 100)]
    [InlineData(1_000_000, 99_999)]
    [InlineData(1_000_000, 65_536)]
    [InlineData(5_000_000, 16_384)]
    [InlineData(20_000_000, 1_048_576)]
    [InlineData(20_000_000, 700_001)]
    public void EveryPathGivesTheSameResult(int length, int partSize)
    {
        using TemporaryFolder folder = new();
        byte[] content = Pattern.Bytes(length);
        string path = folder.File("object"), expected = Plain(content, partSize);
        File.WriteAllBytes(path, content);
        foreach (int cores in new[] { 1, 3 })
        {
            Assert.Equal(expected, MultipartETag.Compute(path, partSize, new() { MaxDegreeOfParallelism = cores }));
        }
        using MemoryStream before = new([1, 2, 3, .. content]) { Position = 3 };
        Assert.Equal(expected, MultipartETag.Compute(before, partSize));
        Assert.Equal(before.Length, before.Position);
        Assert.Equal(expected, MultipartETag.Compute(new Once(content), partSize));
    }

    [Theory]
    [InlineData(0, new long[] { 5 })]
    [InlineData(12_345, new long[] { 1, 100, 4096, 12_344, 12_345, 12_346, long.MaxValue })]
    [InlineData(3_000_000, new long[] { 1 << 20, 1_000_000, 1_500_000, 700_001, 65_536, 333, 2_999_999 })]
    public void SeveralPartSizesAreTriedInOneRead(int length, long[] sizes)
    {
        byte[] content = Pattern.Bytes(length);
        using RunningETags etags = new(sizes);
        for (int at = 0, piece = 1; at < length; at += piece, piece = Math.Min(length - at, (piece * 7 % 400_009) + 1))
            etags.Append(content.AsMemory(at, piece));
        Assert.Equal(sizes.Select(size => Plain(content, (int)Math.Min(size, int.MaxValue))), etags.Finish());
    }

    [Theory]
    [InlineData(5 << 20)]
    [InlineData(8 << 20)]
    [InlineData(11 << 20)]
    [InlineData(17_179_870)]
    [InlineData(10_000_000)]
    public void ThePartSizeIsFound(int partSize)
    {
        using TemporaryFolder folder = new();
        byte[] content = Pattern.Bytes(40_000_001);
        string path = folder.File("object");
        File.WriteAllBytes(path, content);
        string etag = Plain(content, partSize);
        Assert.True(MultipartETag.TryFindPartSize(path, $"\"{etag.ToUpperInvariant()}\"", out long found));
        Assert.Equal(partSize, found);
        Assert.True(MultipartETag.TryFindPartSize(path, Convert.ToHexString(MD5.HashData(content)), out found));
        Assert.Equal(0, found);
        Assert.False(MultipartETag.TryFindPartSize(path, "0123456789abcdef0123456789abcdef-5", out found));
        Assert.Equal(0, found);
    }

    [Fact]
    public void EveryCandidateGivesTheRequestedNumberOfParts()
    {
        foreach (long length in new[] { 0, 1, 5L << 20, 100_000_000, 12L << 30 })
        {
            foreach (int parts in new[] { 1, 2, 3, 20, 9999 })
            {
                long[] sizes = [.. MultipartETag.Candidates(length, parts)];
                Assert.Equal(sizes.Distinct(), sizes);
                Assert.All(sizes, size => Assert.Equal(parts, Math.Max(1, (length + size - 1) / size)));
            }
        }

        // These objects would require more than 10,000 parts, which S3 does not allow.
        Assert.Empty(MultipartETag.Candidates(1 << 30, 1 << 30));
        Assert.Empty(MultipartETag.Candidates(10_001, 10_001));
        Assert.Equal([1L], MultipartETag.Candidates(10_000, 10_000));
        Assert.Equal(8 << 20, MultipartETag.UsualPartSize(80_000_000_000));
        Assert.Equal(16 << 20, MultipartETag.UsualPartSize(90_000_000_000));
    }

    [Theory]
    [InlineData("")]
    [InlineData("x")]
    [InlineData("0123456789abcdef0123456789abcdef-")]
    [InlineData("0123456789abcdef0123456789abcdef-0")]
    [InlineData("0123456789abcdef0123456789abcdeg")]
    [InlineData("0123456789abcdef0123456789abcdef0")]
    public void MalformedETagsAreRejected(string etag) => Assert.Throws<FormatException>(() => MultipartETag.Normalize(etag));

    [Fact]
    public void InvalidArgumentsAreRejected()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => MultipartETag.Compute("x", 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => MultipartETag.Compute(Stream.Null, -1));
        Assert.Throws<ArgumentNullException>(() => MultipartETag.Compute((string)null!, 1));
        Assert.Throws<FileNotFoundException>(() => MultipartETag.Compute("/none/none", 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => MultipartETag.UsualPartSize(-1));
        using CancellationTokenSource stop = new();
        stop.Cancel();
        using TemporaryFolder folder = new();
        File.WriteAllBytes(folder.File("a"), new byte[1000]);
        Assert.ThrowsAny<OperationCanceledException>(() =>
            MultipartETag.Compute(folder.File("a"), 10, new() { CancellationToken = stop.Token }));
    }

    private static string Plain(byte[] content, int partSize)
    {
        List<byte> digests = [];
        int parts = 0;
        for (int at = 0; at < content.Length || parts == 0; at += partSize, parts++)
        {
            digests.AddRange(MD5.HashData(content.AsSpan(at, Math.Min(partSize, content.Length - at))));
        }

        return $"{Convert.ToHexStringLower(MD5.HashData([.. digests]))}-{parts}";
    }

    private sealed class Once(byte[] content) : MemoryStream(content)
    {
        public override bool CanSeek => false;

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 100_003));
    }
}
