using System.Diagnostics;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Icc;

/// <summary>
/// Shows the progress of a fit on standard error, but only on a terminal and only if the run takes more than a second.
/// </summary>
internal sealed class FitProgress(string what) : IProgress<double>, IDisposable
{
    private static readonly TimeSpan FirstShown = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(200);

    private readonly Stopwatch watch = Stopwatch.StartNew();
    private TimeSpan next = FirstShown;
    private readonly StatusLine status = new();

    public void Report(double value)
    {
        if (Console.IsErrorRedirected || watch.Elapsed < next) return;

        next = watch.Elapsed + Between;
        double left = value > 0 ? watch.Elapsed.TotalSeconds * (1 - value) / value : 0;
        string line = Invariant($"{what}: {value * 100,3:0} %, {left:0} s left");
        status.Show(_ => line);
    }

    public void Dispose() => status.Clear();
}
