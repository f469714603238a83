using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Working;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests hashing large files in parts.</summary>
public sealed class LargeFileTests
{
    private const int Segment = 1 << 20;

    [Fact]
    public void PartsGiveTheDigestOfTheFile()
    {
        using TemporaryFolder folder = new();
        ItemResult result = Hash(folder.File("large"), onLastPart: () => { }, out byte[] content);
        Assert.Equal(ItemStatus.Hashed, result.Status);
        Assert.Equal(Blake3.HashData(content), result.Digest);
    }

    [Fact]
    public void AFileThatIsOverwrittenWhileItsLastPartIsReadIsUnreadable()
    {
        using TemporaryFolder folder = new();
        string path = folder.File("large");
        ItemResult result = Hash(path, onLastPart: () => File.WriteAllBytes(path, new byte[2 * Segment]), out _);
        Assert.Equal((ItemStatus.Unreadable, "it changed while its parts were read"), (result.Status, result.Note));
    }

    // Hashes a file of two parts. <c>onLastPart</c> is called after the second part was read, but before its value is returned.
    private static ItemResult Hash(string path, Action onLastPart, out byte[] content)
    {
        content = new byte[2 * Segment];
        new Random(1).NextBytes(content);
        File.WriteAllBytes(path, content);
        // Any later write changes this old time, even if the file system records times with low precision.
        File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch);
        FleetJob job = new(
            1, "job", 1, false, FleetJobState.Planned, "BLAKE3", null, new() { SegmentBytes = Segment }, default, null, null);
        WorkItem item = new(1, path, content.Length, null, IsKnown: false, Expected: null);
        PartValue[] parts =
        [
            .. Enumerable.Range(0, 2).Select(part => LargeFile.Hash(
                new(1, part, 0, 1, item.Id, 1, part, Segment), item, Segment, 1, [],
                _ => (part == 1 ? onLastPart : () => { })(), default)),
        ];
        return LargeFile.Merge(job, item, parts);
    }
}
