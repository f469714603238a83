using Lanewise.Fleet;
using Lanewise.Fleet.Serving;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that a report combines the moved files of a folder.</summary>
public sealed class MovedFolderTests
{
    private const int Files = 500;

    [Theory]
    [InlineData("photos/{0}", "pictures/{0}", "photos/", "pictures/")]
    [InlineData("photos/2019/{0}/a", "pictures/2019/{0}/a", "photos/", "pictures/")]
    [InlineData("/srv/a/{0}", "/srv/a/deep/er/{0}", "/srv/a/", "/srv/a/deep/er/")]
    [InlineData("s3://bucket/a/x/{0}", "s3://bucket/b/x/{0}", "s3://bucket/a/", "s3://bucket/b/")]
    [InlineData("a/b/{0}", "b/{0}", "a/b/", "b/")]
    [InlineData("first-photos/{0}", "photos/{0}", "first-photos/", "photos/")]
    public void TheFilesOfARenamedFolderAreOneLine(string before, string after, string from, string to)
    {
        MovedFolder folder = Assert.Single(Combine(Moved(before, after, Files)).Folders);

        Assert.Equal((from, to, Files), (folder.From, folder.To, folder.Count));
        Assert.Equal(20, folder.Items.Count);
    }

    [Theory]
    [InlineData("photos/{0}", "pictures/{0}", MovedFolder.Fewest - 1)]
    [InlineData("photos/{0}.jpg", "photos/{0}.jpeg", Files)]
    [InlineData("{0}", "renamed{0}", Files)]
    public void OtherFilesHaveTheirOwnLines(string before, string after, int count)
    {
        FleetItem[] moved = [.. Moved(before, after, count)];
        (FleetItem[] items, MovedFolder[] folders) = Combine(moved);

        Assert.Empty(folders);
        Assert.Equal(moved, items);
    }

    /// <summary>The order of the kinds does not change.</summary>
    [Fact]
    public void OtherItemsStayInOrder()
    {
        FleetItem missing = new("a", ItemStatus.Missing, null, 1, null), added = new("b", ItemStatus.New, null, 1, null);
        FleetItem[] moved = [.. Moved("x/{0}", "y/{0}", 10), .. Moved("x/{0}", "z/{0}", 10), .. Moved("one", "two", 1)];

        string[] lines =
        [
            .. MovedFolder.Combine([missing, .. moved, added], most: 0)
                .Select(line => line.Item?.Name ?? $"{line.Folder!.Count} to {line.Folder.To}"),
        ];
        Assert.Equal(["a", "10 to y/", "10 to z/", "two", "b"], lines);
    }

    /// <summary>The page counts and names the files of a renamed folder apart from other files.</summary>
    [Fact]
    public void ThePageHasAFolderForThem()
    {
        FleetItem[] items = [.. Moved("x/{0}", "y/{0}", Files), new("y/new", ItemStatus.New, null, 1, null)];
        IReadOnlyList<ItemFolder> folders = ItemFolders.Of(items, 40);
        folders = ItemFolders.Join(ItemFolders.Of([new("y/bad", ItemStatus.Changed, null, 1, null)], 40), folders);

        Assert.Equal([("y/", null), ("y/", "x/")], folders.Select(folder => (folder.Name, folder.MovedFrom)));
        Assert.Equal([(ItemStatus.Changed, 1L), (ItemStatus.New, 1L)], folders[0].Counts);
        Assert.Equal([(ItemStatus.Moved, (long)Files)], folders[1].Counts);
        Assert.Equal((20, Files - 20), (folders[1].Items.Count, folders[1].Others));
    }

    private static (FleetItem[] Items, MovedFolder[] Folders) Combine(IEnumerable<FleetItem> items)
    {
        (FleetItem? Item, MovedFolder? Folder)[] lines = [.. MovedFolder.Combine(items, most: 20)];
        return ([.. lines.Select(line => line.Item).OfType<FleetItem>()],
            [.. lines.Select(line => line.Folder).OfType<MovedFolder>()]);
    }

    private static IEnumerable<FleetItem> Moved(string before, string after, int count) => Enumerable.Range(0, count).Select(
        i => new FleetItem(Name(after, i), ItemStatus.Moved, null, 1, null) { MovedFrom = Name(before, i) });

    private static string Name(string pattern, int number) =>
        pattern.Replace("{0}", FormattableString.Invariant($"{number}"), StringComparison.Ordinal);
}
