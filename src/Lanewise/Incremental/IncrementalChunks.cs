namespace Lanewise.Incremental;

/// <summary>
/// An incremental message that is hashed as a tree. Data is buffered until there is enough of it to fill the lanes.
/// </summary>
/// <param name="capacity">The maximum number of buffered bytes, a multiple of the unit.</param>
/// <param name="unit">The size of a unit in bytes. Each piece that is processed consists of whole units.</param>
/// <param name="held">
/// The minimum number of bytes that must follow a piece before it is processed. A processed piece is therefore never the end of
/// the message.
/// </param>
internal abstract class IncrementalChunks(int capacity, int unit, int held) : IAppendable
{
    // The buffer is allocated when the first bytes are buffered.
    private byte[] buffer = [];
    private int filled;

    // The maximum number of bytes that the buffer has held since it was last wiped.
    private int taken;

    protected ReadOnlySpan<byte> Waiting => buffer.AsSpan(0, filled);

    [MethodImpl(CompileOptions.AtOnce)]
    public virtual void Append(ReadOnlySpan<byte> data)
    {
        if (data.Length > capacity - filled)
        {
            if (filled > 0)
            {
                int free = capacity - filled;
                Keep(data.Slice(0, free));
                data = data.Slice(free);
                TakeWaiting(data.Length >= held ? capacity : Whole(capacity + data.Length, unit));
            }

            int whole = data.Length > capacity ? Whole(data.Length, unit) : 0;
            Take(data.Slice(0, whole));
            data = data.Slice(whole);
        }

        Keep(data);
    }

    /// <summary>Processes whole units, which never include the last unit of the message. The span may be empty.</summary>
    protected abstract void Take(ReadOnlySpan<byte> whole);

    /// <summary>Processes all buffered bytes, which must form whole units. The caller must append more data afterwards.</summary>
    protected void TakeAll() => TakeWaiting(filled);

    /// <summary>Processes the buffered bytes that form whole pieces of the given size.</summary>
    protected void TakeWhole(int piece) => TakeWaiting(Whole(filled, piece));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void Keep(ReadOnlySpan<byte> rest)
    {
        if (rest.Length > buffer.Length) buffer = new byte[capacity];
        rest.CopyTo(buffer.AsSpan(filled));
        filled += rest.Length;
    }

    /// <summary>Wipes the whole buffer, including bytes that another thread may be writing at the same time.</summary>
    public virtual void Wipe()
    {
        CryptographicOperations.ZeroMemory(buffer);
        filled = taken = 0;
    }

    /// <summary>Wipes the part of the buffer that has contained data.</summary>
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
