using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>Extended output (BLAKE3 paper, section 2.6): the root is compressed again with a counter, one output block per lane.</summary>
internal static class Blake3Extended
{
    private const int BlockBytes = Blake3Spec.BlockBytes;

    /// <summary>Output from a byte position on; the record and the block are those of the root, and both stay as they are.</summary>
    public static void Read(ReadOnlySpan<uint> root, ReadOnlySpan<byte> block, ulong position, Span<byte> destination, LaneShape? shape = null)
    {
        CheckRange(position, destination.Length);
        if (destination.IsEmpty) return;

        int skip = (int)(position % BlockBytes);
        long blocks = ((long)skip + destination.Length + BlockBytes - 1) / BlockBytes;
        ReadJob job = new(root, block, position, destination);
        LaneDispatch.Run<uint, ReadJob>(shape ?? Blake3Many.Table.ChooseFor(blocks, 32), ref job);
    }

    /// <summary>The output has 2^64 - 1 bytes; no block counter may begin again.</summary>
    public static void CheckRange(ulong position, int length, string parameter = "position")
    {
        if ((ulong)length > ulong.MaxValue - position)
        {
            throw new ArgumentOutOfRangeException(parameter, position, string.Create(CultureInfo.InvariantCulture,
                $"The output of BLAKE3 ends at 2^64 - 1 bytes; {length} bytes from {position} on are beyond it."));
        }
    }

    private readonly ref struct ReadJob(ReadOnlySpan<uint> root, ReadOnlySpan<byte> block, ulong position, Span<byte> destination) : ILaneJob<uint>
    {
        private readonly ReadOnlySpan<uint> root = root;
        private readonly ReadOnlySpan<byte> block = block;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count, groupBytes = lanes * BlockBytes;
            Span<uint> records = stackalloc uint[Blake3Record.WideWords * lanes];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> output = stackalloc byte[groupBytes];
            // The root's block may lie in the destination.
            Span<byte> message = stackalloc byte[BlockBytes];
            block.CopyTo(message);
            offsets.Clear();
            LaneRecords.Broadcast(root.Slice(0, Blake3Record.Words), records.Slice(0, Blake3Record.Words * lanes));
            records.Slice(Blake3Record.FirstFlags * lanes, lanes).Fill(root[Blake3Record.FirstFlags] | Blake3Spec.Root);
            records.Slice(Blake3Record.LastFlags * lanes, lanes).Clear();

            int done = 0, skip = (int)(position % BlockBytes);
            for (ulong first = position / BlockBytes; done < destination.Length; first += (uint)lanes)
            {
                for (int l = 0; l < lanes; l++)
                {
                    ulong counter = first + (uint)l;
                    records[(Blake3Record.T0 * lanes) + l] = (uint)counter;
                    records[(Blake3Record.T1 * lanes) + l] = (uint)(counter >> 32);
                }

                Blake3Kernel<TLanes, WideOutput>.Run(records, message, offsets, 1);
                int n = Math.Min(groupBytes - skip, destination.Length - done);
                if (n == groupBytes)
                {
                    LaneRecords.Store<uint, TLanes>(records.Slice(Blake3Record.Output * lanes), destination.Slice(done, n), BlockBytes, 4);
                }
                else
                {
                    LaneRecords.Store<uint, TLanes>(records.Slice(Blake3Record.Output * lanes), output, BlockBytes, 4);
                    output.Slice(skip, n).CopyTo(destination.Slice(done, n));
                }

                done += n;
                skip = 0;
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(output);
            CryptographicOperations.ZeroMemory(message);
        }
    }
}
