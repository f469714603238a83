using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Serving;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that a new file with the content of a missing file is reported as one moved file.</summary>
public sealed class MovedFilesTests
{
    private static readonly FleetPlanSettings Settings = new();

    [Fact]
    public void AMovedFileIsNeitherMissingNorNew()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("before"), "content");
        File.WriteAllText(run.File("kept"), "kept");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Move(run.File("before"), run.File("after"));
        FleetJob second = run.Work(run.Plan(Settings, first));

        FleetItem moved = Assert.Single(run.Catalogue.Results.Differences(second));
        Assert.Equal(
            (ItemStatus.Moved, run.File("after"), run.File("before"), null),
            (moved.Status, moved.Name, moved.MovedFrom, moved.Note));
        Assert.Equal([ItemStatus.Moved, ItemStatus.Same], run.Results(second).Select(item => item.Status));
        Assert.Equal((1, 0), Counts(run, second));
    }

    [Fact]
    public void TheHistoryHasTheEarlierName()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("before"), "content");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Move(run.File("before"), run.File("after"));
        File.WriteAllText(run.File("also"), "content");
        FleetJob second = run.Work(run.Plan(Settings, first)), third = run.Work(run.Plan(Settings, second));

        // Of two new files with the content of a missing file, the first one is the moved file.
        Assert.Equal(
            [(second.Id, ItemStatus.Moved, run.File("before")), (third.Id, ItemStatus.Same, null)], History("after"));
        Assert.Equal([(second.Id, ItemStatus.New, null), (third.Id, ItemStatus.Same, null)], History("also"));

        (long, ItemStatus, string?)[] History(string name) =>
        [
            .. run.Catalogue.Results.History(run.File(name), "job")
                .Select(one => (one.Run.Id, one.Item.Status, one.Item.MovedFrom)),
        ];
    }

    [Fact]
    public void AMovedFileIsNotDamage()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("before"), "content");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Move(run.File("before"), run.File("after"));
        FleetJob second = run.Work(run.Plan(Settings, first)), third = run.Work(run.Plan(Settings, second));

        Assert.Null(run.Catalogue.Results.Compare(third).Earlier);
    }

    [Theory]
    [InlineData(1, 3, 1, 0, 2)]
    [InlineData(3, 1, 1, 2, 0)]
    [InlineData(2, 2, 2, 0, 0)]
    public void EachMissingFileHasOneNewName(int before, int after, int moved, int missing, int added)
    {
        using FleetRun run = new();
        for (int i = 0; i < before; i++) File.WriteAllText(run.File($"before{i}"), "content");
        FleetJob first = run.Work(run.Plan(Settings));
        for (int i = 0; i < before; i++) File.Delete(run.File($"before{i}"));
        for (int i = 0; i < after; i++) File.WriteAllText(run.File($"after{i}"), "content");
        FleetJob second = run.Work(run.Plan(Settings, first));

        ItemStatus[] wanted =
        [
            .. Enumerable.Repeat(ItemStatus.Missing, missing), .. Enumerable.Repeat(ItemStatus.Moved, moved),
            .. Enumerable.Repeat(ItemStatus.New, added),
        ];
        FleetItem[] found = [.. run.Catalogue.Results.Differences(second)];
        Assert.Equal(wanted, found.Select(item => item.Status));
        Assert.Equal(moved, found.Select(item => item.MovedFrom).OfType<string>().Distinct().Count());
        Assert.Equal((moved, missing), Counts(run, second));
    }

    [Fact]
    public void EmptyFilesAreNotMoved()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("before"), "");
        File.WriteAllText(run.File("kept"), "kept");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Move(run.File("before"), run.File("after"));
        FleetJob second = run.Work(run.Plan(Settings, first));

        Assert.Equal(
            [ItemStatus.Missing, ItemStatus.New], run.Catalogue.Results.Differences(second).Select(item => item.Status));
        Assert.Equal((0, 1), Counts(run, second));
    }

    /// <summary>Until all files are hashed, the other new name of a file may still be found.</summary>
    [Fact]
    public void ARunThatIsNotDoneHasNoMovedFiles()
    {
        using FleetRun run = new();
        File.WriteAllText(run.File("before"), "content");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Move(run.File("before"), run.File("after"));
        FleetJob second = run.Plan(Settings, first);

        Assert.Equal(ItemStatus.Missing, Assert.Single(run.Catalogue.Results.Differences(second)).Status);
        Assert.Equal((0, 1), Counts(run, second));
    }

    // Each source has its own numbers, and a file may be moved from one source to another.
    [Fact]
    public void AMovedFileBelongsToItsNewSource()
    {
        using FleetRun run = new();
        Directory.CreateDirectory(run.File("a"));
        Directory.CreateDirectory(run.File("b"));
        File.WriteAllText(run.File("a/before"), "content");
        File.WriteAllText(run.File("a/gone"), "gone");
        FleetSource[] sources = [new(0, run.File("a")), new(1, run.File("b"))];
        FleetJob first = Run(run, sources, null);
        File.Move(run.File("a/before"), run.File("b/after"));
        File.Delete(run.File("a/gone"));
        FleetJob second = Run(run, sources, first);

        // The numbers are computed, and read from the catalogue.
        for (int i = 0; i < 2; i++)
        {
            Comparison compared = run.Catalogue.Results.Compare(second);
            Assert.Equal(
                (1, 0, 0, 1),
                (compared.Missing.Of(0), compared.Missing.Of(1), compared.MovedTo(0), compared.MovedTo(1)));
            run.Catalogue.Run(session => session.Execute("delete from missing where job = @job", ("job", second.Id)));
        }
    }

    /// <summary>The source with the greater path has the smaller number, so the order by source is not the order by
    /// name.</summary>
    [Fact]
    public void TheSourceOfAMissingFileIsThatOfTheListedFile()
    {
        using FleetRun run = new();
        foreach (string name in new[] { "z", "a" })
        {
            Directory.CreateDirectory(run.File(name));
            File.WriteAllText(run.File($"{name}/f"), "content");
        }

        FleetSource[] sources = [new(0, run.File("z")), new(1, run.File("a"))];
        FleetJob first = Run(run, sources, null);
        File.Delete(run.File("z/f"));
        File.Delete(run.File("a/f"));
        File.WriteAllText(run.File("z/new"), "content");
        FleetJob second = Run(run, sources, first);

        FleetItem missing = Assert.Single(run.Catalogue.Results.Differences(second, ItemStatus.Missing));
        Assert.Equal(run.File("z/f"), missing.Name);
        // The numbers are read from the catalogue, and computed.
        for (int i = 0; i < 2; i++)
        {
            MissingCounts counts = run.Catalogue.Results.Compare(second).Missing;
            Assert.Equal((1, 0), (counts.Of(0), counts.Of(1)));
            run.Catalogue.Run(session => session.Execute("delete from missing where job = @job", ("job", second.Id)));
        }
    }

    [Fact]
    public void MovedFilesDoNotHideMissingFiles()
    {
        using FleetRun run = new();
        for (int i = 0; i < 5; i++) File.WriteAllText(run.File($"before{i}"), "content");
        File.WriteAllText(run.File("gone"), "gone");
        FleetJob first = run.Work(run.Plan(Settings));
        File.Delete(run.File("gone"));
        for (int i = 0; i < 5; i++) File.Move(run.File($"before{i}"), run.File($"after{i}"));
        FleetJob second = run.Work(run.Plan(Settings, first));

        // Of each kind, two items are counted.
        AuditBounds bounds = new(100, 2, 10, 20, 100);
        ItemFolder folder = Assert.Single(bounds.Compare(run.Catalogue, second).Gone);
        Assert.Equal([(ItemStatus.Missing, 1L), (ItemStatus.Moved, 2L)], folder.Counts);
    }

    /// <summary>The names of the moved files are in memory, so their number is limited even if all files are equal.</summary>
    [Fact]
    public void TheNumberOfNamesIsLimited()
    {
        using FleetRun run = new();
        for (int i = 0; i < 3; i++) File.WriteAllText(run.File($"before{i}"), "content");
        FleetJob first = run.Work(run.Plan(Settings));
        for (int i = 0; i < 3; i++) File.Move(run.File($"before{i}"), run.File($"after{i}"));
        FleetJob second = run.Work(run.Plan(Settings, first));

        MovedItems moved = MovedItems.Of(run.Catalogue.Results, second, most: 2);
        Assert.Equal(2, moved.Count);
        Assert.Equal(
            [ItemStatus.Moved, ItemStatus.Moved, ItemStatus.New],
            moved.Marked(run.Catalogue.Results.Items(second)).Select(item => item.Status));
        Assert.Equal(
            [run.File("before2")], moved.Missing(run.Catalogue.Results.Gone(second)).Select(item => item.Name));
    }

    /// <summary>In version 4, the numbers of missing files that a catalogue stores include moved files.</summary>
    [Fact]
    public void ACatalogueWithOtherNumbersIsRejected()
    {
        using TemporaryFolder folder = new();
        using (FleetCatalogue catalogue = FleetCatalogue.Open(folder.File("fleet.db")))
            catalogue.Run(session => session.Execute("update lanewise set version = 4"));

        FleetException error = Assert.Throws<FleetException>(() => FleetCatalogue.Open(folder.File("fleet.db")));
        Assert.Contains("version 4", error.Message, StringComparison.Ordinal);
    }

    private static FleetJob Run(FleetRun run, FleetSource[] sources, FleetJob? baseline)
    {
        FleetJob job = FleetAudit.Begin(run.Catalogue, "job", "BLAKE3", sources, Settings, baseline);
        FleetAudit.Plan(run.Catalogue, job);
        return run.Work(job);
    }

    // Returns the numbers of moved and missing files as the catalogue counts them.
    private static (long Moved, long Missing) Counts(FleetRun run, FleetJob job)
    {
        Comparison compared = run.Catalogue.Results.Compare(job);
        return (compared.Moved, compared.Missing.Total);
    }
}
