namespace Lanewise.Blake2Family;

/// <summary>
/// The incremental state of BLAKE2bp or BLAKE2sp: the states of the leaves, and the stripes that may be the last.
/// </summary>
internal sealed class Blake2LeavesRunning<TWord, TSpec> : RunningChunks, IRunningHash
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private readonly TWord[] records = new TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
    private readonly byte[] key;

    // A stripe contains no last block if data follow for every leaf.
    public Blake2LeavesRunning(ReadOnlySpan<byte> key, int hashBytes)
        : base(BufferBytes, StripeBytes, held: HeldBytes)
    {
        HashBytes = hashBytes;
        this.key = key.ToArray();
        Restart();
    }

    private Blake2LeavesRunning(Blake2LeavesRunning<TWord, TSpec> other)
        : this(other.key, other.HashBytes)
    {
        other.records.CopyTo(records, 0);
        Forget();
        Keep(other.Waiting);
    }

    public int HashBytes { get; }
    public bool IsKeyed => key.Length > 0;
    private static int StripeBytes => Blake2Leaves<TWord, TSpec>.StripeBytes;
    private static int HeldBytes => StripeBytes - TSpec.BlockBytes + 1;
    private static int BufferBytes => 8 * StripeBytes;

    public void Finish(Span<byte> destination)
    {
        Span<TWord> last = stackalloc TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
        Span<byte> digests = stackalloc byte[Blake2Leaves<TWord, TSpec>.DigestsBytes];
        records.CopyTo(last);
        Blake2Leaves<TWord, TSpec>.Run(last, Waiting, digests);
        Blake2Leaves<TWord, TSpec>.Root(digests, key.Length, destination);
        last.Clear();
        CryptographicOperations.ZeroMemory(digests);
    }

    public void Restart()
    {
        Blake2Leaves<TWord, TSpec>.Start(records, HashBytes, key.Length);
        Forget();
        if (key.Length == 0) return;

        Span<byte> stripe = stackalloc byte[StripeBytes];
        Blake2Leaves<TWord, TSpec>.WriteKey(key, stripe);
        Keep(stripe);
        CryptographicOperations.ZeroMemory(stripe);
    }

    protected override void Take(ReadOnlySpan<byte> whole) => Blake2Leaves<TWord, TSpec>.Run(records, whole, default);

    public void WriteState(StateWriter writer)
    {
        // Until the first stripes are compressed, the waiting data start with the key blocks, which are not written.
        writer.Number((uint)HashBytes);
        writer.Number((uint)key.Length);
        for (int i = 0; i < records.Length; i += Blake2Record.Words) writer.Words<TWord>(records.AsSpan(i, Blake2Record.F0));
        writer.Text(Waiting.Slice(HoldsKey ? StripeBytes : 0));
    }

    public ReadOnlySpan<byte> CheckedBy(Span<byte> room) => key;

    public static Blake2LeavesRunning<TWord, TSpec> ReadState(ref StateReader reader, ReadOnlySpan<byte> key)
    {
        int hashBytes = reader.HashBytes(TSpec.MaxHashBytes),
            keyBytes = reader.Number(0, TSpec.MaxHashBytes, "the length of the key");
        SavedState.CheckKey(key.Length, keyBytes);
        Blake2LeavesRunning<TWord, TSpec> running = reader.Begin(new Blake2LeavesRunning<TWord, TSpec>(key, hashBytes));
        for (int i = 0; i < running.records.Length; i += Blake2Record.Words)
        {
            reader.Words<TWord>(running.records.AsSpan(i, Blake2Record.F0));
            // The leaves are compressed together.
            if (!running.records.AsSpan(i + Blake2Record.T0, 2).SequenceEqual(running.records.AsSpan(Blake2Record.T0, 2)))
            {
                throw SavedState.Bad("The saved state is not valid: its counters do not agree.");
            }
        }

        if (!running.HoldsKey) running.Forget();
        int waiting = reader.Number(
            running.HasNothing ? 0 : HeldBytes, BufferBytes - running.Waiting.Length, "the number of bytes in the buffer");
        running.Keep(reader.Bytes(waiting));
        return running;
    }

    private bool HasNothing => records[Blake2Record.T0].Equals(default(TWord)) && records[Blake2Record.T1].Equals(default(TWord));
    private bool HoldsKey => key.Length > 0 && HasNothing;

    public IRunningHash Clone() => new Blake2LeavesRunning<TWord, TSpec>(this);

    public override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records.AsSpan()));
        CryptographicOperations.ZeroMemory(key);
        base.Wipe();
    }
}
