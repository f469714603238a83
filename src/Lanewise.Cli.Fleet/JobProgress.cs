using System.Diagnostics;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Working;

namespace Lanewise.Cli.Fleet;

/// <summary>The line of a worker on a terminal: how far the whole job is, by all workers, and when it will be done.</summary>
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
        // It may wait for a catalogue that is away, for which nobody waits at the end.
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
            while (!ended.Token.WaitHandle.WaitOne(Shown))
            {
                if (status is null || Stopwatch.GetElapsedTime(asked) > pause)
                {
                    asked = Stopwatch.GetTimestamp();
                    status = catalogue.Results.Status(catalogue.Jobs.Find(worker.Job.Id) ?? worker.Job, ended.Token);
                    // A tenth of the time, as the page does.
                    pause = 10 * Stopwatch.GetElapsedTime(asked);
                    if (pause < Least) pause = Least;
                }

                long done = Math.Min(status.Total.Bytes, status.Total.DoneBytes + worker.PendingBytes);
                if (first < 0) first = Math.Max(0, done - worker.Done.Bytes);
                // While more is found, nobody knows how much there will be.
                long total = status.Job.State == FleetJobState.Planning ? -1 : status.Total.Bytes;
                line.Show(columns => Progress.Line(done, total, Stopwatch.GetElapsedTime(begun), columns, first));
            }
        }
        catch (OperationCanceledException)
        {
            // The worker ended.
        }
#pragma warning disable CA1031 // A line that nobody needs ends no work; what is wrong with the catalogue the worker says.
        catch (Exception)
#pragma warning restore CA1031
        {
            line.Clear();
        }
    }
}
