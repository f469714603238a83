using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>
/// BLAKE2Xb and BLAKE2Xs (BLAKE2X paper, section 2): a digest that knows the length of the output, and output blocks that are
/// hashes of it with a node offset, one per lane.
/// </summary>
internal static class Blake2Extended<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>The length field of output that has no length: all its bits are one.</summary>
    public static uint UnknownLength => typeof(TWord) == typeof(ulong) ? uint.MaxValue : ushort.MaxValue;

    /// <summary>The longest output of known length.</summary>
    public static uint MaxLength => UnknownLength - 1;

    /// <summary>The longest output of unknown length: the node offset has 32 bits.</summary>
    public static ulong MaxUnknown => (ulong)TSpec.MaxHashBytes << 32;

    public static string Name => typeof(TWord) == typeof(ulong) ? "BLAKE2Xb" : "BLAKE2Xs";

    /// <summary>The parameters of the root beside digest and key; the length lies in the upper half of the node offset.</summary>
    public static Blake2Parameters RootParameters(uint length) => new() { NodeOffset = (ulong)length << 32 };

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        Span<TWord> record = stackalloc TWord[Blake2Record.Words];
        Span<byte> root = stackalloc byte[TSpec.MaxHashBytes];
        StartRoot(record, (uint)destination.Length, key.Length);
        Blake2One<TWord, TSpec>.HashFrom(record, key, source, false, root);
        Read(root, (uint)destination.Length, 0, destination, shape);
        CryptographicOperations.ZeroMemory(root);
    }

    /// <summary>The record of a root whose message is empty; the same as by <see cref="RootParameters"/>, and allocates nothing.</summary>
    public static void StartRoot(Span<TWord> record, uint length, int keyBytes)
    {
        Blake2One<TWord, TSpec>.Start(record, TSpec.MaxHashBytes, keyBytes);
        int word = typeof(TWord) == typeof(ulong) ? 1 : 3;
        record[word] = Word<TWord>.From(Word<TWord>.ToUInt64(record[word]) ^ Field(length));
    }

    /// <summary>Output from a byte position on, of the root's digest.</summary>
    public static void Read(ReadOnlySpan<byte> root, uint length, ulong position, Span<byte> destination, LaneShape? shape = null)
    {
        CheckRange(length, position, destination.Length);
        if (destination.IsEmpty) return;

        Span<byte> block = stackalloc byte[TSpec.BlockBytes];
        root.Slice(0, TSpec.MaxHashBytes).CopyTo(block);
        ReadMany(block, length, position, destination, destination.Length, shape);
        CryptographicOperations.ZeroMemory(block);
    }

    /// <summary>
    /// Output of each of many roots, from one byte position on; each root is the beginning of a block of zeros. The outputs
    /// lie one after the other, and their blocks fill the lanes across messages.
    /// </summary>
    public static void ReadMany(
        ReadOnlySpan<byte> roots, uint length, ulong position, Span<byte> destination, int outputBytes, LaneShape? shape = null)
    {
        int count = roots.Length / TSpec.BlockBytes, skip = (int)(position % (uint)TSpec.MaxHashBytes);
        long blocks = ((long)skip + outputBytes + TSpec.MaxHashBytes - 1) / TSpec.MaxHashBytes;
        ReadJob job = new(roots, count, (int)blocks, length, position, destination, outputBytes);
        LaneDispatch.Run<TWord, ReadJob>(shape ?? Blake2Many<TWord, TSpec>.Table.ChooseFor(count * blocks, 8 * Word<TWord>.Bytes), ref job);
    }

    public static void CheckRange(uint length, ulong position, int count)
    {
        ulong end = length == UnknownLength ? MaxUnknown : length;
        if (position > end || (ulong)count > end - position)
        {
            throw new ArgumentOutOfRangeException(nameof(position), position, string.Create(CultureInfo.InvariantCulture,
                $"This output of {Name} has {end} bytes; {count} bytes from {position} on are beyond it."));
        }
    }

    private static ulong Field(uint length) => typeof(TWord) == typeof(ulong) ? (ulong)length << 32 : length;

    private readonly ref struct ReadJob(
        ReadOnlySpan<byte> roots, int count, int blocks, uint length, ulong position, Span<byte> destination, int outputBytes) : ILaneJob<TWord>
    {
        private readonly ReadOnlySpan<byte> roots = roots;
        private readonly Span<byte> destination = destination;

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, blockBytes = TSpec.MaxHashBytes, groupBytes = lanes * blockBytes;
            Span<TWord> records = stackalloc TWord[Blake2Record.Words * lanes], start = stackalloc TWord[Blake2Record.Words * lanes];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> output = stackalloc byte[groupBytes];
            offsets.Clear();
            Parameters(start, lanes);
            Span<TWord> closing = stackalloc TWord[Blake2Record.Words - Blake2Record.ChainingWords];
            Blake2One<TWord, TSpec>.Close(closing, (uint)blockBytes, 0, false);
            LaneRecords.Broadcast(closing, start.Slice(Blake2Record.ChainingWords * lanes));

            ulong first = position / (uint)blockBytes;
            int skip = (int)(position % (uint)blockBytes);
            bool isPacked = skip == 0 && outputBytes % blockBytes == 0;
            // The last block of output of known length knows its own length.
            uint own = length == UnknownLength ? 0 : length % (uint)blockBytes;
            ulong shortBlock = own == 0 ? ulong.MaxValue : length / (uint)blockBytes;
            ulong fullWord = Word<TWord>.ToUInt64(start[0]), ownWord = fullWord ^ (uint)blockBytes ^ own;
            int numberWord = (typeof(TWord) == typeof(ulong) ? 1 : 2) * lanes;
            ulong numbers = Word<TWord>.ToUInt64(start[numberWord]);
            for (int root = 0, block = 0; root < count;)
            {
                int firstRoot = root, firstBlock = block, n = 0;
                for (; n < lanes && root < count; n++)
                {
                    ulong number = first + (uint)block;
                    start[numberWord + n] = Word<TWord>.From(numbers ^ (uint)number);
                    start[n] = Word<TWord>.From(number == shortBlock ? ownWord : fullWord);
                    offsets[n] = root * TSpec.BlockBytes;
                    if (++block < blocks) continue;

                    block = 0;
                    root++;
                }

                start.CopyTo(records);
                Blake2Lanes<TLanes, TWord, TSpec>.Run(records, roots, offsets, 1, TSpec.BlockBytes);
                // Whole blocks of one output, or of outputs that have nothing else, lie one after the other.
                long from = ((long)firstBlock * blockBytes) - skip;
                bool isInside = firstBlock + lanes <= blocks && from >= 0 && from + groupBytes <= outputBytes;
                if (n == lanes && (isPacked || isInside))
                {
                    int at = (int)(((long)firstRoot * outputBytes) + from);
                    LaneRecords.Store<TWord, TLanes>(records, destination.Slice(at, groupBytes), blockBytes, 2);
                    continue;
                }

                LaneRecords.Store<TWord, TLanes>(records, output, blockBytes, 2);
                for (int l = 0, r = firstRoot, b = firstBlock; l < n; l++)
                {
                    // The first block of an output begins before it, and the last may end after it.
                    long left = ((long)b * blockBytes) - skip;
                    int cut = (int)Math.Max(0, -left), part = (int)Math.Min(blockBytes, outputBytes - left) - cut;
                    output.Slice((l * blockBytes) + cut, part).CopyTo(destination.Slice((int)(((long)r * outputBytes) + left + cut)));
                    if (++b < blocks) continue;

                    b = 0;
                    r++;
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(output);
        }

        // Section 2: fanout and depth 0, leaves and inner digests of full length, the block's number as node offset.
        private void Parameters(Span<TWord> records, int lanes)
        {
            uint full = (uint)TSpec.MaxHashBytes;
            for (int w = 0; w < Blake2Record.ChainingWords; w++)
            {
                ulong value = typeof(TWord) == typeof(ulong)
                    ? w switch { 0 => full | ((ulong)full << 32), 1 => Field(length), 2 => full << 8, _ => 0 }
                    : w switch { 0 or 1 => full, 3 => length | (full << 24), _ => 0 };
                records.Slice(w * lanes, lanes).Fill(Word<TWord>.From(Word<TWord>.ToUInt64(TSpec.Iv[w]) ^ value));
            }
        }
    }
}
