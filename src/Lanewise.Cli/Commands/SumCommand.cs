using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Commands;

/// <summary>Implements <c>lanewise sum</c>, which prints digests of files in the formats of md5sum and b2sum.</summary>
internal sealed class SumCommand
{
    private const string ToRead = "a FILE to read";

    private readonly Argument<string[]> files = HashingOptions.Names("FILE", "Files; '-' or no file means standard input.");
    private readonly Option<string?> algorithm = HashingOptions.Algorithm(
        "Algorithm, with a length where it varies (blake2b-256); if given several times, each file is read once "
        + $"and hashed with all, in tagged lines [default: {AlgorithmNames.Default}].");
    private readonly Option<string?> length = HashingOptions.Length();
    private readonly Option<string?> keyFile = HashingOptions.KeyFile();
    private readonly Option<string?> keyed = HashingOptions.Keyed();
    private readonly Option<string?> deriveKey = HashingOptions.DeriveKey();
    private readonly Option<string?> seek = new("--seek")
    {
        HelpName = "N", Description = "The digest is the output from byte N on, as with b3sum (BLAKE3 only).",
    };
    private readonly Option<string?> outboard = new("--outboard")
    {
        HelpName = "PATH",
        Description = "Also write the tree of one file there, in bao's format, for 'check --slice' (BLAKE3 only).",
    };
    private readonly Option<string?> recursive = HashingOptions.Flag(
        "--recursive", "-r", "Hash all files in folders; links to folders are not followed.");
    private readonly Option<string?> include = new("--include")
    {
        HelpName = "GLOB",
        Description = "Only files that match, or are in a folder that matches; may be repeated. "
            + "'*' and '?' match within a name, '**' across folders. "
            + "A GLOB without '/' is matched against names, a GLOB with '/' against paths below the named folder; "
            + "one that ends with '/' matches folders only.",
    };
    private readonly Option<string?> exclude = new("--exclude")
    {
        HelpName = "GLOB", Description = "Leave out matching files and folders, even if --include matches; may be repeated.",
    };
    private readonly Option<string?> noHidden = HashingOptions.Flag(
        "--no-hidden", "With -r: leave out files and folders whose names begin with a dot.");
    private readonly Option<string?> follow = HashingOptions.Flag("--follow", "With -r: also follow links to folders.");
    private readonly Option<string?> oneFileSystem = HashingOptions.Flag(
        "--one-file-system", "-x", "With -r: leave out folders of other file systems.");
    private readonly Option<string?> skipSpecial = HashingOptions.Flag(
        "--skip-special", "With -r: skipped pipes, sockets and devices do not count as failures.");
    private readonly Option<string?> tag = HashingOptions.Flag("--tag", "Write tagged lines: NAME (file) = digest.");
    private readonly Option<string?> untagged = HashingOptions.Flag(
        "--untagged", "Write lines without a tag (default); the last of --tag and --untagged wins.");
    private readonly Option<string?> raw = HashingOptions.Flag(
        "--raw", "Write the bytes of the digest and nothing else; for exactly one FILE.");
    private readonly Option<string?> noNames = HashingOptions.Flag("--no-names", "Write digests without names.");
    private readonly Option<string?> zero = HashingOptions.Flag(
        "--zero", "-z", "End lines with NUL, not newline, and escape no names.");
    private readonly Option<string?> binary = HashingOptions.Flag(
        "--binary", "-b", "Write '*' before each name; files are always read unchanged.");
    private readonly Option<string?> text = HashingOptions.Flag("--text", "-t", "Write a space before each name (default).");
    private readonly Option<string?> base64 = HashingOptions.Flag(
        "--base64", "Write digests as base64, as in cksum and Azure's Content-MD5.");
    private readonly Option<string?> json = HashingOptions.Flag(
        "--json", "Write a JSON object per line: algorithm, name, digest, bytes.");
    private readonly Option<string?> filesFrom = new("--files-from")
    {
        HelpName = "FILE", Description = "Read more names from FILE, one per line, with -z ended by NUL; '-' is standard input.",
    };
    private readonly Option<string?> outputPath = new("--output", "-o")
    {
        HelpName = "FILE",
        Description = "Write the list to this file at the end; an existing list is kept if a file cannot be read.",
    };
    private readonly Option<string?> update = new("--update")
    {
        HelpName = "LIST",
        Description = "Bring LIST up to date: read only files whose device, folder, inode, size or times differ, "
            + "drop lines of files that are gone. Without FILE: the files in LIST. LIST is created if it does not exist.",
    };
    private readonly Option<string?> journal = HashingOptions.Journal(
        "Record each finished file; "
        + "a run with the same journal reads only files whose device, folder, inode, size or times differ.");
    private readonly Option<string?> jobs = HashingOptions.Jobs();
    private readonly Option<string?> threads = HashingOptions.Threads();
    private readonly Option<string?> noMap = HashingOptions.NoMap();
    private readonly Option<string?> statistics = HashingOptions.Flag(
        "--stats", "Print a summary on standard error at the end: files, bytes, seconds, rate and path. On a terminal, "
        + "this is the default after a second.");
    private readonly Option<string?> quiet = HashingOptions.Flag(
        "--quiet", "No progress and no summary, even on a terminal.");
    private readonly Option<string?> bag = HashingOptions.Flag(
        "--bag", "Turn each FILE, a folder, into a bag (BagIt, RFC 8493) in place, with a manifest for each -a, or sha512.");

    public static Command Create()
    {
        SumCommand sum = new();
        Command command = new GroupedCommand(
            "sum", "Print digests of files.", sum.files,
            ("Files", [
                sum.recursive, sum.include, sum.exclude, sum.noHidden, sum.follow, sum.oneFileSystem, sum.skipSpecial,
                sum.filesFrom]),
            ("Digests", [sum.algorithm, sum.length, sum.keyFile, sum.keyed, sum.deriveKey, sum.seek]),
            ("Lines", [
                sum.tag, sum.untagged, sum.json, sum.base64, sum.raw, sum.noNames, sum.zero, sum.binary, sum.text]),
            ("Output", [sum.outputPath, sum.update, sum.outboard, sum.bag, sum.statistics, sum.quiet]),
            ("Speed", [sum.journal, sum.jobs, sum.threads, sum.noMap]))
        {
            Examples =
            [
                ("lanewise sum -a sha256 disk.iso", "The line that sha256sum prints."),
                ("lanewise sum -r -o photos.b3 photos", "A list of all files in 'photos'."),
                ("lanewise sum --update SUMS -r photos", "A list; reads only changed files."),
            ],
            ExitCodes = ("Every file was hashed.", "A file could not be read, or was skipped."),
        };
        command.SetBody(sum.Run);
        return command;
    }

    private int Run(ParseResult result)
    {
        if (result.Has(bag)) return MakeBags(result);

        if (result.GetValue(update) is not string list) return Run(result, null);

        HashingOptions.Refuse(
            result, "--update",
            [outboard, tag, untagged, zero, binary, text, base64, raw, noNames, json, seek, outputPath]);
        using UpdatedList updated = Opened("--update", list, UpdatedList.Open);
        return Run(result, updated);
    }

    private int Run(ParseResult result, UpdatedList? updated)
    {
        FileAlgorithm chosen = Algorithm(result, updated);
        DigestLines lines = Lines(result, isSeveral: chosen.Parts.Count > 1);
        NameList names = Names(result, updated);
        bool isRecursive = result.Has(recursive);
        if (lines.IsRaw && (isRecursive || names.Count != 1 || chosen.Parts.Count > 1))
            throw new UsageException("--raw: exactly one digest of one file is written");

        RefuseToOverwrite(result, names.Given);
        if (result.GetValue(outboard) is string path) return WithOutboard(result, names, chosen, path, lines);

        if (!HashingOptions.TryKey(result, keyFile, keyed, deriveKey, names.Given, ref chosen, out FileKey? key))
            return ExitCode.Failed;

        chosen = FromByte(result, chosen);

        using (key)
        using (Journal? known = HashingOptions.Open(result, journal, deriveKey, chosen, key, isCheck: false))
        using (WholeFile? target = result.GetValue(outputPath) is string listFile
            ? Opened("--output", listFile, static p => WholeFile.Begin(p)) : null)
        {
            if (!TryOpen(names.File)) return ExitCode.Failed;

            string about = HashingOptions.About(result, deriveKey, chosen, key);
            if (updated is not null)
            {
                Opened("--update", updated.Path, _ =>
                {
                    updated.Begin(about, known);
                    return updated;
                });
            }

            SumSettings settings = new()
            {
                Names = names, Algorithm = chosen, Lines = lines, Which = Which(result, isRecursive), IsRecursive = isRecursive,
                SkipsSpecial = result.Has(skipSpecial), Cores = HashingOptions.Cores(result, jobs, threads),
                IsInputTaken = IsKeyInput(result) || names.File == FileJob.StandardInput || updated is not null,
                IsQuiet = result.Has(quiet), HasStatistics = result.Has(statistics), Target = target,
                TargetName = result.GetValue(outputPath), Update = updated,
                Known = updated is null ? known : updated,
                Own = Own([result.GetValue(journal), result.GetValue(outputPath), updated?.Path], target ?? updated?.Target),
            };
            bool isGiven = result.GetValue(files) is { Length: > 0 } || result.Has(filesFrom) || updated is not null;
            if (!isGiven && !settings.IsQuiet) StandardStreams.SayWaits("FILE");
            SumRun run = new(settings);
            int code = run.Run();
            if (target is { ReplacesFile: true } && run.HasFailures)
                Diagnostics.Say(result.GetValue(outputPath)!, "it is not replaced, because the new list is incomplete");
            else if (target is not null) Complete(target, result.GetValue(outputPath)!);
            return code;
        }
    }

    // ---- options ----

    private FileAlgorithm Algorithm(ParseResult result, UpdatedList? updated)
    {
        int bits = HashingOptions.Number(result, length, 0, int.MaxValue) ?? 0;
        IReadOnlyList<Token> names = result.GetResult(algorithm)?.Tokens ?? [];
        if (names.Count == 0 && bits == 0 && updated?.Algorithms is { Count: > 0 } own)
        {
            // As in 'check', a digest of fewer than 8 bytes is accepted only if it was requested.
            if (own.FirstOrDefault(one => DigestBounds.IsShort(one.HashBytes, one, asked: null)) is { } tooShort)
            {
                throw new ListException(Invariant(
                    $"{updated.Path}: a digest of fewer than {DigestBounds.FewestBytes} bytes proves nothing; "
                    + $"to accept it, use -a {tooShort.Name}"));
            }

            return SeveralAlgorithms.Of(own);
        }

        string[] words = names.Count == 0 ? [AlgorithmNames.Default] : [.. names.Select(name => name.Value)];
        Array.ForEach(words, AlgorithmNames.RefuseSeveral);
        FileAlgorithm chosen = SeveralAlgorithms.Of(
            [.. words.Select(word => AlgorithmNames.Choose(word, bits)).DistinctBy(one => one.Name)]);
        foreach (FileAlgorithm old in updated?.Algorithms ?? [])
        {
            if (!chosen.Parts.Any(part => part.Name == old.Name))
                throw new UsageException($"--update: '{updated!.Path}' has digests of {old.Name}, which -a does not name");
        }

        return chosen;
    }

    private FileAlgorithm FromByte(ParseResult result, FileAlgorithm chosen)
    {
        if (result.GetValue(seek) is not string text) return chosen;

        // A journal records the algorithm, but not the starting offset in an XOF's output.
        HashingOptions.Refuse(result, seek.Name, [journal]);
        if (!ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong position)
            || position > ulong.MaxValue - (ulong)chosen.HashBytes)
        {
            throw new UsageException($"invalid {seek.Name}: '{text}': it must be 0 to 2^64 - 1, less the length");
        }

        return chosen.From(position) ?? throw new UsageException($"{seek.Name}: only blake3 supports output from an offset");
    }

    private DigestLines Lines(ParseResult result, bool isSeveral)
    {
        bool isJson = result.Has(json), isText = result.Has(text), endsWithZero = result.Has(zero);
        bool isBinary = result.Last(binary, text) == binary;
        if (isJson && (result.Last(tag, untagged) is not null || endsWithZero || isBinary || isText || result.Has(base64)
            || result.Has(raw) || result.Has(noNames)))
        {
            throw new UsageException(
                "--json cannot be combined with --tag, --zero, --binary, --text, --base64, --raw or --no-names");
        }

        if (result.Has(raw) && result.Has(base64)) throw new UsageException("--raw cannot be combined with --base64");

        bool isTagged = result.Last(tag, untagged) == tag, isUntagged = result.Has(untagged) && !isTagged;
        if (isSeveral && (isUntagged || result.Has(noNames)))
        {
            string option = isUntagged ? untagged.Name : noNames.Name;
            throw new UsageException($"{option}: lines of several algorithms are tagged");
        }

        if (isText && !isBinary)
        {
            if (isTagged) throw new UsageException("--tag does not support --text mode");
            if (isSeveral) throw new UsageException("--text: lines of several algorithms are tagged");
        }

        return new(isTagged || isSeveral, endsWithZero, isBinary, result.Has(base64), isJson)
        {
            IsRaw = result.Has(raw), HasNoNames = result.Has(noNames),
        };
    }

    private bool IsKeyInput(ParseResult result) => result.Has(keyed) || result.GetValue(keyFile) == FileJob.StandardInput;

    private NameList Names(ParseResult result, UpdatedList? updated)
    {
        string? more = result.GetValue(filesFrom);
        string[] given = result.GetValue(files) ?? [];
        if (more == FileJob.StandardInput && given.Contains(FileJob.StandardInput))
            throw new UsageException("--files-from: standard input cannot hold the names and be read as a file too");
        if (more == FileJob.StandardInput && IsKeyInput(result))
            throw new UsageException("--files-from: standard input cannot hold the names and the key");

        char end = result.Has(zero) ? '\0' : '\n';
        if (updated is null) return new(given.Length > 0 || more is not null ? given : [FileJob.StandardInput], more, end);

        if (given.Contains(FileJob.StandardInput)) throw new UsageException("--update: standard input has no modification time");
        if (updated.IsNew && given.Length == 0 && more is null)
            throw new UsageException($"--update: '{updated.Path}' does not exist, so a FILE is required");

        return new(given, more, end) { Others = given.Length == 0 && more is null ? updated.Names : null };
    }

    private FileTreeOptions Which(ParseResult result, bool isRecursive)
    {
        if (!isRecursive)
        {
            foreach (Option<string?> option in (Option<string?>[])[noHidden, follow, oneFileSystem])
            {
                if (result.Has(option)) throw new UsageException($"{option.Name} is for folders: it needs --recursive");
            }
        }

        if (result.Has(oneFileSystem) && !OperatingSystem.IsLinux())
            throw new UsageException($"{oneFileSystem.Name}: file systems can be distinguished only on Linux");

        return new()
        {
            Include = Globs(result, include), Exclude = Globs(result, exclude), LeavesOutHidden = result.Has(noHidden),
            FollowsLinks = result.Has(follow), StaysOnFileSystem = result.Has(oneFileSystem),
        };
    }

    private static List<FileGlob> Globs(ParseResult result, Option<string?> option)
    {
        List<FileGlob> globs = [];
        foreach (Token token in result.GetResult(option)?.Tokens ?? [])
        {
            if (token.Value.Trim('/').Length == 0) throw new UsageException($"{option.Name}: '{token.Value}' matches nothing");

            globs.Add(new(token.Value));
        }

        return globs;
    }

    private static List<OwnFile> Own(ReadOnlySpan<string?> paths, WholeFile? written)
    {
        List<OwnFile> own = [];
        foreach (string? path in paths)
        {
            if (path is null || FileId.Of(path) is not { IsKnown: true } id) continue;

            own.Add(new(Path.GetFileName(path), id));
            // If the path is a link, its target may also be one of the files to hash.
            if (WholeFile.NameOf(path) is string name) own.Add(new(name, id));
        }

        if (written is not null) own.Add(new(written.Name, written.Id));
        if (written?.Beside is string beside) own.Add(new(beside, written.BesideId));
        return own;
    }

    // ---- input and output files ----

    // A typing error in an option must not overwrite an input file or another output file.
    private void RefuseToOverwrite(ParseResult result, string[] read)
    {
        Option<string?>[] written = [update, outputPath, journal, outboard];
        if (!written.Any(result.Has)) return;

        List<(string Use, FileId Id)> seen = [];
        foreach (string name in read)
        {
            if (name is not "" and not FileJob.StandardInput) seen.Add((ToRead, FileId.Of(name)));
        }

        foreach (Option<string?> option in (Option<string?>[])[filesFrom, keyFile])
        {
            if (result.GetValue(option) is string path and not "" and not FileJob.StandardInput)
                seen.Add((option.Name, FileId.Of(path)));
        }

        foreach (Option<string?> option in written)
        {
            if (result.GetValue(option) is not string path || path.Length == 0) continue;

            FileId target = FileId.Of(path);
            if (!target.IsKnown) continue;

            // If the list to update is also among the files to hash, it is skipped, which is not an error. OutboardFile.TryWrite
            // checks that the outboard does not replace the file itself.
            int other = seen.FindIndex(s => s.Id == target && !(s.Use == ToRead && (option == update || option == outboard)));
            if (other >= 0) throw new UsageException($"{option.Name}: '{path}' is also {seen[other].Use}");

            seen.Add((option.Name, target));
        }
    }

    private static T Opened<T>(string option, string path, Func<string, T> open)
    {
        try
        {
            return open(path);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new UsageException($"{option}: {path}: {ReadErrors.Reason(e, path)}");
        }
    }

    private static void Complete(WholeFile file, string path)
    {
        try
        {
            file.Complete();
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new OutputException($"{path}: {ReadErrors.Reason(e, path)}");
        }
    }

    private static bool TryOpen(string? namesFile)
    {
        if (namesFile is null or FileJob.StandardInput) return true;

        try
        {
            InputStream.OpenGiven(namesFile).Dispose();
            return true;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(namesFile, ReadErrors.Reason(e, namesFile));
            return false;
        }
    }

    // ---- output formats other than a list ----

    private int MakeBags(ParseResult result)
    {
        HashingOptions.Refuse(
            result, "--bag",
            [
                length, keyFile, keyed, deriveKey, seek, outboard, recursive, include, exclude, noHidden, follow, oneFileSystem,
                skipSpecial, tag, untagged, zero, binary, text, base64, raw, noNames, json, journal, update, filesFrom,
                outputPath, statistics,
            ]);

        StandardOutput verdicts = new();
        FileHashOptions how = HashingOptions.Of(HashingOptions.Cores(result, jobs, threads), null, verdicts, null);
        string[] names = [.. result.GetResult(algorithm)?.Tokens.Select(token => token.Value) ?? []];
        return BagCommand.Make(result.GetValue(files) ?? [], names, how, verdicts);
    }

    private int WithOutboard(ParseResult result, NameList names, FileAlgorithm chosen, string path, DigestLines lines)
    {
        Option<string?>[] others = [keyFile, keyed, deriveKey, seek];
        if (chosen.Name != AlgorithmNames.Default || others.Any(result.Has))
        {
            throw new UsageException("--outboard: only plain blake3 with a digest of 32 bytes has an outboard");
        }

        HashingOptions.Refuse(
            result, outboard.Name,
            [outputPath, journal, include, exclude, noHidden, follow, oneFileSystem, skipSpecial, statistics]);
        if (result.Has(recursive) || names.Count != 1 || names.Given[0] == FileJob.StandardInput)
        {
            throw new UsageException("--outboard: name exactly one file");
        }

        string name = names.Given[0];
        byte[] digest = new byte[chosen.HashBytes];
        if (!OutboardFile.TryWrite(name, path, digest, out long bytes)) return ExitCode.Failed;

        StandardOutput output = new();
        lines.Write(output, name, chosen, digest, bytes);
        output.Flush();
        return ExitCode.Good;
    }
}
