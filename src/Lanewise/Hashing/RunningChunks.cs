namespace Lanewise.Hashing;

/// <summary>The message of a tree, which comes in pieces: bytes wait until there are enough of them for lanes.</summary>
/// <param name="room">How many wait at most: whole units.</param>
/// <param name="unit">What is taken is a multiple of so many bytes.</param>
/// <param name="held">So many bytes must follow what is taken, which is not the end.</param>
internal abstract class RunningChunks(int room, int unit, int held) : IAppendable
{
    // Made when something waits.
    private byte[] buffer = [];
    private int filled;

    // At most so many bytes of it were taken since it was wiped.
    private int taken;

    protected ReadOnlySpan<byte> Waiting => buffer.AsSpan(0, filled);

    [MethodImpl(CompileOptions.AtOnce)]
    public virtual void Append(ReadOnlySpan<byte> data)
    {
        if (data.Length > room - filled)
        {
            if (filled > 0)
            {
                int free = room - filled;
                Keep(data.Slice(0, free));
                data = data.Slice(free);
                TakeWaiting(data.Length >= held ? room : Whole(room + data.Length, unit));
            }

            int whole = data.Length > room ? Whole(data.Length, unit) : 0;
            Take(data.Slice(0, whole));
            data = data.Slice(whole);
        }

        Keep(data);
    }

    /// <summary>Takes bytes, whole units of which none is the last; there may be none.</summary>
    protected abstract void Take(ReadOnlySpan<byte> whole);

    /// <summary>Takes what waits, whole units; more follows.</summary>
    protected void TakeAll() => TakeWaiting(filled);

    /// <summary>Takes what waits and is whole pieces of so many bytes.</summary>
    protected void TakeWhole(int piece) => TakeWaiting(Whole(filled, piece));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void Keep(ReadOnlySpan<byte> rest)
    {
        if (rest.Length > buffer.Length) buffer = new byte[room];
        rest.CopyTo(buffer.AsSpan(filled));
        filled += rest.Length;
    }

    /// <summary>Wipes all that the buffer holds, also what another thread is just putting there.</summary>
    public virtual void Wipe()
    {
        CryptographicOperations.ZeroMemory(buffer);
        filled = taken = 0;
    }

    /// <summary>Wipes what waits and what was taken.</summary>
    protected void Forget()
    {
        CryptographicOperations.ZeroMemory(buffer.AsSpan(0, Math.Max(taken, filled)));
        filled = taken = 0;
    }

    private int Whole(int bytes, int piece) => Math.Max(0, bytes - held) / piece * piece;

    private void TakeWaiting(int whole)
    {
        taken = Math.Max(taken, filled);
        Take(buffer.AsSpan(0, whole));
        filled -= whole;
        buffer.AsSpan(whole, filled).CopyTo(buffer);
    }
}
