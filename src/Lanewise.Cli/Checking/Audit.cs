using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Files;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Checking;

/// <summary>
/// Compares directories with lists, and reports new, moved, changed and missing files. A missing listed file and a new file with
/// the same digest are reported as a single moved file.
/// </summary>
/// <param name="lists">The paths of the lists, which are not reported as new files.</param>
/// <param name="journal">The path of the journal, which is not reported as a new file, or null.</param>
/// <param name="settings">The settings for hashing the files.</param>
/// <param name="verdicts">Receives the results.</param>
internal sealed class Audit(string[] lists, string? journal, CheckSettings settings, Verdicts verdicts)
{
    /// <summary>The verdicts for changed, new and moved files.</summary>
    public const string Changed = "CHANGED", New = "NEW", Moved = "MOVED";

    // The known files. Each file has one entry, even if the lists spell its name in different ways.
    private readonly HashSet<FileId> uniqueFiles =
        [.. lists.Select(FileId.OfName), .. journal is null ? [] : new[] { FileId.OfName(journal) }];
    private readonly List<FileJob> missing = [];
    private long listed, ok, changed, moved, added, unreadable;

    /// <summary>Records that a list contains this file.</summary>
    public void Listed(FileJob job, string path)
    {
        listed++;
        if (!job.IsStandardInput) uniqueFiles.Add(FileId.OfName(path));
    }

    /// <summary>Records that a listed file does not exist. The file may have been moved.</summary>
    /// <returns>Always true: no verdict is written now, because the audit writes it at the end.</returns>
    public bool Missing(FileJob job)
    {
        missing.Add(job);
        return true;
    }

    /// <summary>Adds the counts of a list to the totals of the audit.</summary>
    public void Count(long matched, long different, long unread)
    {
        ok += matched;
        changed += different;
        unreadable += unread;
    }

    /// <summary>Compares the directories with all lists, and prints a summary.</summary>
    /// <param name="folders">
    /// The directories. If there are none, the method compares the directories to which the names in the lists are relative.
    /// </param>
    /// <returns>True if there are no differences.</returns>
    public bool Finish(IReadOnlyList<string> folders)
    {
        StandardOutput output = verdicts.Output;
        Waiting waiting = new(missing, settings.IsNamed);
        FileHashOptions options = HashingOptions.Of(settings.Cores, null, output, null);
        // If no file is missing, no file can have been moved, so new files do not need to be read.
        IEnumerable<FileJob> found = folders.Count > 0 ? folders.SelectMany(folder => NewFiles(folder, nameFrom: 0))
            : Starts().SelectMany(start => NewFiles(start, nameFrom: start.EndsWith('/') ? start.Length : start.Length + 1));
        if (waiting.Algorithm is { } algorithm) FileHasher.Run(found.Select(job => job.By(algorithm)), Report, options);
        else foreach (FileJob job in found) Report(job);

        foreach (FileJob job in waiting.Rest) verdicts.Write(job, Verdicts.Missing);
        long gone = waiting.Rest.LongCount();
        bool isGood = changed + moved + added + gone + unreadable == 0;
        Summarize(output, isGood, gone);
        output.Flush();
        return isGood;

        void Report(FileJob job)
        {
            if (job.Reason is string reason)
            {
                unreadable++;
                output.Flush();
                Diagnostics.Say(job.Name, reason);
            }
            else if (waiting.Take(job) is { } from)
            {
                moved++;
                verdicts.Write(job.Name, Moved, from.Name);
            }
            else
            {
                added++;
                verdicts.Write(job.Name, New);
            }
        }
    }

    private void Summarize(StandardOutput output, bool isGood, long gone)
    {
        if (settings.Status) return;

        if (verdicts.IsJson)
        {
            new JsonLine(output, "result", isGood ? Verdicts.Ok : Verdicts.Failed).Number("listed", listed).Number("ok", ok)
                .Number("changed", changed).Number("moved", moved).Number("missing", gone).Number("new", added)
                .Number("unreadable", unreadable).End();
            return;
        }

        output.WriteVerdict(
            isGood ? "Nothing differs" : "Differences",
            Invariant($": {listed} listed, {ok} OK, {changed} changed, {moved} moved, {gone} missing, {added} new")
                + (unreadable == 0 ? "" : Invariant($", {unreadable} unreadable")),
            isGood ? Tone.Good : Tone.Bad);
    }

    // Returns the directories to which the names in the lists are relative, without duplicates.
    private IEnumerable<string> Starts()
    {
        HashSet<FileId> seen = [];
        foreach (string list in lists)
        {
            string start = settings.FolderOf(list) is { Length: > 0 } folder ? folder : ".";
            if (seen.Add(FileId.Of(start))) yield return start;
        }
    }

    /// <summary>
    /// Returns the files in a directory that no list contains. <c>nameFrom</c> is the offset in a path at which the name starts.
    /// </summary>
    private IEnumerable<FileJob> NewFiles(string folder, int nameFrom)
    {
        foreach (FoundFile file in FileTree.Enumerate(folder))
        {
            if (file.Kind == FoundKind.UnreadableFolder)
                yield return FileJob.Failed(file.Path, settings.Untagged, file.Error!);
            else if (file.Kind == FoundKind.Special)
                yield return FileJob.Remark(file.Path, settings.Untagged, "not a regular file");
            // A file may be found twice, because one of the directories may contain another.
            else if (uniqueFiles.Add(FileId.OfName(file.Path)))
                yield return FileJob.Of(file.Path.Substring(nameFrom), file.Path, settings.Untagged);
        }
    }

    /// <summary>Missing listed files, indexed by digest and length.</summary>
    private sealed class Waiting
    {
        private readonly FileAlgorithm[] algorithms;
        private readonly Dictionary<(string Algorithm, string Digest, long? Bytes), Queue<FileJob>> byDigest = [];
        private readonly List<FileJob> missing;
        private readonly HashSet<FileJob> taken = [];

        public Waiting(List<FileJob> missing, bool isNamed)
        {
            this.missing = missing;
            Dictionary<string, FileAlgorithm> distinct = [];
            foreach (FileJob job in missing)
            {
                // The algorithm of an untagged line might still be unknown.
                ReadOnlySpan<FileAlgorithm> possible = job.IsUntagged && !isNamed
                    ? [job.Algorithm, .. AlgorithmNames.Usual(job.Expected.Length)]
                    : [job.Algorithm];
                foreach (FileAlgorithm algorithm in possible)
                {
                    distinct.TryAdd(algorithm.Name, algorithm);
                    (string, string, long?) key =
                        (algorithm.Name, Convert.ToHexString(job.Expected), job.ExpectedBytes);
                    if (!byDigest.TryGetValue(key, out Queue<FileJob>? jobs)) byDigest.Add(key, jobs = []);
                    jobs.Enqueue(job);
                }
            }

            algorithms = [.. distinct.Values];
            Algorithm = algorithms.Length == 0 ? null : SeveralAlgorithms.Of(algorithms);
        }

        /// <summary>A combination of the algorithms of all missing files, or null if no file is missing.</summary>
        public FileAlgorithm? Algorithm { get; }

        public IEnumerable<FileJob> Rest => missing.Where(job => !taken.Contains(job));

        /// <summary>Finds a missing file with this digest and length, and removes it from the set of missing files.</summary>
        public FileJob? Take(FileJob found)
        {
            int start = 0;
            foreach (FileAlgorithm algorithm in found.Digest.Length == 0 ? [] : algorithms)
            {
                string digest = Convert.ToHexString(found.Digest, start, algorithm.HashBytes);
                start += algorithm.HashBytes;
                if ((Next((algorithm.Name, digest, found.Bytes)) ?? Next((algorithm.Name, digest, null))) is { } from)
                    return from;
            }

            return null;
        }

        // A file may be in several queues, or twice in one queue.
        private FileJob? Next((string Algorithm, string Digest, long? Bytes) key)
        {
            if (!byDigest.TryGetValue(key, out Queue<FileJob>? jobs)) return null;

            while (jobs.TryDequeue(out FileJob? job))
            {
                if (taken.Add(job)) return job;
            }

            return null;
        }
    }
}
