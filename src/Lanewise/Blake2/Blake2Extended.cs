using System.Globalization;
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
        CheckLength(destination.Length, nameof(destination));
        Blake2One<TWord, TSpec>.CheckKey(key);
        Span<TWord> record = stackalloc TWord[Blake2Record.Words];
        Span<byte> root = stackalloc byte[TSpec.MaxHashBytes];
        Blake2One<TWord, TSpec>.Start(record, TSpec.MaxHashBytes, key.Length);
        int word = typeof(TWord) == typeof(ulong) ? 1 : 3;
        record[word] = Word<TWord>.From(Word<TWord>.ToUInt64(record[word]) ^ Field((uint)destination.Length));
        Blake2One<TWord, TSpec>.HashFrom(record, key, source, root);
        Read(root, (uint)destination.Length, 0, destination, shape);
        CryptographicOperations.ZeroMemory(root);
    }

    /// <summary>Output from a byte position on, of the root's digest.</summary>
    public static void Read(ReadOnlySpan<byte> root, uint length, ulong position, Span<byte> destination, LaneShape? shape = null)
    {
        CheckRange(length, position, destination.Length);
        if (destination.IsEmpty) return;

        int blockBytes = TSpec.MaxHashBytes, skip = (int)(position % (uint)blockBytes);
        long blocks = ((long)skip + destination.Length + blockBytes - 1) / blockBytes;
        LaneShape chosen = shape ?? Blake2Many<TWord, TSpec>.Table.Choose();
        if (shape is null && blocks < LaneScheduler.FewestForLanes(chosen.Lanes(8 * Word<TWord>.Bytes))) chosen = LaneShape.Scalar;
        ReadJob job = new(root, length, position, destination);
        LaneDispatch.Run<TWord, ReadJob>(chosen, ref job);
    }

    public static void CheckLength(int length, string parameter)
    {
        if (length >= 1 && (uint)length <= MaxLength) return;

        string text = string.Create(CultureInfo.InvariantCulture, $"Output of {Name} of known length has 1 to {MaxLength} bytes, not {length}.");
        throw parameter == "destination" ? new ArgumentException(text, parameter) : new ArgumentOutOfRangeException(parameter, length, text);
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

    /// <summary>Puts a word of the parameter block of an output block into all lanes.</summary>
    private static void Parameter(Span<TWord> records, int lanes, int word, ulong value) =>
        records.Slice(word * lanes, lanes).Fill(Word<TWord>.From(Word<TWord>.ToUInt64(TSpec.Iv[word]) ^ value));

    private readonly ref struct ReadJob(ReadOnlySpan<byte> root, uint length, ulong position, Span<byte> destination) : ILaneJob<TWord>
    {
        private readonly ReadOnlySpan<byte> root = root;
        private readonly Span<byte> destination = destination;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, blockBytes = TSpec.MaxHashBytes, groupBytes = lanes * blockBytes;
            Span<TWord> records = stackalloc TWord[Blake2Record.Words * lanes], start = stackalloc TWord[Blake2Record.Words * lanes];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> output = stackalloc byte[groupBytes], message = stackalloc byte[TSpec.BlockBytes];
            root.CopyTo(message);
            offsets.Clear();
            for (int w = 0; w < Blake2Record.ChainingWords; w++) Parameter(start, lanes, w, 0);
            Span<TWord> closing = stackalloc TWord[Blake2Record.Words - Blake2Record.ChainingWords];
            Blake2One<TWord, TSpec>.Close(closing, (uint)root.Length, 0, false);
            LaneScheduler.Broadcast(closing, start.Slice(Blake2Record.ChainingWords * lanes));

            int done = 0, skip = (int)(position % (uint)blockBytes);
            for (ulong first = position / (uint)blockBytes; done < destination.Length; first += (uint)lanes)
            {
                // The last block of output of known length knows its own length.
                for (int l = 0; l < lanes; l++)
                {
                    ulong block = first + (uint)l, before = block * (uint)blockBytes;
                    ulong own = length == UnknownLength || before + (uint)blockBytes <= length ? (uint)blockBytes : before < length ? length - before : 0;
                    Put(start, lanes, l, block, own);
                }

                start.CopyTo(records);
                Blake2Lanes<TLanes, TWord, TSpec>.Run(records, message, offsets, 1, TSpec.BlockBytes);
                int n = Math.Min(groupBytes - skip, destination.Length - done);
                if (n == groupBytes)
                {
                    LaneScheduler.Store<TWord, TLanes>(records, destination.Slice(done, n), blockBytes, 2);
                }
                else
                {
                    LaneScheduler.Store<TWord, TLanes>(records, output, blockBytes, 2);
                    output.Slice(skip, n).CopyTo(destination.Slice(done, n));
                }

                done += n;
                skip = 0;
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(output);
            CryptographicOperations.ZeroMemory(message);
        }

        // Section 2: fanout and depth 0, leaves and inner digests of full length, the block's number as node offset.
        private void Put(Span<TWord> records, int lanes, int lane, ulong block, ulong own)
        {
            uint full = (uint)TSpec.MaxHashBytes;
            if (typeof(TWord) == typeof(ulong))
            {
                Set(records, lanes, lane, 0, own | ((ulong)full << 32));
                Set(records, lanes, lane, 1, (uint)block | Field(length));
                Set(records, lanes, lane, 2, full << 8);
            }
            else
            {
                Set(records, lanes, lane, 0, own);
                Set(records, lanes, lane, 1, full);
                Set(records, lanes, lane, 2, (uint)block);
                Set(records, lanes, lane, 3, length | (full << 24));
            }

            static void Set(Span<TWord> records, int lanes, int lane, int word, ulong value) =>
                records[(word * lanes) + lane] = Word<TWord>.From(Word<TWord>.ToUInt64(TSpec.Iv[word]) ^ value);
        }
    }
}
