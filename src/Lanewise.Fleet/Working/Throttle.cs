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

    /// <summary>Waits until so many bytes may be read.</summary>
    public void Wait(long bytes, CancellationToken token)
    {
        if (BytesPerSecond == 0) return;

        long now = Environment.TickCount64;
        owed = Math.Max(owed - ((now - last) / 1000.0 * BytesPerSecond), -MostSeconds * BytesPerSecond) + bytes;
        last = now;
        // In pieces, because the rate may change meanwhile.
        while (owed > 0 && BytesPerSecond > 0 && !token.IsCancellationRequested)
        {
            token.WaitHandle.WaitOne(TimeSpan.FromSeconds(Math.Min(0.5, owed / BytesPerSecond)));
            now = Environment.TickCount64;
            owed -= (now - last) / 1000.0 * BytesPerSecond;
            last = now;
        }
    }
}
