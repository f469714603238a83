namespace Lanewise.Blake2Family;

/// <summary>The state of a running BLAKE2 hash: its blocks, and what a restart needs.</summary>
internal sealed class Blake2Running<TWord, TSpec> : RunningBlocks<TWord, Blake2Many<TWord, TSpec>>, IRunningHash
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private readonly TWord[] start = new TWord[Blake2Record.Words];
    private readonly byte[]? keyBlock;
    private readonly int keyBytes;
    private readonly bool isLastNode;

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
        keyBlock = (byte[]?)other.keyBlock?.Clone();
        CopyFrom(other);
    }

    public int HashBytes { get; }

    public bool IsKeyed => keyBytes > 0;

    private static ByteCount KeyBlockOnly => new(0, (uint)TSpec.BlockBytes);

    /// <summary>
    /// Puts the counter as if that many bytes had gone before, in whole blocks: tests of the carry between its words use it.
    /// </summary>
    internal void SkipTo(ByteCount bytes)
    {
        End = bytes + (uint)Waiting.Length;
        Record[Blake2Record.T0] = Word<TWord>.From(bytes.Low);
        Record[Blake2Record.T1] = Word<TWord>.From((bytes >> (8 * Word<TWord>.Bytes)).Low);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(Span<byte> destination)
    {
        Span<TWord> last = stackalloc TWord[Blake2Record.Words];
        Record.CopyTo(last);
        Blake2One<TWord, TSpec>.Finish(last, Waiting, End.Low, End.High, isLastNode, destination);
        last.Clear();
    }

    public void Restart() => Start(start, keyBlock, keyBlock is null ? default : KeyBlockOnly);

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        // Before any data the buffer holds the key block, which is not written.
        bool fresh = keyBlock is not null && End == KeyBlockOnly;
        writer.Number((uint)HashBytes);
        writer.Number((uint)keyBytes);
        writer.Byte(isLastNode ? (byte)1 : (byte)0);
        writer.Words<TWord>(start.AsSpan(0, Blake2Record.ChainingWords));
        writer.Words<TWord>(Record.Slice(0, Blake2Record.F0));
        writer.Number(End.Low);
        writer.Number(End.High);
        writer.Text(fresh ? default : Waiting);
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
        reader.Words<TWord>(running.Record.Slice(0, Blake2Record.F0));
        ulong low = reader.Number();
        ByteCount end = new(reader.Number(), low);
        ReadOnlySpan<byte> waiting = reader.Bytes(reader.Number(0, TSpec.BlockBytes, "the number of bytes in the buffer"));
        bool fresh = keyBytes > 0 && end == KeyBlockOnly;
        ulong countLow = Word<TWord>.ToUInt64(running.Record[Blake2Record.T0]);
        ulong countHigh = Word<TWord>.ToUInt64(running.Record[Blake2Record.T1]);
        ByteCount counter = Word<TWord>.Bytes == 8 ? new(countHigh, countLow)
            : new(0, (countHigh << 32) | countLow);
        if (!fresh) running.Start(running.Record, waiting, end);
        if (running.End != counter + (uint)running.Waiting.Length || (fresh && !waiting.IsEmpty))
        {
            throw SavedState.Bad("The saved state is not valid: its counters do not agree.");
        }

        secret = running.keyBlock.AsSpan(0, keyBytes);
        return running;
    }

    public Blake2Running<TWord, TSpec> Clone() => new(this);

    IRunningHash IRunningHash.Clone() => Clone();

    public override void Wipe()
    {
        base.Wipe();
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
        CryptographicOperations.ZeroMemory(keyBlock);
    }
}
