using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>Writes the content of an audit's plots and tables in machine-readable form, with one JSON object per line.</summary>
internal static class AuditLines
{
    public static void Write(StandardOutput output, AuditView view)
    {
        FleetThroughput throughput = view.Throughput;
        foreach ((int i, (long files, long bytes)) in throughput.Done.Index())
        {
            new JsonLine(output, "throughput", Time(throughput.First + (i * throughput.Step)))
                .Number("milliseconds", (long)throughput.Step.TotalMilliseconds).Number("files", files).Number("bytes", bytes)
                .End();
        }

        foreach (FleetRange range in view.Slowest)
        {
            new JsonLine(output, "range", range.FirstName).Number("id", range.Id).Text("worker", range.Worker ?? "")
                .Text("from", Time(range.From)).Text("to", Time(range.To)).Number("files", range.Files)
                .Number("bytes", range.Bytes).End();
        }

        foreach (FleetEvent one in view.Events.Reverse()) Write(output, one);
    }

    public static void Write(StandardOutput output, FleetEvent one) =>
        new JsonLine(output, "event", one.Kind).Text("at", Time(one.At)).Text("worker", one.Worker ?? "")
            .Number("range", one.Range ?? 0).Text("note", one.Note ?? "").End();

    private static string Time(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
