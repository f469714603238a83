using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Cli.Gpu;

/// <summary><c>lanewise gpu bench</c>: how fast a device is, with and without copies, beside the processor.</summary>
internal static class GpuBench
{
    private const double SecondsPerWork = 0.5;

    public static Command Create()
    {
        Option<string?> device = DeviceChoice.Option();
        Option<string?> algorithm = AlgorithmOption();
        Option<string?> size = new("--size") { HelpName = "MIB", Description = "MiB of data, 1 to 1024 [default: 16]." };
        Command command = new("bench", "Measure a device, with copies and without, beside the processor.") { device, algorithm, size };
        command.SetBody(result =>
        {
            IReadOnlyList<DeviceWork> works = Works(result.GetValue(algorithm));
            int mebibytes = HashingOptions.Number(result, size, 1, 1024) ?? 16;
            using Accelerator? accelerator = DeviceChoice.Open(result.GetValue(device));
            if (accelerator is null) return ExitCode.Failed;

            StandardOutput output = new();
            output.WriteLine(ProcessorName.Line());
            foreach (string line in DeviceChoice.Describe(accelerator.Info)) output.WriteLine(line);
            long bytes = Math.Min((long)mebibytes << 20, accelerator.MaxBufferBytes);
            output.WriteLine("");
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"MB/s of {bytes >> 20} MiB"));
            output.WriteLine(Row("", WorkPlaces.Names));
            int wrong = 0;
            foreach (DeviceWork work in works)
            {
                output.Flush();
                try
                {
                    using WorkPlaces places = new(work, accelerator, Math.Max(1, bytes / work.ItemBytes));
                    output.WriteLine(Row(work.Name, [.. places.Measure(SecondsPerWork).Select(seconds => KernelBench.Figure(places.Bytes / seconds / 1e6))]));
                }
                catch (AcceleratorException e)
                {
                    output.Flush();
                    Diagnostics.Say($"{work.Title}: {e.Message}");
                    wrong++;
                }
            }

            output.WriteLine("Messages of 1 KiB; ciphers in ECB mode or as named. Pageable, pinned and");
            output.WriteLine("overlapped: with copies there and back; resident: the data lies there and stays.");
            output.Flush();
            return wrong == 0 ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    public static Option<string?> AlgorithmOption() => HashingOptions.Algorithm("Only these kinds of work: md5, xtea, xtea-ctr, ...");

    /// <summary>The kinds of work of a name, or all.</summary>
    public static IReadOnlyList<DeviceWork> Works(string? name)
    {
        if (name is null) return DeviceWork.All;

        DeviceWork[] named = [.. DeviceWork.All.Where(work => work.Name.Equals(name, StringComparison.OrdinalIgnoreCase))];
        return named.Length > 0 ? named : throw new UsageException($"unknown work '{name}'; known are {string.Join(", ", DeviceWork.All.Select(work => work.Name))}");
    }

    private static string Row(string head, IReadOnlyList<string> cells) => head.PadRight(18) + string.Concat(cells.Select((cell, place) => cell.PadLeft(place == WorkPlaces.Overlapped ? 11 : 10)));
}
