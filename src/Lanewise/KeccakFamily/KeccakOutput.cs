namespace Lanewise.KeccakFamily;

/// <summary>
/// Computes digests of any length for many messages. Digests of up to one block are copied from the states. Longer output is
/// squeezed from the states of several messages in parallel lanes. A MAC uses one key for all messages, or one key per message.
/// </summary>
internal readonly ref struct KeccakOutput<TSpec>(
    int hashBytes, ReadOnlySpan<byte> suffix, ReadOnlySpan<ulong> start, LaneShape? shape) : IBatch
    where TSpec : struct, IKeccakSpec
{
    // The maximum number of states and the maximum total size of the encoded keys, chosen so that both stay in the cache.
    private const int MostStatesAtOnce = 512, KeyBytesAtOnce = MostStatesAtOnce * 168;

    private readonly ReadOnlySpan<byte> suffix = suffix;
    private readonly ReadOnlySpan<ulong> start = start;

    public int HashBytes => hashBytes;

    public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
    {
        int count = messages.Count;
        bool areKeyed = KeccakSponge<TSpec>.IsMac && keys.ArePerMessage;
        using Rented<ulong> afterKeys = new(areKeyed ? count * PaddedStateSize.Words : 0);
        if (areKeyed) AbsorbKeys(keys, count, afterKeys.Span);
        InitialStates<ulong> starts = areKeyed ? new(afterKeys.Span, arePerMessage: true) : new(start, arePerMessage: false);
        if (!IsLong(hashBytes))
        {
            new LaneScheduler<ulong, KeccakBatch<TSpec, StateSize>>(new(hashBytes, suffix, starts), shape)
                .Run(messages, default, digests);
            return;
        }

        using Rented<byte> states = new(count * PaddedStateSize.Bytes);
        new LaneScheduler<ulong, KeccakBatch<TSpec, PaddedStateSize>>(new(PaddedStateSize.Bytes, suffix, starts), shape)
            .Run(messages, default, states.Span);
        Squeeze job = new(states.Span, digests, hashBytes);
        LaneDispatch.Run<ulong, Squeeze>(
            shape ?? KeccakBatch<TSpec, StateSize>.Table.ChooseFor(count, 64), ref job);
    }

    /// <summary>
    /// Returns how many messages can be processed at once while their states still fit in the cache, or null if there is no
    /// limit.
    /// </summary>
    public static int? AtOnce(in HashKeys keys, int hashBytes) =>
        IsLong(hashBytes) || (KeccakSponge<TSpec>.IsMac && keys.ArePerMessage) ? MostStatesAtOnce : null;

    // Inlining this method lets the JIT omit the code for long output from functions whose digest length is fixed.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsLong(int hashBytes) => TSpec.Kind != SpongeKind.Digest && hashBytes > TSpec.RateBytes;

    // Absorbs each key after the function name and the customization string, and writes one state per key. Short keys are
    // absorbed in SIMD lanes, one key per lane.
    private void AbsorbKeys(in HashKeys keys, int count, Span<ulong> states)
    {
        Span<byte> buffer = stackalloc byte[KeccakSponge<TSpec>.MostHeadBytes];
        ReadOnlySpan<byte> head = KeccakSponge<TSpec>.PaddedHead(keys.SizeInBytes, buffer);
        long each = (long)head.Length + keys.SizeInBytes;
        if (count == 1 || each * count > KeyBytesAtOnce)
        {
            for (int i = 0; i < count; i++)
            {
                KeccakSponge<TSpec> sponge = new(start);
                sponge.AbsorbKey(keys.Of(i));
                sponge.State.CopyTo(states.Slice(i * PaddedStateSize.Words));
                sponge.Wipe();
            }

            return;
        }

        using Rented<byte> rented = new((int)each * count);
        for (int i = 0; i < count; i++)
        {
            Span<byte> own = rented.Span.Slice(i * (int)each, (int)each);
            head.CopyTo(own);
            keys.Of(i).CopyTo(own.Slice(head.Length));
        }

        InitialStates<ulong> initial = new(start, arePerMessage: false);
        new LaneScheduler<ulong, KeccakBatch<TSpec, PaddedStateSize>>(new(PaddedStateSize.Bytes, default, initial), shape)
            .Run(new BatchMessages(rented.Span, (int)each, count), default, MemoryMarshal.AsBytes(states));
        Word<ulong>.FromLittleEndian(states);
    }

    private readonly ref struct Squeeze(ReadOnlySpan<byte> states, Span<byte> digests, int hashBytes) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<byte> states = states;
        private readonly Span<byte> digests = digests;

        public static int MostStreams => KeccakBatch<TSpec, StateSize>.MostStreams;

        [MethodImpl(CompileOptions.AtOnce)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            const int QuadBytes = 32;
            int lanes = TLanes.Count, rate = TSpec.RateBytes, quads = (rate + QuadBytes - 1) / QuadBytes, row = quads * QuadBytes;
            int count = states.Length / PaddedStateSize.Bytes, fewest = LaneTable.FewestForLanes(lanes);
            KeccakSponge<TSpec> one = default;
            Span<ulong> state = one.State, laneStates = stackalloc ulong[state.Length * lanes];
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
                        one.Squeeze(Digest(m));
                    }

                    break;
                }

                // Surplus lanes process the last message again, and their output is discarded.
                for (int l = 0; l < lanes; l++)
                {
                    Read(first + Math.Min(l, n - 1), state);
                    LaneStates.Scatter(state, laneStates, lanes, l);
                }

                for (int done = 0; done < hashBytes; done += rate)
                {
                    if (done > 0) KeccakBatch<TSpec, StateSize>.Run<TLanes>(laneStates, zeros, offsets, 1);
                    LaneStates.Store<ulong, TLanes>(laneStates, blocks, row, quads);
                    int bytes = Math.Min(rate, hashBytes - done);
                    for (int l = 0; l < n; l++) blocks.Slice(l * row, bytes).CopyTo(Digest(first + l).Slice(done));
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(laneStates));
            one.Wipe();
            CryptographicOperations.ZeroMemory(blocks);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private Span<byte> Digest(int message) => digests.Slice(message * hashBytes, hashBytes);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Read(int message, scoped Span<ulong> state) =>
            Word<ulong>.ReadLittleEndian(states.Slice(message * PaddedStateSize.Bytes, PaddedStateSize.Bytes), state);
    }
}
