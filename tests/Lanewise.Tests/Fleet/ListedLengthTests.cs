using System.Text;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Planning;
using Lanewise.Fleet.Sources;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that planning succeeds for every length without exhausting memory. An object store or a sparse file may report any
/// length.
/// </summary>
public sealed class ListedLengthTests
{
    private static readonly FolderLease Folder = new(0, [], false);

    [Theory]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    [InlineData(PageMaker.MostBytes + 1)]
    [InlineData(long.MaxValue)]
    public void AnImpossibleLengthIsUnreadable(long length)
    {
        PlannedPage page = Plan(length, hasParts: true);
        Assert.Equal(ItemStatus.Unreadable, page.Items[1].Status);
        Assert.Contains(FormattableString.Invariant($"{length} bytes"), page.Items[1].Note, StringComparison.Ordinal);
        Assert.Equal([1L, 0, 1], page.Items.Select(item => item.Bytes));
        Assert.Equal(1, page.Ranges.Sum(range => range.Unreadable));
        Assert.Equal(3, page.Ranges.Sum(range => range.Files));
    }

    [Theory]
    [InlineData(3 << 20, 3)]
    [InlineData(((long)PageMaker.MostParts << 20) - 1, PageMaker.MostParts)]
    [InlineData((long)PageMaker.MostParts << 20, 1)]
    [InlineData(PageMaker.MostBytes, 1)]
    public void AFileHasABoundedNumberOfParts(long length, int parts)
    {
        PlannedPage page = Plan(length, hasParts: true);
        Assert.Null(page.Items[1].Status);
        PlannedRange[] ofFile = [.. page.Ranges.Where(range => range.First == 1)];
        Assert.Equal(parts, ofFile.Length);
        Assert.Equal(length, ofFile.Sum(range => range.Bytes));
    }

    // Plans a file of the given length between two one-byte files.
    private static PlannedPage Plan(long length, bool hasParts)
    {
        FleetJob job = new(
            1, "job", 1, false, FleetJobState.Planning, "BLAKE3", null, new() { SegmentBytes = 1 << 20 }, default, null, null);
        PageMaker page = new(job, hasParts);
        page.Add(Folder, new([Item("a", 1), Item("b", length), Item("c", 1)], [], null));
        return page.Take(null, null);
    }

    private static PlannedItem Item(string name, long length) => new(Encoding.ASCII.GetBytes(name), length);
}
