namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>
    /// Describes a batch of messages to the lane scheduler. HMAC messages start from the states after the key blocks;
    /// <paramref name="before"/> is the length of a key block in bytes. A message without padding consists of a single block, and
    /// its digest is the state after this block.
    /// </summary>
    internal readonly ref struct MdBatch(InitialStates<TWord> starts, int before = 0, bool arePadded = true)
        : ILanePieces<TWord>
    {
        // For one message, the scalar code takes two to five times as long as .NET's implementation.
        private const int ScalarTimes = 3;

        private readonly InitialStates<TWord> starts = starts;

        /// <summary>The batch description of an unkeyed hash.</summary>
        public static MdBatch Plain => new(InitialValue);

        private static InitialStates<TWord> InitialValue => new(MdStart.State, arePerMessage: false);

        public static LaneTable Table => TSpec.Platform is null ? TSpec.Table.OnlyLanes : TSpec.Table;
        public static int MostStreams => TSpec.MostStreams;
        public static int BlockBytes => MdOneShot.BlockBytes;
        public static int FinalBlockCounts => 2;
        public static int ChainingWords => TSpec.Iv.Length;
        public static int StateWords => TSpec.Iv.Length;
        public static int ScratchWords => MdOneShot.BlockWords;
        public static bool TakesTransposed => TSpec.TakesTransposed;
        public static bool HoldsLast => false;
        public static int? CountWord => null;
        public int HashBytes => arePadded ? TSpec.HashBytes : StateWords * Word<TWord>.Bytes;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int FullBlocks(int length) => arePadded ? length / BlockBytes : 0;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int FinalBlocks(int length) => arePadded ? MdOneShot.FinalBlocks(length % BlockBytes) : 1;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Pad(int message, int length, int rest, scoped Span<byte> blocks)
        {
            if (arePadded) MdOneShot.Pad(rest, (ulong)before + (ulong)length, blocks);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool HasOwnStart(int message, int length) => starts.ArePerMessage;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Start(int message, int length, scoped Span<TWord> state) =>
            starts.Of(message, StateWords).CopyTo(state);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void SetFinalWords(int length, scoped Span<TWord> rest)
        {
            // Nothing to do: Merkle-Damgård states contain no byte count. Only the padding contains the message length.
        }

        /// <summary>
        /// Compresses each block separately, starting from the initial value, and writes the resulting states.
        /// </summary>
        public static void States(ReadOnlySpan<byte> blocks, Span<TWord> states, LaneShape? shape)
        {
            if (blocks.Length == BlockBytes)
            {
                MdStart.CopyTo(states);
                RunOne(states, blocks, 0, 1);
                return;
            }

            BatchMessages messages = new(blocks, BlockBytes, blocks.Length / BlockBytes);
            new LaneScheduler<TWord, MdBatch>(new(InitialValue, arePadded: false), shape)
                .Run(messages, default, MemoryMarshal.AsBytes(states));
            Word<TWord>.FromLittleEndian(states);
        }

        public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest)
        {
            if (TSpec.Platform is null || before != 0 || !arePadded
                || (long)blocks * BlockBytes * ScalarTimes <= message.Length)
            {
                return false;
            }

            default(MdEngine).Hash(default, message, digest);
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Run<TLanes>(
            scoped Span<TWord> states, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
            where TLanes : struct, ILanes<TLanes, TWord> => TSpec.Run<TLanes>(states, source, offsets, blocks);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void RunOne(scoped Span<TWord> state, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
            MdOneShot.Run(state, source, offset, blocks);
    }
}
