using System.Text.Json;
using Lanewise.Cli.Terminal;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>Compares a run with an earlier one. Clock rates vary between runs, ratios within a plot hardly do; so it compares
/// each line's ratio to the first line at the same x, and speedups directly.</summary>
internal static class ReportComparison
{
    /// <summary>Prints how many ratios are unchanged and, for each of the others, the spreads then and now.</summary>
    /// <exception cref="FormatException">The file is not JSON from <c>bench --json</c>.</exception>
    public static void Write(BenchReport now, ReadOnlyMemory<byte> earlier, StandardOutput output)
    {
        Dictionary<string, Reading> then = Read(earlier);
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

        output.WriteLine("Where the rounds of both runs agree, the processes differ: where their code and data lie,");
        output.WriteLine("what had been compiled, the neighbours. What comes back in a third run is a change.");
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
                    new(point.Y.Value / of.Value, Math.Max(point.Y.Spread, of.Spread), point.Y.IsNoise || of.IsNoise));
            }
        }
    }

    private static Dictionary<string, Reading> Read(ReadOnlyMemory<byte> json)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(json);
            Dictionary<string, Reading> readings = [];
            foreach (JsonElement item in document.RootElement.GetProperty("sweeps").EnumerateArray())
            {
                foreach ((string name, Reading value) in Ratios(Sweep(item))) readings[name] = value;
            }

            return readings;
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or ArgumentException)
        {
            throw new FormatException("it is no JSON that 'bench --json' wrote", e);
        }
    }

    /// <summary>Reads a sweep that <see cref="ReportFiles.Json"/> wrote, without its notes.</summary>
    public static Sweep Sweep(JsonElement item) => new(
        Text(item, "algorithm"), Text(item, "name"), Text(item, "title"),
        Enum.Parse<Quantity>(Text(item, "x")), Enum.Parse<Quantity>(Text(item, "y")),
        [
            .. item.GetProperty("lines").EnumerateArray().Select(line => new SweepLine(
                Text(line, "name"), Enum.Parse<LineKind>(Text(line, "kind")),
                [.. line.GetProperty("points").EnumerateArray().Select(Point)])),
        ],
        []);

    private static SweepPoint Point(JsonElement item)
    {
        JsonElement y = item.GetProperty("y");
        return new(
            item.GetProperty("x").GetDouble(),
            new(y.GetProperty("median").GetDouble(), y.GetProperty("spread").GetDouble(), y.TryGetProperty("noise", out _)));
    }

    private static string Text(JsonElement of, string name) => of.GetProperty(name).GetString() ?? "";
}
