using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>Root nodes whose outputs are read side by side.</summary>
internal interface IBlake3Roots
{
    int Count { get; }

    /// <summary>The byte of the output that is read first.</summary>
    ulong Position(int root);

    /// <summary>The number of the output in the destination.</summary>
    int Place(int root);

    /// <summary>Writes chaining value, length and flags of the node, the root's flag aside, and its block on zeros.</summary>
    void Node(int root, scoped Span<uint> record, scoped Span<byte> block);
}

/// <summary>Extended output of many roots (BLAKE3 paper, section 2.6), one root per lane and block after block.</summary>
internal static class Blake3Roots
{
    private const int BlockBytes = Blake3Spec.BlockBytes;

    /// <summary>Reads <paramref name="outputBytes"/> of each root; the ranges are checked before.</summary>
    public static void Read<TRoots>(in TRoots roots, Span<byte> destination, int outputBytes, LaneShape? shape)
        where TRoots : struct, IBlake3Roots, allows ref struct
    {
        ReadJob<TRoots> job = new(roots, destination, outputBytes, shape);
        LaneDispatch.Run<uint, ReadJob<TRoots>>(shape ?? Blake3Many.Table.ChooseFor(roots.Count, 32), ref job);
    }

    private ref struct ReadJob<TRoots>(TRoots roots, Span<byte> destination, int outputBytes, LaneShape? shape) : ILaneJob<uint>
        where TRoots : struct, IBlake3Roots, allows ref struct
    {
        // Not readonly: each call would copy it.
        private TRoots roots = roots;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, uint>
        {
            int lanes = TLanes.Count;
            Span<uint> records = stackalloc uint[Blake3Record.WideWords * lanes], record = stackalloc uint[Blake3Record.Words];
            Span<int> offsets = stackalloc int[lanes];
            Span<ulong> positions = stackalloc ulong[lanes];
            Span<byte> blocks = stackalloc byte[lanes * BlockBytes], output = stackalloc byte[lanes * BlockBytes];
            records.Clear();
            record.Clear();
            blocks.Clear();
            for (int l = 0; l < lanes; l++) offsets[l] = l * BlockBytes;
            for (int first = 0; first < roots.Count; first += lanes)
            {
                int n = Math.Min(lanes, roots.Count - first);
                bool isAligned = n == lanes && roots.Place(first + n - 1) - roots.Place(first) == n - 1;
                long most = 0;
                for (int l = 0; l < n; l++)
                {
                    positions[l] = roots.Position(first + l);
                    int skip = (int)(positions[l] % BlockBytes);
                    isAligned &= skip == 0;
                    most = Math.Max(most, ((long)skip + outputBytes + BlockBytes - 1) / BlockBytes);
                }

                // A few roots with long outputs are sooner done one by one, with their blocks in the lanes.
                if (most > n * ((most + lanes - 1) / lanes) || lanes == 1)
                {
                    for (int l = 0; l < n; l++)
                    {
                        roots.Node(first + l, record, blocks.Slice(0, BlockBytes));
                        Blake3Extended.Read(record, blocks.Slice(0, BlockBytes), positions[l], Target(first + l), shape);
                    }

                    continue;
                }

                for (int l = 0; l < n; l++)
                {
                    roots.Node(first + l, record, blocks.Slice(l * BlockBytes, BlockBytes));
                    for (int w = 0; w < Blake3Record.ChainingWords; w++) records[(w * lanes) + l] = record[w];
                    records[(Blake3Record.Length * lanes) + l] = record[Blake3Record.Length];
                    records[(Blake3Record.FirstFlags * lanes) + l] = record[Blake3Record.FirstFlags] | Blake3Spec.Root;
                }

                for (long b = 0; b < most; b++)
                {
                    for (int l = 0; l < n; l++)
                    {
                        ulong counter = (positions[l] / BlockBytes) + (ulong)b;
                        records[(Blake3Record.T0 * lanes) + l] = (uint)counter;
                        records[(Blake3Record.T1 * lanes) + l] = (uint)(counter >> 32);
                    }

                    Blake3Kernel<TLanes, WideOutput>.Run(records, blocks, offsets, 1);
                    Span<uint> words = records.Slice(Blake3Record.Output * lanes);
                    if (isAligned && (b + 1) * BlockBytes <= outputBytes)
                    {
                        LaneRecords.Store<uint, TLanes>(words, destination.Slice((roots.Place(first) * outputBytes) + (int)(b * BlockBytes)), outputBytes, 4);
                        continue;
                    }

                    LaneRecords.Store<uint, TLanes>(words, output, BlockBytes, 4);
                    for (int l = 0; l < n; l++)
                    {
                        long left = (b * BlockBytes) - (int)(positions[l] % BlockBytes);
                        int cut = (int)Math.Max(0, -left), part = (int)Math.Min(BlockBytes, outputBytes - left) - cut;
                        if (part > 0) output.Slice((l * BlockBytes) + cut, part).CopyTo(Target(first + l).Slice((int)(left + cut)));
                    }
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record));
            CryptographicOperations.ZeroMemory(blocks);
            CryptographicOperations.ZeroMemory(output);
        }

        private Span<byte> Target(int root) => destination.Slice(roots.Place(root) * outputBytes, outputBytes);
    }
}
