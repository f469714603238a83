using Lanewise.Cli.Algorithms;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Writes the summary line of a run, with counts, rate and code path, to standard error.</summary>
internal static class RunSummary
{
    /// <summary>
    /// Writes the summary. If the summary is too wide for the terminal, each part is written on a separate line.
    /// </summary>
    public static void Say(
        FileHashSummary summary, FileAlgorithm algorithm, long files, long bytes, long known, long leftOut, double seconds)
    {
        seconds = Math.Max(seconds, 1e-3);
        List<string> parts =
        [
            Invariant($"{files:N0} {(files == 1 ? "file" : "files")}, {Progress.BytesOf(bytes)} in {seconds:0.00} s"),
            $", {Progress.BytesOf(summary.Bytes / seconds)}/s", $"; {PathOf(summary, algorithm)}",
        ];
        if (known > 0) parts.Add(Invariant($"; {known:N0} known, not read"));
        if (leftOut > 0) parts.Add(Invariant($"; {leftOut:N0} left out as asked"));
        const int Before = 10; // The length of "lanewise: ".
        bool isWide = !Console.IsErrorRedirected && parts.Sum(part => part.Length) + Before >= StandardStreams.Columns;
        Diagnostics.Say(isWide ? parts[0] : string.Concat(parts));
        if (!isWide) return;

        foreach (string part in parts.Skip(1)) Diagnostics.Plain("  " + part.TrimStart(',', ';', ' '));
    }

    private static string PathOf(FileHashSummary summary, FileAlgorithm algorithm)
    {
        int bits = algorithm.Parts.Max(part => part.Hash.VectorBits);
        string cores = Invariant($"{summary.Cores} {(summary.Cores == 1 ? "core" : "cores")}");
        if (bits < 0) return $".NET x {cores}";
        if (summary.Lanes == 1) return $"1 lane x {cores}";

        string vectors = bits == 0 ? "no vectors" : $"{bits}-bit vectors";
        return Invariant($"{summary.Lanes} lanes x {cores}, {vectors}");
    }
}
