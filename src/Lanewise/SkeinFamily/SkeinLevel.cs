using System.Numerics;

namespace Lanewise.SkeinFamily;

/// <summary>
/// Represents one level of an incremental hash tree, and the levels above it. The level's data is divided into units (leaves or
/// nodes), and each unit produces a chaining value. The chaining values are buffered until they form enough nodes of the next
/// level to fill the lanes. Then the buffered values are moved to the next level.
/// </summary>
/// <remarks>
/// A level receives data only if the level below has at least two chaining values, because a single value would be the root. A
/// level's positions follow from the number of bytes, so a saved state need not contain them.
/// </remarks>
internal sealed class SkeinLevel<TSpec>
    where TSpec : struct, ISkeinSpec
{
    // The buffer for chaining values has the size of 32 nodes, limited to the range from 16 KiB to 256 KiB. If a node is larger
    // than 64 KiB, so that four nodes would not fit in 256 KiB, the buffer size is 16 KiB.
    private const int UsualBytes = 16 * 1024;
    private const int MostBytes = 256 * 1024;
    private const int MostLanes = 32;
    private const int FewestForLanes = 4;

    private readonly ulong[] start;
    private readonly SkeinParameters parameters;
    private readonly int number;
    private readonly ulong unit;
    private readonly int capacity;
    private byte[] values = [];
    private int filled;
    private SkeinLevel<TSpec>? above;

    /// <param name="start">The initial chaining value, which the caller wipes.</param>
    /// <param name="parameters">The parameters, which include the shape of the tree.</param>
    /// <param name="number">The level of the tree. Leaves have level 1.</param>
    public SkeinLevel(ulong[] start, SkeinParameters parameters, int number = 1)
    {
        this.start = start;
        this.parameters = parameters;
        this.number = number;
        unit = (ulong)SkeinTree<TSpec>.UnitBytes(parameters, number);
        capacity = CapacityOf(SkeinTree<TSpec>.UnitBytes(parameters, number + 1));
        Text = new(start, number);
    }

    /// <summary>The UBI of the current unit (leaf or node).</summary>
    public SkeinUbi<TSpec> Text { get; }

    private bool AreLeaves => number == 1;

    // The size is a power of two, so the next level always receives whole nodes, or equal parts of one node.
    private static int CapacityOf(long node) =>
        node > MostBytes / FewestForLanes ? UsualBytes : (int)Math.Min(MostBytes, Math.Max(UsualBytes, MostLanes * node));

    public void Append(ReadOnlySpan<byte> data)
    {
        while (!data.IsEmpty)
        {
            // A full leaf is finalized only when more data arrives, because the message may still end within the leaf's last
            // byte.
            if (Text.Length == unit) RunLastBlock(SkeinTweak.WholeBytes);
            ulong whole = Text.Length == 0 ? (ulong)(data.Length - (AreLeaves ? 1 : 0)) / unit : 0;
            // The kernel for lanes counts positions only in the low word of the tweak.
            if (whole > 0 && (Text.End + (uint)data.Length).High == 0)
            {
                int units = (int)Math.Min(whole, (ulong)((capacity - filled) / TSpec.StateBytes)), bytes = units * (int)unit;
                Reserve(units * TSpec.StateBytes);
                SkeinTree<TSpec>.Level(
                    start, parameters, number, Text.End.Low, data.Slice(0, bytes), SkeinTweak.WholeBytes, values.AsSpan(filled),
                    null);
                Text.Next(bytes);
                data = data.Slice(bytes);
                Added(units);
                continue;
            }

            int take = (int)Math.Min((ulong)data.Length, unit - Text.Length);
            Text.Append(data.Slice(0, take));
            data = data.Slice(take);
            if (!AreLeaves && Text.Length == unit) RunLastBlock(SkeinTweak.WholeBytes);
        }
    }

    /// <summary>
    /// Finalizes the tree. The last byte may be partial. The method changes the tree, so call it on a copy.
    /// </summary>
    public void Root(int bits, Span<byte> root)
    {
        if (AreLeaves || Text.Length > 0) RunLastBlock(bits);
        if (Text.End.High == 0 && Text.End.Low <= unit)
        {
            values.AsSpan(0, TSpec.StateBytes).CopyTo(root);
            return;
        }

        AppendToLevelAbove();
        above!.Root(SkeinTweak.WholeBytes, root);
    }

    private void RunLastBlock(int bits)
    {
        Reserve(TSpec.StateBytes);
        Text.FinishChaining(bits, values.AsSpan(filled, TSpec.StateBytes));
        Text.Next();
        Added(1);
    }

    private void Added(int units)
    {
        filled += units * TSpec.StateBytes;
        if (filled == capacity) AppendToLevelAbove();
    }

    private void AppendToLevelAbove()
    {
        above ??= new(start, parameters, number + 1);
        above.Append(values.AsSpan(0, filled));
        filled = 0;
    }

    private void Reserve(int more)
    {
        if (values.Length - filled >= more) return;

        byte[] grown = new byte[Math.Min(capacity, Math.Max(filled + more, 2 * values.Length))];
        values.AsSpan(0, filled).CopyTo(grown);
        CryptographicOperations.ZeroMemory(values);
        values = grown;
    }

    // ---- saved state (docs/saved-state.md) ----

    public void WriteValues(StateWriter writer)
    {
        writer.Number((uint)filled);
        writer.Bytes(values.AsSpan(0, filled));
    }

    /// <summary>Writes all higher levels that contain chaining values.</summary>
    public void WriteAbove(StateWriter writer)
    {
        if (above is null || above.Text.End == default) return;

        above.WriteValues(writer);
        above.Text.WriteState(writer);
        above.WriteAbove(writer);
    }

    /// <summary>
    /// Returns the offset of the current unit after the given number of bytes. A full leaf is still the current unit, because it
    /// is not finalized yet.
    /// </summary>
    public ByteCount FirstOfText(ByteCount end) => (AreLeaves && end != default ? end - 1 : end).WholeUnits(unit);

    private ByteCount ValueBytes(ByteCount end) => FirstOfText(end) >> BitOperations.Log2(unit / (uint)TSpec.StateBytes);

    public void ReadValues(ref StateReader reader, ByteCount end)
    {
        int waiting = (int)(ValueBytes(end).Low & (uint)(capacity - 1)),
            given = reader.Number(0, capacity, "the length of the values of a level");
        if (given != waiting) throw SavedState.CountersDisagree();

        values = reader.Bytes(waiting).ToArray();
        filled = waiting;
    }

    public void ReadAbove(ref StateReader reader, ByteCount end)
    {
        ByteCount taken = ValueBytes(end).WholeUnits((uint)capacity);
        if (taken == default) return;

        above = new(start, parameters, number + 1);
        above.ReadValues(ref reader, taken);
        above.Text.ReadState(ref reader, above.FirstOfText(taken), taken);
        above.ReadAbove(ref reader, taken);
    }

    // ---- lifetime ----

    public void Restart()
    {
        Text.Restart();
        CryptographicOperations.ZeroMemory(values);
        filled = 0;
        above?.Restart();
    }

    /// <summary>Returns a copy that uses the given copy of the initial chaining value.</summary>
    public SkeinLevel<TSpec> Clone(ulong[] start)
    {
        SkeinLevel<TSpec> copy = new(start, parameters, number) { values = values.AsSpan(0, filled).ToArray(), filled = filled };
        copy.Text.CopyFrom(Text);
        copy.above = above?.Clone(start);
        return copy;
    }

    public void Wipe()
    {
        Text.Wipe();
        CryptographicOperations.ZeroMemory(values);
        filled = 0;
        above?.Wipe();
    }
}
