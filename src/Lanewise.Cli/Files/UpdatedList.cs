using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>Updates a list with sizes and times. Unchanged files are not read. Lines of deleted files are removed. Comments, and
/// lines of files that were not named, are kept. The new list then replaces the old list atomically.</summary>
internal sealed class UpdatedList : IKnownFiles, IDisposable
{
    private const int BufferBytes = 64 * 1024;

    private readonly FileStream? stream;
    private readonly StampedList? old;
    private WholeFile? target;
    private Journal? journal;
    private long same, changed, added, gone, kept;

    private UpdatedList(string path, FileStream? stream)
    {
        Path = path;
        this.stream = stream;
        if (stream is null) return;

        const string Kind = "a list with sizes and times, as --update and --journal write it";
        old = new StampedList(stream, $"--update: '{path}'", Kind);
        // An update would lose lines that cannot be parsed.
        if (old.BadLine is long line)
            throw new ListException(Invariant($"{path}: {line}: improperly formatted line; nothing was written"));
        if (old.Contradiction is string name)
        {
            throw new ListException(
                $"{path}: two lines contradict each other about {FileNames.Quote(name)}; nothing was written");
        }
    }

    public string Path { get; }

    /// <summary>Whether the list does not exist yet.</summary>
    public bool IsNew => old is null;

    /// <summary>The algorithms of the list. Empty if there is no list yet.</summary>
    public IReadOnlyList<FileAlgorithm> Algorithms => old?.Algorithms ?? [];

    /// <summary>The file to which the new list is written.</summary>
    public WholeFile Target => target!;

    /// <summary>Reads a list, which need not exist.</summary>
    /// <exception cref="UsageException">The file is not a list with sizes and times.</exception>
    /// <exception cref="IOException">The list cannot be read.</exception>
    public static UpdatedList Open(string path)
    {
        FileStream? stream = null;
        try
        {
            // The code does not test first whether the list exists, because a list in a temporarily unreadable directory must not
            // count as new.
            stream = OpenedFile.Read(path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            // The list does not exist yet.
        }

        try
        {
            return new(path, stream);
        }
        catch
        {
            stream?.Dispose();
            throw;
        }
    }

    /// <summary>Begins the new list.</summary>
    /// <param name="about">Identifies the key of its digests.</param>
    /// <param name="also">Supplies further known files and records finished files, or null.</param>
    /// <exception cref="UsageException">The list was made with a different key.</exception>
    /// <exception cref="ListException">None of the listed files exists.</exception>
    /// <exception cref="IOException">The list cannot be written.</exception>
    public void Begin(string about, Journal? also)
    {
        old?.Expect(about);
        if (AllAreGone())
        {
            throw new ListException(
                $"{Path}: none of its files exists, so the current directory may be wrong or a disk may be missing; "
                + "nothing was written");
        }

        journal = also;
        target = WholeFile.Begin(Path, BufferBytes);
        target.Stream.Write(PathText.ToBytes(StampedList.Title(about)));
        if (old is null) return;

        if (old.HasTail) Diagnostics.Say(Path, "the last line was truncated and is removed");
        if (old.HasComments) old.CopyComments(target.Stream);
    }

    /// <summary>Returns the listed files that still exist, for a run that names no files.</summary>
    public IEnumerable<string> Names()
    {
        if (old is null) yield break;

        string? last = null;
        foreach (StampedList.Entry line in old.All())
        {
            // If a file is listed twice, the last line is valid.
            if (line.Name == last || !old.IsLeft(line)) continue;

            last = line.Name;
            if (!FileStamp.IsGone(last)) yield return last;
        }
    }

    public bool TryGet(string name, FileAlgorithm algorithm, FileVersion stamp, out byte[] digest)
    {
        bool isIn = false;
        foreach (FileAlgorithm part in algorithm.Parts) isIn |= old?.Visit(name, part) ?? false;
        digest = [];
        bool isKnown = isIn && Journal.TryGet(old!, name, algorithm, stamp, out digest);
        if (isKnown) same++;
        else if (isIn) changed++;
        else added++;
        return isKnown || (journal?.TryGet(name, algorithm, stamp, out digest) ?? false);
    }

    public void Add(string name, FileAlgorithm algorithm, FileVersion? stamp, byte[] digest, bool wasKnown)
    {
        if (stamp is null)
        {
            // The file was not looked up, so its old line is marked here, and is not copied to the new list.
            bool isIn = false;
            foreach (FileAlgorithm part in algorithm.Parts) isIn |= old?.Visit(name, part) ?? false;
            if (isIn) changed++;
            else added++;
        }

        Guarded(stream => StampedList.Write(stream, name, algorithm, stamp, digest));
        journal?.Add(name, algorithm, stamp, digest, wasKnown);
    }

    /// <summary>Called if a file cannot be read. The old line of the file is kept, unless the file was deleted.</summary>
    public void Keep(FileJob job)
    {
        if (!job.WasLookedUp) return;

        bool isIn = false;
        foreach (FileAlgorithm part in job.Algorithm.Parts)
        {
            if (old is null || !old.TryFind(job.Name, part, out FileVersion? stamp, out byte[] digest)) continue;

            isIn = true;
            if (!job.IsMissing) Guarded(stream => StampedList.Write(stream, job.Name, part, stamp, digest));
        }

        if (isIn) changed--;
        else added--;
        if (isIn && job.IsMissing) gone++;
        else if (isIn) kept++;
    }

    /// <summary>Processes the lines of files that were not named, and replaces the old list with the new list.</summary>
    /// <returns>The summary.</returns>
    /// <exception cref="OutputException">The record cannot be written.</exception>
    public string Complete()
    {
        string? last = null;
        bool isGone = false;
        foreach (StampedList.Entry line in old?.All() ?? [])
        {
            if (!old!.IsLeft(line)) continue;

            if (line.Name != last)
            {
                last = line.Name;
                isGone = FileStamp.IsGone(last);
                if (isGone) Diagnostics.Say(last, "the file no longer exists; its line is removed");
                if (isGone) gone++;
                else kept++;
            }

            if (!isGone) Guarded(stream => old.Copy(line, stream));
        }

        Guarded(_ => target!.Complete());
        return Invariant($"{added} new, {changed} changed, {same + kept} unchanged, {gone} gone");
    }

    public void Dispose()
    {
        target?.Dispose();
        stream?.Dispose();
    }

    private bool AllAreGone()
    {
        bool isAny = false;
        foreach (StampedList.Entry line in old?.All() ?? [])
        {
            if (!FileStamp.IsGone(line.Name)) return false;

            isAny = true;
        }

        return isAny;
    }

    private void Guarded(Action<Stream> write)
    {
        try
        {
            write(target!.Stream);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new OutputException($"{Path}: {ReadErrors.Reason(e, Path)}");
        }
    }
}
