using Lanewise.Fleet;
using Lanewise.Fleet.Serving;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests how the page of an audit groups files by folder.</summary>
public sealed class ItemFoldersTests
{
    private const int MostItems = 40;

    [Fact]
    public void ThousandsOfFilesInAFolderAreCountedAndAFewAreNamed()
    {
        IReadOnlyList<ItemFolder> folders = Fold([.. Files("photos/2019", 5000), .. Files("photos", 3)]);

        Assert.Equal(["photos/2019/", "photos/"], folders.Select(folder => folder.Name));
        Assert.Equal([(ItemStatus.Missing, 5000L)], folders[0].Counts);
        Assert.Equal(MostItems / 4, folders[0].Items.Count);
        Assert.Equal(5000 - (MostItems / 4), folders[0].Others);
        Assert.Equal((3, 0), (folders[1].Items.Count, folders[1].Others));
    }

    [Fact]
    public void NoMoreItemsOfAKindAreNamedThanAllowed()
    {
        IReadOnlyList<ItemFolder> folders = Fold(
            [.. Enumerable.Range(0, ItemFolders.MostFolders).SelectMany(i => Files($"f{i}", 30))]);

        Assert.Equal(ItemFolders.MostFolders, folders.Count);
        Assert.Equal(MostItems, folders.Sum(folder => folder.Items.Count));
        Assert.Equal(30 * ItemFolders.MostFolders, folders.Sum(folder => folder.Counts.Sum(kind => kind.Count)));
    }

    [Fact]
    public void ManyFoldersAreCombinedWithTheFoldersAboveThem()
    {
        IReadOnlyList<ItemFolder> folders = Fold(
            [.. Enumerable.Range(0, 400).SelectMany(i => Files($"/srv/archive/{i / 40}/{i % 40}", 5))]);

        Assert.Equal(Enumerable.Range(0, 10).Select(i => $"/srv/archive/{i}/"), folders.Select(folder => folder.Name));
        Assert.All(folders, folder => Assert.Equal([(ItemStatus.Missing, 200L)], folder.Counts));
        // The names are distributed among the combined folders.
        Assert.Equal([10, 10, 10, 10, 0, 0, 0, 0, 0, 0], folders.Select(folder => folder.Items.Count));
    }

    /// <summary>Otherwise, a single group would contain all files, and nobody would see which folders are affected.</summary>
    [Fact]
    public void FoldersAreNotCombinedIntoASingleOne() => Assert.Equal(
        ItemFolders.MostFolders + 10,
        Fold([.. Enumerable.Range(0, ItemFolders.MostFolders + 10).SelectMany(i => Files($"archive/{i}", 1))]).Count);

    /// <summary>Otherwise, a page with changed files in many folders would not name the missing files.</summary>
    [Fact]
    public void ManyFoldersOfOneKindDoNotHideAnotherKind()
    {
        IEnumerable<FleetItem> changed = Enumerable.Range(0, ItemFolders.MostFolders + 5).Select(
            i => new FleetItem($"archive/{i}/changed", ItemStatus.Changed, null, 1, null));
        ItemFolder[] shown = [.. ItemFolders.Shown(Fold([.. changed, .. Files("gone", 5)]))];

        Assert.Equal(ItemFolders.MostFolders + 1, shown.Length);
        Assert.Equal(("gone/", 5), (shown[^1].Name, shown[^1].Items.Count));
        Assert.All(shown[..^1], folder => Assert.Equal([(ItemStatus.Changed, 1L)], folder.Counts));
    }

    [Fact]
    public void EachKindIsCounted()
    {
        FleetItem[] items =
        [
            .. Files("a", 2), new("a/changed", ItemStatus.Changed, null, 1, null),
            new("b/pipe", ItemStatus.Special, null, 0, null),
        ];
        IReadOnlyList<ItemFolder> folders = ItemFolders.Join(Fold(items), Fold([.. Files("b", 1)]));

        Assert.Equal([(ItemStatus.Changed, 1L), (ItemStatus.Missing, 2L)], folders[0].Counts);
        Assert.Equal([(ItemStatus.Missing, 1L), (ItemStatus.Special, 1L)], folders[1].Counts);
        Assert.Equal(["b/pipe", "b/0"], folders[1].Items.Select(item => item.Name));
    }

    [Fact]
    public void OneKindDoesNotHideAnother()
    {
        IEnumerable<FleetItem> moved = Enumerable.Range(0, MostItems).Select(
            i => new FleetItem($"a/moved{i}", ItemStatus.Moved, null, 1, null));
        ItemFolder folder = Assert.Single(ItemFolders.Join(Fold([.. moved, .. Files("a", 1)]), Fold([.. Files("a", 1)])));

        Assert.Equal(MostItems / 4, folder.Items.Count(item => item.Status == ItemStatus.Moved));
        Assert.Equal(2, folder.Items.Count(item => item.Status == ItemStatus.Missing));
    }

    private static IReadOnlyList<ItemFolder> Fold(IEnumerable<FleetItem> items) => ItemFolders.Of(items, MostItems);

    private static IEnumerable<FleetItem> Files(string folder, int count) =>
        Enumerable.Range(0, count).Select(i => new FleetItem($"{folder}/{i}", ItemStatus.Missing, null, 1, null));
}
