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
        LaneLevel.Run<ulong, Squeezed>(
            new(states.Span), digests, hashBytes, KeccakSpec.Table.ChooseFor<ulong>(count, shape));
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
        KeccakBatch<TSpec, PaddedStateSize> batch = new(PaddedStateSize.Bytes, default, initial, KeccakInput.Keys);
        new LaneScheduler<ulong, KeccakBatch<TSpec, PaddedStateSize>>(batch, shape).Run(
            new BatchMessages(rented.Span, (int)each, count), default, MemoryMarshal.AsBytes(states));
        Word<ulong>.FromLittleEndian(states);
    }

    /// <summary>Represents long outputs of the given states. Each part of a value is one output block.</summary>
    private readonly ref struct Squeezed(ReadOnlySpan<byte> states) : ILaneNodes<ulong>
    {
        private readonly ReadOnlySpan<byte> states = states;

        public static int MostStreams => KeccakSpec.MostStreams;
        public static int StateWords => KeccakSpec.StateWords;
        public static int ScratchWords => 0;
        public static int BlockBytes => TSpec.RateBytes;
        public static int ValueBytes => TSpec.RateBytes;
        public int Count => states.Length / PaddedStateSize.Bytes;

        public int ValueIndex(int node) => node;

        public void Start(scoped Span<ulong> state)
        {
            // Nothing to do: the states have no words in common.
        }

        // All lanes absorb the same block of zeros between two output blocks.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Set(int node, scoped Span<ulong> states, scoped Span<byte> blocks, int lanes, int lane)
        {
            ReadOnlySpan<byte> own = State(node);
            for (int w = 0; w < KeccakSpec.StateWords; w++)
            {
                states[(w * lanes) + lane] = Word<ulong>.ReadLittleEndian(own.Slice(w * sizeof(ulong)));
            }

            return 0;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Run<TLanes>(scoped Span<ulong> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            if (part > 0) KeccakBatch<TSpec, StateSize>.Run<TLanes>(states, blocks, offsets, 1);
        }

        public void RunOne(int node, scoped Span<byte> value)
        {
            KeccakSponge<TSpec> sponge = default;
            Word<ulong>.ReadLittleEndian(State(node), sponge.State);
            sponge.Squeeze(value);
            sponge.Wipe();
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private ReadOnlySpan<byte> State(int node) => states.Slice(node * PaddedStateSize.Bytes, PaddedStateSize.Bytes);
    }
}
