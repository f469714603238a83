namespace Lanewise.Fleet.Serving;

/// <summary>A value that is refreshed while clients request it. One refresh serves all clients.</summary>
/// <param name="take">Computes the value from the previous value, and returns how long the new value stays current. If the
/// function throws, all waiting clients receive the exception. The next request calls the function again.</param>
internal sealed class Live<T>(Func<T?, (T Value, TimeSpan Pause)> take) : IDisposable
    where T : class
{
    private static readonly TimeSpan AfterFailure = TimeSpan.FromSeconds(1);

    private readonly Lock gate = new();
    private readonly CancellationTokenSource ended = new();
    private readonly ManualResetEventSlim wanted = new();
    private TaskCompletionSource<T> next = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Thread? thread;
    private T? last;
    private bool isNew;
    private long begun;

    /// <summary>
    /// The time for which the current refresh has been running. The time can be long if the source does not respond.
    /// </summary>
    public TimeSpan Waited =>
        Volatile.Read(ref begun) is long from and > 0 ? TimeSpan.FromMilliseconds(Environment.TickCount64 - from) : TimeSpan.Zero;

    /// <summary>The last value, or null if there is none yet.</summary>
    public T? Last
    {
        get
        {
            lock (gate) return last;
        }
    }

    /// <summary>Returns the current value, after a refresh if necessary.</summary>
    public Task<T> Now()
    {
        lock (gate) return isNew ? Task.FromResult(last!) : Next();
    }

    /// <summary>Returns the first value that is newer than the given value.</summary>
    public Task<T> After(T seen)
    {
        lock (gate) return last is not null && !ReferenceEquals(seen, last) ? Task.FromResult(last) : Next();
    }

    public void Dispose()
    {
        ended.Cancel();
        thread?.Join();
        wanted.Dispose();
        ended.Dispose();
    }

    private Task<T> Next()
    {
        if (thread is null)
        {
            thread = new(Run) { IsBackground = true, Name = "live" };
            thread.Start();
        }

        wanted.Set();
        return next.Task;
    }

    private void Run()
    {
        while (TryWait())
        {
            Volatile.Write(ref begun, Environment.TickCount64);
            T? value = null;
            TimeSpan pause = AfterFailure;
            Exception? failure = null;
            try
            {
                (value, pause) = take(last);
            }
#pragma warning disable CA1031 // The exception is passed to all clients that wait for the value. The next request may succeed.
            catch (Exception e)
#pragma warning restore CA1031
            {
                failure = e;
            }

            Volatile.Write(ref begun, 0);
            TaskCompletionSource<T> finished = next;
            lock (gate)
            {
                wanted.Reset();
                next = new(TaskCreationOptions.RunContinuationsAsynchronously);
                if (value is not null) (last, isNew) = (value, true);
            }

            if (value is null) finished.SetException(failure!);
            else finished.SetResult(value);
            if (ended.Token.WaitHandle.WaitOne(pause)) return;

            lock (gate) isNew = false;
        }
    }

    private bool TryWait()
    {
        try
        {
            wanted.Wait(ended.Token);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
