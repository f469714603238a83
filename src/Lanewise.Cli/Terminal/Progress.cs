using System.Diagnostics;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Files.Reading;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// Shows the bytes done, the rate and the remaining time in a line on standard error, but only on a terminal and only if the run
/// takes more than a second.
/// </summary>
internal sealed partial class Progress : IProgress<FileHashProgress>, IDisposable
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
