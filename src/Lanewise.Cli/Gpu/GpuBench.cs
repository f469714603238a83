using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Cli.Gpu;

/// <summary>
/// Implements <c>lanewise gpu bench</c>, which measures the speed of a device with and without copies, and compares it with that
/// of the CPU.
/// </summary>
internal static class GpuBench
{
    private const double SecondsPerWork = 0.5;
    private const string Search = "search";

    public static Command Create()
    {
        Option<string?> device = DeviceChoice.Option();
        Option<string?> algorithm = AlgorithmOption();
        Option<string?> size = new("--size") { HelpName = "MIB", Description = "MiB of data, 1 to 1024 [default: 16]." };
        Command command = new("bench", "Measure a device, with and without copies, beside the processor.")
        {
            device, algorithm, size,
        };
        command.SetBody(result =>
        {
            string? name = result.GetValue(algorithm);
            bool isSearch = Search.Equals(name, StringComparison.OrdinalIgnoreCase);
            IReadOnlyList<DeviceWork> works = isSearch ? [] : Works(name);
            int mebibytes = HashingOptions.Number(result, size, 1, 1024) ?? 16;
            using Accelerator? accelerator = DeviceChoice.Open(result.GetValue(device));
            if (accelerator is null) return ExitCode.Failed;

            StandardOutput output = new();
            foreach (string line in DeviceChoice.Wrap(ProcessorName.Line())) output.WriteLine(line);
            foreach (string line in DeviceChoice.Describe(accelerator.Info)) output.WriteLine(line);
            long bytes = Math.Min((long)mebibytes << 20, accelerator.MaxBufferBytes);
            int wrong = 0;
            if (works.Count > 0)
            {
                output.WriteLine("");
                output.WriteLine(Invariant($"MB/s of {bytes >> 20} MiB"));
                output.WriteLine(Row("", WorkPaths.Names));
            }

            foreach (DeviceWork work in works)
            {
                output.Flush();
                try
                {
                    using WorkPaths paths = new(work, accelerator, Math.Max(1, bytes / work.ItemBytes));
                    IEnumerable<double> rates = paths.Measure(SecondsPerWork).Select(seconds => paths.Bytes / seconds / 1e6);
                    output.WriteLine(Row(work.Name, [.. rates.Select(KernelBench.Figure)]));
                }
                catch (AcceleratorException e)
                {
                    output.Flush();
                    Diagnostics.Say($"{work.Title}: {e.Message}");
                    wrong++;
                }
            }

            if (works.Count > 0)
            {
                output.WriteLine("Messages of 1 KiB; ciphers in ECB mode or as named. Pageable, pinned and");
                output.WriteLine("overlapped: with copies there and back; resident: the data stays on the device.");
                WritePinning(accelerator, output);
            }

            if (isSearch || name is null) wrong += Searches(accelerator, output);
            output.Flush();
            return wrong == 0 ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    /// <summary>Reports the reason if memory is not pinned or transfers do not overlap.</summary>
    public static void WritePinning(Accelerator accelerator, StandardOutput output)
    {
        if (accelerator.PinningProblem is not string problem) return;

        foreach (string line in DeviceChoice.Wrap($"Pinned and overlapped are not pinned here: {problem}"))
            output.WriteLine(line);
    }

    /// <summary>
    /// Measures proof of work. The device generates and hashes its own candidates, while the CPU hashes short messages from
    /// memory on all cores.
    /// </summary>
    private static int Searches(Accelerator accelerator, StandardOutput output)
    {
        const int TextBytes = 8, CandidateBytes = 16, Batch = 1 << 16;
        (SearchHash Hash, DeviceWork Work)[] hashes =
        [
            (SearchHash.Md5, DeviceWork.Named("md5")),
            (SearchHash.Blake2s, DeviceWork.Named("blake2s")),
            (SearchHash.Blake3, DeviceWork.Named("blake3")),
        ];
        byte[] text = new byte[TextBytes], candidates = new byte[Batch * CandidateBytes];
        new Random(3).NextBytes(candidates);
        output.WriteLine("");
        output.WriteLine("Millions of 16-byte candidates per second");
        output.WriteLine("".PadRight(18) + "all cores".PadLeft(12) + "device".PadLeft(12));
        foreach ((SearchHash hash, DeviceWork work) in hashes)
        {
            output.Flush();
            byte[] digests = new byte[work.Output(Batch)];
            try
            {
                // In practice, no candidate has a digest with 64 leading zero bits, so the search tests every candidate. The
                // number of candidates is increased until a search takes at least 0.1 s.
                void Look(long count) => AcceleratorSearch.TryFind(accelerator, hash, text, 64, 0, (ulong)count, out _);
                long most = Batch;
                double device = Calibration.Best(() => Look(most));
                while (device < 0.1 && most < 1L << 34)
                {
                    most *= 4;
                    device = Calibration.Best(() => Look(most));
                }

                ParallelOptions cores = new();
                double processor = Calibration.Best(() => work.Processor(candidates, CandidateBytes, digests, cores));
                string rates = KernelBench.Figure(Batch / processor / 1e6).PadLeft(12)
                    + KernelBench.Figure(most / device / 1e6).PadLeft(12);
                output.WriteLine($"{Search}, {work.Name}".PadRight(18) + rates);
            }
            catch (AcceleratorException e)
            {
                output.Flush();
                Diagnostics.Say($"{Search}, {work.Name}: {e.Message}");
                return 1;
            }
        }

        return 0;
    }

    public static Option<string?> AlgorithmOption() =>
        HashingOptions.Algorithm("Only these kinds of work: md5, xtea, xtea-ctr, ...");

    /// <summary>Returns the kinds of work with the given name, or all kinds if no name is given.</summary>
    public static IReadOnlyList<DeviceWork> Works(string? name)
    {
        if (name is null) return DeviceWork.All;

        DeviceWork[] named = [.. DeviceWork.All.Where(work => work.Name.Equals(name, StringComparison.OrdinalIgnoreCase))];
        if (named.Length > 0) return named;

        string names = string.Join(", ", DeviceWork.All.Select(work => work.Name));
        throw new UsageException($"unknown work '{name}'; known are {names}");
    }

    private static string Row(string head, IReadOnlyList<string> cells) =>
        head.PadRight(18) + string.Concat(cells.Select((cell, path) => cell.PadLeft(path == WorkPaths.Overlapped ? 11 : 10)));
}
