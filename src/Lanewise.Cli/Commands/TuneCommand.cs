using System.CommandLine;
using Lanewise.Api;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Common;
using Lanewise.Incremental;
using Lanewise.Proof.Sweeps;
using Lanewise.Simd;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise tune</c>, which checks this machine's CPU profile and prints a setting that corrects it.
/// </summary>
internal static class TuneCommand
{
    // The approximate duration, which is shown without a terminal.
    private const int ManyAlgorithms = 10, SecondsEach = 5;

    public static Command Create()
    {
        Option<string?> algorithm = HashingOptions.Algorithm("Only this algorithm; may be repeated.");
        Option<string?> verbose = HashingOptions.Flag("--verbose", "Show the measurements behind the verdicts.");
        Option<string?> probe = new("--probe") { Arity = ArgumentArity.Zero, Hidden = true };
        Option<string?> argon2 = new("--argon2")
        {
            HelpName = "MS", Description = "Instead, suggest costs of Argon2id that take this many milliseconds per password.",
        };
        Option<string?> memory = new("--memory")
        {
            HelpName = "SIZE", Description = "With --argon2: the maximum memory per password [default: 64 MiB].",
        };
        Option<string?> lanes = new("--parallelism")
        {
            HelpName = "N", Description = "With --argon2: the number of cores per password [default: 1].",
        };
        Command command = new("tune", "Check the CPU tuning, and suggest settings if it is wrong.")
        {
            algorithm, verbose, argon2, memory, lanes, probe,
        };
        command.SetBody(result =>
        {
            if (result.Has(probe)) return MemoryProbe.Run();

            if (HashingOptions.Number(result, argon2, 1, 60_000) is int milliseconds)
            {
                HashingOptions.Refuse(result, argon2.Name, [algorithm, verbose]);
                int parallelism = HashingOptions.Number(result, lanes, 1, 1024) ?? 1;
                return Argon2Tuning.Run(milliseconds, Argon2Command.MemoryKiB(result, memory, 64 * 1024), parallelism);
            }

            if (result.Last(memory, lanes) is Option alone) throw new UsageException($"{alone.Name} needs --argon2");

            (IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> ciphers) = HashingOptions.Rows(result, algorithm);
            return Run(rows, ciphers, result.Has(verbose), hasMemory: result.GetValue(algorithm) is null);
        });
        return command;
    }

    private static int Run(IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> ciphers, bool isVerbose, bool hasMemory)
    {
        StandardOutput output = new();
        output.WriteText(ProcessorName.Line());
        output.WriteLine($"Choices of: {CpuProfile.Here.Name}");
        foreach (string entry in CpuProfile.NotUnderstood)
        {
            output.WriteLine($"{LanewiseSettings.TuningEnvironmentVariable}: the entry '{entry}' is unknown and has no effect");
        }

        output.Flush();
        StatusLine? status = Console.IsErrorRedirected ? null : new();
        if (status is null)
        {
            string[] names = [.. rows.Select(row => row.Name), .. ciphers.Select(row => row.Name)];
            string what = names.Length < ManyAlgorithms ? string.Join(", ", names) : Invariant($"{names.Length} algorithms");
            string time = names.Length < ManyAlgorithms ? Invariant($"{names.Length * SecondsEach} s") : "a minute";
            Diagnostics.Say($"measuring {what} on this CPU, which takes about {time}");
        }

        List<(LaneTable Streams, KernelTable Table, IReadOnlyList<LaneShape> Shapes)> many = [];
        List<(HashRow Row, KernelTable Table)> singles = [];
        List<(string Entry, double Gain)> memory = [];
        try
        {
            foreach (HashRow row in rows)
            {
                status?.Show(_ => $"measuring: {row.Title}");
                many.Add((row.Table, KernelTable.Many(row), row.Shapes));
                if (row.SingleKernels.Count > 1 && Tuning.HasSingle(row.Name)) singles.Add((row, KernelTable.One(row)));
            }

            foreach (CipherRow row in ciphers)
            {
                status?.Show(_ => $"measuring: {row.Title}");
                many.Add((row.Table, KernelTable.Blocks(row), row.Shapes));
            }

            if (hasMemory)
            {
                status?.Show(_ => "measuring: how memory is read");
                memory.AddRange(MemoryProbe.Better(["tune", "--probe"]));
            }
        }
        finally
        {
            status?.Clear();
        }

        KernelTable[] tables = [.. many.Select(m => m.Table), .. singles.Select(o => o.Table)];
        if (isVerbose)
        {
            foreach (KernelTable table in tables) KernelBench.Write(table, output);
        }

        output.WriteLine("");
        List<string> entries = [];
        bool isBest = true;
        foreach (var group in many.GroupBy(m => m.Streams, ReferenceEqualityComparer.Instance))
        {
            isBest &= Judge([.. group.Select(m => (m.Table, m.Shapes))], (LaneTable)group.Key!, entries, output);
        }

        foreach ((HashRow row, KernelTable table) in singles) Judge(row, table, entries, output);
        foreach ((string entry, double gain) in memory)
        {
            output.WriteLine(Invariant($"Memory: with {entry} long messages are {gain:0.00} times as fast"));
            entries.Add(entry);
        }

        double disturbed = tables.SelectMany(table => table.Times).Max(times => times.Disturbed);
        output.WriteLine("");
        if (disturbed > 0)
        {
            output.WriteText(Invariant($"Other programs used up to {disturbed:P0} of the CPU. ")
                + $"Repeat this on an idle machine before you set {LanewiseSettings.TuningEnvironmentVariable}.");
        }

        if (entries.Count > 0)
        {
            output.WriteLine($"{LanewiseSettings.TuningEnvironmentVariable}=\"{string.Join(';', entries)}\"");
        }
        else if (isBest) output.WriteText("Every choice is within 5 % of the best, as far as it can be judged.");

        output.Flush();
        return ExitCode.Good;
    }

    // Compares a table of stream counts, which several algorithms may share, with the best number of streams at each width.
    // Returns whether the table already contains the best numbers.
    private static bool Judge(
        IReadOnlyList<(KernelTable Table, IReadOnlyList<LaneShape> Shapes)> tables, LaneTable streams, List<string> entries,
        StandardOutput output)
    {
        string titles = string.Join(", ", tables.Select(t => t.Table.Title));
        IReadOnlyList<LaneShape> shapes = tables[0].Shapes;
        string? entry = null;
        bool isBest = true;
        LaneTable better = streams;
        foreach (int bits in shapes.Select(shape => shape.Bits).Distinct())
        {
            int chosen = Index(better.At(bits));
            if (chosen < 0) continue;

            int[] candidates = [.. Enumerable.Range(0, shapes.Count).Where(i => shapes[i].Bits == bits)];
            int best = candidates.MinBy(i => Mean(i, chosen));
            double loss = 1 / Mean(best, chosen);
            if (loss <= Reading.Equal) continue;

            better = better.With(bits, shapes[best].Streams);
            entry = Tuning.Entry(streams, better);
            string none = entry is null ? "; no setting has it" : "";
            Say($"{titles}: {shapes[best]} is {loss:0.00} times as fast as {shapes[chosen]}{none}");
        }

        if (entry is not null) entries.Add(entry);

        // All kernels of a width may be slower than those of a narrower width.
        int here = Index(better.Choose());
        int all = Enumerable.Range(0, shapes.Count).MinBy(i => Mean(i, here));
        if (here >= 0 && shapes[all].Bits != shapes[here].Bits && Mean(all, here) < 1 / Reading.Equal)
        {
            string cap = Invariant($"{LanewiseSettings.MaxVectorBitsEnvironmentVariable}={shapes[all].Bits}");
            Say($"{titles}: {shapes[all]} is {1 / Mean(all, here):0.00} times as fast as {shapes[here]}; {cap} caps it");
        }

        return isBest;

        void Say(ref InvariantText text)
        {
            isBest = false;
            foreach (string line in MeasuredTableText.Wrapped(Invariant(ref text), 2)) output.WriteLine(line);
        }

        int Index(LaneShape shape) => shapes.ToList().IndexOf(shape);

        double Mean(int path, int other) => Math.Exp(tables.Average(t => Math.Log(t.Table.Against(path, other))));
    }

    private static void Judge(HashRow row, KernelTable table, List<string> entries, StandardOutput output)
    {
        int best = Enumerable.Range(0, table.Paths.Count).MinBy(p => table.Against(p, table.Chosen));
        double loss = 1 / table.Against(best, table.Chosen);
        if (loss <= Reading.Equal) return;

        output.WriteLine(Invariant(
            $"{row.Title}, one message: {table.Paths[best]} is {loss:0.00} times as fast as {table.Paths[table.Chosen]}"));
        entries.Add(Tuning.Entry(row.Name, Enum.Parse<SingleShape>(table.Paths[best], ignoreCase: true)));
    }
}
