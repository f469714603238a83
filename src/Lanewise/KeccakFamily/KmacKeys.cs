namespace Lanewise.KeccakFamily;

/// <summary>The states with which messages of KMAC begin.</summary>
internal static class KmacKeys<TSpec>
    where TSpec : struct, IKeccakSpec
{
    // So many bytes of padded keys lie in the cache.
    private const int KeyBytesAtOnce = 512 * 168;

    /// <summary>
    /// Fills whole states with those behind the names and a key each, or the only key; short keys go through lanes.
    /// </summary>
    public static void States(in Keys keys, ReadOnlySpan<ulong> names, Span<ulong> states, LaneShape? shape)
    {
        Span<byte> room = stackalloc byte[SpongePrefix<TSpec>.MostHeadBytes];
        ReadOnlySpan<byte> head = SpongePrefix<TSpec>.Head(keys.SizeInBytes, room);
        int each = WholeStateRecord.Words, count = states.Length / each;
        long padded = ((long)head.Length + keys.SizeInBytes + TSpec.RateBytes - 1) / TSpec.RateBytes * TSpec.RateBytes;
        if (count == 1 || padded * count > KeyBytesAtOnce)
        {
            states.Clear();
            for (int i = 0; i < count; i++)
            {
                Span<ulong> state = states.Slice(i * each, KeccakSpec.StateWords);
                names.CopyTo(state);
                SpongePrefix<TSpec>.AbsorbKey(state, keys.Of(i));
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
}
