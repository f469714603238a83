using System.Globalization;
using System.Text.Json;
using Lanewise.Icc.Charts;
using Lanewise.Proof;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>
/// Reads a <see cref="BenchReport"/> that was written by <c>bench --json</c>, either alone or as part of a machine's record.
/// </summary>
internal static class ReportReader
{
    /// <exception cref="FormatException">The file is not a report that was written by <c>bench --json</c>.</exception>
    public static BenchReport Read(ReadOnlyMemory<byte> json)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(json);
            JsonElement root = document.RootElement;
            if (root.TryGetProperty("bench", out JsonElement bench)) root = bench;
            return new(
                Text(root, "machine"), Text(root, "version"),
                DateTimeOffset.Parse(Text(root, "taken"), CultureInfo.InvariantCulture), root.GetProperty("quick").GetBoolean(),
                [.. All(root, "sweeps").Select(Sweep)], [.. All(root, "published").Select(Sweep)],
                [.. All(root, "firstCalls").Select(call => new FirstCall(
                    Text(call, "algorithm"), call.GetProperty("oneMilliseconds").GetDouble(),
                    call.GetProperty("manyMilliseconds").GetDouble()))],
                [.. All(root, "tables").Select(Table)]);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or ArgumentException
            or FormatException)
        {
            throw new FormatException("it is not a JSON report of bench; 'lanewise bench --json FILE' writes one", e);
        }
    }

    private static Sweep Sweep(JsonElement item) => new(
        Text(item, "algorithm"), Text(item, "name"), Text(item, "title"),
        Enum.Parse<Quantity>(Text(item, "x")), Enum.Parse<Quantity>(Text(item, "y")),
        [
            .. All(item, "lines").Select(line => new SweepLine(
                Text(line, "name"), Enum.Parse<LineKind>(Text(line, "kind")), [.. All(line, "points").Select(Point)])),
        ],
        Notes(item));

    private static SweepPoint Point(JsonElement item)
    {
        JsonElement y = item.GetProperty("y");
        return new(
            item.GetProperty("x").GetDouble(),
            new(y.GetProperty("median").GetDouble(), y.GetProperty("spread").GetDouble(), y.TryGetProperty("noise", out _)));
    }

    // Numbers are formatted with as many digits as in the charts.
    private static (Measurement, MeasuredTable) Table(JsonElement item)
    {
        JsonElement[] rows = [.. All(item, "rows")];
        Measurement measurement = new(Text(item, "measurement"), Text(item, "title"), 0, static (_, _) => []);
        return (measurement, new(
            Text(item, "table"), Text(item, "title"),
            rows.Length == 0 ? [] : [.. rows[0].EnumerateObject().Select(cell => cell.Name)],
            [.. rows.Select(row => (IReadOnlyList<MeasuredCell>)[.. row.EnumerateObject().Select(cell => Cell(cell.Value))])],
            Notes(item)));
    }

    private static MeasuredCell Cell(JsonElement value) => value.ValueKind == JsonValueKind.Number
        ? new MeasuredCell(ChartAxis.Short(value.GetDouble()), value.GetDouble()) : value.GetString() ?? "";

    private static IReadOnlyList<string> Notes(JsonElement item) =>
        [.. All(item, "notes").Select(note => note.GetString() ?? "")];

    private static JsonElement.ArrayEnumerator All(JsonElement of, string name) => of.GetProperty(name).EnumerateArray();

    private static string Text(JsonElement of, string name) => of.GetProperty(name).GetString() ?? "";
}
