using System.CommandLine;
using System.Globalization;
using System.Text;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Files;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Gpu;
using Lanewise.Gpu.Offloading;
using Lanewise.Icc;

namespace Lanewise.Cli.Gpu;

/// <summary>The times of one kind of work on every path, at increasing sizes.</summary>
/// <param name="Work">The kind of work.</param>
/// <param name="Points">
/// For each size in bytes: the times in seconds in the order of <see cref="WorkPaths.Names"/>, and whether the policy would
/// choose the device.
/// </param>
internal sealed record CrossoverCurve(DeviceWork Work, IReadOnlyList<(long Bytes, double[] Seconds, bool IsOffloaded)> Points);

/// <summary>
/// Implements <c>lanewise gpu crossover</c>, which finds, for each transfer method, the smallest size at which a device is
/// faster than the CPU.
/// </summary>
internal static class GpuCrossover
{
    private const long LeastBytes = 1 << 10;
    private const double SecondsPerSize = 0.4;

    public static Command Create()
    {
        Option<string?> device = DeviceChoice.Option();
        Option<string?> algorithm = GpuBench.AlgorithmOption();
        Option<string?> most = new("--max")
        {
            HelpName = "MIB", Description = "Time inputs of up to this many MiB, 1 to 1024 [default: 64].",
        };
        Option<string?> csv = new("--csv") { HelpName = "FILE", Description = "Write the figures to this file." };
        Option<string?> svg = new("--svg") { HelpName = "FILE", Description = "Draw the figures to this file." };
        Command command = new("crossover", "Find the size from which a device pays, if there is one.")
        {
            device, algorithm, most, csv, svg,
        };
        command.SetBody(result =>
        {
            IReadOnlyList<DeviceWork> works = GpuBench.Works(result.GetValue(algorithm));
            // A missing directory is reported now rather than after minutes of measurement.
            if (!HasFolder(result.GetValue(csv)) | !HasFolder(result.GetValue(svg))) return ExitCode.Failed;

            long mostBytes = (long)(HashingOptions.Number(result, most, 1, 1024) ?? 64) << 20;
            using Accelerator? accelerator = DeviceChoice.Open(result.GetValue(device));
            if (accelerator is null) return ExitCode.Failed;

            StandardOutput output = new();
            foreach (string line in DeviceChoice.Wrap(ProcessorName.Line())) output.WriteLine(line);
            foreach (string line in DeviceChoice.Describe(accelerator.Info)) output.WriteLine(line);
            output.WriteLine("");
            output.WriteLine("faster: the size from which a path beats all cores; pays: by at least a quarter.");
            output.WriteLine("picked: the choice of OffloadPolicy.Measured if the device counted as a GPU.");
            output.Flush();
            List<CrossoverCurve> curves = [];
            try
            {
                BusRates bus = Calibration.Bus(accelerator);
                foreach (DeviceWork work in works)
                {
                    curves.Add(Measure(work, accelerator, bus, Math.Min(mostBytes, accelerator.MaxBufferBytes)));
                    Write(curves[^1], output);
                    output.Flush();
                }

                GpuBench.WritePinning(accelerator, output);
                output.Flush();
            }
            catch (AcceleratorException e)
            {
                output.Flush();
                Diagnostics.Say(e.Message);
                return ExitCode.Failed;
            }

            string title = accelerator.Info.Name, kind = accelerator.Info.Kind switch
            {
                AcceleratorKind.Gpu => "",
                AcceleratorKind.CpuRuntime => " (the processor itself behind OpenCL, no GPU)",
                _ => " (no GPU)",
            };
            bool isWritten = Save(result.GetValue(csv), () => Csv(title, curves))
                & Save(result.GetValue(svg), () => CrossoverPlot.Draw(title + kind, ProcessorName.Line(), curves));
            return isWritten ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    private static CrossoverCurve Measure(DeviceWork work, Accelerator accelerator, BusRates bus, long mostBytes)
    {
        WorkRates device = Calibration.OnDevice(work, accelerator);
        WorkRates processor = Calibration.Processor(work, new ParallelOptions());
        List<(long, double[], bool)> points = [];
        for (long bytes = LeastBytes; bytes <= mostBytes; bytes *= 4)
        {
            using WorkPaths paths = new(work, accelerator, bytes / work.ItemBytes);
            // Every device is treated as a GPU, so that the choice depends only on the measured figures.
            bool isOffloaded = OffloadModel.Choose(
                AcceleratorKind.Gpu, bus, device, processor, OffloadPath.Overlapped, paths.Job);
            points.Add((bytes, paths.Measure(SecondsPerSize), isOffloaded));
        }

        return new(work, points);
    }

    private static void Write(CrossoverCurve curve, StandardOutput output)
    {
        output.WriteLine("");
        output.WriteLine($"{curve.Work.Title}: MB/s");
        output.WriteLine(Row("size", [.. WorkPaths.Names, "picked"]));
        foreach ((long bytes, double[] seconds, bool isOffloaded) in curve.Points)
        {
            IEnumerable<string> rates = seconds.Select(s => KernelBench.Figure(bytes / s / 1e6));
            output.WriteLine(Row(Size(bytes), [.. rates, isOffloaded ? "device" : "cores"]));
        }

        output.WriteLine(Row("faster", ["", "", .. Froms(curve, 1)]));
        output.WriteLine(Row("pays", ["", "", .. Froms(curve, OffloadModel.PaysMargin)]));

        // Prints how much time the policy loses compared with always choosing the faster path.
        (double loss, long at) = curve.Points
            .Select(p => (Loss: Loss(p.Seconds, p.IsOffloaded), p.Bytes))
            .MaxBy(p => p.Loss);
        output.WriteLine(Invariant(
            $"The picks lose at most {Math.Max(0, loss):0} % to all cores or overlapped (at {Size(at)})."));
    }

    /// <summary>
    /// Returns, for each path to the device, the smallest size at which the device is faster than all CPU cores together by the
    /// given factor, or <c>never</c>.
    /// </summary>
    internal static IEnumerable<string> Froms(CrossoverCurve curve, double margin)
    {
        for (int path = WorkPaths.AllCores + 1; path < WorkPaths.Names.Count; path++)
        {
            double? from = OffloadModel.Crossover(
                [.. curve.Points.Select(p => ((double)p.Bytes, p.Seconds[WorkPaths.AllCores], p.Seconds[path]))], margin);
            yield return from is double size ? Size((long)size) : "never";
        }
    }

    /// <summary>Returns how much slower the chosen path is than the other path, in percent.</summary>
    private static double Loss(double[] seconds, bool isOffloaded)
    {
        double here = seconds[WorkPaths.AllCores], there = seconds[WorkPaths.Overlapped];
        return 100 * ((isOffloaded ? there / here : here / there) - 1);
    }

    private static string Csv(string device, List<CrossoverCurve> curves)
    {
        StringBuilder text = new("device,work,bytes,place,seconds,mb_per_s,picked\n");
        string name = $"\"{device.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
        foreach (CrossoverCurve curve in curves)
        {
            foreach ((long bytes, double[] seconds, bool isOffloaded) in curve.Points)
            {
                for (int path = 0; path < seconds.Length; path++)
                {
                    bool isPicked = path == (isOffloaded ? WorkPaths.Overlapped : WorkPaths.AllCores);
                    double s = seconds[path];
                    text.Append(CultureInfo.InvariantCulture, $"{name},{curve.Work.Name},{bytes},{WorkPaths.Names[path]},");
                    text.Append(CultureInfo.InvariantCulture, $"{s:g6},{bytes / s / 1e6:g5},{(isPicked ? 1 : 0)}\n");
                }
            }
        }

        return text.ToString();
    }

    /// <summary>
    /// Returns whether a file can be created at a path. The parent directory must exist, and the path must not be a directory. If
    /// the file cannot be created, the reason is reported.
    /// </summary>
    private static bool HasFolder(string? path)
    {
        if (string.IsNullOrEmpty(path)) return true;

        Exception? refusal = WholeFile.Refusal(path);
        if (refusal is not null) Diagnostics.Say(path, ReadErrors.Reason(refusal, path));
        return refusal is null;
    }

    private static bool Save(string? path, Func<string> text)
    {
        if (path is null) return true;

        try
        {
            WholeFile.Write(path, Encoding.UTF8.GetBytes(text()));
            return true;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(path, ReadErrors.Reason(e, path));
            return false;
        }
    }

    internal static string Size(long bytes) => bytes >= 1 << 20
        ? Invariant($"{bytes >> 20} MiB")
        : Invariant($"{bytes >> 10} KiB");

    // Formats the size, the times of the six paths, and the chosen path.
    private static string Row(string head, IReadOnlyList<string> cells) =>
        head.PadRight(7)
        + string.Concat(cells.Select((cell, i) => cell.PadLeft(i == 0 ? 9 : i < WorkPaths.Names.Count ? 11 : 8)));
}
