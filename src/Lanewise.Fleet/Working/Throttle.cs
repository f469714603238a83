namespace Lanewise.Fleet.Working;

/// <summary>Limits the read rate in bytes per second. The class is thread-safe.</summary>
internal sealed class Throttle
{
    // The maximum allowance that can accumulate while the worker is idle, in seconds of reading at the full rate.
    private const double MostSeconds = 0.25;

    private readonly Lock gate = new();
    private long rate;
    private double owed;
    private long last = Environment.TickCount64;

    /// <summary>The rate limit in bytes per second. 0 means unlimited.</summary>
    public long BytesPerSecond
    {
        get => Volatile.Read(ref rate);
        set => Volatile.Write(ref rate, value);
    }

    /// <summary>Whether the rate limit allows more bytes to be read now.</summary>
    public bool IsFree => Left <= 0;

    /// <summary>The number of bytes to read at once, which is small enough to keep the rate steady.</summary>
    public long AtOnce => BytesPerSecond == 0 ? long.MaxValue : Math.Max(1, (long)(MostSeconds * BytesPerSecond));

    // The number of seconds to wait before the next read.
    private double Left
    {
        get
        {
            long most = BytesPerSecond;
            if (most == 0) return 0;

            lock (gate)
            {
                long now = Environment.TickCount64;
                owed = Math.Max(owed - ((now - last) / 1000.0 * most), -MostSeconds * most);
                last = now;
                return owed / most;
            }
        }
    }

    /// <summary>Counts bytes that were read.</summary>
    public void Add(long bytes)
    {
        lock (gate) owed += bytes;
    }

    /// <summary>Waits until more bytes may be read.</summary>
    public void Wait(CancellationToken token)
    {
        // The worker waits in short steps, because the rate may change during the wait.
        for (double left; (left = Left) > 0 && !token.IsCancellationRequested;)
            token.WaitHandle.WaitOne(TimeSpan.FromSeconds(Math.Clamp(left, 0.001, 0.5)));
    }
}

/// <summary>The rate limits of a range: the limit of the worker and the limit of the source.</summary>
internal readonly record struct Pace(Throttle[] Throttles, CancellationToken Token)
{
    /// <summary>The maximum number of bytes to read at once.</summary>
    public long AtOnce => Throttles.Min(throttle => throttle.AtOnce);

    /// <summary>Returns whether the bytes are few enough to be read at once and, if so, counts them.</summary>
    public bool TryBegin(long bytes)
    {
        if (bytes > AtOnce) return false;

        Add(bytes);
        return true;
    }

    /// <summary>Counts bytes that were read.</summary>
    public void Add(long bytes)
    {
        foreach (Throttle throttle in Throttles) throttle.Add(bytes);
    }

    /// <summary>Waits until more bytes may be read.</summary>
    /// <exception cref="OperationCanceledException">The worker stops.</exception>
    public void Wait()
    {
        foreach (Throttle throttle in Throttles) throttle.Wait(Token);
        Token.ThrowIfCancellationRequested();
    }
}
