using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Commands;

/// <summary><c>lanewise sum</c>: digests of files, in the words of md5sum and b2sum.</summary>
internal static class SumCommand
{
    public static Command Create()
    {
        Argument<string[]> files = HashingOptions.Names("FILE", "Files; '-' or none is standard input.");
        Option<string?> algorithm = HashingOptions.Algorithm($"Algorithm, with a length where it varies (blake2b-256) [default: {AlgorithmNames.Default}].");
        Option<string?> length = HashingOptions.Length();
        Option<string?> keyFile = HashingOptions.KeyFile();
        Option<string?> deriveKey = HashingOptions.DeriveKey();
        Option<string?> outboard = new("--outboard")
        {
            HelpName = "PATH", Description = "Also write the tree of one file there, in bao's format, for 'check --slice' (BLAKE3 only).",
        };
        Option<string?> recursive = HashingOptions.Flag("--recursive", "-r", "Hash all files in folders; links to folders are not followed.");
        Option<string?> tag = HashingOptions.Flag("--tag", "Write tagged lines: NAME (file) = digest.");
        Option<string?> zero = HashingOptions.Flag("--zero", "-z", "End lines with NUL, not newline, and escape no names.");
        Option<string?> binary = HashingOptions.Flag("--binary", "-b", "Write '*' in front of names; files are read as they are anyway.");
        Option<string?> text = HashingOptions.Flag("--text", "-t", "Write a space in front of names (default).");
        Option<string?> json = HashingOptions.Flag("--json", "Write a JSON object per line: algorithm, name, digest, bytes.");
        Option<string?> jobs = HashingOptions.Jobs();
        Command command = new("sum", "Print digests of files.")
        {
            files, algorithm, length, keyFile, deriveKey, outboard, recursive, tag, zero, binary, text, json, jobs,
        };
        command.SetBody(result =>
        {
            bool isTagged = result.Has(tag), isJson = result.Has(json), endsWithZero = result.Has(zero);
            bool isBinary = result.Has(binary), isText = result.Has(text);
            if (isTagged && isText) throw new UsageException("--tag does not support --text mode");
            if (isJson && (isTagged || endsWithZero || isBinary || isText)) throw new UsageException("--json goes with none of --tag, --zero, --binary, --text");

            FileAlgorithm chosen = AlgorithmNames.Choose(result.GetValue(algorithm) ?? AlgorithmNames.Default, HashingOptions.Number(result, length, 0, int.MaxValue) ?? 0);
            string[] names = result.GetValue(files) is { Length: > 0 } given ? given : [FileJob.StandardInput];
            bool folders = result.Has(recursive);
            int cores = HashingOptions.Workers(result, jobs), workers = folders ? cores : Math.Min(cores, names.Length);
            Format? format = isJson ? null : new Format(isTagged, endsWithZero, isBinary && !isText);
            if (result.GetValue(outboard) is string path)
            {
                if (chosen.Name != AlgorithmNames.Default || result.Has(keyFile) || result.Has(deriveKey))
                {
                    throw new UsageException("--outboard: only plain blake3 with a digest of 32 bytes has an outboard");
                }

                if (folders || names.Length != 1 || names[0] == FileJob.StandardInput) throw new UsageException("--outboard: it is written for exactly one file, given by its name");

                return WithOutboard(names[0], chosen, path, format);
            }

            if (!HashingOptions.TryKey(result, keyFile, deriveKey, names, ref chosen, out FileKey? key)) return ExitCode.Failed;

            using (key) return Run(names, chosen, folders, workers, cores, format);
        });
        return command;
    }

    private readonly record struct Format(bool IsTagged, bool EndsWithZero, bool IsBinary);

    private static int Run(string[] names, FileAlgorithm algorithm, bool folders, int workers, int cores, Format? format)
    {
        StandardOutput output = new();
        int code = ExitCode.Good;
        using (Progress? progress = Progress.Start(Jobs(names, algorithm, folders)))
        {
            output.Progress = progress;
            FileHasher.Run(Jobs(names, algorithm, folders), workers, cores, progress, job =>
            {
                if (job.Error is not null)
                {
                    // In order with the lines of the files before it.
                    output.Flush();
                    Diagnostics.Say(job.Name, job.Error);
                    if (!job.IsSkipped) code = ExitCode.Failed;
                }
                else
                {
                    Write(output, job, format);
                }
            }, output.Flush);
        }

        return code;
    }

    private static int WithOutboard(string name, FileAlgorithm algorithm, string path, Format? format)
    {
        byte[] digest = new byte[algorithm.HashBytes];
        if (!OutboardFile.TryWrite(name, path, digest, out long bytes)) return ExitCode.Failed;

        StandardOutput output = new();
        Write(output, new FileJob { Name = name, Path = name, Algorithm = algorithm, Digest = digest, Bytes = bytes }, format);
        output.Flush();
        return ExitCode.Good;
    }

    private static void Write(StandardOutput output, FileJob job, Format? format)
    {
        if (format is Format f) ChecksumLine.Write(output, job.Name, job.Digest, f.IsTagged ? job.Algorithm.Tag : null, f.IsBinary, f.EndsWithZero);
        else WriteJson(output, job);
    }

    private static IEnumerable<FileJob> Jobs(string[] names, FileAlgorithm algorithm, bool folders)
    {
        foreach (string name in names)
        {
            if (folders && name != FileJob.StandardInput && Directory.Exists(name))
            {
                foreach (FileJob job in FileTree.Jobs(name, algorithm)) yield return job;
            }
            else
            {
                yield return new FileJob { Name = name, Path = name, Algorithm = algorithm };
            }
        }
    }

    private static void WriteJson(StandardOutput output, FileJob job)
    {
        output.Write("{\"algorithm\":\"");
        output.Write(job.Algorithm.Name);
        output.Write("\",\"name\":\"");
        output.Write(JsonEncodedText.Encode(job.Name).Value);
        output.Write("\",\"digest\":\"");
        output.WriteHex(job.Digest);
        output.Write("\",\"bytes\":");
        output.Write(job.Bytes.ToString(CultureInfo.InvariantCulture));
        output.Write("}\n");
    }
}
