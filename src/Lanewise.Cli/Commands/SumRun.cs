using Lanewise.Cli.Checking;
using Lanewise.Cli.Files;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Commands;

/// <summary>
/// One run of <c>sum</c>: finds the files for the given names, writes a line for each file, and prints the final reports.
/// </summary>
internal sealed class SumRun(SumSettings settings)
{
    private readonly StandardOutput output = new(settings.Target?.Stream, settings.TargetName);
    private int code = ExitCode.Good;
    private long skipped, leftOut, known, files, bytes;

    /// <summary>
    /// Indicates whether a file or a directory could not be read. Skipped pipes, sockets and devices are not failures.
    /// </summary>
    public bool HasFailures { get; private set; }

    public int Run()
    {
        NameList names = settings.Names;
        // A Stopwatch is not used here, because its floating-point code would be compiled at every start.
        long start = Environment.TickCount64;
        FileHashSummary summary;
        bool wasSeen;
        using (Progress? progress = settings.IsQuiet || names.File == FileJob.StandardInput
            ? null : Progress.Start(Jobs(isRun: false), names.NeedsInput))
        {
            output.Progress = progress;
            summary = FileHasher.Run(Jobs(isRun: true), Report, HowTo(progress));
            output.Flush();
            wasSeen = progress?.WasShown ?? false;
        }

        SaySkipped();
        SayNoMatch();
        if (settings.Update is { } list)
        {
            Verdicts.Line(output, list.Path, list.Complete());
            output.Flush();
        }

        if (settings.HasStatistics || wasSeen)
            RunSummary.Say(summary, settings.Algorithm, files, bytes, known, leftOut, (Environment.TickCount64 - start) / 1000.0);
        return code;
    }

    private FileHashOptions HowTo(Progress? progress) => HashingOptions.Of(
        settings.Cores, progress, output, settings.IsRecursive || settings.Update is not null ? null : settings.Names.Count);

    private void Report(FileJob job)
    {
        if (job.Reason is string reason)
        {
            // The buffered lines for earlier files are written before the message.
            output.Flush();
            bool isFolder = !settings.IsRecursive && !job.IsStandardInput && FileTree.IsFolder(job.Path);
            Diagnostics.Say(job.Name, isFolder ? $"{reason}; -r hashes all files in it" : reason);
            if (job.IsSkipped) skipped++;
            else (code, HasFailures) = (ExitCode.Failed, true);
            settings.Update?.Keep(job);
            return;
        }

        files++;
        bytes += job.Bytes;
        if (job.WasKnown) known++;
        job.Note();
        if (settings.Update is null) settings.Lines.Write(output, job.Name, job.Algorithm, job.Digest, job.Bytes);
    }

    private void SaySkipped()
    {
        if (skipped == 0) return;

        // An incomplete list must not look like a complete one.
        Diagnostics.Say(skipped == 1
            ? "1 file was skipped" : Invariant($"{skipped} files were skipped"));
        if (!settings.SkipsSpecial) code = ExitCode.Failed;
    }

    // A pattern with a typing error must not result in an empty list without a message.
    private void SayNoMatch()
    {
        if (settings.Which.Include.Count == 0 || settings.Update is not null || files + skipped > 0 || HasFailures) return;

        Diagnostics.Say("no file matches --include");
        code = ExitCode.Failed;
    }

    // ---- from names to files ----

    /// <summary>Enumerates the files.</summary>
    /// <param name="isRun">True if the files will be hashed; false if they are only counted.</param>
    private IEnumerable<FileJob> Jobs(bool isRun)
    {
        foreach (string name in settings.Names.All())
        {
            if (settings.IsRecursive && name != FileJob.StandardInput && FileTree.IsFolder(name))
            {
                foreach (FoundFile found in FileTree.Enumerate(name, settings.Which))
                {
                    if (found.Kind == FoundKind.LeftOut) leftOut += isRun ? 1 : 0;
                    else if (!IsOwn(found.Path)) yield return JobOf(found, isRun);
                }
            }
            else if (name != FileJob.StandardInput && IsOwn(name))
            {
                // The user named the list that is being updated as one of the files, so it is skipped.
            }
            else if (name != FileJob.StandardInput && settings.Which.LeavesOut(name))
            {
                leftOut += isRun ? 1 : 0;
            }
            else if (name == FileJob.StandardInput && settings.IsInputTaken)
            {
                yield return FileJob.Failed(name, settings.Algorithm, new IOException(
                    "standard input cannot be read as a file here; for a file with this name, use ./-"));
            }
            else
            {
                yield return JobOf(name, isRun);
            }
        }
    }

    private FileJob JobOf(string name, bool isRun) => FileJob.Of(name, name, settings.Algorithm, isRun ? settings.Known : null);

    private FileJob JobOf(FoundFile found, bool isRun) => found.Kind switch
    {
        FoundKind.File => JobOf(found.Path, isRun),
        FoundKind.Special => FileJob.Remark(found.Path, settings.Algorithm, "skipped: not a regular file"),
        _ => FileJob.Failed(found.Path, settings.Algorithm, found.Error!),
    };

    private bool IsOwn(string path)
    {
        foreach (OwnFile own in settings.Own)
        {
            if (Path.GetFileName(path.AsSpan()).SequenceEqual(own.Name) && FileId.Of(path) == own.Id) return true;
        }

        return false;
    }
}
