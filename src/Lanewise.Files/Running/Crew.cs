using System.Runtime.ExceptionServices;

namespace Lanewise.Files.Running;

/// <summary>
/// The threads of a run: the calling thread, and every thread that a thread of the run starts. An exception in any of these
/// threads ends the run and is rethrown.
/// </summary>
internal sealed class Crew(int most)
{
    private readonly List<Thread> others = [];
    private ExceptionDispatchInfo? failure;
    private int working = 1, mostAtOnce = 1;

    /// <summary>The lock for all data that the threads share. The lock is pulsed when a waiting thread may continue.</summary>
    public object Gate { get; } = new();

    public int Most => most;

    /// <summary>The number of threads that are currently working.</summary>
    public int Working => Volatile.Read(ref working);

    /// <summary>The maximum number of threads that worked at once.</summary>
    public int MostAtOnce => Volatile.Read(ref mostAtOnce);

    public bool HasFailed => Volatile.Read(ref failure) is not null;

    /// <summary>Runs the work on the calling thread. Returns after all other threads of the run have ended.</summary>
    public void Run(Action work)
    {
        Guarded(work);
        // A running thread may start other threads.
        for (int i = 0; ; i++)
        {
            Thread other;
            lock (Gate)
            {
                if (i == others.Count) break;

                other = others[i];
            }

            other.Join();
        }
    }

    /// <summary>Rethrows the exception of a thread.</summary>
    public void ThrowIfFailed() => failure?.Throw();

    /// <summary>Starts another thread unless the maximum is reached.</summary>
    public bool TryStart(Action work)
    {
        lock (Gate)
        {
            if (working >= most || failure is not null) return false;

            working++;
            mostAtOnce = Math.Max(mostAtOnce, working);
            Thread other = new(() => Guarded(work)) { IsBackground = true };
            others.Add(other);
            other.Start();
            return true;
        }
    }

    /// <summary>A thread must call this method when it has no more work.</summary>
    public void Leave() => Interlocked.Decrement(ref working);

    private void Guarded(Action work)
    {
        try
        {
            work();
        }
#pragma warning disable CA1031 // The exception is passed to the thread that waits for all threads.
        catch (Exception e)
#pragma warning restore CA1031
        {
            Fail(e);
        }
    }

    /// <summary>Ends the run with the first exception that was thrown.</summary>
    public void Fail(Exception error)
    {
        lock (Gate)
        {
            failure ??= ExceptionDispatchInfo.Capture(error);
            Monitor.PulseAll(Gate);
        }
    }
}
