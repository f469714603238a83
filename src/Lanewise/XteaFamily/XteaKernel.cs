using Lanewise.Ciphers;

namespace Lanewise.XteaFamily;

/// <summary>Processes a run of blocks with XTEA under one key, one block per lane.</summary>
/// <remarks>
/// Lanes read little-endian words. For a big-endian cipher, the bytes of each word are swapped after the load and before the
/// store.
/// </remarks>
internal static class XteaKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, uint>
{
    /// <summary>Encrypts full groups of blocks. Source and destination may be the same buffer.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(ReadOnlySpan<uint> schedule, bool bigEndian, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int groupBytes = TLanes.Count * XteaSpec.BlockBytes;
        for (int o = 0; o < source.Length; o += groupBytes)
        {
            TLanes v0 = default, v1 = default, k = default;
            Load(source.Slice(o, groupBytes), bigEndian, ref v0, ref v1);
            for (int i = 0; i < schedule.Length - 1; i += 2)
            {
                k.BroadcastFrom(schedule, i);
                v0.AddXorShifts(v1, 4, 5, k);
                k.BroadcastFrom(schedule, i + 1);
                v1.AddXorShifts(v0, 4, 5, k);
            }

            Store(destination.Slice(o, groupBytes), bigEndian, ref v0, ref v1);
        }
    }

    /// <summary>Decrypts full groups of blocks. Source and destination may be the same buffer.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Decrypt(ReadOnlySpan<uint> schedule, bool bigEndian, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int groupBytes = TLanes.Count * XteaSpec.BlockBytes;
        for (int o = 0; o < source.Length; o += groupBytes)
        {
            TLanes v0 = default, v1 = default, k = default;
            Load(source.Slice(o, groupBytes), bigEndian, ref v0, ref v1);
            for (int i = schedule.Length - 1; i > 0; i -= 2)
            {
                k.BroadcastFrom(schedule, i);
                v1.SubtractXorShifts(v0, 4, 5, k);
                k.BroadcastFrom(schedule, i - 1);
                v0.SubtractXorShifts(v1, 4, 5, k);
            }

            Store(destination.Slice(o, groupBytes), bigEndian, ref v0, ref v1);
        }
    }

    /// <summary>
    /// XORs full groups of blocks with encrypted counters. Source and destination may be the same buffer. The counter is one
    /// big-endian 64-bit number, regardless of the byte order of the cipher's words, and wraps around to zero.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Count(
        ReadOnlySpan<uint> schedule, bool bigEndian, ulong counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int lanes = TLanes.Count, groupBytes = lanes * XteaSpec.BlockBytes;
        Span<uint> high = stackalloc uint[lanes];
        for (int o = 0; o < source.Length; o += groupBytes, counter += (uint)lanes)
        {
            TLanes v0 = default, v1 = default, k = default;
            v0.Broadcast((uint)(counter >> 32));
            v1.CountFrom((uint)counter);
            if ((uint)counter > uint.MaxValue - (uint)lanes)
            {
                // A carry into the high word occurs in this group, which happens once in 2^32 blocks.
                for (int l = 0; l < lanes; l++) high[l] = (uint)((counter + (uint)l) >> 32);
                v0.Read(high);
            }

            // The two halves of the counter are big-endian words. A little-endian cipher interprets the same bytes in reverse
            // order.
            if (!bigEndian) { v0.SwapBytes(); v1.SwapBytes(); }

            for (int i = 0; i < schedule.Length - 1; i += 2)
            {
                k.BroadcastFrom(schedule, i);
                v0.AddXorShifts(v1, 4, 5, k);
                k.BroadcastFrom(schedule, i + 1);
                v1.AddXorShifts(v0, 4, 5, k);
            }

            if (bigEndian) { v0.SwapBytes(); v1.SwapBytes(); }
            TLanes w0 = default, w1 = default;
            TLanes.LoadPairs(source.Slice(o, groupBytes), ref w0, ref w1);
            v0 ^= w0;
            v1 ^= w1;
            TLanes.StorePairs(destination.Slice(o, groupBytes), v0, v1);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Load(ReadOnlySpan<byte> source, bool bigEndian, ref TLanes v0, ref TLanes v1)
    {
        TLanes.LoadPairs(source, ref v0, ref v1);
        if (bigEndian) { v0.SwapBytes(); v1.SwapBytes(); }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store(Span<byte> destination, bool bigEndian, ref TLanes v0, ref TLanes v1)
    {
        if (bigEndian) { v0.SwapBytes(); v1.SwapBytes(); }
        TLanes.StorePairs(destination, v0, v1);
    }
}

/// <summary>Processes blocks with XTEA and one key per block, one block per lane.</summary>
/// <remarks>
/// The key schedules are not stored, because a packet has too few blocks for stored schedules to save time. Computing a sum takes
/// only one addition.
/// </remarks>
internal static class XteaKeysKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, uint>
{
    // Up to this number of lanes, the buffer is an inline array. With stackalloc, the stack guard would take a third of the time
    // of one block.
    private const int FewLanes = 8;

    /// <summary>
    /// Transforms full groups of blocks, either in place or to another buffer. Block <c>j</c> has the key at
    /// <c>keys[offsets[j]]</c>.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Transform(
        bool encrypting, int rounds, bool bigEndian, ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (TLanes.Count > FewLanes)
        {
            TransformGroups(
                encrypting, rounds, bigEndian, keys, offsets, source, destination,
                stackalloc uint[XteaSpec.KeyWords * TLanes.Count]);
            return;
        }

        Room room = default;
        TransformGroups(
            encrypting, rounds, bigEndian, keys, offsets, source, destination,
            ((Span<uint>)room).Slice(0, XteaSpec.KeyWords * TLanes.Count));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void TransformGroups(
        bool encrypting, int rounds, bool bigEndian, ReadOnlySpan<byte> keys, ReadOnlySpan<int> offsets,
        ReadOnlySpan<byte> source, Span<byte> destination, Span<uint> words)
    {
        int lanes = TLanes.Count, groupBytes = lanes * XteaSpec.BlockBytes;
        for (int o = 0, first = 0; o < source.Length; o += groupBytes, first += lanes)
        {
            ReadOnlySpan<byte> from = source.Slice(o, groupBytes);
            KeysKernel<TLanes, uint>.LoadKeys(keys, offsets.Slice(first), XteaSpec.KeyWords, words, bigEndian);
            if (encrypting) Encrypt(rounds, bigEndian, words, from, destination.Slice(o, groupBytes));
            else Decrypt(rounds, bigEndian, words, from, destination.Slice(o, groupBytes));
        }

        words.Clear();
    }

    /// <summary>
    /// Encrypts a group of blocks, either in place or to another buffer. For each word index, the key words of all lanes are
    /// adjacent.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Encrypt(
        int rounds, bool bigEndian, ReadOnlySpan<uint> keys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int lanes = TLanes.Count;
        TLanes v0 = default, v1 = default;
        XteaKernel<TLanes>.Load(source, bigEndian, ref v0, ref v1);
        uint sum = 0;
        for (int i = 0; i < rounds; i += 2)
        {
            v0.AddXorShifts(v1, 4, 5, sum, keys.Slice((int)(sum & 3) * lanes, lanes));
            sum += XteaSpec.Delta;
            v1.AddXorShifts(v0, 4, 5, sum, keys.Slice((int)((sum >> 11) & 3) * lanes, lanes));
        }

        XteaKernel<TLanes>.Store(destination, bigEndian, ref v0, ref v1);
    }

    /// <summary>The inverse of <see cref="Encrypt"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Decrypt(
        int rounds, bool bigEndian, ReadOnlySpan<uint> keys, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int lanes = TLanes.Count;
        TLanes v0 = default, v1 = default;
        XteaKernel<TLanes>.Load(source, bigEndian, ref v0, ref v1);
        uint sum = XteaSpec.Delta * (uint)(rounds / 2);
        for (int i = 0; i < rounds; i += 2)
        {
            v1.SubtractXorShifts(v0, 4, 5, sum, keys.Slice((int)((sum >> 11) & 3) * lanes, lanes));
            sum -= XteaSpec.Delta;
            v0.SubtractXorShifts(v1, 4, 5, sum, keys.Slice((int)(sum & 3) * lanes, lanes));
        }

        XteaKernel<TLanes>.Store(destination, bigEndian, ref v0, ref v1);
    }

    [InlineArray(XteaSpec.KeyWords * FewLanes)]
    private struct Room
    {
        private uint word;
    }
}
