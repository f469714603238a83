using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Lanewise.Lanes;

namespace Lanewise.Hashing;

/// <summary>Messages of one length in lockstep: groups of as many as there are lanes, nothing decided per lane; in a last group that is not full, lanes repeat a message.</summary>
internal static class EqualGroups<TWord, TMessages, THash, TLanes>
    where TWord : unmanaged
    where TMessages : struct, IMessages, allows ref struct
    where THash : struct, ILaneHash<TWord>, allows ref struct
    where TLanes : struct, ILanes<TLanes, TWord>
{
    /// <summary>Hashes all groups but a last one of too few messages, and returns the number of messages done.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Run(in TMessages messages, in THash hash, Span<byte> destination)
    {
        int lanes = TLanes.Count, blockBytes = THash.BlockBytes, length = messages.Length(0);
        int body = hash.BodyBlocks(length), tailBlocks = hash.TailBlocks(length);
        int tailStart = body * blockBytes, restBytes = length - tailStart, tailBytes = tailBlocks * blockBytes;
        int rest = messages.Count % lanes, groups = (messages.Count / lanes) + (rest >= LaneTable.FewestForLanes(lanes) ? 1 : 0);

        // The record of a fresh group and its closing words are the same for all groups.
        Span<TWord> start = stackalloc TWord[THash.RecordWords * lanes];
        Span<TWord> records = stackalloc TWord[(THash.RecordWords + THash.MessageWords) * lanes];
        int closingWords = THash.RecordWords - THash.ChainingWords;
        Span<TWord> closing = stackalloc TWord[closingWords * lanes];
        Span<TWord> record = stackalloc TWord[THash.RecordWords];
        if (hash.HasOwnStart(0, length)) hash.OwnStart(0, length, record);
        else hash.Start(record);
        LaneRecords.Broadcast(record, start);
        if (closingWords > 0)
        {
            hash.Close(length, record.Slice(0, closingWords));
            LaneRecords.Broadcast(record.Slice(0, closingWords), closing);
        }

        // Three kinds of tail: a block of the message itself, the same padding for all, or rest and padding.
        bool tailInPlace = restBytes == tailBytes, tailShared = restBytes == 0;
        Staging tails = new(lanes, tailBytes);
        tails.Bytes.Clear();
        Span<int> offsets = stackalloc int[lanes], tailOffsets = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++)
        {
            // The rest of any message: each group puts its own in its place.
            hash.WriteTail(0, length, messages.Slice(0, tailStart, restBytes), tails.Row(l, tailBytes));
            tailOffsets[l] = tailShared ? 0 : l * tails.Stride;
        }

        bool staged = tailStart > LongMessages.StageEqualAbove && lanes >= LongMessages.FewestEqualRows;
        int pieceBytes = Math.Min(LongMessages.EqualPieceBytes, tailStart);
        Staging pieces = staged ? new(lanes, pieceBytes) : default;

        int hashBytes = hash.HashBytes, quadBytes = 4 * Word<TWord>.Bytes, quads = (hashBytes + quadBytes - 1) / quadBytes;
        bool direct = quads * quadBytes == hashBytes;
        Span<byte> wide = stackalloc byte[direct && messages.Count >= groups * lanes ? 0 : lanes * quads * quadBytes];
        ReadOnlySpan<byte> source = messages.Source;
        Debug.Assert(source.Length == (long)messages.Count * length, "The entrance has checked the lengths, so nothing below throws.");
        for (int g = 0; g < groups; g++)
        {
            int first = g * lanes, n = Math.Min(lanes, messages.Count - first);
            start.CopyTo(records);
            for (int l = 0, o = messages.Offset(first); l < n; l++, o += length) offsets[l] = o;
            offsets.Slice(n).Fill(offsets[n - 1]);
            if (staged) RunInPieces(records, source, offsets, body, pieces, pieceBytes);
            else if (body > 0) THash.Run<TLanes>(records, source, offsets, body);

            closing.CopyTo(records.Slice(THash.ChainingWords * lanes));
            if (tailInPlace)
            {
                for (int l = 0; l < lanes; l++) offsets[l] += tailStart;
                THash.Run<TLanes>(records, source, offsets, tailBlocks);
            }
            else
            {
                if (!tailShared)
                {
                    for (int l = 0; l < lanes; l++)
                    {
                        source.Slice(offsets[l] + tailStart, restBytes).CopyTo(tails.Row(l, tailBytes));
                    }
                }

                THash.Run<TLanes>(records, tails.Bytes, tailOffsets, tailBlocks);
            }

            if (direct && n == lanes)
            {
                LaneRecords.Store<TWord, TLanes>(records, destination.Slice(first * hashBytes, lanes * hashBytes), hashBytes, quads);
            }
            else
            {
                LaneRecords.Store<TWord, TLanes>(records, wide, quads * quadBytes, quads);
                for (int l = 0; l < n; l++)
                {
                    wide.Slice(l * quads * quadBytes, hashBytes).CopyTo(destination.Slice((first + l) * hashBytes, hashBytes));
                }
            }
        }

        // With a key these are secret.
        start.Clear();
        records.Clear();
        record.Clear();
        tails.Dispose();
        pieces.Dispose();
        return Math.Min(groups * lanes, messages.Count);
    }

    private static void RunInPieces(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Staging pieces, int pieceBytes)
    {
        int lanes = TLanes.Count, pieceBlocks = pieceBytes / THash.BlockBytes;
        Span<int> rows = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++) rows[l] = l * pieces.Stride;
        for (int b = 0; b < blocks; b += pieceBlocks)
        {
            int n = Math.Min(pieceBlocks, blocks - b);
            for (int l = 0; l < lanes; l++)
            {
                source.Slice(offsets[l] + b * THash.BlockBytes, n * THash.BlockBytes).CopyTo(pieces.Row(l, n * THash.BlockBytes));
            }

            THash.Run<TLanes>(records, pieces.Bytes, rows, n);
        }
    }
}

/// <summary>When long messages go through a staging buffer, and in pieces of which size (docs/performance.md).</summary>
internal static class LongMessages
{
    /// <summary>
    /// Messages of many lengths with bodies longer than this are copied piece by piece instead of being read where they lie.
    /// Where it was measured otherwise (Zen 3, Intel) the copy costs 15 to 20 % and gains nothing. It decides no result; tests
    /// lower it, so that both ways run on every machine.
    /// </summary>
    public static int StageAbove { get; set; } = Processor.Family == ProcessorFamily.Zen5 ? 256 * 1024 : int.MaxValue;

    /// <summary>
    /// The same for messages of one length. They are read in lockstep at equal distances: from a page of 4 KiB on all rows of
    /// a group fall on the same places of the first cache, which has twelve of each (Zen 5: 64 rows of MD5 11x, copied 15.5x).
    /// </summary>
    public static int StageEqualAbove { get; set; } = Processor.Family == ProcessorFamily.Zen5 ? 3 * 1024 : int.MaxValue;

    /// <summary>Fewer rows than this are read as fast where they lie (Zen 5: 16 rows of BLAKE2b 9.5x, copied 8.4x).</summary>
    public const int FewestEqualRows = 64;

    public const int PieceBytes = 4 * 1024;

    /// <summary>Long enough for the processor to fetch ahead: 64 rows from memory in pieces of 4 KiB 9x, of 16 KiB 11x (Zen 5).</summary>
    public const int EqualPieceBytes = 16 * 1024;

    private static bool Touches { get; } = Processor.Family == ProcessorFamily.Zen5;

    /// <summary>
    /// Reads a byte of each line of what many lanes are about to read in turns: one line after the other the processor fetches
    /// ahead, of 32 rows in turns it does not (Zen 5, BLAKE3 of 10 MiB: 7x without, 10x with).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Touch(ReadOnlySpan<byte> bytes)
    {
        if (Touches) TouchLines(bytes);
    }

    // Returns what it read, so that the reads are not left out.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static int TouchLines(ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<Line> lines = MemoryMarshal.Cast<byte, Line>(bytes);
        int sum = 0;
        while (lines.Length >= 8)
        {
            sum |= lines[0].First | lines[1].First | lines[2].First | lines[3].First | lines[4].First | lines[5].First | lines[6].First | lines[7].First;
            lines = lines.Slice(8);
        }

        return sum;
    }

    [StructLayout(LayoutKind.Sequential, Size = 64)]
    private readonly struct Line
    {
        public readonly byte First;
    }
}
