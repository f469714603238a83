using System.Globalization;
using System.Text;
using System.Text.Json;
using Lanewise.Cli.Proof;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>Writes a <see cref="BenchReport"/> in machine-readable formats.</summary>
internal static class ReportFiles
{
    public static void Json(BenchReport report, Stream stream)
    {
        using Utf8JsonWriter json = new(stream, new JsonWriterOptions { Indented = true });
        json.WriteStartObject();
        json.WriteString("machine", report.Machine);
        json.WriteString("version", report.Version);
        json.WriteString("taken", report.Taken.ToString("yyyy-MM-dd'T'HH:mm:ssK", CultureInfo.InvariantCulture));
        json.WriteBoolean("quick", report.IsQuick);
        Write(json, "sweeps", report.Sweeps);
        Write(json, "published", report.Published);
        json.WriteStartArray("firstCalls");
        foreach (FirstCall call in report.FirstCalls)
        {
            json.WriteStartObject();
            json.WriteString("algorithm", call.Algorithm);
            json.WriteNumber("oneMilliseconds", Math.Round(call.One, 3));
            json.WriteNumber("manyMilliseconds", Math.Round(call.Many, 3));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("tables");
        foreach ((Measurement measurement, MeasuredTable table) in report.Tables) MeasurementRun.Write(json, measurement, table);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    /// <summary>Creates a writer for UTF-8 without a BOM and with LF line endings. The writer leaves the stream open.</summary>
    public static StreamWriter Writer(Stream stream) =>
        new(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true) { NewLine = "\n" };

    /// <summary>
    /// Writes one line per point: algorithm, sweep, line, kind, quantity of x, x, quantity of y, median, spread, and whether
    /// the value is too noisy to judge.
    /// </summary>
    public static void Csv(BenchReport report, Stream stream)
    {
        using StreamWriter writer = Writer(stream);
        writer.WriteLine("algorithm,sweep,line,kind,x_quantity,x,y_quantity,y_median,y_spread,noise");
        foreach (Sweep sweep in report.Sweeps.Concat(report.Published))
        {
            foreach (SweepLine line in sweep.Lines)
            {
                foreach (SweepPoint point in line.Points)
                {
                    writer.WriteLine(Invariant(
                        $"{Cell(sweep.Algorithm)},{sweep.Name},{Cell(line.Name)},{line.Kind},{sweep.X},{point.X:G17},{sweep.Y},"
                        + $"{point.Y.Value:G6},{point.Y.Spread:G4},{(point.Y.IsNoise ? 1 : 0)}"));
                }
            }
        }
    }

    private static string Cell(string text) =>
        text.AsSpan().IndexOfAny(",\"\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<Sweep> sweeps)
    {
        json.WriteStartArray(name);
        foreach (Sweep sweep in sweeps)
        {
            json.WriteStartObject();
            json.WriteString("algorithm", sweep.Algorithm);
            json.WriteString("name", sweep.Name);
            json.WriteString("title", sweep.Title);
            json.WriteString("x", sweep.X.ToString());
            json.WriteString("y", sweep.Y.ToString());
            json.WriteStartArray("lines");
            foreach (SweepLine line in sweep.Lines)
            {
                json.WriteStartObject();
                json.WriteString("name", line.Name);
                json.WriteString("kind", line.Kind.ToString());
                json.WriteStartArray("points");
                foreach (SweepPoint point in line.Points)
                {
                    json.WriteStartObject();
                    json.WriteNumber("x", point.X);
                    ProofText.Write(json, "y", point.Y);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteStartArray("notes");
            foreach (string note in sweep.Notes) json.WriteStringValue(note);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
