namespace Lanewise.Fleet.Working;

/// <summary>Keeps reading below a number of bytes in a second.</summary>
internal sealed class Throttle
{
    // What may be read at once after a time of rest.
    private const double MostSeconds = 0.25;

    private long rate;
    private double owed;
    private long last = Environment.TickCount64;

    /// <summary>Bytes in a second; 0 for as many as there are.</summary>
    public long BytesPerSecond
    {
        get => Volatile.Read(ref rate);
        set => Volatile.Write(ref rate, value);
    }

    /// <summary>Whether what was read has had its time, so that more may be.</summary>
    public bool IsFree
    {
        get
        {
            if (BytesPerSecond == 0) return true;

            long now = Environment.TickCount64;
            owed = Math.Max(owed - ((now - last) / 1000.0 * BytesPerSecond), -MostSeconds * BytesPerSecond);
            last = now;
            return owed <= 0;
        }
    }

    /// <summary>So much is read.</summary>
    public void Add(long bytes) => owed += bytes;

    /// <summary>Waits until it is free.</summary>
    public void Wait(CancellationToken token)
    {
        // In pieces, because the rate may change meanwhile.
        while (!IsFree && !token.IsCancellationRequested)
            token.WaitHandle.WaitOne(TimeSpan.FromSeconds(Math.Clamp(owed / BytesPerSecond, 0.001, 0.5)));
    }
}
