using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Lanewise.Api;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;

namespace Lanewise.Benchmarks.Compare;

/// <summary>
/// Compares Lanewise with other libraries in one process, in interleaved rounds, and prints the tables for docs/performance.md.
/// </summary>
internal static class CompareCommand
{
    public const string Usage = """
        compare [--quick | --check] [--filter TEXT | --argon2] [--avx2]

        Measures the hashes of Lanewise, .NET, BouncyCastle, OpenSSL, libsodium, libb2, libblake3 and libipsec-mb, and the ciphers of
        BouncyCastle, Botan, Crypto++ and loops in C. Prints Markdown tables.
          --quick        runs fewer and shorter rounds; such results are not for a record
          --check        compares the results of all jobs without measurements
          --filter TEXT  runs only the jobs whose name contains TEXT, such as "BLAKE2b many"
          --argon2       measures only Argon2id, with libsodium, libargon2, Konscious, Isopoh and BouncyCastle
          --avx2         runs in a process with DOTNET_EnableAVX512=0
        """;

    public static int Run(ReadOnlySpan<string> arguments)
    {
        bool quick = false, check = false, isArgon2 = false;
        string? filter = null;
        for (int i = 0; i < arguments.Length; i++)
        {
            switch (arguments[i])
            {
                case "--quick": quick = true; break;
                case "--check": check = true; break;
                case "--filter" when i + 1 < arguments.Length: filter = arguments[++i]; break;
                case "--argon2": isArgon2 = true; break;
                case "--avx2": return RunWithoutAvx512(arguments);
                case "--help" or "-h": Console.WriteLine(Usage); return 0;
                default:
                    Console.Error.WriteLine($"compare: '{arguments[i]}' is not an option, or its value is missing.\n\n{Usage}");
                    return 2;
            }
        }

        return isArgon2 ? Argon2Contest.Run(quick, check) : Run(quick, check, filter);
    }

    /// <summary>
    /// Repeats the measurement without AVX-512 in another process, because the runtime selects the instruction sets when a
    /// process starts.
    /// </summary>
    private static int RunWithoutAvx512(ReadOnlySpan<string> arguments)
    {
        IEnumerable<string> rest = arguments.ToArray().Where(a => a != "--avx2").Prepend("compare");
        using Process child = FreshProcess.Start(rest, ("DOTNET_EnableAVX512", "0"), redirect: false);
        child.WaitForExit();
        return child.ExitCode;
    }

    private static int Run(bool quick, bool check, string? filter)
    {
        int counted = quick ? 7 : 21;
        InterleavedRounds rounds = new(counted, TimeSpan.FromMilliseconds(quick ? 3 : 10));
        TimeSpan warmUp = TimeSpan.FromSeconds(2.5);
        IReadOnlyList<Contest> contests = Contest.All(filter);
        IReadOnlyList<CipherContest> ciphers = CipherContest.All(quick, filter);
        IReadOnlyList<RowContest> own = RowContest.All(filter);
        if (contests.Count == 0 && ciphers.Count == 0 && own.Count == 0)
        {
            Console.Error.WriteLine($"compare: no job's name contains '{filter}'.");
            return 2;
        }

        IReadOnlyList<HashRow> rows = [.. contests.Select(c => c.Row).Distinct()];

        // All results are compared before anything is measured.
        IReadOnlyList<IContest> all = [.. contests, .. ciphers, .. own];
        foreach (IContest contest in all)
        {
            Progress($"checking {contest.Name}");
            if (contest.FindDifference() is not { } difference) continue;

            Console.Error.WriteLine($"compare: {difference} Nothing was measured.");
            return 1;
        }

        if (check)
        {
            Progress("");
            Console.WriteLine($"{all.Count} passed, 0 failed, 0 skipped");
            return 0;
        }

        // If the filter is only the name of a cipher, the cipher is also measured on two cores.
        List<(string Title, Reading Ratio)> cipherCores = [];
        foreach (CipherRow row in Environment.ProcessorCount > 1 ? ciphers.Select(c => c.Row).Distinct() : [])
        {
            if (filter is not null && !row.Title.Contains(filter, StringComparison.OrdinalIgnoreCase)) continue;

            Progress($"two cores, {row.Title}");
            cipherCores.Add((row.Title, CipherContest.TwoCores(row, quick ? 3 : 9)));
        }

        List<(HashRow Row, Reading Ratio)> twoCores = [];
        if (filter is null && Environment.ProcessorCount > 1)
        {
            foreach (HashRow row in rows)
            {
                Progress($"two cores, {row.Title}");
                twoCores.Add((row, TwoCores.Measure(row, quick ? 3 : 9)));
            }
        }

        foreach (RowContest contest in own)
        {
            Progress($"two cores, {contest.Name}");
            contest.RunOverCores(quick ? 3 : 9);
        }

        int? core = Machine.PinToOneCore();
        Progress("warming up");
        InterleavedRounds.WarmUp([.. all.SelectMany(c => c.Entrants)], warmUp);
        using Process self = Process.GetCurrentProcess();
        TimeSpan used = self.TotalProcessorTime;
        long began = Stopwatch.GetTimestamp();
        foreach (IContest contest in all)
        {
            Progress(contest.Name);
            contest.Run(rounds);
        }

        self.Refresh();
        double busy = (self.TotalProcessorTime - used) / Stopwatch.GetElapsedTime(began);

        List<(HashRow Row, FreshProcess.Result Fresh, double Steady)> fresh = [];
        List<(HashRow Row, IReadOnlyList<double> Bytes)> allocations = [];
        foreach (HashRow row in filter is null ? rows : [])
        {
            Progress($"a fresh process, {row.Title}");
            fresh.Add((row, FreshProcess.Measure(row, quick ? 1 : 5), Steady(row, rounds)));
            allocations.Add((row, Allocation.Measure(row)));
        }

        Progress("");
        TextWriter o = Console.Out;
        WriteHead(o, core, rows, [.. ciphers.Select(c => c.Row).Distinct()], quick, counted, warmUp, busy);
        if (contests.Count + own.Count > 0) WriteGoals(o, contests, own, twoCores);
        if (ciphers.Count > 0) CipherTables.WriteGoals(o, ciphers, cipherCores, Reached, IsFull);
        WriteWithoutAvx512(o, contests, ciphers);
        if (contests.Count > 0) WriteLibraries(o, contests);
        if (ciphers.Count > 0) CipherTables.WriteLibraries(o, ciphers);
        if (filter is null)
        {
            WriteFresh(o, fresh);
            WriteAllocations(o, allocations);
        }

        WriteLosses(o, contests, ciphers);
        return 0;
    }

    /// <summary>
    /// Returns the steady-state throughput, in bytes per nanosecond, of the job that is run in the fresh process.
    /// </summary>
    private static double Steady(HashRow row, InterleavedRounds rounds)
    {
        PublicMethods methods = new(row);
        ReadOnlyMemory<byte> source = Contest.Packed(FreshProcess.Length, FreshProcess.Messages);
        byte[] digests = new byte[FreshProcess.Messages * row.DefaultHashBytes];
        Entrant lanewise = new("Lanewise", FreshProcess.Messages, calls =>
        {
            for (int i = 0; i < calls; i++) methods.Equal(source.Span, FreshProcess.Length, digests);
        });
        return FreshProcess.Length / rounds.Measure([lanewise]).Nanoseconds(0);
    }

    private static void WriteHead(TextWriter o, int? core, IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> cipherRows,
        bool quick, int counted, TimeSpan warmUp, double busy)
    {
        string shapes = string.Join(", ", rows.Select(r =>
            $"{r.Title} {r.ChosenShape}, one message {r.SingleKernels.FirstOrDefault(k => k.IsChosen)?.Name ?? "-"}")
                .Concat(cipherRows.Select(r => $"{r.Title} {r.ChosenShape}")));
        IEnumerable<(string Name, string? Version)> libraries = rows.Count == 0
            ? []
            : ComparedLibraries.Hashes.Select(p => (p.Name, p.Version));
        if (cipherRows.Count > 0)
        {
            libraries = libraries.UnionBy(ComparedLibraries.Ciphers.Select(p => (p.Name, p.Version)), p => p.Name);
        }

        o.WriteLine($"""
            Machine: {Machine.Name}; {Environment.ProcessorCount} processors; {RuntimeInformation.OSDescription}; .NET {Environment.Version}; {DateTime.UtcNow:yyyy-MM-dd}
            In use: {Machine.Features}; at most {LanewiseSettings.MaxVectorBits} bits. Kernels: {shapes}.
            Other libraries: {string.Join(", ", libraries.Select(p => $"{p.Name} {p.Version ?? "not installed"}"))}.
            Method: {(core is { } c ? string.Create(CultureInfo.InvariantCulture, $"one core (number {c})") : "not tied to a core")}, median of {counted} interleaved rounds in processor time{(quick ? " (--quick: not for a record)" : "")}; tiered compilation on, {warmUp.TotalSeconds.ToString(CultureInfo.InvariantCulture)} s of warm-up; all digests and ciphertexts were compared first.
            "x" is the throughput divided by the throughput of .NET's MD5 of 1 MiB in the same rounds. Inputs of up to 16 MiB in total are already in the cache.

            """);
        // If the process received less than one full core, another program was using the core at the same time.
        if (busy < 0.97)
        {
            o.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"**Not for a record**: other programs took {1 - busy:P0} of the core during this run. Times are processor time, which excludes the time of other programs. But the programs shared the caches.\n"));
        }

        if (!Machine.IsZen5 && !Machine.IsXeon)
        {
            o.WriteLine("No targets are defined for this machine, so the tables contain figures but no verdicts.\n");
        }
    }

    private const string OneByOne = "times a loop over .NET's own";

    private static Bar? BarHere(Goal goal) => Machine.IsZen5 ? goal.Zen5 : Machine.IsXeon ? goal.Xeon : null;

    private static bool IsFull => Machine.HasAvx512 && LanewiseSettings.MaxVectorBits >= 512;

    private static string Reached(Reading value, Goal goal, Measure measure, bool applies) =>
        applies && BarHere(goal) is { } bar ? Text.Reached(value, bar, measure) : "-";

    private static void WriteGoals(TextWriter o, IReadOnlyList<Contest> contests, IReadOnlyList<RowContest> own,
        List<(HashRow Row, Reading Ratio)> twoCores)
    {
        List<string[]> table = [];
        foreach (Contest c in contests)
        {
            Reading value = c.Figure();
            table.Add([
                c.Name, What(c), Text.Figure(value, c.Measure), Text.Number(c.Nanoseconds()),
                Text.Bar(c.Goal.Zen5, c.Measure), Text.Bar(c.Goal.Xeon, c.Measure),
                Reached(value, c.Goal, c.Measure, IsFull || c.Job == Job.One), c.Goal.BestLibrary,
            ]);
        }

        foreach ((HashRow row, Reading ratio) in twoCores)
        {
            table.Add([
                $"{row.Title} many, 64 KiB x 1024", "two cores against one, wall time", Text.Figure(ratio, Measure.Times), "",
                Text.Bar(Goals.TwoCores.Zen5, Measure.Times), Text.Bar(Goals.TwoCores.Xeon, Measure.Times),
                Reached(ratio, Goals.TwoCores, Measure.Times, true), "",
            ]);
        }

        foreach (RowContest c in own)
        {
            table.Add([
                c.Name, c.Measure == Measure.X ? Text.Yardstick : OneByOne, Text.Figure(c.Figure, c.Measure),
                Text.Number(c.Nanoseconds),
                Text.Bar(c.Goal.Zen5, c.Measure),
                Text.Bar(c.Goal.Xeon, c.Measure), Reached(c.Figure, c.Goal, c.Measure, IsFull), c.Goal.BestLibrary,
            ]);
            if (c.TwoCores is not { } ratio) continue;

            table.Add([
                c.Name,
                $"two cores against {(c.Measure == Measure.X ? "one" : ".NET on one")}, wall time",
                Text.Figure(ratio, Measure.Times), "", Text.Bar(c.TwoCoresGoal.Zen5, Measure.Times),
                Text.Bar(c.TwoCoresGoal.Xeon, Measure.Times), Reached(ratio, c.TwoCoresGoal, Measure.Times, true), "",
            ]);
        }

        o.WriteLine($"### Targets\n\n\"{Reading.Noisy}\" means that the rounds differ too much for a meaningful figure.\n");
        Text.WriteTable(o, ["job", "measured as", "Lanewise", "ns per message", "Zen 5 target (stretch)", "Xeon target (stretch)",
            "reached here", "best other code on record, Zen 5 / Xeon"], table);

        static string What(Contest c) => c.Measure switch
        {
            Measure.Part => $"time relative to .NET's {(c.IsAgainstOwn ? c.Row.Title : "MD5")} of {Text.Bytes(c.Length)}",
            Measure.Times when !c.IsAgainstOwn => "times a loop over .NET's MD5",
            Measure.Times => OneByOne,
            Measure.Nanoseconds => "time per message",
            _ => Text.Yardstick,
        };
    }

    private static void WriteWithoutAvx512(TextWriter o, IReadOnlyList<Contest> contests, IReadOnlyList<CipherContest> ciphers)
    {
        if (Machine.HasAvx512)
        {
            o.WriteLine("To measure without AVX-512, run `compare --avx2`, which sets `DOTNET_EnableAVX512=0`.\n");
            return;
        }

        List<string[]> table = [];
        foreach (Contest c in contests)
        {
            if (c.GoalWithoutAvx512 is not { } goal) continue;

            table.Add([
                c.Name, Text.Figure(c.Figure(), c.Measure), Text.Bar(goal.Zen5, c.Measure), Text.Bar(goal.Xeon, c.Measure),
                Reached(c.Figure(), goal, c.Measure, true), goal.BestLibrary,
            ]);
        }

        if (table.Count > 0)
        {
            o.WriteLine("### Without AVX-512\n");
            Text.WriteTable(o, ["job", "Lanewise", "Zen 5 target (stretch)", "Xeon target (stretch)", "reached here",
                "best other code on record, Zen 5 / Xeon"], table);
        }

        CipherTables.WriteWithoutAvx512(o, ciphers, Reached);
    }

    private static void WriteLibraries(TextWriter o, IReadOnlyList<Contest> contests)
    {
        o.WriteLine("""
            ### Other libraries

            Each cell contains the figure in the job's unit (see "Targets") and the time per message. libipsec-mb hashes many messages at once. The other libraries hash one message after another.

            """);
        List<string[]> table = [];
        foreach (Contest c in contests)
        {
            table.Add([
                c.Name, $"{Text.Figure(c.Figure(), c.Measure)}{Beside(c, c.Nanoseconds())}",
                .. ComparedLibraries.Hashes.Select(p => !p.IsInstalled ? "not installed" : c.Figure(p)
                    is { } figure ? $"{Text.Figure(figure, c.Measure)}{Beside(c, c.Nanoseconds() * c.Slower(p)!.Value)}" : "-"),
            ]);
        }

        Text.WriteTable(o, ["job", "Lanewise", .. ComparedLibraries.Hashes.Select(p => p.Name)], table);

        static string Beside(Contest c, double nanoseconds) => c.Measure == Measure.Nanoseconds
            ? ""
            : $", {Text.Number(nanoseconds)} ns";
    }

    private static void WriteFresh(TextWriter o, List<(HashRow Row, FreshProcess.Result Fresh, double Steady)> fresh)
    {
        o.WriteLine(string.Create(CultureInfo.InvariantCulture, $"""
            ### A fresh process on one core

            The table shows the first `HashMany` calls of a process, with {FreshProcess.Messages} messages of {Text.Bytes(FreshProcess.Length)}. The times are medians of five processes (a single process with `--quick`). They start at the entry of `Main` and include just-in-time compilation. The second figure in a cell is the fraction of the warm throughput. The process could use {fresh[0].Fresh.Processors} processor(s).

            """));
        Text.WriteTable(
            o,
            ["algorithm", "first HashData", "first HashMany", "0 to 0.1 s", "0.9 to 1 s", "the whole first second", "warm"],
            [.. fresh.Select(f => (string[])[
                f.Row.Title, Text.Number(f.Fresh.FirstHash) + " ms", Text.Number(f.Fresh.FirstMany) + " ms",
                Part(f.Fresh.FirstWindow, f.Steady),
                Part(f.Fresh.LastWindow, f.Steady), Part(f.Fresh.Second, f.Steady), Text.Number(f.Steady) + " GB/s",
            ])]);

        static string Part(double rate, double steady) =>
            $"{Text.Number(rate)} GB/s, {(rate / steady).ToString("0.00", CultureInfo.InvariantCulture)}";
    }

    private static void WriteAllocations(TextWriter o, List<(HashRow Row, IReadOnlyList<double> Bytes)> allocations)
    {
        o.WriteLine("### Bytes allocated per call, after the first call\n");
        Text.WriteTable(
            o,
            ["algorithm", .. Allocation.Columns],
            [.. allocations.Select(a =>
                (string[])[a.Row.Title, .. a.Bytes.Select(b => b.ToString("0.#", CultureInfo.InvariantCulture))])]);
    }

    /// <summary>Lists every job in which another library is faster.</summary>
    private static void WriteLosses(TextWriter o, IReadOnlyList<Contest> contests, IReadOnlyList<CipherContest> ciphers)
    {
        List<string> losses = [];
        foreach (Contest c in contests)
        {
            foreach (ComparedLibrary library in ComparedLibraries.Hashes)
            {
                if (c.Slower(library) is { } slower && slower < 0.97)
                {
                    losses.Add(string.Create(CultureInfo.InvariantCulture,
                        $"- {c.Name}: {library.Name} takes {slower:0.00} times Lanewise's time"));
                }
            }
        }

        losses.AddRange(CipherTables.Losses(ciphers));
        o.WriteLine(losses.Count == 0
            ? "No other library in this run was more than 3 % faster in any job."
            : "### Where another library is more than 3 % faster\n");
        foreach (string loss in losses) o.WriteLine(loss);
    }

    private static void Progress(string text)
    {
        if (!Console.IsErrorRedirected) Console.Error.Write($"\r\e[K{text}");
    }
}
