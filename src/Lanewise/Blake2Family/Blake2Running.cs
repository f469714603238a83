namespace Lanewise.Blake2Family;

/// <summary>The state of a running BLAKE2 hash: record, held-back block, count, and what a restart needs.</summary>
internal sealed class Blake2Running<TWord, TSpec> : ILaneRunning<TWord>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private readonly TWord[] start = new TWord[Blake2Record.Words];
    private readonly TWord[] record = new TWord[Blake2Record.Words];
    private readonly byte[] buffer = new byte[TSpec.BlockBytes];
    private readonly byte[]? keyBlock;
    private readonly int keyBytes;
    private readonly bool isLastNode;
    private int filled;
    private ByteCount total;

    public Blake2Running(Blake2Parameters parameters, ReadOnlySpan<byte> key, int hashBytes)
    {
        HashBytes = hashBytes;
        isLastNode = parameters.IsLastNode;
        keyBytes = key.Length;
        Blake2One<TWord, TSpec>.Start(start, parameters, hashBytes, key.Length);
        if (!key.IsEmpty)
        {
            keyBlock = new byte[TSpec.BlockBytes];
            key.CopyTo(keyBlock);
        }

        Restart();
    }

    private Blake2Running(Blake2Running<TWord, TSpec> other)
    {
        HashBytes = other.HashBytes;
        isLastNode = other.isLastNode;
        keyBytes = other.keyBytes;
        other.start.CopyTo(start, 0);
        other.record.CopyTo(record, 0);
        other.buffer.CopyTo(buffer, 0);
        keyBlock = (byte[]?)other.keyBlock?.Clone();
        filled = other.filled;
        total = other.total;
    }

    public int HashBytes { get; }

    public bool IsKeyed => keyBytes > 0;

    private static ByteCount KeyBlockOnly => new(0, (uint)TSpec.BlockBytes);

    /// <summary>
    /// Puts the counter as if that many bytes had gone before, in whole blocks: tests of the carry between its words use it.
    /// </summary>
    internal void SkipTo(ByteCount bytes)
    {
        total = bytes + (uint)filled;
        record[Blake2Record.T0] = Word<TWord>.From(bytes.Low);
        record[Blake2Record.T1] = Word<TWord>.From((bytes >> (8 * Word<TWord>.Bytes)).Low);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    public void Append(ReadOnlySpan<byte> data)
    {
        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) Blake2One<TWord, TSpec>.Run(record, buffer, 0, 1);
        int blocks = BodyBlocks(data.Length);
        if (blocks > 0) Blake2One<TWord, TSpec>.Run(record, data, 0, blocks);
        Keep(data.Slice(blocks * TSpec.BlockBytes));
    }

    public void AppendMany(in RunningSlices slices) => LaneSlices.Append<TWord, Blake2Many<TWord, TSpec>>(slices);

    public Span<TWord> Record => record;
    public ReadOnlySpan<byte> Block => buffer;

    // The block that waits comes on top.
    public bool Fits(int length) => Word<TWord>.ToUInt64(record[Blake2Record.T0])
        <= Word<TWord>.ToUInt64(Word<TWord>.AllOnes) - (uint)TSpec.BlockBytes - (uint)length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        total += (uint)data.Length;
        int room = TSpec.BlockBytes - filled;
        isWhole = filled > 0 && data.Length > room;
        // A block is held back until more follows: it may be the last one.
        int taken = data.Length <= room ? data.Length : isWhole ? room : 0;
        data.Slice(0, taken).CopyTo(buffer.AsSpan(filled));
        filled = isWhole ? 0 : filled + taken;
        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => Blake2One<TWord, TSpec>.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty) return;

        rest.CopyTo(buffer);
        filled = rest.Length;
    }

    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(Span<byte> destination)
    {
        Span<TWord> last = stackalloc TWord[Blake2Record.Words];
        record.CopyTo(last);
        Blake2One<TWord, TSpec>.Finish(
            last, buffer.AsSpan(0, filled), total.Low, total.High, isLastNode, destination);
        last.Clear();
    }

    public void Restart()
    {
        start.CopyTo(record, 0);
        CryptographicOperations.ZeroMemory(buffer);
        filled = 0;
        total = default;
        if (keyBlock is null) return;

        keyBlock.CopyTo(buffer, 0);
        filled = TSpec.BlockBytes;
        total = KeyBlockOnly;
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        // Before any data the buffer holds the key block, which is not written.
        bool fresh = keyBlock is not null && total == KeyBlockOnly;
        writer.Number((uint)HashBytes);
        writer.Number((uint)keyBytes);
        writer.Byte(isLastNode ? (byte)1 : (byte)0);
        writer.Words<TWord>(start.AsSpan(0, Blake2Record.ChainingWords));
        writer.Words<TWord>(record.AsSpan(0, Blake2Record.F0));
        writer.Number(total.Low);
        writer.Number(total.High);
        writer.Number(fresh ? 0 : (uint)filled);
        if (!fresh) writer.Bytes(buffer.AsSpan(0, filled));
        return keyBlock.AsSpan(0, keyBytes);
    }

    public static Blake2Running<TWord, TSpec> ReadState(
        ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        int hashBytes = reader.HashBytes(TSpec.MaxHashBytes),
            keyBytes = reader.Number(0, TSpec.MaxHashBytes, "the length of the key");
        SavedState.CheckKey(key.Length, keyBytes);
        Blake2Running<TWord, TSpec> running = new(new Blake2Parameters { IsLastNode = reader.Byte() != 0 }, key, hashBytes);
        reader.Words<TWord>(running.start.AsSpan(0, Blake2Record.ChainingWords));
        reader.Words<TWord>(running.record.AsSpan(0, Blake2Record.F0));
        ulong low = reader.Number();
        running.total = new ByteCount(reader.Number(), low);
        int filled = reader.Number(0, TSpec.BlockBytes, "the number of bytes in the buffer");
        bool fresh = keyBytes > 0 && running.total == KeyBlockOnly;
        ulong countLow = Word<TWord>.ToUInt64(running.record[Blake2Record.T0]);
        ulong countHigh = Word<TWord>.ToUInt64(running.record[Blake2Record.T1]);
        ByteCount counter = Word<TWord>.Bytes == 8 ? new(countHigh, countLow)
            : new(0, (countHigh << 32) | countLow);
        if (!fresh)
        {
            reader.Bytes(filled).CopyTo(running.buffer);
            running.filled = filled;
        }

        if (running.total != counter + (uint)running.filled || (fresh && filled != 0))
        {
            throw SavedState.Bad("The saved state is not valid: its counters do not agree.");
        }

        secret = running.keyBlock.AsSpan(0, keyBytes);
        return running;
    }

    public Blake2Running<TWord, TSpec> Clone() => new(this);

    IRunningHash IRunningHash.Clone() => Clone();

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record.AsSpan()));
        CryptographicOperations.ZeroMemory(buffer);
        CryptographicOperations.ZeroMemory(keyBlock);
        filled = 0;
        total = default;
    }
}
