using System.Buffers.Binary;
using Lanewise.Files;

namespace Lanewise.Fleet.Catalogue;

/// <summary>
/// Imports the lists with which runs are compared. Each list is stored as a job whose items already have digests.
/// </summary>
internal sealed class KnownLists(FleetCatalogue catalogue)
{
    private const int PageItems = 10_000;

    // The maximum number of names per transaction when checking names that occur in several lines.
    private const int PageKeys = 1000;

    /// <summary>
    /// Imports a list. If the enumeration throws, the exception is rethrown and no part of the list is stored.
    /// </summary>
    /// <exception cref="FleetException">The length of a digest does not match the algorithm, or a name has two different
    /// digests.</exception>
    public FleetJob Import(string name, FileHash hash, IEnumerable<FleetKnownFile> files)
    {
        FleetJob job = catalogue.Jobs.Create(Jobs.Wanted(name, hash.AlgorithmName.Name!, new(), null, isList: true), []);
        try
        {
            using Blake3 content = new();
            foreach (FleetKnownFile[] page in files.Chunk(PageItems))
            {
                PlannedItem[] items = [.. page.Select(file => Item(file, hash, content))];
                catalogue.Jobs.Commit(job.Id, new(0, items, [], [], []), 0, default);
            }

            foreach (long[] keys in Repeated(job.Id).Chunk(PageKeys))
                catalogue.Run(session => RemoveRepeated(session, job.Id, keys));

            // Two planners that are given the same list recognize it by this hash of its content.
            catalogue.Run(session => session.Execute(
                "update job set filters = @content where id = @job",
                ("content", "=" + Convert.ToHexStringLower(content.GetHashAndReset())), ("job", job.Id)));
        }
        catch
        {
            // If only a part of the list were imported, files in the other part would be reported as new.
            catalogue.Jobs.Drop(job.Id);
            throw;
        }

        catalogue.Jobs.EndPlanning(job.Id, default);
        catalogue.Jobs.End(job.Id, default);
        return catalogue.Jobs.Find(job.Id)!;
    }

    private static PlannedItem Item(FleetKnownFile file, FileHash hash, Blake3 content)
    {
        if (file.Digest.Length != hash.HashSizeInBytes)
        {
            throw new FleetException(FormattableString.Invariant(
                $"the digest of '{file.Name}' has {file.Digest.Length} bytes, but {hash.AlgorithmName.Name} digests have ")
                + FormattableString.Invariant($"{hash.HashSizeInBytes}"));
        }

        byte[] name = PathText.ToBytes(file.Name), length = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(length, name.Length);
        content.AppendData(length);
        content.AppendData(name);
        content.AppendData(file.Digest);
        return new(name, file.Bytes ?? 0) { Status = ItemStatus.Hashed, Digest = file.Digest };
    }

    // Returns the keys that occur more than once. The query needs only the index.
    private List<long> Repeated(long job) => catalogue.Read(session => session.Query(
        "select key from item where job = @job group by key having count(*) > 1", row => row.GetInt64(0), ("job", job)));

    // Keeps only the first of several identical lines. Contradictory lines are an error, because otherwise two different contents
    // of a file would match the list.
    private static void RemoveRepeated(Session session, long job, long[] keys)
    {
        foreach (long key in keys)
        {
            Dictionary<string, byte[]> digests = [];
            foreach ((long id, string name, byte[] digest) in session.Query(
                """
                select i.id, i.name, r.digest from item i BYKEY join result r on r.job = i.job and r.item = i.id
                where i.job = @job and i.key = @key order by i.id
                """,
                row => (row.GetInt64(0), PathText.FromBytes(row.GetFieldValue<byte[]>(1)), row.GetFieldValue<byte[]>(2)),
                ("job", job), ("key", key)))
            {
                if (digests.TryAdd(name, digest)) continue;
                if (!digests[name].AsSpan().SequenceEqual(digest))
                    throw new FleetException($"'{name}' has two different digests in the list");

                session.Execute("delete from item where job = @job and id = @id", ("job", job), ("id", id));
                session.Execute("delete from result where job = @job and item = @id", ("job", job), ("id", id));
            }
        }
    }
}
