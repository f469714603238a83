using System.Diagnostics;
using Lanewise.Api;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Proof;

/// <summary>The test results for one algorithm.</summary>
/// <param name="Name">The name of the algorithm on the command line or in a file of known answers.</param>
/// <param name="Compared">The number of messages or blocks compared with scalar code.</param>
/// <param name="Unit">The unit of <paramref name="Compared"/>: messages or blocks.</param>
/// <param name="Paths">The code paths that were compared.</param>
/// <param name="ComparedWith">The reference implementations with which the results were compared.</param>
internal sealed record ProvedAlgorithm(string Name, long Compared, string Unit, string Paths, IReadOnlyList<string> ComparedWith);

/// <summary>
/// Runs all checks of <c>lanewise prove</c>. The checks test known answers through every kind of call, compare all code paths
/// with scalar code and with each other, and compare the results with those of reference implementations.
/// </summary>
internal sealed class ProofRun(IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers, int seed)
{
    private readonly List<(string Algorithm, int Cases)> answers = [];
    private readonly SortedDictionary<int, ProvedAlgorithm> algorithms = [];

    public Tally Tally { get; } = new();

    public int Seed { get; } = seed;

    /// <summary>The seed that was used last. A soak test uses consecutive seeds.</summary>
    public int LastSeed { get; private set; } = seed;

    public TimeSpan Elapsed { get; private set; }

    /// <summary>The files of known answers, each with its number of cases.</summary>
    public IReadOnlyList<(string Algorithm, int Cases)> Answers => answers;

    public IReadOnlyCollection<ProvedAlgorithm> Algorithms => algorithms.Values;

    /// <summary>
    /// Runs all checks once. If a soak time is given, the method then tests random batches with consecutive seeds until that
    /// time has elapsed.
    /// </summary>
    public void Run(TimeSpan soak)
    {
        StatusLine? status = Console.IsErrorRedirected ? null : new();
        long start = Stopwatch.GetTimestamp();
        try
        {
            Show("known answers");
            KnownAnswers();
            Batches(Show);
            while (soak > TimeSpan.Zero && LastSeed < int.MaxValue)
            {
                LastSeed++;
                Batches(Show);
                if (Stopwatch.GetElapsedTime(start) >= soak) break;
            }
        }
        finally
        {
            status?.Clear();
            Elapsed = Stopwatch.GetElapsedTime(start);
        }

        void Show(string what) => status?.Show(columns => ProgressLine(what, columns));
    }

    // Even on a narrow terminal, the line ends with the number of failures.
    private string ProgressLine(string what, int columns)
    {
        long checks = Tally.Passed + Tally.Failed;
        string line = Invariant($"proving: {what}, {checks} checks, {Tally.Failed} failed");
        if (line.Length > columns) line = Invariant($"{what}: {checks}, {Tally.Failed} failed");
        return line.Length > columns ? Invariant($"{Tally.Failed} failed") : line;
    }

    private void KnownAnswers()
    {
        HashSet<string> wanted =
        [
            .. hashes.SelectMany(row => row.KnownAnswers).Concat(ciphers.SelectMany(row => row.KnownAnswers)).Select(k => k.Name),
            // No option selects an algorithm without a row, so these answers are included only in a run of all algorithms.
            .. hashes.Count == Catalog.Hashes.Count ? Lanewise.Proof.KnownAnswers.WithoutRow.Select(answers => answers.Name) : [],
        ];
        foreach (AnswerFile file in AnswerRun.BuiltIn().Where(file => wanted.Contains(file.Algorithm)))
        {
            AnswerRun.Run(file, Tally);
            answers.Add((file.Algorithm, file.Cases.Count));
        }
    }

    private void Batches(Action<string> show)
    {
        int position = 0;
        foreach (HashRow row in hashes)
        {
            show(row.Name);
            PathComparison comparison = new(row, LastSeed, Tally);
            comparison.Run();
            Add(position++, new(
                row.Name, comparison.Messages, "messages",
                Invariant($"{row.Shapes.Count} widths, {row.SingleKernels.Count} single"),
                new LibraryComparison(LastSeed, Tally).Run(row)));
        }

        foreach (CipherRow row in ciphers)
        {
            show(row.Name);
            CipherComparison comparison = new(row, LastSeed, Tally);
            comparison.Run();
            Add(position++, new(
                row.Name, comparison.Blocks, "blocks",
                Invariant($"{row.Shapes.Count} widths, each decrypting each"),
                new LibraryComparison(LastSeed, Tally).Run(row)));
        }
    }

    private void Add(int position, ProvedAlgorithm proved) =>
        algorithms[position] = proved with
        {
            Compared = proved.Compared + (algorithms.TryGetValue(position, out ProvedAlgorithm? before) ? before.Compared : 0),
        };
}
