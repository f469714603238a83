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
        LaneShape lanes = shape ?? Batch.Shape<uint, MdBatch>(source.Length / PairBytes);
        using DigestTarget target = new(digests, source.Overlaps(digests));
        Job job = new(source, target.Digests);
        if (!lanes.IsScalar) LaneDispatch.Run<uint, Job>(lanes, ref job);
        job.Rest();
        target.Complete();
    }

    private ref struct Job(ReadOnlySpan<byte> source, Span<byte> digests) : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<byte> source = source;
        private readonly Span<byte> digests = digests;
        private readonly int count = source.Length / PairBytes;
        private int done;

        public static int MostStreams => Sha256Spec.MostStreams;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            if (TLanes.HoldsBlock) Groups<Interleaved<TLanes, uint>, TLanes>(fewest: 2 * TLanes.Count);
            Groups<TLanes, TLanes>(LaneTable.FewestForLanes(TLanes.Count));
        }

        /// <summary>Hashes the remaining messages one by one.</summary>
        public void Rest()
        {
            for (; done < count; done++)
            {
                default(MdEngine).Hash(
                    default, source.Slice(done * PairBytes, PairBytes), digests.Slice(done * HashBytes, HashBytes));
            }
        }

        // The padding kernel processes all messages of a group at once. The block kernel processes the group in parts. The
        // unused lanes of an incomplete group hash one of its messages again.
        [MethodImpl(CompileOptions.AtOnce)]
        private void Groups<TPadding, TLanes>(int fewest)
            where TPadding : struct, ILanes<TPadding, uint>
            where TLanes : struct, ILanes<TLanes, uint>
        {
            if (count - done < fewest) return;

            int lanes = TPadding.Count, part = TLanes.Count;
            Span<uint> start = stackalloc uint[StateWords * lanes];
            Span<uint> states = stackalloc uint[(StateWords + MdOneShot.BlockWords) * lanes];
            Span<int> offsets = stackalloc int[part];
            Span<byte> apart = stackalloc byte[HashBytes * lanes];
            LaneStates.Broadcast<uint, TPadding>(MdStart.State, start);
            for (int n; count - done >= fewest; done += n)
            {
                n = Math.Min(lanes, count - done);
                start.CopyTo(states);
                for (int first = 0; first < lanes; first += part)
                {
                    for (int l = 0; l < part; l++) offsets[l] = Math.Min(done + first + l, count - 1) * PairBytes;
                    Blocks<uint, TLanes, Sha2Rounds<uint, Sha2Constants32>>.Run(
                        states.Slice(first), source, offsets, 1, stride: lanes);
                }

                BlockKernel<uint, TPadding, Sha2Rounds<uint, Sha256PaddingConstants>, InConstants>.Run(
                    states, default, default, 1, lanes);
                LaneStates.StoreValues<uint, TPadding>(states, n, digests.Slice(done * HashBytes), HashBytes, apart);
            }
        }
    }
}
