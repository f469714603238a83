namespace Lanewise.SkeinFamily;

/// <summary>
/// A running UBI: a whole message, or one leaf or node of a tree after the other, whose positions go on from each other.
/// </summary>
/// <param name="start">The chaining value with which texts start; it is the owner's.</param>
/// <param name="level">The level in the tree; 0 without one.</param>
internal sealed class SkeinText<TSpec>(ulong[] start, int level)
    where TSpec : struct, ISkeinSpec
{
    private readonly ulong[] record = (ulong[])[.. start, .. new ulong[SkeinRecord.Closing]];
    private readonly byte[] block = new byte[StateBytes];
    private readonly ulong tweak = SkeinTweak.Message | (level == 0 ? 0 : SkeinTweak.Level(level));
    private int filled;
    private bool begun;

    /// <summary>The numbers of the text's first byte and of the one that comes next.</summary>
    public ByteCount First { get; private set; }

    public ByteCount End { get; private set; }

    /// <summary>Bytes of a text of a tree.</summary>
    public ulong Length => unchecked(End.Low - First.Low);

    public Span<ulong> Record => record;
    public ReadOnlySpan<byte> Block => block;
    private static int StateBytes => SkeinOne<TSpec>.StateBytes;
    private Span<ulong> Closing => record.AsSpan(TSpec.Words);

    [MethodImpl(CompileOptions.AtOnce)]
    public void Append(ReadOnlySpan<byte> data)
    {
        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) SkeinOne<TSpec>.RunBody(record, block, 0, 1);
        int blocks = SkeinOne<TSpec>.BodyBlocks(data.Length);
        if (blocks > 0) SkeinOne<TSpec>.RunBody(record, data, 0, blocks);
        Keep(data.Slice(blocks * StateBytes));
    }

    /// <summary>Whether the low word of the position has room for so much more.</summary>
    public bool Fits(int length) => !begun || Closing[SkeinRecord.T0] <= ulong.MaxValue - (uint)StateBytes - (uint)length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        End += (uint)data.Length;
        int room = StateBytes - filled;
        isWhole = filled > 0 && data.Length > room;
        // A block is held back until more follows: it may be the last one.
        int taken = data.Length <= room ? data.Length : isWhole ? room : 0;
        if (data.Length > room && !begun) Begin();
        data.Slice(0, taken).CopyTo(block.AsSpan(filled));
        filled = isWhole ? 0 : filled + taken;
        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty) return;

        rest.CopyTo(block);
        filled = rest.Length;
    }

    private void Begin()
    {
        begun = true;
        SkeinOne<TSpec>.Open(Closing, tweak | (uint)First.High, First.Low);
    }

    // After the first block of a text.
    private void GoOnAt(ByteCount position)
    {
        Begin();
        Closing[SkeinRecord.T0] = position.Low;
        Closing[SkeinRecord.T1] = tweak | (uint)position.High;
        Closing[SkeinRecord.ThenXor] = 0;
    }

    /// <summary>
    /// Puts the position as if that many bytes had gone before, in whole blocks: tests of the carry between its words use it.
    /// </summary>
    internal void SkipTo(ByteCount bytes)
    {
        End = bytes + (uint)filled;
        GoOnAt(bytes);
    }

    /// <summary>Writes the text's chaining value; <paramref name="bits"/> of its last byte count, if not 0.</summary>
    public void Close(int bits, Span<byte> value)
    {
        Span<ulong> last = stackalloc ulong[SkeinOne<TSpec>.RecordWords];
        Span<byte> padded = stackalloc byte[StateBytes];
        record.CopyTo(last);
        block.AsSpan(0, filled).CopyTo(padded);
        if (bits != 0) SkeinOne<TSpec>.PadBits(padded.Slice(0, filled), bits);
        SkeinOne<TSpec>.Close(
            last.Slice(TSpec.Words), tweak | (bits != 0 ? SkeinTweak.BitPad : 0), End.Low, !begun, (uint)End.High);
        SkeinOne<TSpec>.Run(last, padded, 0, 1);
        Word<ulong>.WriteLittleEndian(value, last);
        last.Clear();
        CryptographicOperations.ZeroMemory(padded);
    }

    /// <summary>Writes the output of a message that is this text alone.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(int bits, long hashBits, Span<byte> destination)
    {
        Span<ulong> last = stackalloc ulong[SkeinOne<TSpec>.RecordWords];
        record.CopyTo(last);
        SkeinOne<TSpec>.Finish(last, block.AsSpan(0, filled), End.Low, !begun, bits, hashBits, destination, (uint)End.High);
        last.Clear();
    }

    /// <summary>Opens the text that follows, after <paramref name="skipped"/> bytes that somebody else takes.</summary>
    public void Next(int skipped = 0) => Open(End + (uint)skipped);

    public void Restart() => Open(default);

    private void Open(ByteCount first)
    {
        First = End = first;
        start.CopyTo(record, 0);
        CryptographicOperations.ZeroMemory(block);
        filled = 0;
        begun = false;
    }

    // ---- saved state (docs/saved-state.md) ----

    public void WriteState(StateWriter writer)
    {
        writer.Number((uint)filled);
        writer.Bytes(block.AsSpan(0, filled));
        writer.Byte(begun ? (byte)1 : (byte)0);
        // Before the first block the chaining value is the key's own, with which any message could be hashed.
        if (begun) writer.Words<ulong>(record.AsSpan(0, TSpec.Words));
    }

    /// <summary>Where a text begins and ends says how much of it is held back, which has to be what the state says.</summary>
    public void ReadState(ref StateReader reader, ByteCount first, ByteCount end)
    {
        ReadOnlySpan<byte> held = reader.Bytes(reader.Number(0, StateBytes, "the length of the bytes held back"));
        int hasBegun = reader.Byte(), wanted = end == first ? 0 : (int)((end - 1).Low & (uint)(StateBytes - 1)) + 1;
        ByteCount taken = end - (uint)wanted;
        if (held.Length != wanted || hasBegun != (taken == first ? 0 : 1)) throw SkeinRunning<TSpec>.CountersDisagree();

        First = first;
        End = end;
        held.CopyTo(block);
        filled = wanted;
        if (hasBegun == 0) return;

        GoOnAt(taken);
        reader.Words<ulong>(record.AsSpan(0, TSpec.Words));
    }

    public void CopyFrom(SkeinText<TSpec> other)
    {
        other.record.CopyTo(record, 0);
        other.block.CopyTo(block, 0);
        filled = other.filled;
        begun = other.begun;
        First = other.First;
        End = other.End;
    }

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record.AsSpan()));
        CryptographicOperations.ZeroMemory(block);
        filled = 0;
        First = End = default;
    }
}
