namespace Lanewise.KeccakFamily;

/// <summary>
/// Digests of any length for many messages: up to a block they are cut from the states, beyond it the states of all messages come
/// first, and go on side by side in lanes. Those of a MAC begin after one key, or each after its own.
/// </summary>
internal readonly ref struct KeccakOutput<TSpec>(
    int hashBytes, ReadOnlySpan<byte> ending, ReadOnlySpan<ulong> start, LaneShape? shape) : IBatch
    where TSpec : struct, IKeccakSpec
{
    // So many states lie in the cache.
    private const int StatesAtOnce = 512;

    private readonly ReadOnlySpan<byte> ending = ending;
    private readonly ReadOnlySpan<ulong> start = start;

    public int HashBytes => hashBytes;

    public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct
    {
        bool isLong = !KeccakOne<TSpec>.HasOneLength && hashBytes > TSpec.RateBytes,
            isKeyed = KeccakOne<TSpec>.IsMac, areKeyed = isKeyed && keys.ArePerMessage;
        int atOnce = isLong || areKeyed ? Math.Min(StatesAtOnce, messages.Count) : messages.Count,
            keysAtOnce = areKeyed ? atOnce : isKeyed ? 1 : 0;
        using Rented<ulong> afterKeys = new(keysAtOnce * WholeStateRecord.Words);
        using Rented<byte> rented = new(isLong ? atOnce * WholeStateRecord.Bytes : 0);
        for (int first = 0, count; first < messages.Count; first += count)
        {
            count = Math.Min(atOnce, messages.Count - first);
            TMessages part = messages.Window(first, count);
            Span<byte> output = digests.Slice(first * hashBytes, count * hashBytes);
            ReadOnlySpan<ulong> starts = start;
            if (isKeyed)
            {
                Span<ulong> own = afterKeys.Span.Slice(0, Math.Min(count, keysAtOnce) * WholeStateRecord.Words);
                SpongePrefix<TSpec>.AbsorbKeys(keys.Of(first, count), start, own, shape);
                starts = own;
            }

            if (!isLong)
            {
                new LaneScheduler<ulong, KeccakMany<TSpec, StateRecord>>(new(hashBytes, ending, starts), shape)
                    .Run(part, default, output);
                continue;
            }

            Span<byte> states = rented.Span.Slice(0, count * WholeStateRecord.Bytes);
            new LaneScheduler<ulong, KeccakMany<TSpec, WholeStateRecord>>(new(WholeStateRecord.Bytes, ending, starts), shape)
                .Run(part, default, states);
            Squeeze job = new(states, output, hashBytes);
            LaneDispatch.Run<ulong, Squeeze, UpToFour>(
                shape ?? KeccakMany<TSpec, StateRecord>.Table.ChooseFor(count, 64), ref job);
        }
    }

    private readonly ref struct Squeeze(ReadOnlySpan<byte> states, Span<byte> digests, int hashBytes) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<byte> states = states;
        private readonly Span<byte> digests = digests;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            const int QuadBytes = 32;
            int lanes = TLanes.Count, rate = TSpec.RateBytes, quads = (rate + QuadBytes - 1) / QuadBytes, row = quads * QuadBytes;
            int count = states.Length / WholeStateRecord.Bytes, fewest = LaneTable.FewestForLanes(lanes);
            Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords], records = stackalloc ulong[state.Length * lanes];
            Span<byte> zeros = stackalloc byte[rate], blocks = stackalloc byte[row * lanes];
            Span<int> offsets = stackalloc int[lanes];
            for (int first = 0, n; first < count; first += n)
            {
                n = Math.Min(lanes, count - first);
                if (n < fewest)
                {
                    for (int m = first; m < count; m++)
                    {
                        Read(m, state);
                        KeccakOne<TSpec>.Squeeze(state, zeros, Digest(m));
                    }

                    break;
                }

                // Idle lanes repeat the last message; what they give is not stored.
                for (int l = 0; l < lanes; l++)
                {
                    Read(first + Math.Min(l, n - 1), state);
                    LaneRecords.Scatter(state, records, lanes, l);
                }

                for (int done = 0; done < hashBytes; done += rate)
                {
                    if (done > 0) KeccakMany<TSpec, StateRecord>.Run<TLanes>(records, zeros, offsets, 1);
                    LaneRecords.Store<ulong, TLanes>(records, blocks, row, quads);
                    int bytes = Math.Min(rate, hashBytes - done);
                    for (int l = 0; l < n; l++) blocks.Slice(l * row, bytes).CopyTo(Digest(first + l).Slice(done));
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(state));
            CryptographicOperations.ZeroMemory(blocks);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private Span<byte> Digest(int message) => digests.Slice(message * hashBytes, hashBytes);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Read(int message, scoped Span<ulong> state) =>
            Word<ulong>.ReadLittleEndian(states.Slice(message * WholeStateRecord.Bytes, WholeStateRecord.Bytes), state);
    }
}
