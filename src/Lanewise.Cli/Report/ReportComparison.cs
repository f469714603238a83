using Lanewise.Cli.Terminal;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>
/// Compares a run with an earlier run. Clock rates vary between runs, but ratios within a plot hardly do. Therefore, this class
/// compares ratios: each point is divided by the first line's point at the same x. Speedups are compared directly.
/// </summary>
internal static class ReportComparison
{
    /// <summary>
    /// Prints how many ratios are unchanged and, for each ratio that differs, the old and new values and spreads.
    /// </summary>
    public static void Write(BenchReport now, BenchReport earlier, StandardOutput output)
    {
        Dictionary<string, Reading> then = [];
        foreach ((string name, Reading value) in earlier.Sweeps.SelectMany(Ratios)) then[name] = value;

        int equal = 0, noise = 0;
        List<string> different = [];
        foreach ((string name, Reading reading) in now.Sweeps.SelectMany(Ratios))
        {
            if (!then.TryGetValue(name, out Reading before)) continue;

            double change = reading.Value / before.Value;
            if (Math.Abs(Math.Log(change)) <= Math.Log(Reading.Equal)) equal++;
            else if (reading.IsNoise || before.IsNoise) noise++;
            else
            {
                different.Add(Invariant($"  {name}: {before.Value:0.00}, now {reading.Value:0.00}; "
                    + $"spread {before.Spread:P0}, now {reading.Spread:P0}"));
            }
        }

        output.WriteLine("");
        output.WriteLine(Invariant($"Against the earlier run: {equal} of {equal + noise + different.Count} ratios within 5 %, "
            + $"{noise} too noisy to judge, {different.Count} different"));
        foreach (string line in different)
        {
            foreach (string part in Proof.MeasuredTableText.Wrapped(line, 4)) output.WriteLine(part);
        }

        if (different.Count == 0) return;

        output.WriteLine("If the rounds within each run agree, the processes differ: the addresses of code and data,");
        output.WriteLine("compiled code, other programs. A difference that a third run repeats is a real change.");
    }

    private static IEnumerable<(string Name, Reading Value)> Ratios(Sweep sweep)
    {
        foreach (SweepLine line in sweep.Lines.Where(line => line.Kind != LineKind.Ideal))
        {
            if (sweep.Y != Quantity.Times && line == sweep.Lines[0]) continue;

            foreach (SweepPoint point in line.Points)
            {
                SweepPoint? first = sweep.Y == Quantity.Times ? null
                    : sweep.Lines[0].Points.Where(p => p.X == point.X).Cast<SweepPoint?>().FirstOrDefault();
                if (sweep.Y != Quantity.Times && first is null) continue;

                Reading of = first?.Y ?? new(1, 0, false);
                yield return (
                    $"{sweep.Algorithm}, {sweep.Name}, {line.Name}, {LogPlot.Text(sweep.X, point.X)}",
                    point.Y.Over(of));
            }
        }
    }
}
