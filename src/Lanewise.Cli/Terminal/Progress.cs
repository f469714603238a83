using System.Diagnostics;
using System.Globalization;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Files.Reading;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// Shows the bytes done, the rate and the remaining time in a line on standard error, but only on a terminal and only if the run
/// takes more than a second.
/// </summary>
internal sealed class Progress : IProgress<FileHashProgress>, IDisposable
{
    private static readonly TimeSpan FirstShown = TimeSpan.FromSeconds(1), Between = TimeSpan.FromMilliseconds(250);

    private readonly Lock gate = new();
    private readonly Stopwatch watch = Stopwatch.StartNew();
    private readonly IEnumerable<FileJob> jobs;
    private readonly Timer timer;
    private long done;
    private long total = -1;
    private readonly StatusLine line = new();
    private bool stopped;

    private Progress(IEnumerable<FileJob> jobs)
    {
        this.jobs = jobs;
        timer = new Timer(_ => Tick(), null, FirstShown, Between);
    }

    /// <summary>Creates a progress line for the given jobs. Returns null if the line cannot be shown on a terminal.</summary>
    /// <param name="jobs">The files.</param>
    /// <param name="readsStandardInput">
    /// Whether standard input is one of the inputs. In that case, the progress line must not overwrite the text that the user
    /// types.
    /// </param>
    public static Progress? Start(IEnumerable<FileJob> jobs, bool readsStandardInput)
    {
        if (Console.IsErrorRedirected || (readsStandardInput && !Console.IsInputRedirected)) return null;

        Progress progress = new(jobs);
        Diagnostics.Progress = progress;
        return progress;
    }

    /// <summary>Indicates whether the line has been shown.</summary>
    public bool WasShown { get; private set; }

    public void Report(FileHashProgress value) => Interlocked.Exchange(ref done, value.Bytes);

    /// <summary>Removes the line so that other text can be written in its place.</summary>
    public void Clear()
    {
        lock (gate)
        {
            line.Clear();
        }
    }

    public void Dispose()
    {
        lock (gate) stopped = true;
        timer.Dispose();
        Clear();
        Diagnostics.Progress = null;
    }

    /// <summary>Formats the line for the available width.</summary>
    /// <param name="done">The number of bytes processed so far.</param>
    /// <param name="total">The total number of bytes, or a negative number if it is unknown.</param>
    /// <param name="elapsed">The elapsed time.</param>
    /// <param name="columns">The number of available columns.</param>
    /// <param name="first">The number of bytes that were processed before this run.</param>
    public static string Line(long done, long total, TimeSpan elapsed, int columns, long first = 0)
    {
        double rate = Math.Max(0, done - first) / Math.Max(0.001, elapsed.TotalSeconds);
        List<string> parts = [];
        if (total > 0 && done <= total)
        {
            parts.Add(Invariant($"{100.0 * done / total,3:0} %"));
            string all = $"{parts[0]}  {BytesOf(done)} of {BytesOf(total)}";
            // Until the first byte has been processed, there is no rate, so the remaining time is unknown.
            if (rate > 0)
            {
                double left = (total - done) / rate;
                parts.Add($"{TimeText.Of(left)} left");
                parts.Add($"{BytesOf(rate)}/s");
                all += $"  {parts[2]}  {parts[1]}";
            }

            // If there is not enough room, only the most important parts are shown.
            if (all.Length <= columns) return all;
        }
        else
        {
            parts.Add(BytesOf(done));
            parts.Add($"{BytesOf(rate)}/s");
        }

        string line = string.Join("  ", parts);
        for (; parts.Count > 1 && line.Length > columns; line = string.Join("  ", parts)) parts.RemoveAt(parts.Count - 1);
        return line.Length <= columns ? line : "";
    }

    public static string BytesOf(double bytes)
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

            // The sizes are determined only when the line is first shown, in order not to delay short runs.
            if (total == -1)
            {
                total = -2;
                Thread counter = new(Count) { IsBackground = true, Priority = ThreadPriority.BelowNormal };
                counter.Start();
            }

            WasShown = true;
            line.Show(columns => Line(Interlocked.Read(ref done), total, watch.Elapsed, columns));
        }
    }

    private void Count()
    {
        long sum = 0;
        try
        {
            foreach (FileJob job in jobs)
            {
                if (stopped) return;
                if (job.IsStandardInput) return; // The total length is unknown until the end.

                sum += BytesOf(job);
            }
        }
        catch (ListException)
        {
            // If the list of names cannot be read, the thread that hashes the files reports the error.
            return;
        }

        lock (gate) total = sum;
    }

    private static long BytesOf(FileJob job)
    {
        try
        {
            return job.Error is null ? FileStamp.Of(job.Path)?.Bytes ?? 0 : 0;
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            // The thread that hashes the files reports the error.
            return 0;
        }
    }
}
