using System.Diagnostics;
using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Hashing;

/// <summary>Messages of one length in lockstep: groups of as many as there are lanes, nothing decided per lane.</summary>
internal static class EqualGroups<TWord, TMessages, THash, TLanes>
    where TWord : unmanaged
    where TMessages : struct, IMessages, allows ref struct
    where THash : struct, ILaneHash<TWord>, allows ref struct
    where TLanes : struct, ILanes<TLanes, TWord>
{
    /// <summary>Hashes all whole groups and returns the number of messages done.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Run(in TMessages messages, in THash hash, Span<byte> destination)
    {
        int lanes = TLanes.Count, blockBytes = THash.BlockBytes, length = messages.Length(0);
        int body = hash.BodyBlocks(length), tailBlocks = hash.TailBlocks(length);
        int tailStart = body * blockBytes, restBytes = length - tailStart, tailBytes = tailBlocks * blockBytes;
        int groups = messages.Count / lanes;

        // The record of a fresh group and its closing words are the same for all groups.
        Span<TWord> start = stackalloc TWord[THash.RecordWords * lanes];
        Span<TWord> records = stackalloc TWord[THash.RecordWords * lanes];
        int closingWords = THash.RecordWords - THash.ChainingWords;
        Span<TWord> closing = stackalloc TWord[closingWords * lanes];
        Span<TWord> record = stackalloc TWord[THash.RecordWords];
        if (hash.HasOwnStart(0, length)) hash.OwnStart(0, length, record);
        else hash.Start(record);
        LaneScheduler.Broadcast(record, start);
        if (closingWords > 0)
        {
            hash.Close(length, record.Slice(0, closingWords));
            LaneScheduler.Broadcast(record.Slice(0, closingWords), closing);
        }

        // Three kinds of tail: a block of the message itself, the same padding for all, or rest and padding.
        bool tailInPlace = restBytes == tailBytes, tailShared = restBytes == 0;
        Staging tails = new(lanes, tailBytes);
        tails.Bytes.Clear();
        Span<int> offsets = stackalloc int[lanes], tailOffsets = stackalloc int[lanes];
        for (int l = 0; l < lanes; l++)
        {
            hash.WriteTail(l, length, messages.Slice(l, tailStart, restBytes), tails.Row(l, tailBytes));
            tailOffsets[l] = tailShared ? 0 : l * tails.Stride;
        }

        bool staged = tailStart > LongMessages.StageAbove;
        Staging pieces = staged ? new(lanes, LongMessages.PieceBytes) : default;

        int hashBytes = hash.HashBytes, quadBytes = 4 * Word<TWord>.Bytes, quads = (hashBytes + quadBytes - 1) / quadBytes;
        bool direct = quads * quadBytes == hashBytes;
        Span<byte> wide = stackalloc byte[direct ? 0 : lanes * quads * quadBytes];
        ReadOnlySpan<byte> source = messages.Source;
        Debug.Assert(source.Length == (long)messages.Count * length, "The entrance has checked the lengths, so nothing below throws.");
        for (int g = 0; g < groups; g++)
        {
            int first = g * lanes;
            start.CopyTo(records);
            for (int l = 0, o = messages.Offset(first); l < lanes; l++, o += length) offsets[l] = o;
            if (staged) RunInPieces(records, source, offsets, body, pieces);
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

            if (direct)
            {
                LaneScheduler.Store<TWord, TLanes>(records, destination.Slice(first * hashBytes, lanes * hashBytes), hashBytes, quads);
            }
            else
            {
                LaneScheduler.Store<TWord, TLanes>(records, wide, quads * quadBytes, quads);
                for (int l = 0; l < lanes; l++)
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
        return groups * lanes;
    }

    private static void RunInPieces(Span<TWord> records, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks, Staging pieces)
    {
        int lanes = TLanes.Count, pieceBlocks = LongMessages.PieceBytes / THash.BlockBytes;
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
    /// Packed messages with bodies longer than this are copied piece by piece instead of being read where they lie. On Zen 5
    /// sixty-four streams from memory lose four fifths of the speed; where it was measured otherwise (Zen 3, Intel) the
    /// copy costs 15 to 20 % and gains nothing. It decides no result; tests lower it, so that both ways run on every machine.
    /// </summary>
    public static int StageAbove { get; set; } = Processor.Family == ProcessorFamily.Zen5 ? 256 * 1024 : int.MaxValue;

    public const int PieceBytes = 4 * 1024;
}
