using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.SkeinFamily;

/// <summary>The state of a running Skein hash of any size.</summary>
internal interface ISkeinRunning : Hashing.ILaneRunning<ulong>
{
    /// <summary>The output of another message under the same key and parameters; the running one is not touched.</summary>
    void HashAlone(ReadOnlySpan<byte> source, Span<byte> destination);
}

/// <summary>The state of a running Skein hash: record, held-back block, count, and what a restart needs.</summary>
/// <remarks>
/// With a tree, a leaf is a text of its own, and the chaining values of leaves are kept until the end: as much memory as the
/// message divided by the blocks of a leaf.
/// </remarks>
internal sealed class SkeinRunning<TSpec> : ISkeinRunning
    where TSpec : struct, ISkeinSpec
{
    private const int MaxSecretBytes = 64;

    private readonly SkeinParameters parameters;
    private readonly int keyBytes;
    private readonly ulong[] start;
    private readonly ulong[] record;
    private readonly byte[] buffer;
    private readonly long unit;
    private int filled;
    private int bits;
    private bool begun;
    private UInt128 total;

    // Trees only: the number of the first byte of the open leaf, and the values of those before it.
    private UInt128 leafStart;
    private byte[] values = [];
    private int valueBytes;

    // What a key is checked by when a saved state is resumed.
    private byte[] secret = [];

    public SkeinRunning(SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        this.parameters = parameters;
        keyBytes = key.Length;
        HashBits = hashBits;
        start = new ulong[TSpec.Words];
        record = new ulong[SkeinOne<TSpec>.RecordWords];
        buffer = new byte[StateBytes];
        unit = parameters.IsTree ? SkeinTree<TSpec>.UnitBytes(parameters.LeafExponent) : 0;
        SkeinOne<TSpec>.Start(start, parameters, key, hashBits);
        Restart();
    }

    private SkeinRunning(SkeinRunning<TSpec> other)
    {
        parameters = other.parameters;
        keyBytes = other.keyBytes;
        HashBits = other.HashBits;
        start = (ulong[])other.start.Clone();
        record = (ulong[])other.record.Clone();
        buffer = (byte[])other.buffer.Clone();
        unit = other.unit;
        filled = other.filled;
        bits = other.bits;
        begun = other.begun;
        total = other.total;
        leafStart = other.leafStart;
        values = (byte[])other.values.Clone();
        valueBytes = other.valueBytes;
    }

    public long HashBits { get; }
    public int HashBytes => (int)((HashBits + 7) / 8);
    public bool IsKeyed => keyBytes > 0;
    private static int StateBytes => SkeinOne<TSpec>.StateBytes;
    private Span<ulong> Closing => record.AsSpan(TSpec.Words);

    /// <summary>
    /// Puts the position as if that many bytes had gone before, in whole blocks: tests of the carry between its words use it.
    /// </summary>
    internal void SkipTo(UInt128 bytes)
    {
        total = bytes + (uint)filled;
        GoOnAt(bytes);
    }

    // Within a text, after its first block.
    private void GoOnAt(UInt128 position)
    {
        Begin();
        Closing[SkeinRecord.T0] = (ulong)position;
        Closing[SkeinRecord.T1] = Tweak | (uint)(position >> 64);
        Closing[SkeinRecord.ThenXor] = 0;
    }

    public void Append(ReadOnlySpan<byte> data)
    {
        if (data.IsEmpty) return;
        if (bits != 0) throw new InvalidOperationException("The message ended within a byte: nothing can follow, but a reset.");

        if (unit == 0) AppendText(data);
        else AppendLeaves(data);
    }

    /// <summary>The message ends within its last byte, of which that many upper bits count; 0 for all.</summary>
    public void EndWithin(int lastBits)
    {
        // The last byte is held back in the buffer until more follows.
        if (lastBits != 0) bits = lastBits;
    }

    private void AppendLeaves(ReadOnlySpan<byte> data)
    {
        while (!data.IsEmpty)
        {
            // A full leaf is closed when more follows: until then it may be the one that ends within a byte.
            if (total - leafStart == (ulong)unit) CloseLeaf();
            long whole = total == leafStart ? (data.Length - 1) / unit : 0;
            if (whole > 0)
            {
                int bytes = (int)(whole * unit);
                Reserve((int)whole * StateBytes);
                SkeinTree<TSpec>.Level(
                    start, 1, unit, (ulong)leafStart, data.Slice(0, bytes), 0, values.AsSpan(valueBytes), null);
                valueBytes += (int)whole * StateBytes;
                total += (uint)bytes;
                leafStart = total;
                data = data.Slice(bytes);
                continue;
            }

            int take = (int)Math.Min(data.Length, unit - (long)(total - leafStart));
            AppendText(data.Slice(0, take));
            data = data.Slice(take);
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private void AppendText(ReadOnlySpan<byte> data)
    {
        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) SkeinOne<TSpec>.RunBody(record, buffer, 0, 1);
        int blocks = BodyBlocks(data.Length);
        if (blocks > 0) SkeinOne<TSpec>.RunBody(record, data, 0, blocks);
        Keep(data.Slice(blocks * StateBytes));
    }

    public void AppendMany(in Hashing.RunningSlices slices) => Hashing.LaneSlices.Append<ulong, SkeinMany<TSpec>>(slices);

    public Span<ulong> Record => record;
    public ReadOnlySpan<byte> Block => buffer;

    // Leaves of a tree are texts of their own, and behind a part of a byte nothing can follow.
    public bool Fits(int length) => unit == 0 && bits == 0
        && (!begun || Closing[SkeinRecord.T0] <= ulong.MaxValue - (uint)StateBytes - (uint)length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        total += (uint)data.Length;
        int room = StateBytes - filled;
        isWhole = filled > 0 && data.Length > room;
        // A block is held back until more follows: it may be the last one.
        int taken = data.Length <= room ? data.Length : isWhole ? room : 0;
        if (data.Length > room && !begun) Begin();
        data.Slice(0, taken).CopyTo(buffer.AsSpan(filled));
        filled = isWhole ? 0 : filled + taken;
        return taken;
    }

    public int BodyBlocks(int length) => SkeinOne<TSpec>.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest)
    {
        if (rest.IsEmpty) return;

        rest.CopyTo(buffer);
        filled = rest.Length;
    }

    private void Begin()
    {
        begun = true;
        SkeinOne<TSpec>.Open(Closing, Tweak, (ulong)leafStart);
        Closing[SkeinRecord.T1] |= (uint)(leafStart >> 64);
    }

    private ulong Tweak => SkeinTweak.Message | (unit == 0 ? 0 : SkeinTweak.Level(1));

    private void CloseLeaf()
    {
        Reserve(StateBytes);
        FinishLeaf(values.AsSpan(valueBytes, StateBytes));
        valueBytes += StateBytes;
        leafStart = total;
        OpenText();
    }

    private void FinishLeaf(Span<byte> value)
    {
        Span<ulong> last = stackalloc ulong[SkeinOne<TSpec>.RecordWords];
        Span<byte> block = stackalloc byte[StateBytes];
        record.CopyTo(last);
        buffer.AsSpan(0, filled).CopyTo(block);
        if (bits != 0) SkeinOne<TSpec>.PadBits(block.Slice(0, filled), bits);
        SkeinOne<TSpec>.Close(last.Slice(TSpec.Words), Tweak | (bits != 0 ? SkeinTweak.BitPad : 0), (ulong)total, !begun, (uint)(total >> 64));
        SkeinOne<TSpec>.Run(last, block, 0, 1);
        SkeinOne<TSpec>.Write(last, value);
        last.Clear();
        CryptographicOperations.ZeroMemory(block);
    }

    private void Reserve(int more)
    {
        if (values.Length - valueBytes >= more) return;

        long wanted = Math.Max((long)valueBytes + more, 2L * values.Length);
        if (wanted > Array.MaxLength) wanted = (long)valueBytes + more;
        if (wanted > Array.MaxLength)
        {
            throw new InvalidOperationException(string.Create(
                CultureInfo.InvariantCulture,
                $"The tree has too many leaves to be hashed in pieces: their chaining values exceed {Array.MaxLength} bytes. Take a greater leaf exponent."));
        }

        byte[] grown = new byte[wanted];
        values.AsSpan(0, valueBytes).CopyTo(grown);
        CryptographicOperations.ZeroMemory(values);
        values = grown;
    }

    /// <summary>The output of what was appended, as long as the destination.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(Span<byte> destination)
    {
        if (unit == 0)
        {
            Span<ulong> last = stackalloc ulong[SkeinOne<TSpec>.RecordWords];
            record.CopyTo(last);
            SkeinOne<TSpec>.Finish(
                last, buffer.AsSpan(0, filled), (ulong)total, !begun, bits, HashBits, destination, (uint)(total >> 64));
            last.Clear();
        }
        else
        {
            byte[] level = new byte[valueBytes + StateBytes];
            values.AsSpan(0, valueBytes).CopyTo(level);
            FinishLeaf(level.AsSpan(valueBytes));
            SkeinTree<TSpec>.Root(start, parameters, level, level.Length, HashBits, destination, null);
            CryptographicOperations.ZeroMemory(level);
        }
    }

    public void HashAlone(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (parameters.IsTree) SkeinTree<TSpec>.Hash(start, parameters, source, 0, HashBits, destination, null);
        else SkeinOne<TSpec>.HashAfter(start, source, HashBits, destination);
    }

    /// <summary>The chaining value from which all output is computed.</summary>
    public void FinishChain(Span<ulong> chain)
    {
        byte[] level = new byte[valueBytes + StateBytes];
        values.AsSpan(0, valueBytes).CopyTo(level);
        FinishLeaf(level.AsSpan(valueBytes));
        if (unit == 0) SkeinOne<TSpec>.ReadChain(level, chain);
        else SkeinTree<TSpec>.RootChain(start, parameters, level, level.Length, chain, null);
        CryptographicOperations.ZeroMemory(level);
    }

    // ---- saved state (docs/saved-state.md) ----

    public ReadOnlySpan<byte> WriteState(Hashing.StateWriter writer)
    {
        writer.Number((uint)HashBytes);
        writer.Number((uint)keyBytes);
        writer.Byte((byte)parameters.LeafExponent);
        writer.Byte((byte)parameters.NodeExponent);
        writer.Byte((byte)parameters.MaxLevel);
        WriteText(writer, parameters.Personalization.Span);
        WriteText(writer, parameters.PublicKey.Span);
        WriteText(writer, parameters.KeyDerivationIdentifier.Span);
        WriteText(writer, parameters.Nonce.Span);
        writer.Number((ulong)total);
        writer.Number((ulong)(total >> 64));
        writer.Number((ulong)leafStart);
        writer.Number((ulong)(leafStart >> 64));
        WriteText(writer, values.AsSpan(0, valueBytes));
        writer.Byte((byte)bits);
        WriteText(writer, buffer.AsSpan(0, filled));
        writer.Byte(begun ? (byte)1 : (byte)0);
        // Before the first block the chaining value is the key's own, with which any message could be hashed.
        if (begun) writer.Words<ulong>(record.AsSpan(0, TSpec.Words));
        if (keyBytes == 0) return default;

        if (secret.Length == 0)
        {
            secret = new byte[Math.Min(StateBytes, MaxSecretBytes)];
            SkeinOne<TSpec>.Write(start, secret);
        }

        return secret;
    }

    public static SkeinRunning<TSpec> ReadState(
        ref Hashing.StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        int hashBytes = reader.HashBytes(),
            keyBytes = reader.Number(0, int.MaxValue, "the length of the key");
        Hashing.SavedState.CheckKey(key.Length, keyBytes);
        SkeinParameters parameters = new()
        {
            LeafExponent = reader.Byte(),
            NodeExponent = reader.Byte(),
            MaxLevel = reader.Byte(),
            Personalization = ReadText(ref reader, "a personalization").ToArray(),
            PublicKey = ReadText(ref reader, "a public key").ToArray(),
            KeyDerivationIdentifier = ReadText(ref reader, "a key derivation identifier").ToArray(),
            Nonce = ReadText(ref reader, "a nonce").ToArray(),
        };
        if (parameters.IsTree && (parameters.LeafExponent < 1 || parameters.NodeExponent < 1 || parameters.MaxLevel < 2))
        {
            throw Hashing.SavedState.Bad("The saved state is not valid: its tree has a shape that Skein does not allow.");
        }

        SkeinRunning<TSpec> running = new(parameters, key, 8L * hashBytes);
        try
        {
            running.ReadState(ref reader);
        }
        catch
        {
            running.Wipe();
            throw;
        }

        secret = default;
        if (keyBytes > 0)
        {
            running.secret = new byte[Math.Min(StateBytes, MaxSecretBytes)];
            SkeinOne<TSpec>.Write(running.start, running.secret);
            secret = running.secret;
        }

        return running;
    }

    private void ReadState(ref Hashing.StateReader reader)
    {
        total = ReadPosition(ref reader);
        leafStart = ReadPosition(ref reader);
        ReadOnlySpan<byte> leaves = ReadText(ref reader, "the values of leaves");
        int lastBits = reader.Byte();
        ReadOnlySpan<byte> held = ReadText(ref reader, "the bytes held back");
        int hasBegun = reader.Byte();
        UInt128 inText = total - leafStart, taken = inText - (uint)held.Length;
        bool wrong = leafStart > total || (uint)held.Length > inText || held.Length > StateBytes || lastBits > 7 || hasBegun > 1
            || taken % (uint)StateBytes != 0 || taken > 0 != (hasBegun == 1) || (held.IsEmpty && (inText > 0 || lastBits > 0))
            || (unit == 0
                ? leafStart != 0 || !leaves.IsEmpty
                : inText > (ulong)unit || leafStart % (ulong)unit != 0 || leaves.Length % StateBytes != 0
                    || leafStart / (ulong)unit != (uint)(leaves.Length / StateBytes) || (leafStart > 0 && inText == 0));
        if (wrong) throw Hashing.SavedState.Bad("The saved state is not valid: its counters do not agree.");

        values = leaves.ToArray();
        valueBytes = values.Length;
        held.CopyTo(buffer);
        filled = held.Length;
        bits = lastBits;
        if (hasBegun == 0) return;

        GoOnAt(leafStart + taken);
        reader.Words<ulong>(record.AsSpan(0, TSpec.Words));
    }

    // The paper's limit is 2^96 - 1 bytes.
    private static UInt128 ReadPosition(ref Hashing.StateReader reader)
    {
        ulong low = reader.Number(), high = reader.Number();
        return high <= uint.MaxValue ? new UInt128(high, low) : throw Hashing.SavedState.Bad(
            "The saved state is not valid: a message of Skein has at most 2^96 - 1 bytes.");
    }

    private static void WriteText(Hashing.StateWriter writer, ReadOnlySpan<byte> text)
    {
        writer.Number((uint)text.Length);
        writer.Bytes(text);
    }

    private static ReadOnlySpan<byte> ReadText(ref Hashing.StateReader reader, string what) =>
        reader.Bytes(reader.Number(0, int.MaxValue, $"the length of {what}"));

    public void Restart()
    {
        CryptographicOperations.ZeroMemory(values);
        valueBytes = 0;
        total = 0;
        leafStart = 0;
        OpenText();
    }

    private void OpenText()
    {
        start.CopyTo(record, 0);
        CryptographicOperations.ZeroMemory(buffer);
        filled = 0;
        bits = 0;
        begun = false;
    }

    public SkeinRunning<TSpec> Clone() => new(this);

    Hashing.IRunningHash Hashing.IRunningHash.Clone() => Clone();

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record.AsSpan()));
        CryptographicOperations.ZeroMemory(buffer);
        CryptographicOperations.ZeroMemory(values);
        CryptographicOperations.ZeroMemory(secret);
        secret = [];
        filled = 0;
        valueBytes = 0;
        bits = 0;
        total = 0;
        leafStart = 0;
    }
}
