using Lanewise.Files;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Planning;

namespace Lanewise.Fleet;

/// <summary>A file as a list knows it.</summary>
/// <param name="Name">Its name, of <see cref="PathText"/>, as the audit will find it.</param>
/// <param name="Digest">Its digest.</param>
/// <param name="Bytes">Its length; null where that is not known.</param>
public sealed record FleetKnownFile(string Name, byte[] Digest, long? Bytes);

/// <summary>What makes jobs.</summary>
internal static class FleetAudit
{
    private const int PageItems = 10_000;

    /// <summary>The next run of a job: the same sources and settings, compared with this one.</summary>
    public static FleetJob Again(FleetCatalogue catalogue, FleetJob job) => catalogue.Jobs.Create(
        job.Name, job.Algorithm, catalogue.Jobs.Sources(job.Id), job.Settings, job.Id, isList: false);

    /// <summary>Jobs whose newest run began so many days ago as they say, and that nobody works on any more.</summary>
    public static IReadOnlyList<FleetJob> Due(FleetCatalogue catalogue, DateTimeOffset now) =>
    [
        .. catalogue.Jobs.All().Where(job => !job.IsList).GroupBy(job => job.Name).Select(runs => runs.First())
            .Where(job => job.State == FleetJobState.Done && job.Settings.EveryDays > 0
                && now - job.Created >= TimeSpan.FromDays(job.Settings.EveryDays)),
    ];

    /// <summary>Puts a list into a catalogue, as a job that is done.</summary>
    /// <exception cref="FleetException">There is nothing in the list.</exception>
    public static FleetJob Import(
        FleetCatalogue catalogue, string name, string algorithm, IEnumerable<FleetKnownFile> files)
    {
        FleetJob job = catalogue.Jobs.Create(name, algorithm, [], new(), null, isList: true);
        try
        {
            foreach (FleetKnownFile[] page in files.Chunk(PageItems))
            {
                PlannedItem[] items =
                [
                    .. page.Select(file => new PlannedItem(PathText.ToBytes(file.Name), file.Bytes ?? 0)
                    {
                        Status = ItemStatus.Hashed, Digest = file.Digest,
                    }),
                ];
                catalogue.Jobs.Commit(job.Id, new(0, items, [], [], []), 0, default);
            }
        }
        catch
        {
            // Half a list would call the rest new.
            catalogue.Jobs.Drop(job.Id);
            throw;
        }

        catalogue.Jobs.EndPlanning(job.Id, default);
        catalogue.Jobs.End(job.Id, default);
        return catalogue.Jobs.Find(job.Id)!;
    }
}
