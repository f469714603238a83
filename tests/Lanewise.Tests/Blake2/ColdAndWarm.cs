using Lanewise.Api;
using Lanewise.Batching;
using Lanewise.Blake2Family;
using Lanewise.Blake3Family;
using Lanewise.Md5Family;
using Lanewise.MerkleDamgard;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Runs tests with the rolled form of BLAKE2's kernels. A process starts with the rolled kernels and later switches to the
/// unrolled ones. The other tests always use the unrolled kernels, so that their order does not decide which kernels run.
/// </summary>
internal static class ColdAndWarm
{
    /// <summary>
    /// Runs a test with rolled and with unrolled kernels. The setting also affects concurrent tests, but not their results.
    /// </summary>
    public static void Both(Action test)
    {
        In(test, long.MaxValue);
        In(test, 0);
    }

    /// <summary>Runs a test in which rolled kernels hash the given number of bytes before unrolled kernels take over.</summary>
    public static void In(Action test, long bytes)
    {
        long before = ColdStart.Bytes;
        try
        {
            ColdStart.Bytes = bytes;
            test();
        }
        finally
        {
            ColdStart.Bytes = before;
        }
    }
}

/// <summary>
/// Tests single messages and batches with rolled kernels, with unrolled kernels, and during the switch between them.
/// </summary>
[Trait("Category", "Lanes")]
[Collection(Alone.Name)]
public sealed class ColdAndWarmTests
{
    public static TheoryData<string> Names =>
        [.. Catalog.Hashes.Select(row => row.Name).Where(name => name.StartsWith("blake", StringComparison.Ordinal))];

    public static TheoryData<string, string> Shapes
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach (HashRow row in Catalog.Hashes.Where(row => row.Name.StartsWith("blake2", StringComparison.Ordinal)))
            {
                foreach (LaneShape shape in row.Shapes) data.Add(row.Name, shape.ToString());
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void OneMessage(string name) => ColdAndWarm.Both(() =>
    {
        HashRow row = Rows.Row(name);
        byte[] input = Pattern.Bytes(40_000), key = Pattern.Bytes(row.MaxKeyBytes), digest = new byte[row.DefaultHashBytes];
        foreach (int n in Enumerable.Range(0, 600).Concat([1023, 1024, 1025, 4096, 9000, 16_384, 40_000]))
        {
            row.Hash(default, input.AsSpan(0, n), digest);
            Digests.Equal(PlainReferences.For(name)(default, input.AsSpan(0, n), digest.Length), digest, () =>
                $"{name} of {n} bytes, {ColdStart.Bytes} bytes rolled");
            row.Hash(key, input.AsSpan(0, n), digest);
            Digests.Equal(PlainReferences.For(name)(key, input.AsSpan(0, n), digest.Length), digest, () =>
                $"{name} of {n} bytes with a key, {ColdStart.Bytes} bytes rolled");
        }
    });

    [Theory]
    [MemberData(nameof(Shapes))]
    public void ManyMessages(string name, string shapeName) => ColdAndWarm.Both(() =>
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        int hashBytes = row.DefaultHashBytes, count = (2 * shape.Lanes(row.WordBits)) + 1;
        foreach (int length in new[] { 0, 1, row.BlockBytes, row.BlockBytes + 1, 1024, 3000 })
        {
            byte[] source = Pattern.Bytes(count * length), digests = new byte[count * hashBytes];
            row.HashMany(Messages.Packed(source, length), default, digests, hashBytes, shape);
            for (int i = 0; i < count; i++)
            {
                byte[] expected = PlainReferences.For(name)(default, source.AsSpan(i * length, length), hashBytes);
                Digests.Equal(expected, digests.AsSpan(i * hashBytes, hashBytes), () =>
                    $"{name} {shape}, message {i} of {length} bytes, {ColdStart.Bytes} bytes rolled");
            }
        }
    });

    // Messages of different lengths, with one key for all of them or one key per message.
    [Theory]
    [MemberData(nameof(Shapes))]
    public void ManyMessagesOfDifferentLengths(string name, string shapeName) => ColdAndWarm.Both(() =>
    {
        HashRow row = Rows.Row(name);
        LaneShape shape = Rows.Shape(row, shapeName);
        int hashBytes = row.DefaultHashBytes, keyBytes = row.MaxKeyBytes, count = (2 * shape.Lanes(row.WordBits)) + 1;
        int[] lengths = [.. Enumerable.Range(0, count).Select(i => i * 37 % ((2 * row.BlockBytes) + 2))];
        byte[] source = Pattern.Bytes(lengths.Sum()), allKeys = Pattern.Bytes(count * keyBytes);
        byte[] digests = new byte[count * hashBytes];
        foreach (bool perMessage in keyBytes == 0 ? [false] : new[] { false, true })
        {
            byte[] keys = perMessage ? allKeys : allKeys[..keyBytes];
            row.HashMany(
                Messages.Packed(source, lengths), perMessage ? HashKeys.PerMessage(keys, keyBytes) : HashKeys.One(keys), digests,
                hashBytes, shape);
            for (int i = 0, at = 0; i < count; at += lengths[i++])
            {
                byte[] expected = PlainReferences.For(name)(
                    keys.AsSpan(perMessage ? i * keyBytes : 0, keyBytes), source.AsSpan(at, lengths[i]), hashBytes);
                Digests.Equal(expected, digests.AsSpan(i * hashBytes, hashBytes), () =>
                    $"{name} {shape}, message {i} of {lengths[i]} bytes, own keys: {perMessage}, {ColdStart.Bytes} bytes rolled");
            }
        }
    });

    [Theory]
    [InlineData("blake2xb", 1024)]
    [InlineData("blake2xs", 1024)]
    public void LongOutput(string name, int length) => ColdAndWarm.Both(() =>
    {
        byte[] input = Pattern.Bytes(300), output = new byte[length];
        Rows.Row(name).Hash(default, input, output);
        Digests.Equal(PlainReferences.For(name)(default, input, length), output, () =>
            $"{length} bytes of {name}, {ColdStart.Bytes} bytes rolled");
    });

    [Fact]
    public void OneMessageOfBlake3BeginsWithRows() => ColdAndWarm.In(() =>
    {
        byte[] input = Pattern.Bytes(1000), digest = new byte[32];
        for (long left = 1; left <= 5 * input.Length; left += 500)
        {
            Blake3Single.Seen = ColdStart.DefaultBytes - left;
            Blake3.HashData(input.AsSpan(), digest.AsSpan());
            Digests.Equal(PlainReferences.For("blake3")(default, input, 32), digest, () => $"{left} bytes before the change");
            Assert.Equal(ColdStart.DefaultBytes - left + (4 * (left <= 4 * 960 ? 960 : 1024)), Blake3Single.Seen);
        }
    }, ColdStart.DefaultBytes);

    [Fact]
    public void ManyMessagesBeginWithOneStream() => ColdAndWarm.In(() =>
    {
        LaneShape warm = Md<uint, Md5Spec>.MdBatch.Table.ChooseFor<uint>(1024);
        LaneScheduler<uint, Md<uint, Md5Spec>.MdBatch>.Seen = ColdStart.DefaultBytes - 1;
        Assert.Equal(warm with { Streams = 1 }, LaneScheduler<uint, Md<uint, Md5Spec>.MdBatch>.Shape(1024, 64));
        Assert.Equal(warm, LaneScheduler<uint, Md<uint, Md5Spec>.MdBatch>.Shape(1024, 64));
    }, ColdStart.DefaultBytes);

    [Fact]
    public void ManyMessagesAreHashedCorrectlyAcrossTheChange() => ColdAndWarm.In(() =>
    {
        const int Length = 3000, Count = 5;
        const long Budget = ColdStart.DefaultBytes;
        (string Name, Action<long> SetSeen, Func<long> Seen)[] rows =
        [
            ("blake2b", seen => Blake2Kernel<ScalarLane<ulong>, ulong, Blake2bSpec>.Seen = seen,
                () => Blake2Kernel<ScalarLane<ulong>, ulong, Blake2bSpec>.Seen),
            ("blake2s", seen => Blake2Kernel<ScalarLane<uint>, uint, Blake2sSpec>.Seen = seen,
                () => Blake2Kernel<ScalarLane<uint>, uint, Blake2sSpec>.Seen),
        ];
        foreach ((string name, Action<long> setSeen, Func<long> seen) in rows)
        {
            HashRow row = Rows.Row(name);
            byte[] source = Pattern.Bytes(Count * Length), digests = new byte[Count * row.DefaultHashBytes];
            int changes = 0;
            for (long left = 0; left <= 2 * source.Length; left += 1000)
            {
                setSeen(Budget - left);
                row.HashMany(Messages.Packed(source, Length), default, digests, row.DefaultHashBytes, LaneShape.Scalar);
                if (left > 0 && seen() >= Budget) changes++;
                for (int i = 0; i < Count; i++)
                {
                    byte[] expected = PlainReferences.For(name)(default, source.AsSpan(i * Length, Length), row.DefaultHashBytes);
                    Digests.Equal(expected, digests.AsSpan(i * row.DefaultHashBytes, row.DefaultHashBytes), () =>
                        $"{name}, message {i}, {left} bytes before the change");
                }
            }

            Assert.True(changes > 0, $"{name} never reached the unrolled form.");
        }
    }, ColdStart.DefaultBytes);
}
