using System.Runtime.ExceptionServices;

namespace Lanewise.Fleet.Working;

/// <summary>The threads of a worker. If one thread fails, the others are cancelled.</summary>
/// <param name="failed">Cancelled at the first failure.</param>
internal sealed class WorkerThreads(CancellationTokenSource failed)
{
    private readonly List<Exception> errors = [];

    public bool HaveFailed => errors.Count > 0;

    public Thread Start(Action work)
    {
        Thread thread = new(() => Run(work));
        thread.Start();
        return thread;
    }

    /// <summary>Runs work on the current thread.</summary>
    public void Run(Action work)
    {
        try
        {
            work();
        }
        catch (OperationCanceledException) when (failed.IsCancellationRequested)
        {
            // Another thread has failed and reported the error, or the user has asked the worker to stop.
        }
#pragma warning disable CA1031 // ThrowFirst rethrows the exception.
        catch (Exception e)
#pragma warning restore CA1031
        {
            lock (errors) errors.Add(e);
            failed.Cancel();
        }
    }

    /// <summary>Rethrows the first exception of a thread. Call this method after all threads have ended.</summary>
    public void ThrowFirst()
    {
        if (HaveFailed) ExceptionDispatchInfo.Throw(errors[0]);
    }
}
