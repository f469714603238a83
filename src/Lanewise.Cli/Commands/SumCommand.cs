using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Commands;

/// <summary><c>lanewise sum</c>: digests of files, in the words of md5sum and b2sum.</summary>
internal static class SumCommand
{
    public static Command Create()
    {
        Argument<string[]> files = HashingOptions.Names("FILE", "Files; '-' or none is standard input.");
        Option<string?> algorithm = HashingOptions.Algorithm(
            $"Algorithm, with a length where it varies (blake2b-256) [default: {AlgorithmNames.Default}].");
        Option<string?> length = HashingOptions.Length();
        Option<string?> keyFile = HashingOptions.KeyFile();
        Option<string?> deriveKey = HashingOptions.DeriveKey();
        Option<string?> outboard = new("--outboard")
        {
            HelpName = "PATH", Description =
                "Also write the tree of one file there, in bao's format, for 'check --slice' (BLAKE3 only).",
        };
        Option<string?> recursive = HashingOptions.Flag(
            "--recursive", "-r", "Hash all files in folders; links to folders are not followed.");
        Option<string?> skipSpecial = HashingOptions.Flag(
            "--skip-special", "With -r: pipes, sockets and devices that are skipped are no failure.");
        Option<string?> tag = HashingOptions.Flag("--tag", "Write tagged lines: NAME (file) = digest.");
        Option<string?> zero = HashingOptions.Flag("--zero", "-z", "End lines with NUL, not newline, and escape no names.");
        Option<string?> binary = HashingOptions.Flag(
            "--binary", "-b", "Write '*' in front of names; files are read as they are anyway.");
        Option<string?> text = HashingOptions.Flag("--text", "-t", "Write a space in front of names (default).");
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per line: algorithm, name, digest, bytes.");
        Option<string?> filesFrom = new("--files-from")
        {
            HelpName = "FILE", Description = "Read more names there, a line each, with -z each ended by NUL; '-' is standard input.",
        };
        Option<string?> outputPath = new("--output", "-o")
        {
            HelpName = "FILE", Description = "Write the list there; it appears when it is whole, or not at all.",
        };
        Option<string?> journal = HashingOptions.Journal();
        Option<string?> jobs = HashingOptions.Jobs();
        Option<string?> bag = HashingOptions.Flag(
            "--bag", "Make each FILE, a folder, a bag (BagIt, RFC 8493) where it is; with sha512 unless -a says otherwise.");
        Command command = new("sum", "Print digests of files.")
        {
            files, filesFrom, algorithm, length, keyFile, deriveKey, outboard, recursive, skipSpecial, tag, zero, binary, text,
            json, outputPath, journal, jobs, bag,
        };
        command.SetBody(result =>
        {
            if (result.Has(bag))
            {
                HashingOptions.Refuse(
                    result, "--bag",
                    [
                        length, keyFile, deriveKey, outboard, recursive, skipSpecial, tag, zero, binary, text, json, journal,
                        filesFrom, outputPath,
                    ]);

                StandardOutput verdicts = new();
                FileHashOptions how = HashingOptions.Of(HashingOptions.Cores(result, jobs), null, verdicts, null);
                return BagCommand.Make(result.GetValue(files) ?? [], result.GetValue(algorithm), how, verdicts);
            }

            bool isTagged = result.Has(tag), isJson = result.Has(json), endsWithZero = result.Has(zero);
            bool isText = result.Has(text), isBinary = result.Last(binary, text) == binary;
            if (isTagged && isText && !isBinary) throw new UsageException("--tag does not support --text mode");
            if (isJson && (isTagged || endsWithZero || isBinary || isText))
            {
                throw new UsageException("--json goes with none of --tag, --zero, --binary, --text");
            }

            FileAlgorithm chosen = AlgorithmNames.Choose(
                result.GetValue(algorithm) ?? AlgorithmNames.Default, HashingOptions.Number(result, length, 0, int.MaxValue)
                ?? 0);
            string? more = result.GetValue(filesFrom);
            string[] names = result.GetValue(files) is { Length: > 0 } given ? given : more is null ? [FileJob.StandardInput] : [];
            if (more == FileJob.StandardInput && names.Contains(FileJob.StandardInput))
                throw new UsageException("--files-from: standard input cannot hold the names and be read as a file too");

            bool folders = result.Has(recursive);
            int cores = HashingOptions.Cores(result, jobs);
            Format? format = isJson ? null : new Format(isTagged, endsWithZero, isBinary);
            if (result.GetValue(outboard) is string path)
            {
                if (chosen.Name != AlgorithmNames.Default || result.Has(keyFile) || result.Has(deriveKey))
                {
                    throw new UsageException("--outboard: only plain blake3 with a digest of 32 bytes has an outboard");
                }

                if (result.Has(outputPath)) throw new UsageException("--output does not go with --outboard");

                if (folders || more is not null || names.Length != 1 || names[0] == FileJob.StandardInput)
                {
                    throw new UsageException("--outboard: it is written for exactly one file, given by its name");
                }

                return WithOutboard(names[0], chosen, path, format);
            }

            if (!HashingOptions.TryKey(result, keyFile, deriveKey, names, ref chosen, out FileKey? key)) return ExitCode.Failed;

            using (key)
            using (Journal? known = HashingOptions.Open(result, journal, deriveKey, chosen, key))
            using (OutputFile? target = result.GetValue(outputPath) is string place ? Open(place) : null)
            {
                if (!TryOpen(more)) return ExitCode.Failed;

                NameList list = new(names, more, endsWithZero ? '\0' : '\n');
                int code = Run(list, chosen, folders, result.Has(skipSpecial), cores, format, known, target);
                if (target is not null) Complete(target);
                return code;
            }
        });
        return command;
    }

    private static OutputFile Open(string path)
    {
        try
        {
            return OutputFile.Open(path);
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            throw new UsageException($"--output: {path}: {FileErrors.Reason(e, path)}");
        }
    }

    private static void Complete(OutputFile file)
    {
        try
        {
            file.Complete();
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            throw new OutputException($"{file.Target}: {FileErrors.Reason(e, file.Target)}");
        }
    }

    private static bool TryOpen(string? namesFile)
    {
        if (namesFile is null or FileJob.StandardInput) return true;

        try
        {
            InputStream.Open(namesFile).Dispose();
            return true;
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            Diagnostics.Say(namesFile, FileErrors.Reason(e, namesFile));
            return false;
        }
    }

    private readonly record struct Format(bool IsTagged, bool EndsWithZero, bool IsBinary);

    private static int Run(
        NameList names, FileAlgorithm algorithm, bool folders, bool skipsSpecial, int cores, Format? format, Journal? journal,
        OutputFile? target)
    {
        StandardOutput output = new(target?.Stream);
        int code = ExitCode.Good;
        long skipped = 0;
        using (Progress? progress = names.File == FileJob.StandardInput
            ? null : Progress.Start(Jobs(names, algorithm, folders), names.NeedsInput))
        {
            output.Progress = progress;
            FileHashOptions options = HashingOptions.Of(cores, progress, output, folders ? null : names.Count);
            FileHasher.Run(Jobs(names, algorithm, folders, journal), job =>
            {
                if (job.Reason is string reason)
                {
                    // In order with the lines of the files before it.
                    output.Flush();
                    Diagnostics.Say(job.Name, reason);
                    if (job.IsSkipped) skipped++;
                    else code = ExitCode.Failed;
                }
                else
                {
                    job.Note();
                    Write(output, job.Name, job.Algorithm, job.Digest, job.Bytes, format);
                }
            }, options);
            output.Flush();
        }

        if (skipped == 0) return code;

        // A list that leaves something out must not look like one that does not.
        Diagnostics.Say(skipped == 1
            ? "1 file was skipped" : string.Create(CultureInfo.InvariantCulture, $"{skipped} files were skipped"));
        return skipsSpecial ? code : ExitCode.Failed;
    }

    private static int WithOutboard(string name, FileAlgorithm algorithm, string path, Format? format)
    {
        byte[] digest = new byte[algorithm.HashBytes];
        if (!OutboardFile.TryWrite(name, path, digest, out long bytes)) return ExitCode.Failed;

        StandardOutput output = new();
        Write(output, name, algorithm, digest, bytes, format);
        output.Flush();
        return ExitCode.Good;
    }

    private static void Write(
        StandardOutput output, string name, FileAlgorithm algorithm, byte[] digest, long bytes, Format? format)
    {
        if (format is Format f)
        {
            ChecksumLine.Write(output, name, digest, f.IsTagged ? algorithm.Tag : null, f.IsBinary, f.EndsWithZero);
        }
        else
        {
            new JsonLine(output, "algorithm", algorithm.Name).Text("name", name).Hex("digest", digest).Number("bytes", bytes).End();
        }
    }

    private static IEnumerable<FileJob> Jobs(NameList names, FileAlgorithm algorithm, bool folders, Journal? journal = null)
    {
        foreach (string name in names.All())
        {
            if (!folders || name == FileJob.StandardInput || !FileTree.IsFolder(name))
            {
                yield return FileJob.Of(name, name, algorithm, journal);
                continue;
            }

            foreach (FoundFile found in FileTree.Enumerate(name))
            {
                yield return found.Kind switch
                {
                    FoundKind.File => FileJob.Of(found.Path, found.Path, algorithm, journal),
                    FoundKind.Special => FileJob.Remark(found.Path, algorithm, "skipped: not a regular file"),
                    _ => FileJob.Failed(found.Path, algorithm, found.Error!),
                };
            }
        }
    }
}
