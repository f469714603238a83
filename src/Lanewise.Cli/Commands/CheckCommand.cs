using System.Buffers;
using System.CommandLine;
using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Commands;

/// <summary><c>lanewise check</c>: files against lists of digests, in the words of md5sum --check.</summary>
internal static class CheckCommand
{
    public static Command Create()
    {
        Argument<string[]> lists = HashingOptions.Names(
            "LIST", "Lists of digests; '-' or none is standard input. With --slice, the file itself.");
        Option<string?> algorithm = HashingOptions.Algorithm(
            $"Algorithm of lines without a tag [default: by the length of the digest, {AlgorithmNames.Default} where that says "
            + $"nothing].");
        Option<string?> length = HashingOptions.Length();
        Option<string?> keyFile = HashingOptions.KeyFile();
        Option<string?> deriveKey = HashingOptions.DeriveKey();
        Option<string?> ignoreMissing = HashingOptions.Flag("--ignore-missing", "Pass over files that do not exist.");
        Option<string?> quiet = HashingOptions.Flag("--quiet", "Do not print OK for each good file.");
        Option<string?> status = HashingOptions.Flag("--status", "Print nothing; the exit code says it.");
        Option<string?> strict = HashingOptions.Flag("--strict", "Fail on badly formed lines too.");
        Option<string?> warn = HashingOptions.Flag("--warn", "-w", "Name each badly formed line.");
        Option<string?> zero = HashingOptions.Flag("--zero", "-z", "Lines end with NUL and names are not escaped (sum -z).");
        Option<string?> folder = new("--directory", "-C")
        {
            HelpName = "DIR", Description = "The folder that names in lists start from [default: this one].",
        };
        Option<string?> beside = HashingOptions.Flag("--beside", "Names in a list start from the folder that the list lies in.");
        Option<string?> journal = HashingOptions.Journal();
        Option<string?> jobs = HashingOptions.Jobs();
        Option<string?> bag = HashingOptions.Flag(
            "--bag", "Each LIST is the folder of a bag (BagIt, RFC 8493): check that it is complete and right.");
        Option<string?> slice = new("--slice")
        {
            HelpName = "START:LENGTH", Description =
                "Check this part of a file (LENGTH bytes from byte START) without reading the rest; with --outboard and --root.",
        };
        Option<string?> outboard = new(
            "--outboard") { HelpName = "PATH", Description = "The file's tree, which 'sum --outboard' wrote (bao's format)." };
        Option<string?> root = new(
            "--root") { HelpName = "HEX", Description = "The BLAKE3 digest of the whole file: the one thing to be trusted." };
        Command command = new("check", "Check files against lists of digests.")
        {
            lists, folder, beside, algorithm, length, keyFile, deriveKey, ignoreMissing, quiet, status, strict, warn, zero, journal, jobs,
            bag, slice, outboard, root,
        };
        command.SetBody(result =>
        {
            if (result.Has(slice) || result.Has(outboard) || result.Has(root))
            {
                if (!result.Has(slice) || !result.Has(outboard) || !result.Has(root))
                {
                    throw new UsageException("--slice, --outboard and --root go together");
                }

                HashingOptions.Refuse(
                    result, "--slice",
                    [algorithm, length, keyFile, deriveKey, ignoreMissing, strict, warn, zero, journal, jobs, folder, beside, bag]);

                return CheckSlice(
                    result.GetValue(lists) ?? [], result.GetValue(slice)!, result.GetValue(outboard)!, result.GetValue(root)!,
                    result.Has(quiet), result.Has(status));
            }

            if (result.Has(bag))
            {
                HashingOptions.Refuse(result, "--bag", [algorithm, length, keyFile, deriveKey, ignoreMissing, strict, warn, zero, journal, folder, beside]);

                StandardOutput verdicts = new();
                FileHashOptions how = HashingOptions.Of(HashingOptions.Cores(result, jobs), null, verdicts, null);
                return BagCommand.Check(result.GetValue(lists) ?? [], how, verdicts, result.Has(quiet), result.Has(status));
            }

            if (result.Has(folder) && result.Has(beside)) throw new UsageException("--beside does not go with --directory");

            string? named = result.GetValue(algorithm);
            int digestLength = HashingOptions.Number(result, length, 0, int.MaxValue) ?? 0;
            int cores = HashingOptions.Cores(result, jobs);
            string[] names = result.GetValue(lists) is { Length: > 0 } given ? given : [FileJob.StandardInput];
            FileAlgorithm untagged = AlgorithmNames.Choose(named ?? AlgorithmNames.Default, digestLength);
            FileAlgorithm unkeyed = untagged;
            if (!HashingOptions.TryKey(result, keyFile, deriveKey, names, ref untagged, out FileKey? key)) return ExitCode.Failed;

            using (key)
            using (Journal? known = HashingOptions.Open(result, journal, deriveKey, untagged, key))
            {
                Settings settings = new()
                {
                    Untagged = untagged,
                    // A list cannot lead around the key either.
                    IsNamed = named is not null || !ReferenceEquals(untagged, unkeyed),
                    HasLength = digestLength > 0,
                    IgnoreMissing = result.Has(ignoreMissing),
                    Status = result.Has(status),
                    Quiet = result.Has(quiet) || result.Has(status),
                    Strict = result.Has(strict),
                    Warn = result.Has(warn),
                    End = result.Has(zero) ? '\0' : '\n',
                    Cores = cores,
                    Journal = known,
                    Folder = result.GetValue(folder),
                    IsBeside = result.Has(beside),
                };
                StandardOutput output = new();
                bool isGood = true;
                foreach (string name in names) isGood &= new ListCheck(name, settings, output).Run();
                return isGood ? ExitCode.Good : ExitCode.Failed;
            }
        });
        return command;
    }

    private static int CheckSlice(string[] names, string slice, string outboard, string root, bool isQuiet, bool isSilent)
    {
        if (names.Length != 1 || names[0] == FileJob.StandardInput)
        {
            throw new UsageException("--slice: it is a part of exactly one file, given by its name");
        }

        int colon = slice.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0
            || !long.TryParse(slice.AsSpan(0, colon), NumberStyles.None, CultureInfo.InvariantCulture, out long start)
            || !long.TryParse(slice.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out long length)
            || length > long.MaxValue - start)
        {
            throw new UsageException(
                $"invalid --slice: '{slice}': it is START:LENGTH, two numbers of bytes with an end below 2^63");
        }

        byte[] digest = new byte[Blake3Outboard.RootSizeInBytes];
        if (root.Length != 2 * digest.Length || Convert.FromHexString(root, digest, out _, out _) != OperationStatus.Done)
        {
            throw new UsageException(string.Create(CultureInfo.InvariantCulture,
                $"invalid --root: it has {2 * digest.Length} hexadecimal digits; there are {root.Length} "
                + $"characters{(root.Length == 2 * digest.Length ? ", not all of them digits" : "")}"));
        }

        bool isGood = OutboardFile.Verify(digest, outboard, names[0], start, length);
        StandardOutput output = new();
        if (isGood ? !isQuiet && !isSilent : !isSilent) Verdict(output, names[0], isGood ? ": OK" : ": FAILED");
        output.Flush();
        return isGood ? ExitCode.Good : ExitCode.Failed;
    }

    internal static void Verdict(StandardOutput output, string name, string verdict)
    {
        // As md5sum does it: only a newline makes the name of a verdict an escaped one.
        bool isEscaped = name.Contains('\n');
        if (isEscaped) output.Write('\\');
        ChecksumLine.WriteName(output, name, isEscaped);
        output.WriteLine(verdict);
    }

    private sealed class Settings
    {
        public required FileAlgorithm Untagged { get; init; }

        /// <summary>
        /// The algorithm was named or has a key, so a tag that names another is an error and no way to a weaker hash.
        /// </summary>
        public required bool IsNamed { get; init; }

        public required bool HasLength { get; init; }

        public required bool IgnoreMissing { get; init; }

        public required bool Status { get; init; }

        public required bool Quiet { get; init; }

        public required bool Strict { get; init; }

        public required bool Warn { get; init; }

        public required char End { get; init; }

        public required int Cores { get; init; }

        public required Journal? Journal { get; init; }

        public required string? Folder { get; init; }

        /// <summary>Names start from the folder of their list.</summary>
        public required bool IsBeside { get; init; }
    }

    /// <summary>One list from its first line to its warnings.</summary>
    private sealed class ListCheck(string list, Settings settings, StandardOutput output)
    {
        // Files with the same few bytes are found in no time, so that such a line proves nothing unless it was asked for.
        private const int FewestDigestBytes = 8;

        // One object per algorithm and length, by which files are gathered for the lanes.
        private readonly Dictionary<string, FileAlgorithm?> byTag = [];
        private readonly Dictionary<int, FileAlgorithm?> byLength = [];
        private readonly Dictionary<int, FileAlgorithm?> byLengthOfTag = [];
        private long listed, malformed, unreadable, different, matched, untaggedDifferent, untaggedMatched;
        private string? guessed;
        private volatile bool hasShortDigests;

        // What lines without a tag are taken for, as far as nothing but their length says it.
        private FileAlgorithm Expected =>
            (settings.IsNamed || settings.HasLength ? null : AlgorithmNames.FromListName(list)) ?? settings.Untagged;

        private string Title => list == FileJob.StandardInput ? "standard input" : list;

        public bool Run()
        {
            Stream stream;
            try
            {
                stream = list == FileJob.StandardInput ? StandardStreams.Input() : InputStream.Open(list);
            }
            catch (Exception e) when (FileErrors.IsExpected(e))
            {
                Diagnostics.Say(list, FileErrors.Reason(e, list));
                return false;
            }

            string? readError = null;
            using (stream)
            using (Progress? progress = list == FileJob.StandardInput
                || settings.Status ? null : Progress.Start(JobsAgain(), readsStandardInput: false))
            {
                output.Progress = progress;
                FileHasher.Run(Jobs(stream, isFirst: true, e => readError = e), Report,
                    HashingOptions.Of(settings.Cores, progress, output, null));
                output.Flush();
            }

            if (readError is not null) Diagnostics.Say(Title, readError);
            return Summarize() && readError is null;
        }

        /// <summary>The files of the list once more, for the sum of their sizes.</summary>
        private IEnumerable<FileJob> JobsAgain()
        {
            using InputStream stream = InputStream.Open(list);
            if (!stream.IsRegular) yield break;

            foreach (FileJob job in Jobs(stream, isFirst: false, _ => { })) yield return job;
        }

        private IEnumerable<FileJob> Jobs(Stream stream, bool isFirst, Action<string> readFailed)
        {
            ListParser parser = new(hasEscapes: settings.End == '\n');
            using IEnumerator<(long Number, string Line)> lines = ListLines.Read(stream, settings.End).GetEnumerator();
            while (true)
            {
                try
                {
                    if (!lines.MoveNext()) yield break;
                }
                catch (Exception e) when (FileErrors.IsExpected(e))
                {
                    readFailed(FileErrors.Reason(e, list));
                    yield break;
                }

                (long number, string line) = lines.Current;
                // Comments, and lines that are nothing but their end.
                if (line.Length == 0 || line[0] == '#') continue;

                FileJob? job = parser.Parse(line) is { } file ? Job(file) : null;
                if (job is not null)
                {
                    if (isFirst) listed++;
                    yield return job;
                }
                else if (isFirst)
                {
                    malformed++;
                    if (!settings.Warn) continue;

                    // In its place among the verdicts, although lines are read ahead of them.
                    yield return FileJob.Remark(Title, settings.Untagged, string.Create(
                        CultureInfo.InvariantCulture, $"{number}: improperly formatted {Expected.Tag} checksum line"));
                }
            }
        }

        /// <summary>
        /// The file and its algorithm; null where tag and digest contradict each other or nothing has such a digest.
        /// </summary>
        private FileJob? Job(ListedFile file)
        {
            if (file.Digest.Length < FewestDigestBytes && file.Digest.Length != settings.Untagged.HashBytes)
            {
                hasShortDigests = true;
                return null;
            }

            FileAlgorithm? algorithm;
            if (file.Tag is not null)
            {
                if (!byTag.TryGetValue(file.Tag, out algorithm))
                {
                    // A list of nonsense must not fill the memory with names.
                    algorithm = AlgorithmNames.FromTag(file.Tag);
                    if (byTag.Count < 100) byTag.Add(file.Tag, algorithm);
                }

                if (algorithm is { HasLengthInTag: false } && algorithm.HashBytes != file.Digest.Length)
                {
                    if (!byLengthOfTag.TryGetValue(file.Digest.Length, out FileAlgorithm? other))
                    {
                        other = algorithm.WithLength(file.Digest.Length);
                        if (byLengthOfTag.Count < 100) byLengthOfTag.Add(file.Digest.Length, other);
                    }

                    algorithm = other;
                }

                if (algorithm is null || algorithm.HashBytes != file.Digest.Length) return null;
                if (settings.HasLength && settings.Untagged.HashBytes != algorithm.HashBytes) return null;

                if (settings.IsNamed)
                {
                    // The one that was named has the key, if there is one.
                    FileAlgorithm? named = OfLength(algorithm.HashBytes);
                    if (named?.Tag != algorithm.Tag) return null;

                    algorithm = named;
                }
            }
            else
            {
                algorithm = OfLength(file.Digest.Length);
                if (algorithm is null) return null;

                guessed ??= algorithm.Name;
            }

            return FileJob.Of(file.Name, PathOf(file.Name), algorithm, settings.Journal, file.Digest,
                isUntagged: file.Tag is null);
        }

        /// <summary>The algorithm of lines without a tag, for a length of digest; null where there is none.</summary>
        private FileAlgorithm? OfLength(int hashBytes)
        {
            if (byLength.TryGetValue(hashBytes, out FileAlgorithm? algorithm)) return algorithm;

            if (settings.HasLength && hashBytes != settings.Untagged.HashBytes) algorithm = null;
            else if (settings.IsNamed || settings.HasLength) algorithm = settings.Untagged.WithLength(hashBytes);
            else algorithm = AlgorithmNames.FromListName(list)?.WithLength(hashBytes) ?? AlgorithmNames.FromLength(hashBytes);

            if (byLength.Count < 100) byLength.Add(hashBytes, algorithm);
            return algorithm;
        }

        // A list from Windows: "\" where this system has "/", unless a file has just that name.
        private string PathOf(string name)
        {
            string? from = settings.IsBeside && list != FileJob.StandardInput ? Path.GetDirectoryName(list) : settings.Folder;
            if (!string.IsNullOrEmpty(from)) name = Path.Combine(from, name);
            if (OperatingSystem.IsWindows() || !name.Contains('\\') || FileTree.IsFile(name)) return name;

            string slashed = name.Replace('\\', '/');
            return FileTree.IsFile(slashed) ? slashed : name;
        }

        private void Report(FileJob job)
        {
            if (job.IsSkipped)
            {
                output.Flush();
                Diagnostics.Say(job.Name, job.Reason!);
                return;
            }

            if (job.Reason is string reason)
            {
                if (settings.IgnoreMissing && job.IsMissing) return;

                unreadable++;
                output.Flush();
                Diagnostics.Say(job.Name, reason);
                if (!settings.Status) Line(job.Name, ": FAILED open or read");
                return;
            }

            job.Note();
            bool isEqual = CryptographicOperations.FixedTimeEquals(job.Digest, job.Expected);
            if (isEqual) matched++;
            else different++;
            if (job.IsUntagged && isEqual) untaggedMatched++;
            if (job.IsUntagged && !isEqual) untaggedDifferent++;
            if (isEqual && !settings.Quiet) Line(job.Name, ": OK");
            if (!isEqual && !settings.Status) Line(job.Name, ": FAILED");
        }

        private void Line(string name, string verdict) => Verdict(output, name, verdict);

        private bool Summarize()
        {
            if (listed == 0)
            {
                Diagnostics.Say(Title, "no properly formatted checksum lines found");
                SayShort();
                return false;
            }

            if (!settings.Status)
            {
                Warning(malformed, "line is improperly formatted", "lines are improperly formatted");
                SayShort();
                Warning(unreadable, "listed file could not be read", "listed files could not be read");
                Warning(different, "computed checksum did NOT match", "computed checksums did NOT match");
                if (untaggedDifferent > 0 && untaggedMatched == 0 && !settings.IsNamed)
                {
                    Diagnostics.Say(Title, $"lines without a tag were taken for {guessed}; -a names another algorithm");
                }
            }

            bool isAnyVerified = matched + different > 0;
            if (settings.IgnoreMissing && !isAnyVerified && !settings.Status) Diagnostics.Say(Title, "no file was verified");
            return unreadable == 0 && different == 0 && (malformed == 0 || !settings.Strict)
                && (isAnyVerified || !settings.IgnoreMissing);
        }

        private void SayShort()
        {
            if (!hasShortDigests || settings.Status) return;

            Diagnostics.Say(Title, string.Create(
                CultureInfo.InvariantCulture,
                $"a digest of fewer than {FewestDigestBytes} bytes proves nothing; -l says that it is meant"));
        }

        private static void Warning(long count, string one, string many)
        {
            if (count > 0)
            {
                Diagnostics.Say(string.Create(CultureInfo.InvariantCulture, $"WARNING: {count} {(count == 1 ? one : many)}"));
            }
        }
    }
}
