using System.Diagnostics;
using System.Globalization;

namespace Lanewise.Cli.Icc;

/// <summary>
/// The share of a fit that is done, on standard error: on a terminal only, and only for runs of more than a second.
/// </summary>
internal sealed class FitProgress(string what) : IProgress<double>, IDisposable
{
    private const int Columns = 60;
    private static readonly TimeSpan FirstShown = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(200);

    private readonly Stopwatch watch = Stopwatch.StartNew();
    private TimeSpan next = FirstShown;
    private bool shown;

    public void Report(double value)
    {
        if (Console.IsErrorRedirected || watch.Elapsed < next) return;

        next = watch.Elapsed + Between;
        shown = true;
        double left = value > 0 ? watch.Elapsed.TotalSeconds * (1 - value) / value : 0;
        string line = string.Create(CultureInfo.InvariantCulture, $"{what}: {value * 100,3:0} %, {left:0} s left");
        Console.Error.Write("\r" + line.PadRight(Columns));
    }

    public void Dispose()
    {
        if (shown) Console.Error.Write("\r" + new string(' ', Columns) + "\r");
        shown = false;
    }
}
