using Lanewise.Api;
using Lanewise.Batching;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares batches with separate calls, for every algorithm in the catalogue and every combination of vector width and number
/// of streams that this machine supports.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class ManyMessagesTests
{
    public static TheoryData<string, string> AllShapes => Rows.AllShapes;

    public static TheoryData<string> Md5Shapes => [.. Rows.Row("md5").Shapes.Select(shape => shape.ToString())];

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void MessagesOfEqualLengthEqualSingleMessages(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        foreach (int length in new[] { 0, 1, row.BlockBytes - 9, row.BlockBytes - 1, row.BlockBytes, row.BlockBytes + 1,
            2 * row.BlockBytes, (5 * row.BlockBytes) + 7 })
        {
            foreach (int count in Counts(row, shape))
            {
                // The messages are preceded by an additional byte, so they are unaligned.
                byte[] source = Pattern.Bytes(1 + (count * length));
                int[] lengths = [.. Enumerable.Repeat(length, count)];
                byte[] expected = Rows.OneByOne(row, default, Pattern.Cut(source.AsMemory(1), lengths), row.DefaultHashBytes);
                Guarded digests = new(expected.Length);
                row.HashMany(Messages.Packed(source.AsSpan(1), length), default, digests.Span, row.DefaultHashBytes, shape);
                Compare(expected, digests, row.DefaultHashBytes, () => $"{name} {shape}, {count} messages of {length} bytes");
            }
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void MessagesOfMixedLengthsEqualSingleMessages(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        foreach (int count in Counts(row, shape))
        {
            foreach ((string what, int[] lengths) in Mixes(row, shape, count))
            {
                CheckRagged(row, shape, default, lengths, row.DefaultHashBytes, what);
            }
        }
    }

    /// <summary>
    /// Tests messages of up to 1 KiB, which the library copies to a contiguous buffer in portions of at most 128 KiB.
    /// </summary>
    [Theory]
    [MemberData(nameof(AllShapes))]
    public void ScatteredMessagesOfOneLengthEqualThePlainReference(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        foreach ((int count, int length) in new[] { (3, 0), (190, 700), (130, 1024), (4, 1025) })
        {
            ReadOnlyMemory<byte>[] messages = Pattern.Cut(
                Pattern.Bytes(count * length), [.. Enumerable.Repeat(length, count)]);
            byte[] expected = Rows.OneByOne(row, default, messages, row.DefaultHashBytes);
            Guarded digests = new(expected.Length);
            row.HashMany(messages, default, digests.Span, row.DefaultHashBytes, shape);
            Compare(expected, digests, row.DefaultHashBytes, () => $"{name} {shape}, {count} scattered of {length} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void EveryDigestAndKeyLengthEqualsThePlainReference(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        int lanes = shape.Lanes(row.WordBits), count = (2 * lanes) + 3;
        int[] lengths = Mixes(row, shape, count)[0].Lengths;
        foreach (int hashBytes in Rows.HashLengths(row))
        {
            foreach (int keyLength in Rows.KeyLengths(row))
            {
                byte[] key = Pattern.Bytes(keyLength, 11);
                CheckRagged(row, shape, key, lengths, hashBytes, $"digests of {hashBytes} bytes, key of {keyLength} bytes");
                foreach (int length in new[] { 0, 5, row.BlockBytes, row.BlockBytes + 1 })
                {
                    byte[] source = Pattern.Bytes(count * length);
                    byte[] expected = Rows.OneByOne(row, key,
                        Pattern.Cut(source, [.. Enumerable.Repeat(length, count)]), hashBytes);
                    Guarded digests = new(expected.Length);
                    row.HashMany(Messages.Packed(source, length), HashKeys.One(key.AsSpan()), digests.Span, hashBytes, shape);
                    Compare(expected, digests, hashBytes, () =>
                        $"{name} {shape}, {count} of {length} bytes, {hashBytes}-byte digests, {keyLength}-byte key");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void EveryAlignmentAtTheEndOfAnArrayGivesTheRightDigest(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        int count = shape.Lanes(row.WordBits) + 1, length = (2 * row.BlockBytes) + 3;
        int[] lengths = [.. Enumerable.Range(0, count).Select(i => i % 2 == 0 ? length : row.BlockBytes + i)];
        for (int offset = 0; offset < 64; offset++)
        {
            // The last message ends at the end of the array.
            byte[] equal = Pattern.Bytes(offset + (count * length)), ragged = Pattern.Bytes(offset + lengths.Sum());
            byte[] expected = Rows.OneByOne(row, default,
                Pattern.Cut(equal.AsMemory(offset), [.. Enumerable.Repeat(length, count)]), row.DefaultHashBytes);
            Guarded digests = new(expected.Length);
            row.HashMany(Messages.Packed(equal.AsSpan(offset), length), default, digests.Span, row.DefaultHashBytes, shape);
            Compare(expected, digests, row.DefaultHashBytes, () => $"{name} {shape}, equal, at offset {offset}");

            expected = Rows.OneByOne(row, default, Pattern.Cut(ragged.AsMemory(offset), lengths), row.DefaultHashBytes);
            row.HashMany(Messages.Packed(ragged.AsSpan(offset), lengths), default, digests.Span, row.DefaultHashBytes, shape);
            Compare(expected, digests, row.DefaultHashBytes, () => $"{name} {shape}, ragged, at offset {offset}");
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void TheDestinationMayOverlapTheSource(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        int h = row.DefaultHashBytes, count = (2 * shape.Lanes(row.WordBits)) + 3, length = h + 9;
        int[] lengths = [.. Enumerable.Range(0, count).Select(i => h + (i * 37 % (2 * row.BlockBytes)))];
        byte[] equal = Pattern.Bytes(count * length), ragged = Pattern.Bytes(lengths.Sum());
        byte[] expectedEqual = Rows.OneByOne(row, default, Pattern.Cut(equal, [.. Enumerable.Repeat(length, count)]), h);
        byte[] expectedRagged = Rows.OneByOne(row, default, Pattern.Cut(ragged, lengths), h);
        foreach (int at in new[] { 0, 1, h, count * 9 })
        {
            byte[] buffer = (byte[])equal.Clone();
            Span<byte> destination = buffer.AsSpan(Math.Min(at, buffer.Length - (count * h)), count * h);
            row.HashMany(Messages.Packed(buffer, length), default, destination, h, shape);
            Digests.EqualMany(expectedEqual, destination, h, () => $"{name} {shape}, equal, destination at {at}");

            buffer = (byte[])ragged.Clone();
            destination = buffer.AsSpan(Math.Min(at, buffer.Length - (count * h)), count * h);
            row.HashMany(Messages.Packed(buffer, lengths), default, destination, h, shape);
            Digests.EqualMany(expectedRagged, destination, h, () => $"{name} {shape}, ragged, destination at {at}");

            buffer = (byte[])ragged.Clone();
            destination = buffer.AsSpan(Math.Min(at, buffer.Length - (count * h)), count * h);
            row.HashMany(Pattern.Cut(buffer, lengths), default, destination, h, shape);
            Digests.EqualMany(expectedRagged, destination, h, () => $"{name} {shape}, scattered, destination at {at}");
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void LongMessagesAreCopiedPieceByPiece(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        int lanes = shape.Lanes(row.WordBits), threshold = 3 * LongMessages.PieceBytes,
            length = threshold + LongMessages.PieceBytes + row.BlockBytes + 3;
        int[] lengths = [.. Enumerable.Range(0, lanes + 2).Select(i => i % 3 == 0 ? length + (i * 100) : i * 50)];
        byte[] source = Pattern.Bytes(lanes * length);
        byte[] expected = Rows.OneByOne(row, default, Pattern.Cut(source, [.. Enumerable.Repeat(length, lanes)]),
            row.DefaultHashBytes);

        // Whether messages are copied depends on the CPU profile. This choice must not affect the result.
        foreach (int above in new[] { threshold, int.MaxValue })
        {
            LaneShape copying = shape with { StageAbove = above };
            CheckRagged(row, copying, default, lengths, row.DefaultHashBytes, $"long and short, copied above {above}");
            Guarded digests = new(expected.Length);
            row.HashMany(Messages.Packed(source, length), default, digests.Span, row.DefaultHashBytes, copying);
            Compare(expected, digests, row.DefaultHashBytes, () =>
                $"{name} {shape}, {lanes} of {length} bytes, copied above {above}");
        }
    }

    [Theory]
    [MemberData(nameof(Md5Shapes))]
    public void LongMessagesWithTransposedBlocksEqualThePlainReference(string shapeName)
    {
        HashRow row = Rows.Row("md5");
        LaneShape shape = Rows.Shape(row, shapeName);
        const int AtOnce = LongMessages.TransposedAtOnce;
        // The batch fills two groups of lanes completely and a third one partially. Old data in the buffer must not affect the
        // result.
        int count = (2 * shape.Lanes(row.WordBits)) + 3;
        byte[] source = Pattern.Bytes(count * ((2 * AtOnce) + 2) * row.BlockBytes);
        foreach (int blocks in new[] { 1, 2, AtOnce - 1, AtOnce, AtOnce + 1, 2 * AtOnce, (2 * AtOnce) + 1 })
        {
            foreach (int rest in new[] { 0, 1, 55, 56, 63 })
            {
                int length = (blocks * row.BlockBytes) + rest;
                byte[] messages = source.AsSpan(0, count * length).ToArray();
                byte[] expected = Rows.OneByOne(
                    row, default, Pattern.Cut(messages, [.. Enumerable.Repeat(length, count)]), row.DefaultHashBytes);
                Guarded digests = new(expected.Length);
                row.HashMany(Messages.Packed(messages, length), default, digests.Span, row.DefaultHashBytes,
                    shape with { StageAbove = 0 });
                Compare(expected, digests, row.DefaultHashBytes, () => $"{shape}, {count} of {blocks} blocks and {rest} bytes");
            }
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void RandomBatchesEqualThePlainReference(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        Random random = Seed.For(name + shapeName);
        for (int round = 0; round < 60; round++)
        {
            int[] lengths = RandomLengths(random, random.Next(150), row.BlockBytes);
            byte[] key = Pattern.Bytes(random, Rows.RandomKeyLength(row, random));
            CheckRagged(row, shape, key, lengths, random.Next(row.MinHashBytes, row.MaxHashBytes + 1),
                $"random round {round}{Seed.Replay}");
        }
    }

    [Theory]
    [MemberData(nameof(AllShapes))]
    public void ABatchMayHaveMoreMessagesThanAWindow(string name, string shapeName)
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        Random random = Seed.For(name + shapeName);
        // Every message has full blocks, and there are more messages in the batch than the scheduler collects at once.
        int[] lengths = [.. Enumerable.Range(0, (65 * shape.Lanes(row.WordBits)) + 3)
            .Select(_ => row.BlockBytes + 1 + random.Next(3 * row.BlockBytes))];
        CheckRagged(row, shape, default, lengths, row.DefaultHashBytes, $"a full window{Seed.Replay}");
    }

    internal static int[] RandomLengths(Random random, int count, int blockBytes) =>
    [
        .. Enumerable.Range(0, count).Select(_ => random.Next(8) switch
        {
            0 => 0,
            1 => blockBytes * random.Next(1, 5),
            2 => (blockBytes * random.Next(1, 20)) + random.Next(-1, 2),
            3 => random.Next(30 * blockBytes),
            _ => random.Next(2 * blockBytes),
        }),
    ];

    private static int[] Counts(HashRow row, LaneShape shape)
    {
        int lanes = shape.Lanes(row.WordBits);
        return [.. new[] { 0, 1, lanes - 1, lanes, lanes + 1, (2 * lanes) + 3 }.Distinct()];
    }

    private static List<(string What, int[] Lengths)> Mixes(HashRow row, LaneShape shape, int count)
    {
        int lanes = shape.Lanes(row.WordBits), block = row.BlockBytes;
        int[] edges = [0, 1, block - 1, block, block + 1, (lanes * block) - 1, lanes * block, (lanes * block) + 1];
        Random shuffle = new(count);
        int[] mixed = [.. Enumerable.Range(0, count).Select(i => edges[i % edges.Length])];
        int[] shuffled = (int[])mixed.Clone();
        shuffle.Shuffle(shuffled);
        return
        [
            ("edges in turn", mixed),
            ("edges shuffled", shuffled),
            ("one long among empty ones", [.. Enumerable.Range(0, count).Select(i => i == count / 2 ? 40 * block : 0)]),
            ("one empty among long ones", [.. Enumerable.Range(0, count).Select(i => i == count / 2 ? 0 : (3 * block) + i)]),
            ("rising", [.. Enumerable.Range(0, count).Select(i => i * 13)]),
            ("falling", [.. Enumerable.Range(0, count).Select(i => (count - i) * 29)]),
        ];
    }

    private static void CheckRagged(HashRow row, LaneShape shape, ReadOnlySpan<byte> key, int[] lengths, int hashBytes,
        string what)
    {
        byte[] source = Pattern.Bytes(3 + lengths.Sum());
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source.AsMemory(3), lengths);
        byte[] expected = Rows.OneByOne(row, key, messages, hashBytes);

        Guarded ragged = new(expected.Length);
        row.HashMany(Messages.Packed(source.AsSpan(3), lengths), HashKeys.One(key), ragged.Span, hashBytes, shape);
        Compare(expected, ragged, hashBytes, () => $"{row.Name} {shape}, ragged, {lengths.Length} messages, {what}");

        // Each message is a separate array, so a read beyond its end throws.
        ReadOnlyMemory<byte>[] apart = [.. messages.Select(m => (ReadOnlyMemory<byte>)m.ToArray())];
        Guarded scattered = new(expected.Length);
        row.HashMany(apart, HashKeys.One(key), scattered.Span, hashBytes, shape);
        Compare(expected, scattered, hashBytes, () => $"{row.Name} {shape}, scattered, {lengths.Length} messages, {what}");
    }

    private static void Compare(byte[] expected, Guarded digests, int hashBytes, Func<string> what)
    {
        Digests.EqualMany(expected, digests.Span, hashBytes, what);
        digests.CheckMargins(what);
    }
}
