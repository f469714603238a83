using System.Globalization;
using System.Text;
using System.Text.Json;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Terminal;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Proof;

/// <summary>Formats a <see cref="ProofRun"/> as text and as JSON.</summary>
internal static class ProofText
{
    private const int MostColumns = 80;

    /// <summary>Prints the overall result.</summary>
    public static void Verdict(ProofRun run, StandardOutput output)
    {
        Tally tally = run.Tally;
        long checks = tally.Passed + tally.Failed;
        string seeds = run.LastSeed == run.Seed ? "" : $", seeds {run.Seed} to {run.LastSeed}";
        output.WriteLine("");
        string time = run.Elapsed.TotalSeconds.ToString("0", CultureInfo.InvariantCulture);
        output.WriteLine(tally.IsGood
            ? $"RIGHT: {checks} checks, none failed ({time} s{seeds})"
            : $"WRONG: {tally.Failed} of {checks} checks failed ({time} s{seeds})");
        output.Flush();
    }

    /// <summary>Prints the reference implementations and the failures.</summary>
    public static void ComparedWith(ProofRun run, StandardOutput output)
    {
        Tally tally = run.Tally;
        output.WriteLine("");
        IEnumerable<string> here = LibraryComparison.All
            .Where(w => w.Version is not null)
            .Select(w => $"{w.Name}\u00a0{w.Version}");
        string[] missing = [.. LibraryComparison.All.Where(w => w.Version is null).Select(w => w.Name)];
        string libraries = "Compared with: " + string.Join(", ", here)
            + (missing.Length == 0 ? "" : "; not installed: " + string.Join(", ", missing));
        Lines(libraries, 2, output);
        foreach (string failure in tally.Failures) output.Failure(failure);
        if (tally.Failed > tally.Failures.Count)
        {
            output.WriteLine(Invariant($"... and {tally.Failed - tally.Failures.Count} more"));
        }

        output.Flush();
    }

    /// <summary>Prints the list of all checks.</summary>
    public static void Details(ProofRun run, StandardOutput output)
    {
        output.WriteLine("");
        IEnumerable<string> answers = run.Answers.Select(
            a => Invariant($"{a.Algorithm}\u00a0{a.Cases}"));
        Lines("Known answers, through every kind of call: " + string.Join(", ", answers), 2, output);
        output.WriteLine("");
        output.WriteText("Random batches: every path against scalar code and the other implementations.");
        foreach (IGrouping<string, ProvedAlgorithm> unit in run.Algorithms.GroupBy(proved => proved.Unit))
        {
            // The widest list of paths leaves room for the names of libraries only in a wide terminal.
            int width = unit.Max(proved => proved.Paths.Length);
            output.WriteLine("");
            if (StandardStreams.TextColumns < MostColumns)
            {
                foreach (ProvedAlgorithm proved in unit)
                {
                    string others = proved.ComparedWith.Count == 0
                        ? "" : $"; compared with {string.Join(", ", proved.ComparedWith)}";
                    Lines(Invariant($"  {proved.Name}: {proved.Compared} {unit.Key}; {proved.Paths}{others}"), 4, output);
                }

                continue;
            }

            output.WriteLine(Invariant($"  {"algorithm",-15}{unit.Key,9}  {"paths".PadRight(width)}  compared with"));
            foreach (ProvedAlgorithm proved in unit)
            {
                string libraries = proved.ComparedWith.Count == 0 ? "-" : string.Join(", ", proved.ComparedWith);
                Lines(
                    Invariant($"  {proved.Name,-15}{proved.Compared,9}  {proved.Paths.PadRight(width)}  {libraries}"),
                    30 + width, output);
            }
        }

        output.Flush();
    }

    /// <summary>Formats all results as one JSON object on one line.</summary>
    public static string Json(ProofRun run, IReadOnlyList<PathTime> times)
    {
        using MemoryStream bytes = new();
        using (Utf8JsonWriter json = new(bytes))
        {
            json.WriteStartObject();
            json.WriteString("machine", ProcessorName.Line());
            json.WriteString("verdict", run.Tally.IsGood ? "right" : "wrong");
            json.WriteNumber("passed", run.Tally.Passed);
            json.WriteNumber("failed", run.Tally.Failed);
            json.WriteNumber("skipped", run.Tally.Skipped);
            json.WriteNumber("seed", run.Seed);
            json.WriteNumber("lastSeed", run.LastSeed);
            json.WriteNumber("seconds", Math.Round(run.Elapsed.TotalSeconds, 3));
            json.WriteStartObject("witnesses");
            foreach ((string name, string? version) in LibraryComparison.All) json.WriteString(name, version);
            json.WriteEndObject();
            json.WriteStartArray("failures");
            foreach (string failure in run.Tally.Failures) json.WriteStringValue(failure);
            json.WriteEndArray();
            json.WriteStartObject("knownAnswers");
            foreach ((string algorithm, int cases) in run.Answers) json.WriteNumber(algorithm, cases);
            json.WriteEndObject();
            json.WriteStartArray("algorithms");
            foreach (ProvedAlgorithm proved in run.Algorithms)
            {
                json.WriteStartObject();
                json.WriteString("name", proved.Name);
                json.WriteNumber(proved.Unit, proved.Compared);
                json.WriteString("paths", proved.Paths);
                json.WriteStartArray("witnesses");
                foreach (string library in proved.ComparedWith) json.WriteStringValue(library);
                json.WriteEndArray();
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteStartArray("paths");
            foreach (PathTime time in times) Write(json, time);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.ToArray());
    }

    private static void Write(Utf8JsonWriter json, PathTime time)
    {
        json.WriteStartObject();
        json.WriteString("algorithm", time.Algorithm);
        json.WriteString("path", time.Path);
        json.WriteBoolean("chosen", time.IsChosen);
        if (time.Lanes > 0) json.WriteNumber("lanes", time.Lanes);
        json.WriteNumber("bytes", time.UnitBytes);
        Write(json, "nanoseconds", time.Nanoseconds);
        Write(json, "speedup", time.Speedup);
        json.WriteNumber("busy", Reading.Significant(time.Busy));
        json.WriteEndObject();
    }

    /// <summary>Writes a figure and its spread, and whether it is merely noise.</summary>
    public static void Write(Utf8JsonWriter json, string name, Reading reading)
    {
        json.WriteStartObject(name);
        reading = reading.Rounded;
        json.WriteNumber("median", reading.Value);
        json.WriteNumber("spread", reading.Spread);
        if (reading.IsNoise) json.WriteBoolean("noise", true);
        json.WriteEndObject();
    }

    private static void Lines(string text, int indent, StandardOutput output)
    {
        foreach (string line in MeasuredTableText.Wrapped(text, indent)) output.WriteLine(line);
    }
}
