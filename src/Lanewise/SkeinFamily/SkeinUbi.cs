namespace Lanewise.SkeinFamily;

/// <summary>
/// Represents an incremental UBI. An instance processes either a whole message, or the leaves or nodes of one tree level one
/// after another, with continuous positions.
/// </summary>
internal sealed class SkeinUbi<TSpec> : IncrementalBlocks<ulong, SkeinBatch<TSpec>>
    where TSpec : struct, ISkeinSpec
{
    private readonly ulong[] start;
    private readonly ulong tweak;

    /// <param name="start">The initial chaining value, which the caller wipes.</param>
    /// <param name="level">The level in the hash tree, or 0 if there is no tree.</param>
    public SkeinUbi(ulong[] start, int level)
    {
        this.start = start;
        tweak = SkeinTweak.Message | SkeinTweak.Level(level);
        Restart();
    }

    /// <summary>The offset of the current unit's first byte.</summary>
    public ByteCount First { get; private set; }

    /// <summary>The number of bytes that were appended to the current tree unit.</summary>
    public ulong Length => unchecked(End.Low - First.Low);

    // Indicates whether at least one block was processed.
    private bool HasBegun => End - (uint)Waiting.Length != First;

    private Span<ulong> FinalWords => State.Slice(TSpec.Words);

    // Sets the position after the first block of a UBI has been processed.
    private void GoOnAt(ByteCount position)
    {
        FinalWords[SkeinState.T0] = position.Low;
        FinalWords[SkeinState.T1] = tweak | (uint)position.High;
        FinalWords[SkeinState.ThenXor] = 0;
    }

    /// <summary>
    /// Sets the position as if the given number of bytes had already been hashed in whole blocks. Tests use this method to
    /// check the carry between the position's words.
    /// </summary>
    internal void SkipTo(ByteCount bytes)
    {
        End = bytes + (uint)Waiting.Length;
        GoOnAt(bytes);
    }

    /// <summary>
    /// Writes the chaining value. Only the upper <paramref name="bits"/> bits of a partial last byte belong to the
    /// message.
    /// </summary>
    public void FinishChaining(int bits, Span<byte> value)
    {
        Span<ulong> last = stackalloc ulong[SkeinOneShot<TSpec>.StateWords];
        State.CopyTo(last);
        SkeinOneShot<TSpec>.RunLastBlock(last, Waiting, tweak, End.Low, !HasBegun, bits, value, (uint)End.High);
        last.Clear();
    }

    /// <summary>Writes the output of a message without a tree.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(int bits, Span<byte> destination)
    {
        Span<ulong> last = stackalloc ulong[SkeinOneShot<TSpec>.StateWords];
        State.CopyTo(last);
        SkeinOneShot<TSpec>.Finish(last, Waiting, End.Low, !HasBegun, bits, destination, (uint)End.High);
        last.Clear();
    }

    /// <summary>Starts the next unit after <paramref name="skipped"/> bytes that other code has processed.</summary>
    public void Next(int skipped = 0) => Open(End + (uint)skipped);

    public void Restart() => Open(default);

    private void Open(ByteCount first)
    {
        First = first;
        Start(start, default, first);
        SkeinOneShot<TSpec>.Open(FinalWords, tweak | (uint)first.High, first.Low);
    }

    // ---- saved state (docs/saved-state.md) ----

    public void WriteState(StateWriter writer)
    {
        writer.Text(Waiting);
        writer.Byte(HasBegun ? (byte)1 : (byte)0);
        // Before the first block, the chaining value depends only on the key, so anyone who has it could authenticate any
        // message. Therefore, this chaining value is not saved.
        if (HasBegun) writer.Words<ulong>(State.Slice(0, TSpec.Words));
    }

    /// <summary>
    /// Reads the state. The start and the end of a unit determine how many bytes are held back in the buffer. The saved state
    /// must contain exactly this number of bytes.
    /// </summary>
    public void ReadState(ref StateReader reader, ByteCount first, ByteCount end)
    {
        ReadOnlySpan<byte> held = reader.Bytes(reader.Number(0, TSpec.StateBytes, "the length of the bytes held back"));
        int hasBegun = reader.Byte(),
            wanted = end == first ? 0 : (int)((end - 1).Low & (uint)(TSpec.StateBytes - 1)) + 1;
        ByteCount taken = end - (uint)wanted;
        if (held.Length != wanted || hasBegun != (taken == first ? 0 : 1)) throw SavedState.CountersDisagree();

        Open(first);
        Start(start, held, end);
        if (hasBegun == 0) return;

        GoOnAt(taken);
        reader.Words(State.Slice(0, TSpec.Words));
    }

    public void CopyFrom(SkeinUbi<TSpec> other)
    {
        base.CopyFrom(other);
        First = other.First;
    }

    public override void Wipe()
    {
        base.Wipe();
        First = default;
    }
}
