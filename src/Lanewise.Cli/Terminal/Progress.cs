using System.Diagnostics;
using System.Globalization;
using Lanewise.Cli.Files;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// A line on standard error with bytes done, rate and time left: on a terminal only, and only for runs of more than a second.
/// </summary>
internal sealed class Progress : IProgress<FileHashProgress>, IDisposable
{
    private const int Columns = 80;
    private static readonly TimeSpan FirstShown = TimeSpan.FromSeconds(1), Between = TimeSpan.FromMilliseconds(250);

    private readonly Lock gate = new();
    private readonly Stopwatch watch = Stopwatch.StartNew();
    private readonly IEnumerable<FileJob> jobs;
    private readonly Timer timer;
    private long done;
    private long total = -1;
    private bool shown;
    private bool stopped;

    private Progress(IEnumerable<FileJob> jobs)
    {
        this.jobs = jobs;
        timer = new Timer(_ => Tick(), null, FirstShown, Between);
    }

    /// <summary>A progress line for these jobs, or nothing where nobody would see it.</summary>
    public static Progress? Start(IEnumerable<FileJob> jobs)
    {
        if (Console.IsErrorRedirected) return null;

        Progress progress = new(jobs);
        Diagnostics.Progress = progress;
        return progress;
    }

    public void Report(FileHashProgress value) => Interlocked.Exchange(ref done, value.Bytes);

    /// <summary>Takes the line away, so that another can be written in its place.</summary>
    public void Clear()
    {
        lock (gate)
        {
            if (!shown) return;

            Diagnostics.Write("\r" + new string(' ', Columns - 1) + "\r");
            shown = false;
        }
    }

    public void Dispose()
    {
        lock (gate) stopped = true;
        timer.Dispose();
        Clear();
        Diagnostics.Progress = null;
    }

    /// <summary>What the line says; at most 79 columns.</summary>
    public static string Line(long done, long total, TimeSpan elapsed)
    {
        double rate = done / Math.Max(0.001, elapsed.TotalSeconds);
        string text = total > 0 && done <= total
            ? string.Create(CultureInfo.InvariantCulture, $"{100.0 * done / total,3:0} %  {Bytes(done)} of {Bytes(total)}  {Bytes(rate)}/s")
            : string.Create(CultureInfo.InvariantCulture, $"{Bytes(done)}  {Bytes(rate)}/s");
        if (total > 0 && done <= total && rate > 0)
        {
            double left = Math.Min((total - done) / rate, 360_000_000);
            text += string.Create(CultureInfo.InvariantCulture, $"  {(long)left / 3600}:{(long)left / 60 % 60:00}:{(long)left % 60:00} left");
        }

        return text;
    }

    private static string Bytes(double bytes)
    {
        string[] units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
        int unit = 0;
        for (; bytes >= 999.5 && unit < units.Length - 1; unit++) bytes /= 1000;
        return bytes.ToString(unit == 0 || bytes >= 99.95 ? "0" : "0.0", CultureInfo.InvariantCulture) + " " + units[unit];
    }

    private void Tick()
    {
        lock (gate)
        {
            if (stopped) return;

            // The sizes are asked for only now: a short run never pays for them.
            if (total == -1)
            {
                total = -2;
                Thread counter = new(Count) { IsBackground = true, Priority = ThreadPriority.BelowNormal };
                counter.Start();
            }

            Diagnostics.Write("\r" + Line(Interlocked.Read(ref done), total, watch.Elapsed).PadRight(Columns - 1));
            shown = true;
        }
    }

    private void Count()
    {
        long sum = 0;
        foreach (FileJob job in jobs)
        {
            if (stopped) return;
            if (job.IsStandardInput) return; // Its length is not known before its end.

            try
            {
                if (job.Error is null && !PathText.HasRawBytes(job.Path)) sum += new FileInfo(job.Path).Length;
            }
            catch (Exception e) when (FileErrors.IsExpected(e))
            {
                // The run itself will say so.
            }
        }

        lock (gate) total = sum;
    }
}
