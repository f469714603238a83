using System.Text;
using System.Text.Json;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Proof;

/// <summary>
/// Measures the tables that the rows of the catalogue offer, and prints them as text or as one JSON object per table.
/// </summary>
internal static class MeasurementRun
{
    public static void Run(IReadOnlyList<Measurement> measurements, SeriesStep? outside, StandardOutput output, bool isJson)
    {
        foreach (Measurement measurement in measurements)
        {
            if (!isJson)
            {
                output.WriteLine("");
                output.WriteLine(Invariant($"{measurement.Title} (about {measurement.Seconds:0} s)"));
            }

            output.Flush();
            IReadOnlyList<MeasuredTable> tables = Take(measurement, outside);
            foreach (MeasuredTable table in tables)
            {
                if (isJson)
                {
                    output.WriteLine(Json(measurement, table));
                    continue;
                }

                output.WriteLine("");
                foreach (string line in MeasuredTableText.Lines(table)) output.WriteLine(line);
            }

            output.Flush();
        }
    }

    /// <summary>
    /// Formats a table as a JSON object on one line. The object contains the measurement, the name and title of the table, the
    /// rows and the notes. Each row is an object, with numeric values where possible.
    /// </summary>
    public static string Json(Measurement measurement, MeasuredTable table)
    {
        using MemoryStream bytes = new();
        using (Utf8JsonWriter writer = new(bytes)) Write(writer, measurement, table);
        return Encoding.UTF8.GetString(bytes.ToArray());
    }

    /// <summary>Writes the JSON object that <see cref="Json"/> returns, as part of a larger object.</summary>
    public static void Write(Utf8JsonWriter writer, Measurement measurement, MeasuredTable table)
    {
        writer.WriteStartObject();
        writer.WriteString("measurement", measurement.Name);
        writer.WriteString("table", table.Name);
        writer.WriteString("title", table.Title);
        writer.WriteStartArray("rows");
        foreach (IReadOnlyList<MeasuredCell> row in table.Rows)
        {
            writer.WriteStartObject();
            for (int c = 0; c < row.Count; c++)
            {
                if (row[c].Value is double value) writer.WriteNumber(table.Columns[c], value);
                else writer.WriteString(table.Columns[c], row[c].Text);
            }

            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteStartArray("notes");
        foreach (string note in table.Notes) writer.WriteStringValue(note);
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    // Shows progress, but only on a terminal. Without progress output, the tool would seem to hang for half a minute.
    public static IReadOnlyList<MeasuredTable> Take(Measurement measurement, SeriesStep? outside)
    {
        if (Console.IsErrorRedirected) return measurement.Take(static _ => { }, outside);

        StatusLine status = new();
        try
        {
            return measurement.Take(what => status.Show(_ => $"measuring: {what}"), outside);
        }
        finally
        {
            status.Clear();
        }
    }
}
