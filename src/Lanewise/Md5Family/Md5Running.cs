using Lanewise.Hashing;

namespace Lanewise.Md5Family;

/// <summary>The state of a running MD5; HMAC starts from the state after its key block.</summary>
internal sealed class Md5Running : ILaneRunning<uint>
{
    private readonly uint[] state = new uint[Md5Spec.StateWords];
    private readonly byte[] buffer = new byte[Md5Spec.BlockBytes];
    private readonly uint[] start = new uint[Md5Spec.StateWords];
    private readonly uint before;
    private ulong total;

    public Md5Running(ReadOnlySpan<uint> start, uint before)
    {
        start.CopyTo(this.start);
        this.before = before;
        Restart();
    }

    public int HashBytes => Md5Spec.HashBytes;
    public bool IsKeyed => false;
    public Span<uint> Record => state;
    public ReadOnlySpan<byte> Block => buffer;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Append(ReadOnlySpan<byte> data)
    {
        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) Md5One.Run(state, buffer, 0, 1);
        int blocks = BodyBlocks(data.Length);
        if (blocks > 0) Md5One.Run(state, data, 0, blocks);
        Keep(data.Slice(blocks * Md5Spec.BlockBytes));
    }

    public void AppendMany(in RunningSlices slices) => LaneSlices.Append<uint, Md5Many>(slices);

    // MD5 counts in the padding only.
    public bool Fits(int length) => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        int filled = (int)(total % Md5Spec.BlockBytes);
        total += (ulong)data.Length;
        isWhole = false;
        if (filled == 0) return 0;

        int taken = Math.Min(Md5Spec.BlockBytes - filled, data.Length);
        data.Slice(0, taken).CopyTo(buffer.AsSpan(filled));
        isWhole = filled + taken == Md5Spec.BlockBytes;
        return taken;
    }

    public int BodyBlocks(int length) => length / Md5Spec.BlockBytes;

    // Behind whole blocks, or nothing behind bytes that wait.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest) => rest.CopyTo(buffer);

    public void Finish(Span<byte> destination)
    {
        Span<uint> last = stackalloc uint[Md5Spec.StateWords];
        state.CopyTo(last);
        Md5One.Finish(last, buffer.AsSpan(0, (int)(total % Md5Spec.BlockBytes)), total, destination);
        last.Clear();
    }

    public void Restart()
    {
        start.CopyTo(state, 0);
        CryptographicOperations.ZeroMemory(buffer);
        total = before;
    }

    public Md5Running Clone()
    {
        Md5Running copy = new(start, before) { total = total };
        state.CopyTo(copy.state, 0);
        buffer.CopyTo(copy.buffer, 0);
        return copy;
    }

    IRunningHash IRunningHash.Clone() => Clone();

    public void Wipe()
    {
        Array.Clear(start);
        Array.Clear(state);
        CryptographicOperations.ZeroMemory(buffer);
        total = 0;
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        writer.Number(total);
        writer.Words<uint>(state);
        writer.Bytes(buffer.AsSpan(0, (int)(total % Md5Spec.BlockBytes)));
        return default;
    }

    public void ReadState(ref StateReader reader)
    {
        total = reader.Number();
        reader.Words<uint>(state);
        reader.Bytes((int)(total % Md5Spec.BlockBytes)).CopyTo(buffer);
        if (total < before) throw SavedState.Bad($"The saved state is not valid: it has {total} bytes, less than the key block.");
    }
}
