using System.Diagnostics;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Working;

namespace Lanewise.Cli.Fleet;

/// <summary>Shows a worker's progress line on a terminal. The line shows the progress of all workers in the whole job, and the
/// estimated remaining time. If the worker has nothing to hash, the line names the worker that it waits for.</summary>
internal sealed class JobProgress : IDisposable
{
    private static readonly TimeSpan Shown = TimeSpan.FromMilliseconds(250), Least = TimeSpan.FromSeconds(1),
        Patience = TimeSpan.FromSeconds(1);

    private readonly FleetCatalogue catalogue;
    private readonly Worker worker;
    private readonly StatusLine line;
    private readonly CancellationToken leave;
    private readonly CancellationTokenSource ended = new();
    private readonly Thread thread;

    /// <param name="catalogue">The catalogue.</param>
    /// <param name="worker">The worker.</param>
    /// <param name="line">The line on the terminal.</param>
    /// <param name="leave">Ends the progress: a worker that stops does not finish the job.</param>
    public JobProgress(FleetCatalogue catalogue, Worker worker, StatusLine line, CancellationToken leave)
    {
        (this.catalogue, this.worker, this.line, this.leave) = (catalogue, worker, line, leave);
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
            RangeHolder? holder = null;
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
                    RangeHolder? last = holder;
                    holder = worker.IsWaiting ? catalogue.Ranges.Holder(worker.Job, worker.Name, ended.Token) : null;
                    // The bytes that a silent worker had read are read again by the worker that takes over its ranges.
                    bool isTakenOver = last is { IsOverdue: true } && holder?.Worker != last.Worker;
                    if (isTakenOver) bytes = new();
                    bytes.Count(status.Total.DoneBytes, before, worker.SettledBytes);
                    if (isTakenOver) (begun, first) = (asked, bytes.After(worker.ReadBytes));
                    // As on the page, queries use at most a tenth of the elapsed time.
                    pause = 10 * Stopwatch.GetElapsedTime(asked);
                    if (pause < Least) pause = Least;
                }

                long done = Math.Min(status.Total.Bytes, bytes.After(worker.ReadBytes));
                if (first < 0) first = Math.Max(0, done - worker.ReadBytes);
                // While the planner is still finding files, the total is unknown.
                long total = status.Job.State == FleetJobState.Planning ? -1 : status.Total.Bytes;
                if (leave.IsCancellationRequested) return;

                line.Show(columns => holder is null || total < done
                    ? Progress.Line(done, total, Stopwatch.GetElapsedTime(begun), columns, first)
                    : WaitingText.Of(
                        Progress.PercentOf(done, total), holder, FileNames.Visible(holder.Worker),
                        (holder.SilentMilliseconds / 1000.0) + Stopwatch.GetElapsedTime(asked).TotalSeconds, columns));
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
