namespace Lanewise.MerkleDamgard;

/// <summary>
/// The state of a running hash; HMAC starts from the state after its key block. Where the base library has the faster code for
/// one message, it takes those whose first data come alone; what comes in lanes stays here.
/// </summary>
internal sealed class MdRunning<TWord, TSpec> : ILaneRunning<TWord>
    where TWord : unmanaged
    where TSpec : struct, IMdSpec<TWord>
{
    private readonly TWord[] state = new TWord[TSpec.Iv.Length];
    private readonly byte[] buffer = new byte[BlockBytes];
    private readonly TWord[] start = new TWord[TSpec.Iv.Length];
    private readonly uint before;
    private Func<IncrementalHash>? startPlatform;
    private IncrementalHash? platform;
    private ulong total;

    /// <summary>An empty message.</summary>
    /// <param name="start">The state that it starts from.</param>
    /// <param name="before">The bytes that are already in it.</param>
    /// <param name="startPlatform">The same in the base library; null where it is not to be used.</param>
    public MdRunning(ReadOnlySpan<TWord> start, uint before, Func<IncrementalHash>? startPlatform)
    {
        start.CopyTo(this.start);
        this.before = before;
        this.startPlatform = startPlatform;
        Restart();
    }

    public int HashBytes => TSpec.HashBytes;
    public bool IsKeyed => false;
    public Span<TWord> Record => state;
    public ReadOnlySpan<byte> Block => buffer;

    /// <summary>Whether the data went to the base library, which has the digest.</summary>
    public bool IsOnPlatform { get; private set; }

    private static int BlockBytes => MdOne<TWord, TSpec>.BlockBytes;

    private int Filled => (int)(total % (uint)BlockBytes);

    [MethodImpl(CompileOptions.AtOnce)]
    public void Append(ReadOnlySpan<byte> data)
    {
        if (IsOnPlatform || (startPlatform is not null && total == before && !data.IsEmpty))
        {
            (platform ??= startPlatform!()).AppendData(data);
            IsOnPlatform = true;
            total += (ulong)data.Length;
            return;
        }

        data = data.Slice(Fill(data, out bool isWhole));
        if (isWhole) MdOne<TWord, TSpec>.Run(state, buffer, 0, 1);
        int blocks = BodyBlocks(data.Length);
        if (blocks > 0) MdOne<TWord, TSpec>.Run(state, data, 0, blocks);
        Keep(data.Slice(blocks * BlockBytes));
    }

    public void StayHere() => startPlatform = null;

    public void AppendMany(in RunningSlices slices) => LaneSlices.Append<TWord, MdMany<TWord, TSpec>>(slices);

    // The length is counted in the padding only.
    public bool Fits(int length) => !IsOnPlatform;

    public bool IsHere => startPlatform is null || (!IsOnPlatform && total != before);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Fill(ReadOnlySpan<byte> data, out bool isWhole)
    {
        int filled = Filled;
        total += (ulong)data.Length;
        isWhole = false;
        if (filled == 0) return 0;

        int taken = Math.Min(BlockBytes - filled, data.Length);
        data.Slice(0, taken).CopyTo(buffer.AsSpan(filled));
        isWhole = filled + taken == BlockBytes;
        return taken;
    }

    public int BodyBlocks(int length) => length / BlockBytes;

    // Behind whole blocks, or nothing behind bytes that wait.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Keep(ReadOnlySpan<byte> rest) => rest.CopyTo(buffer);

    public void Finish(Span<byte> destination)
    {
        if (IsOnPlatform)
        {
            platform!.GetCurrentHash(destination);
            return;
        }

        Span<TWord> last = stackalloc TWord[state.Length];
        state.CopyTo(last);
        MdOne<TWord, TSpec>.Finish(last, buffer.AsSpan(0, Filled), total, destination);
        last.Clear();
    }

    public void Restart()
    {
        if (IsOnPlatform)
        {
            Span<byte> last = stackalloc byte[TSpec.HashBytes];
            platform!.GetHashAndReset(last);
            IsOnPlatform = false;
        }

        start.CopyTo(state, 0);
        CryptographicOperations.ZeroMemory(buffer);
        total = before;
    }

    /// <summary>A copy, that starts in the base library as is said there.</summary>
    public MdRunning<TWord, TSpec> Clone(Func<IncrementalHash>? startPlatform)
    {
        MdRunning<TWord, TSpec> copy = new(start, before, startPlatform)
        {
            total = total, IsOnPlatform = IsOnPlatform, platform = IsOnPlatform ? platform!.Clone() : null,
        };
        state.CopyTo(copy.state, 0);
        buffer.CopyTo(copy.buffer, 0);
        return copy;
    }

    IRunningHash IRunningHash.Clone() => Clone(startPlatform);

    public void Wipe()
    {
        platform?.Dispose();
        Array.Clear(start);
        Array.Clear(state);
        CryptographicOperations.ZeroMemory(buffer);
        total = 0;
    }

    public ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        if (IsOnPlatform)
        {
            throw new NotSupportedException(
                $"The data of this {TSpec.Name} went to the platform's code, whose state cannot be exported. A hash that is "
                + "constructed with canExportState keeps its state here.");
        }

        writer.Number(total);
        writer.Words<TWord>(state);
        writer.Bytes(buffer.AsSpan(0, Filled));
        return default;
    }

    public void ReadState(ref StateReader reader)
    {
        total = reader.Number();
        reader.Words<TWord>(state);
        reader.Bytes(Filled).CopyTo(buffer);
        if (total < before) throw SavedState.Bad($"The saved state is not valid: it has {total} bytes, less than the key block.");
    }
}
