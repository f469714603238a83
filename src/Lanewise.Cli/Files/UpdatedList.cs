using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>
/// Updates a list with sizes and times. Unchanged files are not read. The lines of deleted files are removed. Comments and the
/// lines of files that were not named are kept. Finally, the new list atomically replaces the old one.
/// </summary>
internal sealed class UpdatedList : IKnownFiles, IDisposable
{
    private const int BufferBytes = 64 * 1024;

    private readonly FileStream? stream;
    private readonly FileVersion? version;
    private readonly StampedList? old;
    private WholeFile? target;
    private Journal? journal;
    private long same, changed, added, gone, kept;

    private UpdatedList(string path, FileStream? stream, FileVersion? version)
    {
        Path = path;
        this.stream = stream;
        this.version = version;
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

    /// <summary>Indicates whether the list is new, because no list existed at this path.</summary>
    public bool IsNew => old is null;

    /// <summary>The algorithms of the list. Empty if the list does not exist yet.</summary>
    public IReadOnlyList<FileAlgorithm> Algorithms => old?.Algorithms ?? [];

    /// <summary>The file to which the new list is written.</summary>
    public WholeFile Target => target!;

    /// <summary>Reads a list, if it exists.</summary>
    /// <exception cref="UsageException">The file is not a list with sizes and times.</exception>
    /// <exception cref="IOException">The list cannot be read.</exception>
    public static UpdatedList Open(string path)
    {
        FileStream? stream = null;
        FileVersion? version = VersionOf(path);
        try
        {
            // The code does not first test whether the list exists, because a list in a directory that is temporarily unreadable
            // must not be treated as new.
            stream = OpenedFile.Read(path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            // The list does not exist yet.
        }

        try
        {
            return new(path, stream, version);
        }
        catch
        {
            stream?.Dispose();
            throw;
        }
    }

    /// <summary>Starts the new list.</summary>
    /// <param name="about">The text that identifies the key used for the digests.</param>
    /// <param name="also">An object that supplies additional known files and records finished files, or null.</param>
    /// <exception cref="UsageException">The list was made with another key.</exception>
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

        if (old.IsLastLineCut) Diagnostics.Say(Path, "the last line was truncated and is removed");
        if (old.HasComments) old.CopyComments(target.Stream);
    }

    /// <summary>Returns the listed files that still exist. This method is called if the user names no files.</summary>
    public IEnumerable<string> Names()
    {
        if (old is null) yield break;

        string? last = null;
        foreach (StampedList.Entry line in old.All())
        {
            // If a file is listed twice, its last line takes precedence.
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
            // The file was not looked up, so its old line is marked here to prevent it from being copied to the new list.
            bool isIn = false;
            foreach (FileAlgorithm part in algorithm.Parts) isIn |= old?.Visit(name, part) ?? false;
            if (isIn) changed++;
            else added++;
        }

        Guarded(stream => StampedList.Write(stream, name, algorithm, stamp, digest));
        journal?.Add(name, algorithm, stamp, digest, wasKnown);
    }

    /// <summary>Called if a file cannot be read. The file's old line is kept unless the file was deleted.</summary>
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

    /// <summary>Processes the lines of files that were not named, and replaces the old list with the new one.</summary>
    /// <returns>A summary of the update.</returns>
    /// <exception cref="ListException">Another program has changed the list.</exception>
    /// <exception cref="OutputException">The list cannot be written.</exception>
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

        // Another run may have replaced the list since this run read it. The lines of that run must not be lost.
        if (VersionOf(Path) != version)
        {
            throw new ListException(
                $"{Path}: another program changed it during this run, so nothing was written; run the command again");
        }

        Guarded(_ => target!.Complete());
        return Invariant($"{added} new, {changed} changed, {same + kept} unchanged, {gone} gone");
    }

    public void Dispose()
    {
        target?.Dispose();
        stream?.Dispose();
    }

    // A new hard link, for example for a backup, does not change the content of the list, so the ctime is not compared.
    private static FileVersion? VersionOf(string path) =>
        FileVersion.Of(path) is { } found ? found with { Changed = default } : null;

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
