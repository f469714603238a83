namespace Lanewise.Fleet.Working;

/// <summary>Limits the rate of reading in bytes per second. Several threads may use it.</summary>
internal sealed class Throttle
{
    // The amount that may be read at once after an idle time.
    private const double MostSeconds = 0.25;

    private readonly Lock gate = new();
    private long rate;
    private double owed;
    private long last = Environment.TickCount64;

    /// <summary>Bytes per second; 0 means unlimited.</summary>
    public long BytesPerSecond
    {
        get => Volatile.Read(ref rate);
        set => Volatile.Write(ref rate, value);
    }

    /// <summary>Whether what was read has had its time, so that more may be.</summary>
    public bool IsFree => Left <= 0;

    /// <summary>So many bytes are read at once; fewer, so that the reading is steady.</summary>
    public long AtOnce => BytesPerSecond == 0 ? long.MaxValue : Math.Max(1, (long)(MostSeconds * BytesPerSecond));

    // The seconds that what was read still has to wait for.
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

    /// <summary>So much is read.</summary>
    public void Add(long bytes)
    {
        lock (gate) owed += bytes;
    }

    /// <summary>Waits until it is free.</summary>
    public void Wait(CancellationToken token)
    {
        // In pieces, because the rate may change meanwhile.
        for (double left; (left = Left) > 0 && !token.IsCancellationRequested;)
            token.WaitHandle.WaitOne(TimeSpan.FromSeconds(Math.Clamp(left, 0.001, 0.5)));
    }
}

/// <summary>How fast a range may be read: by the rate of this worker, and by that of its source.</summary>
internal readonly record struct Pace(Throttle[] Throttles, CancellationToken Token)
{
    /// <summary>The bytes that are read at once, at most.</summary>
    public long AtOnce => Throttles.Min(throttle => throttle.AtOnce);

    /// <summary>Whether so many bytes may be read without a pause; then they are counted.</summary>
    public bool TryBegin(long bytes)
    {
        if (bytes > AtOnce) return false;

        Add(bytes);
        return true;
    }

    /// <summary>So much is read.</summary>
    public void Add(long bytes)
    {
        foreach (Throttle throttle in Throttles) throttle.Add(bytes);
    }

    /// <summary>Waits until more may be read.</summary>
    /// <exception cref="OperationCanceledException">The worker ends.</exception>
    public void Wait()
    {
        foreach (Throttle throttle in Throttles) throttle.Wait(Token);
        Token.ThrowIfCancellationRequested();
    }
}
