using Lanewise.Blake3Family;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// A process hashes with the rolled form of BLAKE's kernels first and later with the written-out one. Which one it is must not
/// be left to the order of the tests: the suite runs with the written-out form, and here is the other.
/// </summary>
internal static class ColdAndWarm
{
    /// <summary>Runs a test both ways. Tests beside it may see the change; it changes no result.</summary>
    public static void Both(Action test) => In(test, ColdStartMode.Rolled, ColdStartMode.Unrolled);

    public static void In(Action test, params ReadOnlySpan<ColdStartMode> modes)
    {
        ColdStartMode before = ColdStart.Mode;
        try
        {
            foreach (ColdStartMode mode in modes)
            {
                ColdStart.Mode = mode;
                test();
            }
        }
        finally
        {
            ColdStart.Mode = before;
        }
    }
}

/// <summary>One message and many with the rolled form and with the written-out one, and across the change.</summary>
[Collection(Alone.Name)]
public sealed class ColdAndWarmTests
{
    public static TheoryData<string> Names => [.. Catalog.Hashes.Select(row => row.Name).Where(name => name.StartsWith("blake", StringComparison.Ordinal))];

    public static TheoryData<string, string> Shapes
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach (HashRow row in Catalog.Hashes.Where(row => row.Name.StartsWith("blake", StringComparison.Ordinal)))
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
            Digests.Equal(PlainReferences.For(name)(default, input.AsSpan(0, n), digest.Length), digest, () => $"{name} of {n} bytes, {ColdStart.Mode}");
            row.Hash(key, input.AsSpan(0, n), digest);
            Digests.Equal(PlainReferences.For(name)(key, input.AsSpan(0, n), digest.Length), digest, () => $"{name} of {n} bytes with a key, {ColdStart.Mode}");
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
                Digests.Equal(expected, digests.AsSpan(i * hashBytes, hashBytes), () => $"{name} {shape}, message {i} of {length} bytes, {ColdStart.Mode}");
            }
        }
    });

    /// <summary>Extended output has a kernel of its own.</summary>
    [Theory]
    [InlineData("blake3", 1024)]
    [InlineData("blake2xb", 1024)]
    [InlineData("blake2xs", 1024)]
    public void LongOutput(string name, int length) => ColdAndWarm.Both(() =>
    {
        byte[] input = Pattern.Bytes(300), output = new byte[length];
        Rows.Row(name).Hash(default, input, output);
        Digests.Equal(PlainReferences.For(name)(default, input, length), output, () => $"{length} bytes of {name}, {ColdStart.Mode}");
    });

    [Fact]
    public void AcrossTheChangeOfOneMessage() => ColdAndWarm.In(() =>
    {
        byte[] message = Pattern.Bytes(128 * 50);
        (string Name, int Block, LanewiseHash Hash, Action<long> SetSeen)[] hashes =
        [
            ("blake2b", 128, new Blake2b(), seen => Blake2Single<ulong, Blake2bSpec>.Seen = seen),
            ("blake2s", 64, new Blake2s(), seen => Blake2Single<uint, Blake2sSpec>.Seen = seen),
            ("blake3", 64, new Blake3(), seen => Blake3Single.Seen = seen),
        ];
        foreach ((string name, int block, LanewiseHash hash, Action<long> setSeen) in hashes)
        {
            byte[] expected = PlainReferences.For(name)(default, message, hash.HashLengthInBytes), actual = new byte[hash.HashLengthInBytes];
            for (int left = 0; left < 60; left++)
            {
                setSeen(ColdStart.SingleBytes - (left * block));
                for (int i = 0; i < message.Length; i += 300) hash.AppendData(message.AsSpan(i, Math.Min(300, message.Length - i)));
                hash.GetHashAndReset(actual);
                Digests.Equal(expected, actual, () => $"{name}, {left} blocks before the change");
            }

            hash.Dispose();
        }
    }, ColdStartMode.Auto);

    [Fact]
    public void AcrossTheChangeOfManyMessages() => ColdAndWarm.In(() =>
    {
        const int Length = 3000, Count = 5;
        (string Name, long Budget, Action<long> SetSeen, Func<long> Seen)[] rows =
        [
            ("blake2b", ColdStart.LaneBytes, seen => Blake2Lanes<ScalarLane<ulong>, ulong, Blake2bSpec>.Seen = seen, () => Blake2Lanes<ScalarLane<ulong>, ulong, Blake2bSpec>.Seen),
            ("blake2s", ColdStart.LaneBytes, seen => Blake2Lanes<ScalarLane<uint>, uint, Blake2sSpec>.Seen = seen, () => Blake2Lanes<ScalarLane<uint>, uint, Blake2sSpec>.Seen),
            ("blake3", ColdStart.TreeBytes, seen => Blake3Lanes<ScalarLane<uint>, ChainingOutput>.Seen = seen, () => Blake3Lanes<ScalarLane<uint>, ChainingOutput>.Seen),
        ];
        foreach ((string name, long budget, Action<long> setSeen, Func<long> seen) in rows)
        {
            HashRow row = Rows.Row(name);
            byte[] source = Pattern.Bytes(Count * Length), digests = new byte[Count * row.DefaultHashBytes];
            int changes = 0;
            for (long left = 0; left <= 2 * source.Length; left += 1000)
            {
                setSeen(budget - left);
                row.HashMany(Messages.Packed(source, Length), default, digests, row.DefaultHashBytes, LaneShape.Scalar);
                if (left > 0 && seen() >= budget) changes++;
                for (int i = 0; i < Count; i++)
                {
                    byte[] expected = PlainReferences.For(name)(default, source.AsSpan(i * Length, Length), row.DefaultHashBytes);
                    Digests.Equal(expected, digests.AsSpan(i * row.DefaultHashBytes, row.DefaultHashBytes), () => $"{name}, message {i}, {left} bytes before the change");
                }
            }

            Assert.True(changes > 0, $"{name} never came to the written-out form.");
        }
    }, ColdStartMode.Auto);
}
