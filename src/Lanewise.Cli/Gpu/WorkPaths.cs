using Lanewise.Gpu;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Cli.Gpu;

/// <summary>
/// Sets up and verifies a job on every path that supports this kind of work, and then times the paths alternately.
/// </summary>
internal sealed class WorkPaths : IDisposable
{
    /// <summary>The names of the paths: one CPU core, all CPU cores, and the paths to the device.</summary>
    public static readonly IReadOnlyList<string> Names = ["1 core", "all cores", "pageable", "pinned", "overlapped", "resident"];

    public const int AllCores = 1, Overlapped = 4;

    private readonly Action[] runs;
    private readonly AcceleratorBuffer there, result;

    public WorkPaths(DeviceWork work, Accelerator accelerator, long items)
    {
        Bytes = items * work.ItemBytes;
        Job = work.Job(items, work.ItemBytes);
        byte[] source = new byte[Bytes], destination = new byte[work.Output(items)];
        new Random(8).NextBytes(source);
        there = accelerator.Allocate(Bytes);
        try
        {
            result = accelerator.Allocate(destination.Length);
        }
        catch
        {
            there.Dispose();
            throw;
        }

        ParallelOptions oneCore = new() { MaxDegreeOfParallelism = 1 }, allCores = new();
        runs =
        [
            () => work.Processor(source, work.ItemBytes, destination, oneCore),
            () => work.Processor(source, work.ItemBytes, destination, allCores),
            () =>
            {
                there.Write(source);
                work.Resident(there, work.ItemBytes, items, result);
                result.Read(destination);
            },
            () => Host(overlaps: false),
            () => Host(overlaps: true),
            () =>
            {
                work.Resident(there, work.ItemBytes, items, result);
                accelerator.Synchronize();
            },
        ];

        try
        {
            there.Write(source);
            Compare();
        }
        catch
        {
            // The memory is freed immediately because the next kind of work needs it.
            Dispose();
            throw;
        }

        // All paths must return the same result. Comparing the results also ensures that the code is compiled before the
        // measurement.
        void Compare()
        {
            byte[]? expected = null;
            for (int path = 0; path < runs.Length; path++)
            {
                Array.Clear(destination);
                runs[path]();
                if (path == runs.Length - 1) result.Read(destination);
                expected ??= [.. destination];
                if (!expected.AsSpan().SequenceEqual(destination))
                {
                    throw new AcceleratorException($"{work.Title}: '{Names[path]}' and the CPU return different results.");
                }
            }
        }

        void Host(bool overlaps)
        {
            accelerator.Overlaps = overlaps;
            try
            {
                work.Host(accelerator, source, work.ItemBytes, destination);
            }
            finally
            {
                accelerator.Overlaps = true;
            }
        }
    }

    public long Bytes { get; }

    public OffloadJob Job { get; }

    /// <summary>Measures the time of one run on each path, in seconds.</summary>
    /// <param name="budget">The number of seconds after which no new round starts.</param>
    public double[] Measure(double budget)
    {
        InterleavedRounds rounds = new(7, TimeSpan.FromMilliseconds(2), Clock.Wall) { Budget = TimeSpan.FromSeconds(budget) };
        RoundTimes times = rounds.Measure([.. runs.Select((run, path) => Entrant.Of(Names[path], 1, run))]);
        return [.. runs.Select((_, path) => times.Nanoseconds(path) / 1e9)];
    }

    public void Dispose()
    {
        there.Dispose();
        result.Dispose();
    }
}
