using System.Diagnostics;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Working;

namespace Lanewise.Cli.Fleet;

/// <summary>Shows a worker's progress line on a terminal. The line shows the progress of all workers in the whole job, and the
/// estimated remaining time.</summary>
internal sealed class JobProgress : IDisposable
{
    private static readonly TimeSpan Shown = TimeSpan.FromMilliseconds(250), Least = TimeSpan.FromSeconds(1),
        Patience = TimeSpan.FromSeconds(1);

    private readonly FleetCatalogue catalogue;
    private readonly Worker worker;
    private readonly StatusLine line;
    private readonly CancellationTokenSource ended = new();
    private readonly Thread thread;

    public JobProgress(FleetCatalogue catalogue, Worker worker, StatusLine line)
    {
        (this.catalogue, this.worker, this.line) = (catalogue, worker, line);
        thread = new(Run) { IsBackground = true, Name = "progress" };
        thread.Start();
    }

    public void Dispose()
    {
        ended.Cancel();
        // The program ends without waiting long for this thread, which may be waiting for an unavailable catalogue.
        if (thread.Join(Patience)) ended.Dispose();
        line.Clear();
    }

    private void Run()
    {
        try
        {
            long begun = Stopwatch.GetTimestamp(), first = -1, asked = 0;
            TimeSpan pause = TimeSpan.Zero;
            FleetStatus? status = null;
            DoneBytes bytes = new();
            // An estimate from less than a second would be far off.
            while (!ended.Token.WaitHandle.WaitOne(first < 0 ? Least : Shown))
            {
                if (status is null || Stopwatch.GetElapsedTime(asked) > pause)
                {
                    asked = Stopwatch.GetTimestamp();
                    long before = worker.SettledBytes;
                    status = catalogue.Results.Status(
                        catalogue.Jobs.Find(worker.Job.Id) ?? worker.Job, worker.Name, ended.Token);
                    bytes.Count(status.Total.DoneBytes, before, worker.SettledBytes);
                    // As on the page, queries use at most a tenth of the elapsed time.
                    pause = 10 * Stopwatch.GetElapsedTime(asked);
                    if (pause < Least) pause = Least;
                }

                long done = Math.Min(status.Total.Bytes, bytes.After(worker.ReadBytes));
                if (first < 0) first = Math.Max(0, done - worker.ReadBytes);
                // While the planner is still finding files, the total is unknown.
                long total = status.Job.State == FleetJobState.Planning ? -1 : status.Total.Bytes;
                line.Show(columns => Progress.Line(done, total, Stopwatch.GetElapsedTime(begun), columns, first));
            }
        }
        catch (OperationCanceledException)
        {
            // The worker has ended.
        }
#pragma warning disable CA1031 // The worker continues without the progress line, and reports catalogue errors itself.
        catch (Exception)
#pragma warning restore CA1031
        {
            line.Clear();
        }
    }
}
