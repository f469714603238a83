using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Lanewise.Api;

namespace Lanewise.Benchmarks.Compare;

/// <summary>Measures a cold start: the first calls and the first second of a separate process on one core.</summary>
/// <remarks> The parent thread is pinned to one core. The child process inherits this setting, so its runtime sees only one
/// processor. With one processor, the runtime waits ten times as long before it recompiles a method. Therefore, code that relies
/// on recompilation is slow for two seconds. </remarks>
internal static class FreshProcess
{
    public const string Command = "first-second";
    public const int Length = 4096;
    public const int Messages = 512;

    private const double Window = 1e8;

    /// <summary>The results: times in milliseconds, throughput in bytes per nanosecond.</summary>
    internal sealed record Result(int Processors, double FirstHash, double FirstMany, double FirstWindow, double Second,
        double LastWindow);

    /// <summary>Runs the measurement in the child process. The CPU time since the start of <c>Main</c> is measured.</summary>
    public static int RunChild(string algorithm, double started)
    {
        if (!Catalog.TryFind(algorithm, out HashRow? row, out _))
        {
            throw new ArgumentException($"The algorithm {algorithm} is unknown.", nameof(algorithm));
        }

        byte[] source = new byte[Length * Messages];
        byte[] digests = new byte[Messages * row.DefaultHashBytes];
        PublicMethods methods = new(row);

        double before = Clock.Processor.Now();
        methods.Hash(source.AsSpan(0, 64), digests.AsSpan(0, row.DefaultHashBytes));
        double firstHash = (Clock.Processor.Now() - before) / 1e6;

        before = Clock.Processor.Now();
        methods.Equal(source, Length, digests);
        double firstMany = (Clock.Processor.Now() - before) / 1e6;

        long calls = 1, firstWindow = 0, beforeLast = 0;
        double elapsed, atFirst = 0, atLast = 0;
        while ((elapsed = Clock.Processor.Now() - started) < 10 * Window)
        {
            if (atFirst == 0 && elapsed >= Window) (atFirst, firstWindow) = (elapsed, calls);
            if (atLast == 0 && elapsed >= 9 * Window) (atLast, beforeLast) = (elapsed, calls);
            methods.Equal(source, Length, digests);
            calls++;
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{Environment.ProcessorCount} {firstHash} {firstMany} {Rate(firstWindow, atFirst)} {Rate(calls, elapsed)} {Rate(calls - beforeLast, elapsed - atLast)}"));
        return 0;

        static double Rate(long calls, double nanoseconds) => (double)calls * Length * Messages / nanoseconds;
    }

    /// <summary>
    /// Runs several fresh processes for one algorithm, one after another. Returns the run with the median throughput during the
    /// first second.
    /// </summary>
    public static Result Measure(HashRow row, int processes) =>
        Enumerable.Range(0, processes).Select(_ => MeasureOnce(row)).OrderBy(r => r.Second).ElementAt(processes / 2);

    private static Result MeasureOnce(HashRow row)
    {
        using Process child = Start([Command, row.Name], null, redirect: true);
        string line = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        string[] parts = line.Split(' ', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        if (child.ExitCode != 0 || parts.Length != 6)
        {
            throw new InvalidOperationException($"The fresh process for {row.Name} ended with {child.ExitCode}: {line}");
        }

        double[] numbers = [.. parts.Select(p => double.Parse(p, CultureInfo.InvariantCulture))];
        return new Result((int)numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
    }

    /// <summary>Starts this program in another process.</summary>
    public static Process Start(IEnumerable<string> arguments, (string Name, string Value)? variable, bool redirect)
    {
        string path = Environment.ProcessPath ?? throw new InvalidOperationException("The path of this program is unknown.");
        ProcessStartInfo start = new(path) { RedirectStandardOutput = redirect };
        if (Path.GetFileNameWithoutExtension(path) == "dotnet") start.ArgumentList.Add(Assembly.GetExecutingAssembly().Location);
        foreach (string argument in arguments) start.ArgumentList.Add(argument);
        if (variable is { } v) start.Environment[v.Name] = v.Value;
        return Process.Start(start) ?? throw new InvalidOperationException($"{path} did not start.");
    }
}
