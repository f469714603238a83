namespace Lanewise.Blake2Family;

/// <summary>
/// The state of a running BLAKE2bp or BLAKE2sp: the records of the leaves, and the stripes that may be the last.
/// </summary>
internal sealed class Blake2LeavesRunning<TWord, TSpec> : IRunningHash
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private const int BufferStripes = 8;

    private readonly TWord[] records = new TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
    private readonly byte[] buffer = new byte[BufferStripes * Blake2Leaves<TWord, TSpec>.StripeBytes];
    private readonly byte[] key;
    private int filled;

    public Blake2LeavesRunning(ReadOnlySpan<byte> key, int hashBytes)
    {
        HashBytes = hashBytes;
        this.key = key.ToArray();
        Restart();
    }

    private Blake2LeavesRunning(Blake2LeavesRunning<TWord, TSpec> other)
        : this(other.key, other.HashBytes)
    {
        other.records.CopyTo(records, 0);
        other.buffer.CopyTo(buffer, 0);
        filled = other.filled;
    }

    public int HashBytes { get; }
    public bool IsKeyed => key.Length > 0;
    private static int StripeBytes => Blake2Leaves<TWord, TSpec>.StripeBytes;

    public void Append(ReadOnlySpan<byte> data)
    {
        if (data.Length <= buffer.Length - filled)
        {
            data.CopyTo(buffer.AsSpan(filled));
            filled += data.Length;
            return;
        }

        if (filled > 0)
        {
            int room = buffer.Length - filled;
            data.Slice(0, room).CopyTo(buffer.AsSpan(filled));
            data = data.Slice(room);

            // The last stripe holds no last block if all leaves have something after it; otherwise little is left.
            int body = buffer.Length - (Blake2Leaves<TWord, TSpec>.HasAllLeaves(data.Length) ? 0 : StripeBytes);
            Blake2Leaves<TWord, TSpec>.Run(records, buffer.AsSpan(0, body), default);
            filled = buffer.Length - body;
            buffer.AsSpan(body).CopyTo(buffer);
        }

        int whole = Blake2Leaves<TWord, TSpec>.BodyStripes(data.Length) * StripeBytes;
        Blake2Leaves<TWord, TSpec>.Run(records, data.Slice(0, whole), default);
        data = data.Slice(whole);
        data.CopyTo(buffer.AsSpan(filled));
        filled += data.Length;
    }

    public void Finish(Span<byte> destination)
    {
        Span<TWord> last = stackalloc TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
        Span<byte> digests = stackalloc byte[Blake2Leaves<TWord, TSpec>.DigestsBytes];
        records.CopyTo(last);
        Blake2Leaves<TWord, TSpec>.Run(last, buffer.AsSpan(0, filled), digests);
        Blake2Leaves<TWord, TSpec>.Root(digests, key.Length, destination);
        last.Clear();
        CryptographicOperations.ZeroMemory(digests);
    }

    public void Restart()
    {
        Blake2Leaves<TWord, TSpec>.Start(records, HashBytes, key.Length);
        CryptographicOperations.ZeroMemory(buffer);
        filled = 0;
        if (key.Length == 0) return;

        Blake2Leaves<TWord, TSpec>.WriteKey(key, buffer);
        filled = StripeBytes;
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        // Until the first stripes are compressed the buffer begins with the key blocks, which are not written.
        int skip = HoldsKey ? StripeBytes : 0;
        writer.Number((uint)HashBytes);
        writer.Number((uint)key.Length);
        for (int i = 0; i < records.Length; i += Blake2Record.Words) writer.Words<TWord>(records.AsSpan(i, Blake2Record.F0));
        writer.Number((uint)(filled - skip));
        writer.Bytes(buffer.AsSpan(skip, filled - skip));
        return key;
    }

    public static Blake2LeavesRunning<TWord, TSpec> ReadState(
        ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        int hashBytes = reader.HashBytes(TSpec.MaxHashBytes),
            keyBytes = reader.Number(0, TSpec.MaxHashBytes, "the length of the key");
        SavedState.CheckKey(key.Length, keyBytes);
        Blake2LeavesRunning<TWord, TSpec> running = new(key, hashBytes);
        for (int i = 0; i < running.records.Length; i += Blake2Record.Words)
        {
            reader.Words<TWord>(running.records.AsSpan(i, Blake2Record.F0));
            // The leaves are compressed together.
            if (!running.records.AsSpan(i + Blake2Record.T0, 2).SequenceEqual(running.records.AsSpan(Blake2Record.T0, 2)))
            {
                throw SavedState.Bad("The saved state is not valid: its counters do not agree.");
            }
        }

        bool begun = !running.HasNothing;
        int skip = running.HoldsKey ? StripeBytes : 0;
        int filled = reader.Number(
            begun ? StripeBytes - TSpec.BlockBytes + 1 : 0, running.buffer.Length - skip, "the number of bytes in the buffer");
        reader.Bytes(filled).CopyTo(running.buffer.AsSpan(skip));
        running.filled = filled + skip;
        secret = running.key;
        return running;
    }

    private bool HasNothing => records[Blake2Record.T0].Equals(default(TWord)) && records[Blake2Record.T1].Equals(default(TWord));
    private bool HoldsKey => key.Length > 0 && HasNothing;

    public IRunningHash Clone() => new Blake2LeavesRunning<TWord, TSpec>(this);

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records.AsSpan()));
        CryptographicOperations.ZeroMemory(buffer);
        CryptographicOperations.ZeroMemory(key);
        filled = 0;
    }
}
