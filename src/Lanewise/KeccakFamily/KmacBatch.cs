namespace Lanewise.KeccakFamily;

/// <summary>Many messages behind one key, or each behind its own, whose states come first, in lanes, too.</summary>
/// <param name="hashBytes">The length of a code.</param>
/// <param name="ending">What follows each message.</param>
/// <param name="names">The state before the keys.</param>
/// <param name="shape">The shape, or null for the one that is best here.</param>
internal readonly ref struct KmacBatch<TSpec>(
    int hashBytes, ReadOnlySpan<byte> ending, ReadOnlySpan<ulong> names, LaneShape? shape) : IBatch
    where TSpec : struct, IKeccakSpec
{
    // So many states and blocks of keys lie in the cache.
    private const int StatesAtOnce = 512;
    private const int KeyBytesAtOnce = 512 * 168;

    private readonly ReadOnlySpan<byte> ending = ending;
    private readonly ReadOnlySpan<ulong> names = names;

    public int HashBytes => hashBytes;

    public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct
    {
        int each = keys.ArePerMessage ? WholeStateRecord.Bytes / sizeof(ulong) : KeccakSpec.StateWords;
        int atOnce = keys.ArePerMessage ? Math.Min(StatesAtOnce, messages.Count) : 1;
        using Rented<ulong> starts = new(atOnce * each);
        if (!keys.ArePerMessage)
        {
            names.CopyTo(starts.Span);
            SpongePrefix<TSpec>.AbsorbKey(starts.Span, keys.Of(0));
            new KeccakOutput<TSpec>(hashBytes, ending, starts.Span, shape).Run(messages, default, digests);
            return;
        }

        for (int first = 0, count; first < messages.Count; first += count)
        {
            count = Math.Min(atOnce, messages.Count - first);
            Span<ulong> these = starts.Span.Slice(0, count * each);
            KeyStates(keys.Of(first, count), count, these);
            new KeccakOutput<TSpec>(hashBytes, ending, these, shape)
                .Run(messages.Window(first, count), default, digests.Slice(first * hashBytes, count * hashBytes));
        }
    }

    private void KeyStates(in Keys keys, int count, Span<ulong> states)
    {
        Span<byte> room = stackalloc byte[SpongePrefix<TSpec>.MostHeadBytes];
        ReadOnlySpan<byte> head = SpongePrefix<TSpec>.Head(keys.SizeInBytes, room);
        long padded = ((long)head.Length + keys.SizeInBytes + TSpec.RateBytes - 1) / TSpec.RateBytes * TSpec.RateBytes;
        int each = states.Length / count;
        if (padded * count > KeyBytesAtOnce)
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
