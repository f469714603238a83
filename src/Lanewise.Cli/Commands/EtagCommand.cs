using System.CommandLine;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Reading;
using Lanewise.Files;

namespace Lanewise.Cli.Commands;

/// <summary>Implements <c>lanewise etag</c>, which computes the ETags of S3 multipart uploads and verifies files against
/// them.</summary>
internal static class EtagCommand
{
    public static Command Create()
    {
        Argument<string[]> files = HashingOptions.Names("FILE", "Files; '-' or no file means standard input.");
        Option<string?> partSize = new("--part-size")
        {
            HelpName = "SIZE",
            Description = "Bytes of a part: a number, with K, M, G or KiB, MiB, GiB for powers of 1024, "
                + "kB, MB, GB for those of 1000 [default: 8 MiB, more beyond 80 GB].",
        };
        Option<string?> verify = new("--verify")
        {
            HelpName = "ETAG",
            Description = "Check one file against this ETag; without --part-size, the usual part sizes are tried.",
        };
        Option<string?> jobs = HashingOptions.Jobs();
        Command command = new("etag", "Print the ETags that S3 gives files uploaded in parts.") { files, partSize, verify, jobs };
        command.SetBody(result =>
        {
            string[] given = result.GetValue(files) ?? [], names = given.Length > 0 ? given : [FileJob.StandardInput];
            long? size = result.GetValue(partSize) is string text ? ByteSize.Of(partSize.Name, text) : null;
            ParallelOptions options = new() { MaxDegreeOfParallelism = HashingOptions.Cores(result, jobs) };
            StandardOutput output = new();
            int code = ExitCode.Good;
            if (result.GetValue(verify) is string etag)
            {
                if (names.Length != 1) throw new UsageException("--verify: name exactly one file for the ETag");

                if (!TryNormalize(etag, out string wanted))
                {
                    throw new UsageException(
                        $"invalid --verify: '{etag}': it has 32 hexadecimal digits, and a hyphen and the number of parts where "
                        + $"there were any");
                }

                if (names[0] == FileJob.StandardInput && size is null && wanted.Contains('-', StringComparison.Ordinal))
                {
                    throw new UsageException("--verify: standard input can be read only once, so it needs --part-size");
                }

                if (given.Length == 0) StandardStreams.SayWaits("FILE");
                code = Guarded(names[0], () => Verify(output, names[0], wanted, size, options));
            }
            else
            {
                if (given.Length == 0) StandardStreams.SayWaits("FILE");
                foreach (string name in names)
                {
                    int ofFile = Guarded(name, () =>
                    {
                        ChecksumLine.WriteText(output, Compute(name, size, options), name);
                        output.Flush();
                        return ExitCode.Good;
                    });
                    code = Math.Max(code, ofFile);
                }
            }

            output.Flush();
            return code;
        });
        return command;
    }

    private static string Compute(string name, long? size, ParallelOptions options)
    {
        if (name != FileJob.StandardInput)
        {
            return MultipartETag.Compute(
                name, length => PartSize(name, size, length ?? 0), MultipartETag.MostParts, options);
        }

        using Stream input = StandardStreams.Input();
        return MultipartETag.Compute(input, size ?? MultipartETag.DefaultPartSizeInBytes, MultipartETag.MostParts);
    }

    private static long PartSize(string name, long? size, long length)
    {
        long bytes = size ?? MultipartETag.UsualPartSize(length), parts = MultipartETag.Parts(length, bytes);
        return parts <= MultipartETag.MostParts ? bytes : throw new UsageException(Invariant(
            $"--part-size: '{name}' would have {parts} parts of {Words(bytes)}, but S3 allows at most ")
            + Invariant($"{MultipartETag.MostParts}"));
    }

    private static int Verify(StandardOutput output, string name, string wanted, long? size, ParallelOptions options)
    {
        bool isGood;
        long found = size ?? 0;
        if (!wanted.Contains('-', StringComparison.Ordinal) && name == FileJob.StandardInput)
        {
            using Stream input = StandardStreams.Input();
            isGood = Convert.ToHexStringLower(Md5.HashData(input)) == wanted;
        }
        else if (size is null)
        {
            isGood = MultipartETag.TryFindPartSize(name, wanted, out found, options);
        }
        else
        {
            isGood = Compute(name, size, options) == wanted;
        }

        ChecksumLine.WriteName(output, name, isEscaped: false);
        output.WriteLine(!isGood ? ": FAILED" : found == 0
            ? ": OK" : Invariant($": OK (parts of {Words(found)})"));
        return isGood ? ExitCode.Good : ExitCode.Failed;
    }

    private static int Guarded(string name, Func<int> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(name, ReadErrors.Reason(e, name));
            return ExitCode.Failed;
        }
    }

    private static bool TryNormalize(string etag, out string wanted)
    {
        try
        {
            wanted = MultipartETag.Normalize(etag);
            return true;
        }
        catch (FormatException)
        {
            wanted = "";
            return false;
        }
    }

    private static string Words(long bytes) => bytes % (1 << 20) == 0
        ? Invariant($"{bytes >> 20} MiB")
        : Invariant($"{bytes} bytes");
}
