namespace Lanewise.SkeinFamily;

/// <summary>The state of an incremental Skein hash of any state size.</summary>
internal interface ISkeinIncremental : IIncrementalHash
{
    /// <summary>Returns the output for the data appended so far.</summary>
    SkeinOutput Output();

    /// <summary>
    /// Ends the message, possibly within a byte. Only the upper <paramref name="lastBits"/> bits of a partial last byte
    /// belong to the message.
    /// </summary>
    void EndWithin(int lastBits);
}

/// <summary>
/// The state of an incremental Skein hash: the UBI or tree of the current message, and the values that are needed to start a
/// new message.
/// </summary>
internal sealed class SkeinIncremental<TSpec> : ISkeinIncremental
    where TSpec : struct, ISkeinSpec
{
    private const byte TreeVersion = 2;

    private readonly SkeinParameters parameters;
    private readonly int keyBytes;
    private readonly ulong[] start;
    private readonly SkeinUbi<TSpec> text;
    private readonly SkeinLevel<TSpec>? leaves;
    private int bits;

    public SkeinIncremental(SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        this.parameters = parameters;
        keyBytes = key.Length;
        HashBits = hashBits;
        start = new ulong[TSpec.Words];
        SkeinOneShot<TSpec>.Start(start, parameters, key, hashBits);
        leaves = parameters.IsTree ? new(start, parameters) : null;
        text = leaves?.Text ?? new(start, 0);
    }

    private SkeinIncremental(SkeinIncremental<TSpec> other)
    {
        parameters = other.parameters;
        keyBytes = other.keyBytes;
        HashBits = other.HashBits;
        start = (ulong[])other.start.Clone();
        leaves = other.leaves?.Clone(start);
        text = leaves?.Text ?? new(start, 0);
        text.CopyFrom(other.text);
        bits = other.bits;
    }

    public long HashBits { get; }
    public int HashBytes => (int)((HashBits + 7) / 8);
    public bool IsKeyed => keyBytes > 0;
    public byte StateVersion => leaves is null ? SavedState.FirstVersion : TreeVersion;

    internal void SkipTo(ByteCount bytes) => text.SkipTo(bytes);

    public void Append(ReadOnlySpan<byte> data)
    {
        if (data.IsEmpty) return;
        if (bits != SkeinTweak.WholeBytes)
        {
            throw new InvalidOperationException(
                "The message already ended with a partial byte. Reset the hash before you append data.");
        }

        if (leaves is null) text.Append(data);
        else leaves.Append(data);
    }

    public void EndWithin(int lastBits)
    {
        // The buffer holds back the message's last byte, so unused bits of that byte can still be masked when the message is
        // finalized.
        if (lastBits != SkeinTweak.WholeBytes) bits = lastBits;
    }

    // Data cannot be passed directly to the UBI if there is a tree, because each leaf is a separate UBI. No data may follow a
    // partial byte.
    public IAppendable Inner => leaves is null && bits == SkeinTweak.WholeBytes ? text : this;

    /// <summary>Writes the output for the data appended so far. The destination's length determines the output length.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(Span<byte> destination)
    {
        if (leaves is null)
        {
            text.Finish(bits, destination);
            return;
        }

        Span<byte> chain = stackalloc byte[TSpec.StateBytes];
        FinishChain(chain);
        SkeinOutputBlocks<TSpec>.Read(chain, 0, destination);
        CryptographicOperations.ZeroMemory(chain);
    }

    public SkeinOutput Output()
    {
        byte[] chain = new byte[TSpec.StateBytes];
        FinishChain(chain);
        return new SkeinOutput(chain, unchecked((ulong)HashBits), IsKeyed);
    }

    /// <summary>Computes the chaining value from which all output blocks are derived.</summary>
    public void FinishChain(Span<byte> chain)
    {
        if (leaves is null)
        {
            text.FinishChaining(bits, chain);
            return;
        }

        SkeinLevel<TSpec> ended = leaves.Clone(start);
        ended.Root(bits, chain);
        ended.Wipe();
    }

    // ---- saved state (docs/saved-state.md) ----

    public void WriteState(StateWriter writer)
    {
        writer.Number((uint)HashBytes);
        writer.Number((uint)keyBytes);
        writer.Byte((byte)parameters.LeafExponent);
        writer.Byte((byte)parameters.NodeExponent);
        writer.Byte((byte)parameters.MaxLevel);
        for (int i = 0; i < SkeinParameters.Texts; i++) writer.Text(parameters.Text(i));
        WritePosition(writer, text.End);
        WritePosition(writer, text.First);
        if (leaves is null) writer.Text(default);
        else leaves.WriteValues(writer);
        writer.Byte((byte)bits);
        text.WriteState(writer);
        leaves?.WriteAbove(writer);
    }

    public ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) => keyBytes > 0 ? SavedState.Bytes<ulong>(start, buffer) : default;

    public static SkeinIncremental<TSpec> ReadState(ref StateReader reader, ReadOnlySpan<byte> key)
    {
        int hashBytes = reader.HashBytes(),
            keyBytes = reader.Number(0, int.MaxValue, "the length of the key");
        SavedState.CheckKey(key.Length, keyBytes);
        SkeinParameters parameters = new()
        {
            LeafExponent = reader.Byte(),
            NodeExponent = reader.Byte(),
            MaxLevel = reader.Byte(),
            Personalization = reader.Text("a personalization").ToArray(),
            PublicKey = reader.Text("a public key").ToArray(),
            KeyDerivationIdentifier = reader.Text("a key derivation identifier").ToArray(),
            Nonce = reader.Text("a nonce").ToArray(),
        };
        if (parameters.IsTree && (parameters.LeafExponent < 1 || parameters.NodeExponent < 1 || parameters.MaxLevel < 2))
        {
            throw SavedState.Bad("The saved state is not valid: its tree has a shape that Skein does not allow.");
        }

        if (parameters.IsTree) reader.CheckVersion(TreeVersion, "a tree of Skein");
        SkeinIncremental<TSpec> incremental = reader.Begin(new SkeinIncremental<TSpec>(parameters, key, 8L * hashBytes));
        incremental.ReadState(ref reader);
        return incremental;
    }

    private void ReadState(ref StateReader reader)
    {
        ByteCount end = ReadPosition(ref reader), first = ReadPosition(ref reader);
        if (first != (leaves?.FirstOfText(end) ?? default)) throw SavedState.CountersDisagree();

        if (leaves is not null) leaves.ReadValues(ref reader, end);
        else if (reader.Number() != 0) throw SavedState.CountersDisagree();

        bits = reader.Byte();
        if (bits > 7 || (bits > 0 && end == default)) throw SavedState.CountersDisagree();

        text.ReadState(ref reader, first, end);
        leaves?.ReadAbove(ref reader, end);
    }

    private static void WritePosition(StateWriter writer, ByteCount position)
    {
        writer.Number(position.Low);
        writer.Number(position.High);
    }

    // The specification limits a message to 2^96 - 1 bytes.
    private static ByteCount ReadPosition(ref StateReader reader)
    {
        ulong low = reader.Number(), high = reader.Number();
        return high <= uint.MaxValue ? new ByteCount(high, low) : throw SavedState.Bad(
            "The saved state is not valid: a message of Skein has at most 2^96 - 1 bytes.");
    }

    public void Restart()
    {
        bits = SkeinTweak.WholeBytes;
        if (leaves is null) text.Restart();
        else leaves.Restart();
    }

    public IIncrementalHash Clone() => new SkeinIncremental<TSpec>(this);

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
        if (leaves is null) text.Wipe();
        else leaves.Wipe();
        bits = SkeinTweak.WholeBytes;
    }
}
