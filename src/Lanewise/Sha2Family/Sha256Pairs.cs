using Lanewise.MerkleDamgard;
using static Lanewise.MerkleDamgard.Md<uint, Lanewise.Sha2Family.Sha256Spec>;

namespace Lanewise.Sha2Family;

/// <summary>Computes SHA-256 for many 64-byte messages, such as pairs of sibling nodes in a hash tree.</summary>
/// <remarks>
/// The padding block needs no message words, so the registers can hold the states of two interleaved vectors. With a single
/// vector, latency would limit the speed. For 16 nodes with 512-bit vectors on Zen 5, the message block takes 151 ns. The padding
/// block takes 84 ns with two interleaved vectors, and 140 ns with one. Therefore, the padding blocks of two groups are
/// processed together, with adjacent states.
/// </remarks>
internal static class Sha256Pairs
{
    private const int PairBytes = 64;
    private const int HashBytes = 32;
    private const int StateWords = 8;

    /// <summary>Writes the digests, in the order of the messages.</summary>
    public static void Hash(ReadOnlySpan<byte> source, Span<byte> digests, LaneShape? shape = null)
    {
        int count = source.Length / PairBytes;
        LaneShape chosen = MdBatch.Table.ChooseFor<uint>(count, shape);
        using DigestTarget target = new(digests, source.Overlaps(digests));
        Job job = new(source, target.Digests, count);
        if (chosen.IsScalar) job.RunOneByOne();
        else LaneDispatch.Run<uint, Job>(chosen, ref job);
        target.Complete();
    }

    private readonly ref struct Job(ReadOnlySpan<byte> source, Span<byte> digests, int count) : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> digests = digests;

        public static int MostStreams => Sha256Spec.MostStreams;

        public void RunOneByOne()
        {
            Pairs<ScalarLane<uint>> pairs = new(source);
            for (int i = 0; i < count; i++) pairs.RunOne(i, digests.Slice(i * HashBytes, HashBytes));
        }

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            // The padding of two groups at a time is processed together, if both groups are complete.
            int inPairs = TLanes.HoldsBlock ? count - (count % (2 * TLanes.Count)) : 0;
            if (inPairs > 0) Run<Interleaved<TLanes, uint>, TLanes>(0, inPairs);
            if (inPairs < count) Run<TLanes, TLanes>(inPairs, count - inPairs);
        }

        [MethodImpl(CompileOptions.AtOnce)]
        private void Run<TPadding, TBlock>(int first, int count)
            where TPadding : struct, ILanes<TPadding, uint>
            where TBlock : struct, ILanes<TBlock, uint>
        {
            int lanes = TPadding.Count;
            LaneLevel<uint, TPadding> level = new(
                StateWords, HashBytes,
                stackalloc uint[((StateWords + MdOneShot.BlockWords) * lanes) + StateWords],
                stackalloc int[2 * lanes], stackalloc byte[HashBytes * lanes]);
            Pairs<TBlock> pairs = new(source.Slice(first * PairBytes, count * PairBytes));
            level.Start(pairs);
            level.Run(pairs, digests.Slice(first * HashBytes), HashBytes);
            // Nothing is wiped, because the hashes of a tree are not secret.
        }
    }

    /// <summary>
    /// Represents the messages. The padding kernel processes all messages of a group at once. The block kernel processes the
    /// group in parts.
    /// </summary>
    private readonly ref struct Pairs<TBlock>(ReadOnlySpan<byte> source) : ILaneNodes<uint>
        where TBlock : struct, ILanes<TBlock, uint>
    {
        private readonly ReadOnlySpan<byte> source = source;

        public static int MostStreams => Sha256Spec.MostStreams;
        public static int StateWords => Sha256Pairs.StateWords;
        public static int ScratchWords => MdOneShot.BlockWords;
        public static int BlockBytes => 0;
        public static int ValueBytes => HashBytes;
        public int Count => source.Length / PairBytes;

        public int ValueIndex(int node) => node;

        public void Start(scoped Span<uint> state) => MdStart.State.CopyTo(state);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Set(int node, scoped Span<uint> states, scoped Span<byte> blocks, int lanes, int lane) => node * PairBytes;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Run<TPadding>(scoped Span<uint> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
            where TPadding : struct, ILanes<TPadding, uint>
        {
            int lanes = TPadding.Count;
            for (int first = 0; first < lanes; first += TBlock.Count)
            {
                Blocks<uint, TBlock, Sha2Rounds<uint, Sha2Constants32>>.Run(
                    states.Slice(first), source, offsets.Slice(first, TBlock.Count), 1, stride: lanes);
            }

            BlockKernel<uint, TPadding, Sha2Rounds<uint, Sha256PaddingConstants>, InConstants>.Run(
                states, default, default, 1, lanes);
        }

        public void RunOne(int node, scoped Span<byte> value) => default(MdEngine).Hash(
            default, source.Slice(node * PairBytes, PairBytes), value);
    }
}
