using Lanewise.Gpu.Offloading;
using Lanewise.Icc.Charts;

namespace Lanewise.Cli.Gpu;

/// <summary>
/// Draws one SVG chart per kind of work, with the rate plotted against the size on logarithmic axes. Dashed lines represent the
/// CPU, and solid lines represent the device.
/// </summary>
internal static class CrossoverPlot
{
    private const int Height = 330;

    public static string Draw(string device, string processor, IReadOnlyList<CrossoverCurve> curves)
    {
        string[] heading = ["From which size on does the device pay?", $"Device: {device}", $"Processor: {processor}"];
        return Chart.Document(
            ChartTheme.Both,
            [.. heading, .. curves.Select(curve => $"{curve.Work.Title} pays from: {Pays(curve)}")],
            [.. curves.Select(Panel)]);
    }

    private static string Pays(CrossoverCurve curve)
    {
        IEnumerable<string> froms = GpuCrossover.Froms(curve, OffloadModel.PaysMargin);
        return string.Join(", ", froms.Select((from, way) => $"{WorkPaths.Names[way + WorkPaths.AllCores + 1]} {from}"));
    }

    private static LineChart Panel(CrossoverCurve curve) => new(
        $"{curve.Work.Title}: rate over size",
        new("bytes of a call", IsLog: true, bytes => GpuCrossover.Size((long)bytes), 4),
        new(curve.Work.Title, IsLog: true, Rate),
        [.. WorkPaths.Names.Select((name, path) => new ChartLine(name, [.. curve.Points.Select(p => Point(p, name, path))])
        {
            Stroke = path <= WorkPaths.AllCores ? ChartStroke.Dashed : ChartStroke.Solid,
            Ink = path > WorkPaths.AllCores ? ChartInk.Main
                : path == WorkPaths.AllCores ? ChartInk.Compared : ChartInk.Second,
        })],
        height: Height);

    private static ChartPoint Point((long Bytes, double[] Seconds, bool) point, string name, int path)
    {
        double rate = point.Bytes / point.Seconds[path] / 1e6;
        return new(point.Bytes, rate, $"{name}, {GpuCrossover.Size(point.Bytes)}: {Rate(rate)}");
    }

    private static string Rate(double rate) =>
        rate < 1000 ? ChartAxis.Short(rate) + " MB/s" : ChartAxis.Short(rate / 1000) + " GB/s";
}
