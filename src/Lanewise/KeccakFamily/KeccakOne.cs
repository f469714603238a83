namespace Lanewise.KeccakFamily;

/// <summary>A sponge of one message: the kernel with one scalar lane, padding, output (FIPS 202, section 4).</summary>
internal static class KeccakOne<TSpec>
    where TSpec : struct, IKeccakSpec
{
    /// <summary>Whether messages begin after a key, and end with the length of the output.</summary>
    public static bool IsMac => TSpec.Ending.IsEmpty;

    /// <summary>Whether output has one length, half the capacity (section 6.1); the usual length of others is all.</summary>
    public static bool HasOneLength => TSpec.RateBytes == KeccakSpec.StateBytes - (2 * TSpec.HashBytes);

    /// <summary>The most blocks that <see cref="WriteTail"/> fills.</summary>
    public static int MaxTailBlocks => IsMac ? 2 : 1;

    /// <summary>Blocks of a tail; a single byte behind the rest, less than a block, always fits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TailBlocks(int restBytes, ReadOnlySpan<byte> ending) =>
        IsMac && restBytes + ending.Length > TSpec.RateBytes ? 2 : 1;

    /// <summary>Absorbs whole blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<ulong> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
        KeccakKernel<ScalarLane<ulong>>.Run(
            state, source, new ReadOnlySpan<int>(in offset), blocks, TSpec.RateBytes / 8, TSpec.FirstRound);

    /// <summary>Absorbs bytes behind those that wait in the block for its rest.</summary>
    public static void Absorb(Span<ulong> state, Span<byte> block, ref int waiting, ReadOnlySpan<byte> data)
    {
        if (waiting > 0)
        {
            int taken = Math.Min(TSpec.RateBytes - waiting, data.Length);
            data.Slice(0, taken).CopyTo(block.Slice(waiting));
            data = data.Slice(taken);
            waiting += taken;
            if (waiting < TSpec.RateBytes) return;

            Run(state, block, 0, 1);
        }

        int blocks = data.Length / TSpec.RateBytes;
        if (blocks > 0) Run(state, data, 0, blocks);
        data = data.Slice(blocks * TSpec.RateBytes);
        data.CopyTo(block);
        waiting = data.Length;
    }

    /// <summary>Writes the rest of a message, less than a block, its ending, and the last bit of the padding, on zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteTail(ReadOnlySpan<byte> rest, ReadOnlySpan<byte> ending, Span<byte> tail)
    {
        rest.CopyTo(tail);
        ending.CopyTo(tail.Slice(rest.Length));
        tail[^1] |= 0x80;
    }

    /// <summary>Absorbs the rest of a message and writes output, as long as the destination.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Finish(Span<ulong> state, ReadOnlySpan<byte> rest, ReadOnlySpan<byte> ending, Span<byte> destination)
    {
        int blocks = TailBlocks(rest.Length, ending);
        Span<byte> tail = stackalloc byte[MaxTailBlocks * TSpec.RateBytes];
        WriteTail(rest, ending, tail.Slice(0, blocks * TSpec.RateBytes));
        Run(state, tail, 0, blocks);
        CryptographicOperations.ZeroMemory(tail);
        Squeeze(state, tail, destination);
    }

    /// <summary>Writes output, as long as the destination; between its blocks zeros are absorbed, which only permutes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Squeeze(Span<ulong> state, ReadOnlySpan<byte> zeros, Span<byte> destination)
    {
        for (; destination.Length > TSpec.RateBytes; destination = destination.Slice(TSpec.RateBytes))
        {
            Word<ulong>.WriteLittleEndian(destination.Slice(0, TSpec.RateBytes), state);
            Run(state, zeros, 0, 1);
        }

        Word<ulong>.WriteLittleEndian(destination, state);
    }

    /// <summary>A whole message; the destination may lie in it.</summary>
    /// <remarks>Optimised at the first call: a process on one core would run it unoptimised for two seconds.</remarks>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        HashAfter(state, source, TSpec.Ending, destination);
    }

    /// <summary>A message that follows what is already in the state, which is used up.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void HashAfter(
        Span<ulong> state, ReadOnlySpan<byte> source, ReadOnlySpan<byte> ending, Span<byte> destination)
    {
        int blocks = source.Length / TSpec.RateBytes;
        if (blocks > 0) Run(state, source, 0, blocks);
        Finish(state, source.Slice(blocks * TSpec.RateBytes), ending, destination);
    }
}
