using System.Globalization;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Checking;

/// <summary>Implements <c>check --slice</c>, which verifies part of a file against the hash tree of the whole file.</summary>
internal static class SliceCheck
{
    public static int Run(string[] names, string slice, string outboard, string root, bool isQuiet, bool isSilent)
    {
        if (names.Length != 1 || names[0] == FileJob.StandardInput)
        {
            throw new UsageException("--slice: name exactly one file");
        }

        int colon = slice.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0
            || !long.TryParse(slice.AsSpan(0, colon), NumberStyles.None, CultureInfo.InvariantCulture, out long start)
            || !long.TryParse(slice.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out long length)
            || length > long.MaxValue - start)
        {
            throw new UsageException(
                $"invalid --slice: '{slice}': it must be START:LENGTH, two numbers of bytes with an end below 2^63");
        }

        bool isGood = OutboardFile.Verify(Digest(root), outboard, names[0], start, length);
        StandardOutput output = new();
        if (isGood ? !isQuiet && !isSilent : !isSilent)
        {
            Verdicts.Line(output, names[0], isGood ? Verdicts.Ok : Verdicts.Failed);
        }

        output.Flush();
        return isGood ? ExitCode.Good : ExitCode.Failed;
    }

    private static byte[] Digest(string root)
    {
        const int Bytes = Blake3Outboard.RootSizeInBytes;
        return BareDigest.Parse(root, "", Blake3) is { Digest: { Length: Bytes } digest } ? digest
            : throw new UsageException(Invariant(
                $"invalid --root: it must have {2 * Bytes} hexadecimal digits; it has {root.Length} "
                + $"characters{(root.Length == 2 * Bytes ? ", not all of them digits" : "")}"));
    }

    private static FileAlgorithm? Blake3(string name) => AlgorithmNames.FromTag(name) is { Name: "blake3" } found ? found : null;
}
