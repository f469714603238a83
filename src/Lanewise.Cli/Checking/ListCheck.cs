using System.Security.Cryptography;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Checking;

/// <summary>Checks one list, from its first line to the final warnings.</summary>
/// <param name="list">The path of the list, or <c>-</c> for standard input.</param>
/// <param name="settings">The settings of the check.</param>
/// <param name="verdicts">Receives the results.</param>
/// <param name="audit">Receives every file in the list, or null if no directory is compared with the lists.</param>
internal sealed class ListCheck(string list, CheckSettings settings, Verdicts verdicts, Audit? audit = null)
{
    private readonly ListAlgorithms algorithms = new(list, settings);
    private bool hasRefused;
    private long listed, malformed, absent, missing, unreadable, different, matched, untaggedDifferent, untaggedMatched;
    private string? firstAbsent;

    /// <summary>The number of files whose digest equals the listed digest.</summary>
    public long Good => matched;

    /// <summary>The number of files whose digest differs from the listed digest.</summary>
    public long Different => different;

    /// <summary>The number of files that do not exist.</summary>
    public long Missing => missing;

    /// <summary>The number of files that exist but cannot be read.</summary>
    public long Unreadable => unreadable - missing;

    private bool IsInput => list == FileJob.StandardInput;

    private string Title => IsInput ? "standard input" : list;

    public bool Run()
    {
        Stream stream;
        try
        {
            stream = IsInput ? StandardStreams.Input() : InputStream.OpenGiven(list);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            string hint = FileTree.IsFolder(list) ? "; --audit compares folders with lists, --bag checks a bag" : "";
            Diagnostics.Say(list, ReadErrors.Reason(e, list) + hint);
            return false;
        }

        string? readError = null;
        StandardOutput output = verdicts.Output;
        using (stream)
        using (Progress? progress = IsInput || settings.Status ? null : Progress.Start(JobsAgain(), readsStandardInput: false))
        {
            output.Progress = progress;
            FileHasher.Run(
                Jobs(stream, isFirst: true, e => readError = e), Report,
                HashingOptions.Of(settings.Cores, progress, output, null));
            output.Flush();
        }

        if (readError is not null) Diagnostics.Say(Title, readError);
        bool isGood = Summarize() && readError is null;
        if (verdicts.IsJson && !settings.Status && audit is null)
        {
            new JsonLine(output, "list", Title).Text("result", isGood ? Verdicts.Ok : Verdicts.Failed).Number("ok", matched)
                .Number("failed", different).Number("missing", missing).Number("unreadable", Unreadable)
                .Number("malformed", malformed).End();
            output.Flush();
        }

        return isGood;
    }

    /// <summary>Reads the list a second time to add up the sizes of the listed files.</summary>
    private IEnumerable<FileJob> JobsAgain()
    {
        using InputStream stream = InputStream.OpenGiven(list);
        if (!stream.IsRegular) yield break;

        foreach (FileJob job in Jobs(stream, isFirst: false, _ => { })) yield return job;
    }

    private IEnumerable<FileJob> Jobs(Stream stream, bool isFirst, Action<string> readFailed)
    {
        ListParser parser = new(hasEscapes: settings.End == '\n', keepsUnwritable: true)
        {
            IsSfv = list.EndsWith(".sfv", StringComparison.OrdinalIgnoreCase),
            IsCrc32 = settings.Untagged.Tag == Crc32Hash.Title,
            OwnName = OwnName(),
        };
        FileAlgorithm? last = null;
        using IEnumerator<(long Number, string Line)> lines = ListLines.Read(stream, settings.End).GetEnumerator();
        bool isRefused = false;
        while (true)
        {
            try
            {
                if (!lines.MoveNext()) yield break;
            }
            catch (Exception e) when (ReadErrors.IsExpected(e))
            {
                readFailed(ReadErrors.Reason(e, list));
                yield break;
            }

            (long number, string line) = lines.Current;
            if (parser.IsComment(line))
            {
                if (parser.Refusal is string refusal && isFirst && !isRefused)
                {
                    hasRefused = true;
                    yield return Remark(number, refusal);
                }

                isRefused = parser.Refusal is not null;
                continue;
            }

            ListedFile? file = parser.Parse(line);
            string path = file is null ? "" : PathOf(file, isOwn: ReferenceEquals(file.Name, parser.OwnName));
            // If standard input contains a list or the key, it cannot also be a file to check.
            if (settings.ReadsInput && path == FileJob.StandardInput) file = null;
            if (!isFirst)
            {
                // The thread that adds up file sizes does not need the algorithm, and must not try algorithms while the main
                // pass does so.
                if (file is null) continue;

                parser.Accept(file);
                yield return FileJob.Of(file.Name, path, settings.Untagged);
            }
            else if (file is not null && algorithms.Job(file, path) is { } job)
            {
                listed++;
                last = job.Algorithm;
                job.IsUnwritable = file.IsUnwritable;
                parser.Accept(file);
                audit?.Listed(job, path);
                yield return job;
            }
            else
            {
                malformed++;
                if (!settings.Warn) continue;

                yield return Remark(number, $"improperly formatted {Expected(parser.TagOf(line) ?? last)}checksum line");
            }
        }
    }

    // Creates a remark that keeps its position among the verdicts even though lines are read ahead.
    private FileJob Remark(long number, string text) =>
        FileJob.Remark(Title, settings.Untagged, Invariant($"{number}: {text}"));

    // Returns the expected algorithm of a line, determined by -a, its tag, the name of the list, or the previous line.
    private string Expected(FileAlgorithm? found)
    {
        FileAlgorithm? expected = settings.IsNamed || settings.HasLength ? settings.Untagged : found ?? algorithms.OfName;
        return expected is null ? "" : $"{expected.Tag} ";
    }

    /// <summary>Returns the file that a bare digest belongs to: "disk.iso" for the list "disk.iso.md5".</summary>
    private string? OwnName()
    {
        string extension = Path.GetExtension(list), name = list[..^extension.Length];
        return extension.Length > 1 && !IsInput && Path.GetFileName(name).Length > 0
            && AlgorithmNames.FromListName(extension) is not null && HasOneLine() ? name : null;
    }

    // A bare digest is accepted only if the list contains nothing else.
    private bool HasOneLine()
    {
        try
        {
            using InputStream stream = InputStream.OpenGiven(list);
            // Input that can be read only once is not read ahead.
            if (!stream.IsRegular) return false;

            ListParser parser = new(hasEscapes: settings.End == '\n');
            int count = 0;
            foreach ((_, string line) in ListLines.Read(stream, settings.End))
            {
                if (!parser.IsComment(line) && ++count > 1) return false;
            }

            return count == 1;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            return false;
        }
    }

    // A list from Windows may use "\" where this system uses "/", unless a file with exactly that name exists. A list from
    // Windows contains no escaped names, and its lines do not end with NUL.
    private string PathOf(ListedFile file, bool isOwn)
    {
        string name = file.Name;
        if (isOwn) return name;

        if (settings.FolderOf(list) is { Length: > 0 } from) name = Path.Combine(from, name);
        if (OperatingSystem.IsWindows() || file.IsEscaped || settings.End == '\0' || !name.Contains('\\')
            || FileTree.IsFile(name))
        {
            return name;
        }

        string slashed = name.Replace('\\', '/');
        return FileTree.IsFile(slashed) ? slashed : name;
    }

    private void Report(FileJob job)
    {
        if (job.IsSkipped)
        {
            verdicts.Output.Flush();
            Diagnostics.Say(job.Name, job.Reason!);
            return;
        }

        if (job.Reason is string reason)
        {
            if (job.IsMissing)
            {
                absent++;
                firstAbsent ??= job.Name;
            }

            if (job.IsMissing && (settings.IgnoreMissing || audit?.Missing(job) == true)) return;

            unreadable++;
            if (job.IsMissing) missing++;
            // The JSON object of the file contains the reason.
            if (!verdicts.AreSeenTogether && (!verdicts.IsJson || settings.Status))
            {
                verdicts.Output.Flush();
                Diagnostics.Say(job.Name, reason);
            }

            verdicts.WriteUnread(job, reason, isAudit: audit is not null);
            return;
        }

        job.Note();
        bool isEqual = !job.IsUnwritable && CryptographicOperations.FixedTimeEquals(job.Digest, job.Expected)
            && (job.ExpectedBytes is null || job.ExpectedBytes == job.Bytes);
        if (isEqual) matched++;
        else different++;
        if (job.IsUntagged && isEqual) untaggedMatched++;
        if (job.IsUntagged && !isEqual) untaggedDifferent++;
        verdicts.Write(job, isEqual ? Verdicts.Ok : audit is null ? Verdicts.Failed : Audit.Changed);
    }

    private bool Summarize()
    {
        audit?.Count(matched, different, unreadable);
        if (listed == 0)
        {
            Diagnostics.Say(Title, "no properly formatted checksum lines found");
            SayShort();
            if (!SayUnfit()) SayOneDigest();
            return false;
        }

        if (!settings.Status)
        {
            Warning(malformed, "line is improperly formatted", "lines are improperly formatted");
            SayShort();
            // On a terminal, the last line contains these numbers.
            if (audit is null && !verdicts.AreSeenTogether)
            {
                Warning(unreadable, "listed file could not be read", "listed files could not be read");
                Warning(different, "computed checksum did NOT match", "computed checksums did NOT match");
            }

            if (untaggedDifferent > 0 && untaggedMatched == 0) SayAlgorithm();
            if (absent == listed && audit is null) SayFolder();
        }

        if (settings.IgnoreMissing && matched == 0 && !settings.Status) Diagnostics.Say(Title, "no file was verified");
        return unreadable == 0 && different == 0 && !hasRefused && (malformed == 0 || !settings.Strict)
            && (matched > 0 || !settings.IgnoreMissing);
    }

    // If no listed file exists, the names are probably relative to another directory.
    private void SayFolder()
    {
        if (settings.Folder is not null || settings.IsBeside || Path.IsPathRooted(firstAbsent)) return;

        string folder = IsInput ? "" : Path.GetDirectoryName(list) ?? "";
        bool isBeside = folder.Length > 0 && FileTree.IsFile(Path.Combine(folder, firstAbsent!));
        Diagnostics.Say(Title, isBeside ? "the listed files are in the folder of the list: use --beside"
            : "no listed file exists in this folder; -C DIR looks in another folder"
                + (folder.Length == 0 ? "" : ", and --beside in the list's folder"));
    }

    // If every file differs, the algorithm may be wrong.
    private void SayAlgorithm()
    {
        if (algorithms.InVain.Count > 1)
        {
            const int Named = 2;
            int count = algorithms.InVain.Count;
            string first = string.Join(count > Named ? ", " : " and ", algorithms.InVain.Take(Named).Select(a => a.Name));
            string others = count > Named ? Invariant($" and {count - Named} others") : "";
            Diagnostics.Say(Title, $"no algorithm gives the digests of lines without a tag (tried: {first}{others})");
        }
        else if (algorithms.OfName is { } guessed)
        {
            Diagnostics.Say(Title, $"lines without a tag were taken for {guessed.Name}; -a names another algorithm");
        }
    }

    // Says why the algorithm from the options fits no line, and which algorithm does. Returns false if there is another reason.
    private bool SayUnfit()
    {
        if (settings.Status || algorithms.Unfit is not var (bytes, tagged)) return false;

        FileAlgorithm named = settings.Untagged;
        string[] fitting = tagged is not null ? [.. tagged.Parts.Select(part => part.Name)]
            : AlgorithmNames.FromListName(list)?.WithLength(bytes) is { } ofName ? [ofName.Name]
            : [.. AlgorithmNames.Usual(bytes).Select(one => one.Name)];
        string lengths = named is ShaFamily ? named.Lengths : Invariant($"{2 * named.HashBytes}");
        string reason = tagged is not null ? $"its lines are tagged {tagged.Tag}, not {named.Tag}"
            : Invariant($"its digests have {2 * bytes} digits, but those of {named.Name} have {lengths}");
        // A key fits only one algorithm. A broken hash is named, but not recommended.
        string hint = fitting.Length == 0 || settings.HasKey ? "" : settings.HasLength ? "; omit -l, or give it this length"
            : fitting.All(AlgorithmNames.IsWeak) ? (tagged is null ? $"; they may be {string.Join(" or ", fitting)} digests" : "")
            : $"; use {string.Join(" or ", fitting.Where(name => !AlgorithmNames.IsWeak(name)).Select(name => $"-a {name}"))}";
        Diagnostics.Say(Title, reason + hint);
        return true;
    }

    private void SayShort()
    {
        if (!algorithms.HasShortDigests || settings.Status) return;

        Diagnostics.Say(Title, Invariant(
            $"a digest of fewer than {DigestBounds.FewestBytes} bytes proves nothing; to accept it, use -l"));
    }

    // The user may have named the file to be verified instead of a list.
    private void SayOneDigest()
    {
        if (settings.Status || IsInput || malformed == 0 || algorithms.HasShortDigests) return;

        // The command is on a separate line, so that users can copy it.
        Diagnostics.Say("to verify this file against one digest:");
        Diagnostics.Write($"  echo {FileNames.Quote($"DIGEST  {list}")} | lanewise check\n");
    }

    private static void Warning(long count, string one, string many)
    {
        if (count > 0) Diagnostics.Warn(Invariant($"{count} {(count == 1 ? one : many)}"));
    }
}
