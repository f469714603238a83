namespace Lanewise.KeccakFamily;

/// <summary>What is absorbed before a message: names and keys, padded to whole blocks (NIST SP 800-185, section 2.3).</summary>
internal static class SpongePrefix<TSpec>
    where TSpec : struct, IKeccakSpec
{
    // What Head needs.
    private const int MostHeadBytes = 2 * LengthCode.MostBytes;

    // So many bytes of padded keys lie in the cache.
    private const int KeyBytesAtOnce = 512 * 168;

    /// <summary>
    /// Of cSHAKE bytepad(encode_string(N) || encode_string(S), rate), on a state of zeros (section 3.3); nothing where both are
    /// empty.
    /// </summary>
    public static void AbsorbNames(Span<ulong> state, ReadOnlySpan<byte> functionName, ReadOnlySpan<byte> customization)
    {
        if (functionName.IsEmpty && customization.IsEmpty) return;

        ReadOnlySpan<byte> length = LengthCode.Left(8UL * (uint)customization.Length, stackalloc byte[LengthCode.MostBytes]);
        AbsorbPadded(state, functionName, length, customization);
    }

    /// <summary>Of KMAC bytepad(encode_string(K), rate), behind the names (section 4.3).</summary>
    public static void AbsorbKey(Span<ulong> state, ReadOnlySpan<byte> key) => AbsorbPadded(state, key, default, default);

    /// <summary>
    /// Fills whole states with those behind the names and a key each, or the only key; short keys go through lanes.
    /// </summary>
    public static void AbsorbKeys(in Keys keys, ReadOnlySpan<ulong> names, Span<ulong> states, LaneShape? shape)
    {
        Span<byte> room = stackalloc byte[MostHeadBytes];
        ReadOnlySpan<byte> head = Head(keys.SizeInBytes, room);
        int each = WholeStateRecord.Words, count = states.Length / each;
        long padded = ((long)head.Length + keys.SizeInBytes + TSpec.RateBytes - 1) / TSpec.RateBytes * TSpec.RateBytes;
        if (count == 1 || padded * count > KeyBytesAtOnce)
        {
            states.Clear();
            for (int i = 0; i < count; i++)
            {
                Span<ulong> state = states.Slice(i * each, KeccakSpec.StateWords);
                names.CopyTo(state);
                AbsorbKey(state, keys.Of(i));
            }

            return;
        }

        using Rented<byte> rented = new((int)padded * count);
        Span<byte> blocks = rented.Span;
        blocks.Clear();
        for (int i = 0; i < count; i++)
        {
            Span<byte> own = blocks.Slice(i * (int)padded);
            head.CopyTo(own);
            keys.Of(i).CopyTo(own.Slice(head.Length));
        }

        new LaneScheduler<ulong, KeccakMany<TSpec, WholeStateRecord>>(new(WholeStateRecord.Bytes, default, names), shape)
            .Run(new EqualMessages(blocks, (int)padded, count), default, MemoryMarshal.AsBytes(states));
        Word<ulong>.FromLittleEndian(states);
    }

    // A string, and the length and the bytes of a second one, if there is one.
    private static void AbsorbPadded(
        Span<ulong> state, ReadOnlySpan<byte> first, ReadOnlySpan<byte> secondLength, ReadOnlySpan<byte> second)
    {
        Span<byte> block = stackalloc byte[TSpec.RateBytes];
        int waiting = 0;
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, Head(first.Length, stackalloc byte[MostHeadBytes]));
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, first);
        if (!secondLength.IsEmpty)
        {
            KeccakOne<TSpec>.Absorb(state, block, ref waiting, secondLength);
            KeccakOne<TSpec>.Absorb(state, block, ref waiting, second);
        }

        block.Slice(waiting).Clear();
        if (waiting > 0) KeccakOne<TSpec>.Run(state, block, 0, 1);
        CryptographicOperations.ZeroMemory(block);
    }

    // How bytepad of a string begins: the rate, and the length of the string in bits.
    private static ReadOnlySpan<byte> Head(int stringBytes, Span<byte> room)
    {
        Span<byte> number = stackalloc byte[LengthCode.MostBytes];
        ReadOnlySpan<byte> code = LengthCode.Left((uint)TSpec.RateBytes, number);
        code.CopyTo(room);
        int rate = code.Length;
        code = LengthCode.Left(8UL * (uint)stringBytes, number);
        code.CopyTo(room.Slice(rate));
        return room.Slice(0, rate + code.Length);
    }
}
