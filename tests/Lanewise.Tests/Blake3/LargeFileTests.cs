using Lanewise.Cli.Files;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace Lanewise.Tests;

/// <summary>A file hashed in pieces by several threads: values in any order, and a file that is shorter than it was said to be.</summary>
public sealed class LargeFileTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void PiecesOfSeveralThreadsMakeTheDigest(int threads)
    {
        foreach (int length in new[] { 1, LargeFile.PieceBytes, LargeFile.PieceBytes + 1, (9 * LargeFile.PieceBytes) - 1, (9 * LargeFile.PieceBytes) + 5000 })
        {
            byte[] content = Pattern.Bytes(length), digest = new byte[32];
            using TemporaryFolder folder = new();
            File.WriteAllBytes(folder.File("content"), content);
            using SafeFileHandle handle = File.OpenHandle(folder.File("content"));
            using Blake3 hash = new();
            LargeFile file = new(handle, hash.Running, length, null);
            Parallel.For(0, threads, _ => file.Work(new byte[LargeFile.PieceBytes]));
            Assert.True(file.Finish());
            Assert.False(file.HasWork);
            hash.AppendData(content.AsSpan((int)(file.Pieces * LargeFile.PieceBytes)));
            hash.GetHashAndReset(digest);
            Digests.Equal(PlainReferences.For("blake3")(default, content, 32), digest, () => $"{length} bytes by {threads} threads");
        }
    }

    [Fact]
    public void AFileThatBecameShorterIsSaid()
    {
        using TemporaryFolder folder = new();
        File.WriteAllBytes(folder.File("content"), new byte[(3 * LargeFile.PieceBytes) - 1]);
        using SafeFileHandle handle = File.OpenHandle(folder.File("content"));
        using Blake3 hash = new();
        LargeFile file = new(handle, hash.Running, 8L * LargeFile.PieceBytes, null);
        Parallel.For(0, 3, _ => file.Work(new byte[LargeFile.PieceBytes]));
        Assert.False(file.Finish());
        Assert.False(file.HasWork);
    }
}
