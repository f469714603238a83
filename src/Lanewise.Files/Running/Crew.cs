using System.Runtime.ExceptionServices;

namespace Lanewise.Files.Running;

/// <summary>
/// The threads of a run: the calling thread, and others that they start. An exception in one of them ends the run and is passed
/// on.
/// </summary>
internal sealed class Crew(int most)
{
    private readonly List<Thread> others = [];
    private ExceptionDispatchInfo? failure;
    private int working = 1, mostAtOnce = 1;

    /// <summary>Held while anything is read or written that threads share; it is pulsed when something may go on.</summary>
    public object Gate { get; } = new();

    public int Most => most;

    /// <summary>How many are at work now.</summary>
    public int Working => Volatile.Read(ref working);

    /// <summary>How many have been at work at once.</summary>
    public int MostAtOnce => Volatile.Read(ref mostAtOnce);

    public bool HasFailed => Volatile.Read(ref failure) is not null;

    /// <summary>Does the work on this thread, and returns when all others have ended, too.</summary>
    public void Run(Action work)
    {
        Guarded(work);
        // Those that work start others.
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

    /// <summary>Throws what one of them threw.</summary>
    public void ThrowIfFailed() => failure?.Throw();

    /// <summary>Starts another thread, if there may be one more.</summary>
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

    /// <summary>A thread has nothing more to do.</summary>
    public void Leave() => Interlocked.Decrement(ref working);

    private void Guarded(Action work)
    {
        try
        {
            work();
        }
#pragma warning disable CA1031 // Handed to the thread that waits for all.
        catch (Exception e)
#pragma warning restore CA1031
        {
            Fail(e);
        }
    }

    /// <summary>Ends the run with the first exception that came.</summary>
    public void Fail(Exception error)
    {
        lock (Gate)
        {
            failure ??= ExceptionDispatchInfo.Capture(error);
            Monitor.PulseAll(Gate);
        }
    }
}
