using System.Diagnostics;
using System.Reflection;
using Lanewise.Api;
using Lanewise.Cli.Files;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>
/// The files of a report: the saved report from which the figures are read, the output files, and the earlier report to compare
/// with. The path of a file that was not requested is null.
/// </summary>
internal sealed record ReportPaths(string? From, string? Html, string? Json, string? Csv, string? Against)
{
    /// <summary>The files to write, each with the method that writes it.</summary>
    public IEnumerable<(string Path, Action<BenchReport, Stream> Write)> Files()
    {
        if (Html is not null) yield return (Html, HtmlReport.Write);
        if (Json is not null) yield return (Json, ReportFiles.Json);
        if (Csv is not null) yield return (Csv, ReportFiles.Csv);
    }
}

/// <summary>Takes the measurements for a <see cref="BenchReport"/>, and writes the requested files.</summary>
internal static class ReportRun
{
    private const int FirstProcesses = 3, FirstBytes = 64, FirstMessages = 512, FirstManyBytes = 4096, MostBlocks = 131_072;
    private const int MostReportBytes = 1 << 28;

    public static int Run(
        IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers, bool isQuick, bool isDetailed, ReportPaths paths)
    {
        BenchReport? earlier = null, given = null;
        if (paths.Against is string against && !TryRead("--against", against, out earlier)) return ExitCode.Failed;
        if (paths.From is string from && !TryRead("--from", from, out given)) return ExitCode.Failed;

        // A missing directory must be detected before the measurement starts, because the measurement takes minutes.
        foreach ((string path, _) in paths.Files())
        {
            if (WholeFile.Refusal(path) is { } refusal)
                throw new UsageException($"{path}: {ReadErrors.Reason(refusal, path)}");
        }

        BenchReport report = given is null ? Take(hashes, ciphers, isQuick)
            : Only(given with { IsSaved = true }, [.. hashes.Select(row => row.Title), .. ciphers.Select(row => row.Title)]);
        StandardOutput output = new();
        output.WriteText(report.Machine);
        output.WriteText(report.Origin);
        // The sentences about many algorithms would hide the table and the result.
        if (isDetailed || GainText.IsOfOne(report)) Details(report, output);
        Table(report, output);
        if (earlier is not null) ReportComparison.Write(report, earlier, output);
        output.Flush();
        foreach ((string path, Action<BenchReport, Stream> write) in paths.Files())
        {
            try
            {
                using WholeFile file = WholeFile.Begin(path, 64 * 1024);
                write(report, file.Stream);
                file.Complete();
            }
            catch (Exception e) when (ReadErrors.IsExpected(e))
            {
                throw new OutputException($"{path}: {ReadErrors.Reason(e, path)}");
            }

            output.WriteText($"Written: {FileNames.Quote(path)}");
        }

        output.Flush();
        return ExitCode.Good;
    }

    /// <summary>
    /// Prints the time in milliseconds of the first call for one message and of the first call for many messages. This method
    /// runs in a separate process.
    /// </summary>
    public static int FirstCall(string algorithm)
    {
        if (!Catalog.TryFind(algorithm, out HashRow? row, out _)) throw new UsageException($"unknown algorithm '{algorithm}'");

        byte[] source = new byte[FirstManyBytes * FirstMessages], digests = new byte[FirstMessages * row.DefaultHashBytes];
        double start = Clock.Processor.Now();
        row.Hash(default, source.AsSpan(0, FirstBytes), digests.AsSpan(0, row.DefaultHashBytes));
        double afterFirst = Clock.Processor.Now();
        row.HashMany(Messages.Packed(source, FirstManyBytes), default, digests, row.DefaultHashBytes);
        double many = Clock.Processor.Now();
        StandardOutput output = new();
        output.WriteLine(Invariant($"{(afterFirst - start) / 1e6} {(many - afterFirst) / 1e6}"));
        output.Flush();
        return ExitCode.Good;
    }

    /// <summary>Measures one message length for single messages and one for batches, and prints only the summary.</summary>
    public static int Short(IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers)
    {
        StandardOutput output = new();
        SweepRun run = new(isQuick: false) { Sizes = [Gains.Bytes, Gains.OneBytes] };
        GainTable table = new(output);
        List<Sweep> sweeps = [];
        output.WriteText(ProcessorName.Line());
        output.WriteLine("");
        table.Head();
        output.Flush();
        foreach (Func<Sweep> take in hashes.Select(row => (Func<Sweep>)(() => run.BySize(row)))
            .Concat(ciphers.Select(row => (Func<Sweep>)(() => run.BySize(row)))))
        {
            sweeps.Add(take());
            table.Row(Of(sweeps, isQuick: false), sweeps[^1].Algorithm);
            output.Flush();
        }

        table.Foot(Of(sweeps, isQuick: false));
        output.Flush();
        return ExitCode.Good;
    }

    private static BenchReport Of(IReadOnlyList<Sweep> sweeps, bool isQuick)
    {
        string version = typeof(ReportRun).Assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        return new(ProcessorName.Line(), version, TimeProvider.System.GetUtcNow(), isQuick, sweeps, [], [], []);
    }

    private static BenchReport Take(IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers, bool isQuick)
    {
        StatusLine? status = Console.IsErrorRedirected ? null : new();
        int done = 0, all = hashes.Count + ciphers.Count;
        long start = Stopwatch.GetTimestamp();
        SweepRun run = new(isQuick);
        List<Sweep> sweeps = [], published = [];
        List<FirstCall> firstCalls = [];
        List<(Measurement, MeasuredTable)> tables = [];
        try
        {
            foreach (HashRow row in hashes)
            {
                Show(row.Title);
                if (TryFirstCall(row, isQuick ? 1 : FirstProcesses) is { } call) firstCalls.Add(call);
                sweeps.AddRange(run.Take(row));
            }

            foreach (CipherRow row in ciphers)
            {
                Show(row.Title);
                sweeps.AddRange(run.Take(row));
                foreach (Measurement measurement in row.Measurements.Where(m => m != XteaSeries.Measurement))
                {
                    tables.AddRange(measurement.Take(_ => { }, null).Select(table => (measurement, table)));
                }
            }

            Show("the figures of the articles");
            InterleavedRounds rounds = isQuick ? InterleavedRounds.Short : new(11, TimeSpan.FromMilliseconds(20));
            if (hashes.Any(row => row.Name == "blake2b")) published.Add(PublishedFigures.Blake2(rounds));
            if (ciphers.Any(row => row.Measurements.Contains(XteaSeries.Measurement)))
            {
                IEnumerable<int> blocks = XteaSeries.Sizes.Where(
                    n => isQuick ? n is 1 or 4 or 16 or 64 or 512 or 3200 : n <= MostBlocks);
                published.Add(PublishedFigures.Xtea(blocks, null));
            }
        }
        finally
        {
            status?.Clear();
        }

        // A run must show the same ratios as its saved report, so all figures are rounded before ratios are computed.
        return Of([.. sweeps.Select(sweep => sweep.Rounded())], isQuick) with
        {
            Published = [.. published.Select(sweep => sweep.Rounded())], FirstCalls = firstCalls, Tables = tables,
        };

        // Estimates the remaining time from the average time per algorithm, because all algorithms take about the same time.
        void Show(string what)
        {
            string left = done == 0 ? "" : ", " + Left(Stopwatch.GetElapsedTime(start) / done * (all - done));
            done++;
            // In a narrow terminal, the name is omitted, because the remaining time is more important.
            string far = done > all ? "measuring" : Invariant($"{done} of {all}{left}"), whole = $"{far}: {what}";
            status?.Show(columns => whole.Length <= columns ? whole : far);
        }
    }

    /// <summary>Formats the remaining time.</summary>
    public static string Left(TimeSpan time) => time.TotalSeconds < 90
        ? Invariant($"{Math.Ceiling(time.TotalSeconds / 10) * 10:0} seconds left")
        : Invariant($"{time.TotalMinutes:0} minutes left");

    // Returns the medians of several processes, because the times of a single process are noisy.
    private static FirstCall? TryFirstCall(HashRow row, int processes)
    {
        double[][] times =
        [
            .. Enumerable.Range(0, processes).Select(_ => OwnProcess.Ask(["bench", "--first-call", row.Name]))
                .Where(numbers => numbers.Length == 2),
        ];
        return times.Length == 0 ? null : new(row.Title, Median(0), Median(1));

        double Median(int call) => times.Select(numbers => numbers[call]).Order().ElementAt(times.Length / 2);
    }

    private static void Details(BenchReport report, StandardOutput output)
    {
        foreach (IGrouping<string, Sweep> algorithm in report.Sweeps.GroupBy(sweep => sweep.Algorithm))
        {
            output.WriteLine("");
            output.WriteLine(algorithm.Key);
            foreach (string note in algorithm.SelectMany(sweep => sweep.Notes))
            {
                foreach (string line in MeasuredTableText.Wrapped("  " + note, 4)) output.WriteLine(line);
            }

            if (report.FirstCalls.FirstOrDefault(call => call.Algorithm == algorithm.Key) is { } first)
            {
                string calls = Invariant(
                    $"  The first call of a process takes {first.One:0} ms for one message, {first.Many:0} ms for a batch.");
                foreach (string line in MeasuredTableText.Wrapped(calls, 4)) output.WriteLine(line);
            }
        }
    }

    private static void Table(BenchReport report, StandardOutput output)
    {
        string[] algorithms = [.. report.Sweeps.Where(sweep => sweep.Name == "size").Select(sweep => sweep.Algorithm)];
        if (algorithms.Length == 0) return;

        output.WriteLine("");
        GainTable table = new(output);
        table.Head();
        foreach (string algorithm in algorithms) table.Row(report, algorithm);
        table.Foot(report);
    }

    // Returns a report that contains only the figures for the given algorithms.
    private static BenchReport Only(BenchReport report, HashSet<string> algorithms) => report with
    {
        Sweeps = [.. report.Sweeps.Where(sweep => algorithms.Contains(sweep.Algorithm))],
        FirstCalls = [.. report.FirstCalls.Where(call => algorithms.Contains(call.Algorithm))],
    };

    private static bool TryRead(string option, string path, out BenchReport? report)
    {
        report = null;
        try
        {
            report = ReportReader.Read(InputStream.ReadGiven(path, MostReportBytes));
            return true;
        }
        catch (FormatException e)
        {
            throw new UsageException($"{option}: {path}: {e.Message}");
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(path, ReadErrors.Reason(e, path));
            return false;
        }
    }
}
