using System.CommandLine;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Checking;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise check</c>, which verifies files against lists of digests and prints the same messages as md5sum
/// --check.
/// </summary>
internal static class CheckCommand
{
    public static Command Create()
    {
        Argument<string[]> lists = HashingOptions.Names(
            "LIST",
            "Lists of digests; '-' or no list is standard input. With --audit, also folders; with --slice, the file itself.");
        Option<string?> algorithm = HashingOptions.Algorithm(
            "Algorithm of lines without a tag [default: from the list's name, otherwise by trial on the first file].");
        Option<string?> length = HashingOptions.Length();
        Option<string?> keyFile = HashingOptions.KeyFile();
        Option<string?> keyed = HashingOptions.Keyed();
        Option<string?> deriveKey = HashingOptions.DeriveKey();
        Option<string?> ignoreMissing = HashingOptions.Flag("--ignore-missing", "Skip files that do not exist.");
        Option<string?> quiet = HashingOptions.Flag("--quiet", "Do not print OK for each good file.");
        Option<string?> status = HashingOptions.Flag("--status", "Print no verdicts; only the exit code tells the result.");
        Option<string?> strict = HashingOptions.Flag("--strict", "Also fail if a line is malformed.");
        Option<string?> warn = HashingOptions.Flag("--warn", "-w", "Name each malformed line.");
        Option<string?> zero = HashingOptions.Flag("--zero", "-z", "Lines end with NUL and names are not escaped (sum -z).");
        Option<string?> folder = new("--directory", "-C")
        {
            HelpName = "DIR", Description = "Names in lists are relative to this folder [default: the current folder].",
        };
        Option<string?> beside = HashingOptions.Flag("--beside", "Names in a list are relative to the list's folder.");
        Option<string?> audit = HashingOptions.Flag(
            "--audit", "Also find new, moved, changed and missing files in the named folders, or in DIR.");
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object for each file, and one for each list.");
        Option<string?> journal = HashingOptions.Journal(
            "Record each finished file, so that a killed check continues where it stopped; emptied when the check ends.");
        Option<string?> jobs = HashingOptions.Jobs();
        Option<string?> threads = HashingOptions.Threads();
        Option<string?> noMap = HashingOptions.NoMap();
        Option<string?> untagged = HashingOptions.Flag("--untagged", "No effect: lines with and without a tag are read.");
        Option<string?> bag = HashingOptions.Flag(
            "--bag", "Each LIST is the folder of a bag (BagIt, RFC 8493): check that it is complete and valid.");
        Option<string?> slice = new("--slice")
        {
            HelpName = "START:LENGTH",
            Description = "Check this part of a file (LENGTH bytes from byte START) without reading the rest; "
                + "with --outboard and --root.",
        };
        Option<string?> outboard = new("--outboard")
        {
            HelpName = "PATH", Description = "The file's tree, which 'sum --outboard' wrote (bao's format).",
        };
        Option<string?> root = new("--root")
        {
            HelpName = "HEX", Description = "The BLAKE3 digest of the whole file, from a trusted source.",
        };
        Command command = new GroupedCommand(
            "check", "Check files against lists of digests.", lists,
            ("Files", [folder, beside, ignoreMissing, audit, bag]),
            ("Digests", [algorithm, length, keyFile, keyed, deriveKey, untagged]),
            ("Output", [quiet, status, warn, strict, json, zero]),
            ("Part of a file", [slice, outboard, root]),
            ("Speed", [journal, jobs, threads, noMap]))
        {
            Examples =
            [
                ("lanewise check SUMS", "Check the files in this list."),
                ("lanewise check --quiet --beside d/SUMS", "Only failures; names relative to 'd'."),
                ("lanewise check --audit SUMS photos", "Also find new and moved files."),
            ],
            ExitCodes = ("Everything is intact.", "A digest differs, a file could not be read, or an audit found a difference."),
        };
        command.SetBody(result =>
        {
            string[] given = result.GetValue(lists) ?? [];
            // As in coreutils, the last of --quiet, --status and --warn takes precedence.
            Option? manner = result.Last(quiet, status, warn);
            bool isSilent = manner == status;
            Option<string?>[] ofLists =
            [
                algorithm, length, keyFile, keyed, deriveKey, ignoreMissing, strict, warn, zero, json, journal, folder, beside,
                audit,
            ];
            if (result.Has(slice) || result.Has(outboard) || result.Has(root))
            {
                if (!result.Has(slice) || !result.Has(outboard) || !result.Has(root))
                {
                    throw new UsageException("--slice, --outboard and --root go together");
                }

                HashingOptions.Refuse(result, "--slice", [.. ofLists, jobs, threads, bag]);
                return SliceCheck.Run(
                    given,
                    result.GetValue(slice)!,
                    result.GetValue(outboard)!,
                    result.GetValue(root)!,
                    manner == quiet,
                    isSilent);
            }

            StandardOutput output = new();
            if (result.Has(bag))
            {
                HashingOptions.Refuse(result, "--bag", ofLists);
                FileHashOptions how = HashingOptions.Of(HashingOptions.Cores(result, jobs, threads), null, output, null);
                return BagCommand.Check(given, how, output, manner == quiet, isSilent);
            }

            if (given is [string digest, string one] && !FileId.Exists(digest) && FileTree.IsFile(one)
                && BareDigest.Parse(digest, one, AlgorithmNames.FromTag) is { } parsed
                && (parsed.Tag is not null || !parsed.IsBase64) && !DigestBounds.IsShort(parsed.Digest.Length, null, null))
            {
                // The command is on a separate line, so that users can copy it.
                string line = parsed.Tag is null ? $"{digest}  {one}"
                    : $"{AlgorithmNames.FromTag(parsed.Tag)!.Tag} ({one}) = {digest.Substring(digest.IndexOf(':') + 1)}";
                Diagnostics.Say("check reads lists; to verify a file against one digest:");
                Diagnostics.Write($"  echo {FileNames.Quote(line)} | lanewise check\n");
                return ExitCode.Failed;
            }

            if (result.Has(folder) && result.Has(beside))
                throw new UsageException("--beside cannot be combined with --directory");

            if (result.GetValue(folder) is string start && !FileTree.IsFolder(start))
            {
                // A missing directory is reported once per run, not once per listed file.
                Diagnostics.Say(start, FileId.Exists(start) ? "Not a directory" : "No such file or directory");
                return ExitCode.Failed;
            }

            if (result.Has(audit)) HashingOptions.Refuse(result, "--audit", [ignoreMissing]);

            string? named = result.GetValue(algorithm);
            int digestLength = HashingOptions.Number(result, length, 0, int.MaxValue) ?? 0;
            int cores = HashingOptions.Cores(result, jobs, threads);
            string[] folders = result.Has(audit) ? [.. given.Where(FileTree.IsFolder)] : [];
            string[] names = given.Length > 0 ? [.. given.Where(name => !folders.Contains(name))] : [FileJob.StandardInput];
            if (names.Length == 0) throw new UsageException("--audit: name a list beside the folders; '-' is standard input");
            if (result.Has(audit) && !AreThere(names)) return ExitCode.Failed;

            string? keySource = result.Has(keyed) ? FileJob.StandardInput : result.GetValue(keyFile);
            if (result.GetValue(journal) is { Length: > 0 } appended) RefuseToAppend(appended, names, keySource);

            FileAlgorithm untagged = AlgorithmNames.ChooseForList(named ?? AlgorithmNames.Default, digestLength);
            FileAlgorithm unkeyed = untagged;
            if (!HashingOptions.TryKey(result, keyFile, keyed, deriveKey, names, ref untagged, out FileKey? key))
                return ExitCode.Failed;

            using (key)
            using (Journal? known = HashingOptions.Open(result, journal, deriveKey, untagged, key, isCheck: true))
            {
                bool hasKey = !ReferenceEquals(untagged, unkeyed);
                CheckSettings settings = new()
                {
                    Untagged = untagged,
                    // A list must not be able to bypass the requirement of a key.
                    IsNamed = named is not null || hasKey,
                    HasKey = hasKey,
                    HasLength = digestLength > 0,
                    IgnoreMissing = result.Has(ignoreMissing),
                    Status = isSilent,
                    Quiet = isSilent || manner == quiet,
                    Strict = result.Has(strict),
                    Warn = manner == warn,
                    End = result.Has(zero) ? '\0' : '\n',
                    Cores = cores,
                    Journal = known,
                    Folder = result.GetValue(folder),
                    IsBeside = result.Has(beside),
                    ReadsInput = names.Contains(FileJob.StandardInput) || keySource == FileJob.StandardInput,
                };
                // An audit looks for differences. On a terminal, OK lines would hide them.
                bool isBrief = result.Has(audit) && !result.Has(json) && !Console.IsOutputRedirected;
                Verdicts verdicts = new(output, result.Has(json), settings.Quiet || isBrief, settings.Status);
                Audit? folderAudit = result.Has(audit)
                    ? new(names, result.GetValue(journal), settings, verdicts)
                    : null;
                if (given.Length == 0 && !settings.Quiet) StandardStreams.SayWaits("LIST");
                bool isGood = true;
                List<ListCheck> checks = [.. names.Select(name => new ListCheck(name, settings, verdicts, folderAudit))];
                foreach (ListCheck check in checks) isGood &= check.Run();

                if (folderAudit is not null) isGood &= folderAudit.Finish(folders);
                else if (!verdicts.IsJson && !settings.Status) SayTotal(checks, isGood, settings.Quiet);
                // With the journal of this run, the next check would trust files that it has not read.
                known?.End();
                return isGood ? ExitCode.Good : ExitCode.Failed;
            }
        });
        return command;
    }

    // Ends the output on a terminal. Without a terminal, the output is the same as that of md5sum.
    // If the check failed for another reason, such as a malformed line, no summary must say that all files are OK.
    private static void SayTotal(List<ListCheck> checks, bool isGood, bool isQuiet)
    {
        long good = checks.Sum(check => check.Good), different = checks.Sum(check => check.Different);
        long missing = checks.Sum(check => check.Missing), unreadable = checks.Sum(check => check.Unreadable);
        long bad = different + missing + unreadable;
        if (Console.IsErrorRedirected || good + bad == 0 || (bad == 0 && (isQuiet || !isGood))) return;

        string files = good + bad == 1 ? "file" : "files";
        (long Count, string One, string Many)[] kinds =
        [
            (different, "differs", "differ"), (missing, "is missing", "are missing"),
            (unreadable, "cannot be read", "cannot be read"),
        ];
        IEnumerable<string> reasons = kinds.Where(kind => kind.Count > 0)
            .Select(kind => Invariant($"{kind.Count:N0} {(kind.Count == 1 ? kind.One : kind.Many)}"));
        Diagnostics.Say(bad > 0 ? Invariant($"{bad:N0} of {good + bad:N0} {files} failed: {string.Join(", ", reasons)}")
            : Invariant($"{good:N0} {files} OK"));
    }

    // Checks that all lists exist. Without a list, for example in the wrong current directory, an audit would report every file
    // as new.
    private static bool AreThere(string[] lists)
    {
        bool areThere = true;
        foreach (string list in lists)
        {
            if (list == FileJob.StandardInput || FileId.Exists(list)) continue;

            Diagnostics.Say(list, "No such file or directory");
            areThere = false;
        }

        return areThere;
    }

    // The run appends to the journal while it reads the lists. If the journal were also one of the lists, the run would never
    // end, and newly computed digests would be treated as expected digests.
    private static void RefuseToAppend(string journal, string[] lists, string? keySource)
    {
        FileId target = FileId.Of(journal);
        if (!target.IsKnown) return;

        foreach (string list in lists)
        {
            if (IsTarget(list)) throw new UsageException($"--journal: '{journal}' is also {Input(list, "a LIST to read")}");
        }

        if (keySource is not null && IsTarget(keySource))
            throw new UsageException($"--journal: '{journal}' is also {Input(keySource, "--key-file")}");

        bool IsTarget(string name) =>
            name.Length > 0 && FileId.Of(name == FileJob.StandardInput ? "/dev/stdin" : name) == target;

        static string Input(string name, string other) => name == FileJob.StandardInput ? "standard input" : other;
    }
}
