using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

public sealed class HashAccumulatorTests
{
    private static readonly byte[] Source = AdapterData.Pattern(200_000);

    [Theory]
    [InlineData("MD5", 0)]
    [InlineData("BLAKE2b", 0)]
    [InlineData("blake2b-160", 0)]
    [InlineData("BLAKE2b-256", 32)]
    [InlineData("BLAKE2b-256", 64)]
    [InlineData("BLAKE2s", 0)]
    [InlineData("BLAKE2s-136", 17)]
    public void DigestsEqualTheOneShotsInTicketOrder(string name, int keyLength)
    {
        byte[] key = AdapterData.Pattern(keyLength);
        List<(long Ticket, byte[] Digest)> delivered = [];
        List<byte[]> expected = [];
        HashAlgorithmName algorithm = new(name);
        using HashAccumulator accumulator = keyLength == 0
            ? new(algorithm, (ticket, digest) => delivered.Add((ticket, digest.ToArray())))
            : new(algorithm, key, (ticket, digest) => delivered.Add((ticket, digest.ToArray())));

        byte[] memory = new byte[Source.Length];
        Random random = new(11);
        for (int i = 0; i < 3000; i++)
        {
            // Messages are empty, short enough to be copied, or long. Some lengths are at the boundary between two of these
            // categories.
            int length = (i % 97) switch
            {
                0 => HashAccumulator.MaxStagedMessageSizeInBytes,
                1 => HashAccumulator.MaxStagedMessageSizeInBytes + 1,
                2 => random.Next(20_000, 60_000),
                < 10 => random.Next(16 * 1024),
                _ => random.Next(300),
            };
            Span<byte> message = memory.AsSpan(0, length);
            Source.AsSpan(random.Next(Source.Length - length), length).CopyTo(message);
            expected.Add(OneShot(name, key, message, accumulator.HashLengthInBytes));

            int before = delivered.Count;
            Assert.Equal(i, accumulator.Append(message));
            Assert.DoesNotContain(delivered.Skip(before), d => d.Ticket == i);
            message.Fill(0xEE);
            Assert.Equal(i + 1, accumulator.Count);
            Assert.Equal(i + 1 - delivered.Count, accumulator.PendingCount);
            Assert.True(accumulator.PendingCount <= accumulator.BatchSize);
            if (i == 1000) accumulator.Flush();
        }

        Assert.InRange(delivered.Count, 3000 - accumulator.BatchSize, 3000);
        accumulator.Flush();
        accumulator.Flush();
        Assert.Equal(0, accumulator.PendingCount);
        Assert.Equal(Enumerable.Range(0, 3000).Select(i => (long)i), delivered.Select(d => d.Ticket));
        for (int i = 0; i < expected.Count; i++) Assert.Equal(expected[i], delivered[i].Digest);
    }

    [Fact]
    public void HashesAFullBatchAutomatically()
    {
        int delivered = 0;
        using HashAccumulator accumulator = new(HashAlgorithmName.MD5, (_, _) => delivered++);
        Assert.Equal(0, accumulator.BatchSize % Md5.PreferredBatchSize);
        for (int i = 0; i < accumulator.BatchSize; i++) accumulator.Append("abc"u8);
        Assert.Equal(0, delivered);
        accumulator.Append("abc"u8);
        Assert.Equal(accumulator.BatchSize, delivered);
        Assert.Equal(1, accumulator.PendingCount);
    }

    [Fact]
    public void StagesABoundedNumberOfBytes()
    {
        int delivered = 0;
        using HashAccumulator accumulator = new(HashAlgorithmName.MD5, (_, _) => delivered++);
        byte[] message = new byte[HashAccumulator.MaxStagedMessageSizeInBytes];
        int fits = accumulator.StagingSizeInBytes / message.Length;
        for (int i = 0; i < fits; i++) accumulator.Append(message);
        Assert.Equal(0, delivered);
        accumulator.Append([]);
        Assert.Equal(0, delivered);
        accumulator.Append([1]);
        Assert.Equal(fits + 1, delivered);
    }

    [Fact]
    public void LongMessagesAreHashedWhenABatchIsFull()
    {
        List<string> delivered = [];
        using HashAccumulator accumulator = new(HashAlgorithmName.MD5, (ticket, digest) =>
            delivered.Add($"{ticket} {Convert.ToHexString(digest)}"));
        int count = accumulator.BatchSize + 3;
        for (int i = 0; i < count; i++) accumulator.Append(Source.AsSpan(i, 16_385));
        Assert.Equal(accumulator.BatchSize, delivered.Count);
        accumulator.Flush();
        Assert.Equal(Enumerable.Range(0, count)
            .Select(i => $"{i} {Convert.ToHexString(MD5.HashData(Source.AsSpan(i, 16_385)))}"), delivered);
    }

    [Fact]
    public void NothingIsAllocatedAfterTheFirstBatch()
    {
        long sum = 0;
        using HashAccumulator accumulator = new(new HashAlgorithmName("BLAKE2b-256"), AdapterData.Pattern(32), (ticket, digest) =>
            sum += digest[0]);
        AppendSome(accumulator);

        // Other threads or the GC may empty the shared pools during a call, but this is unlikely to happen in five consecutive
        // calls.
        long least = long.MaxValue;
        for (int round = 0; round < 5; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            AppendSome(accumulator);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.Equal(0, least);
        Assert.NotEqual(0, sum);

        static void AppendSome(HashAccumulator accumulator)
        {
            for (int i = 0; i < 2 * accumulator.BatchSize; i++)
            {
                accumulator.Append(Source.AsSpan(i, i % 100 == 0 ? 20_000 : i % 700));
            }
            accumulator.Flush();
        }
    }

    [Fact]
    public void AnExceptionInTheCallbackLosesNoOtherDigest()
    {
        List<long> delivered = [];
        using HashAccumulator accumulator = new(HashAlgorithmName.MD5, (ticket, digest) =>
        {
            if (ticket is 3 or 7) throw new FormatException("No room.");

            Assert.Equal(MD5.HashData([(byte)ticket]), digest.ToArray());
            delivered.Add(ticket);
        });
        for (int i = 0; i < 10; i++) accumulator.Append([(byte)i]);
        Assert.Throws<FormatException>(accumulator.Flush);
        Assert.Equal([0, 1, 2], delivered);
        Assert.Equal(6, accumulator.PendingCount);

        // The callback throws before the message has been accepted.
        Assert.Throws<FormatException>(() => accumulator.Append([10]));
        Assert.Equal([0, 1, 2, 4, 5, 6], delivered);
        Assert.Equal(10, accumulator.Append([10]));
        Assert.Equal([0, 1, 2, 4, 5, 6, 8, 9], delivered);
        accumulator.Flush();
        Assert.Equal([0, 1, 2, 4, 5, 6, 8, 9, 10], delivered);
    }

    [Fact]
    public void TheCallbackMustNotUseItsAccumulator()
    {
        HashAccumulator? accumulator = null;
        int delivered = 0;
        using (accumulator = new HashAccumulator(HashAlgorithmName.MD5, (_, _) =>
        {
            delivered++;
            Assert.Throws<InvalidOperationException>(() => accumulator!.Append([]));
            Assert.Throws<InvalidOperationException>(() => accumulator!.Flush());
        }))
        {
            accumulator.Append([]);
            accumulator.Flush();
        }

        Assert.Equal(1, delivered);
    }

    [Fact]
    public void DisposeInTheCallbackEndsTheDelivery()
    {
        HashAccumulator? accumulator = null;
        List<long> delivered = [];
        accumulator = new HashAccumulator(HashAlgorithmName.MD5, (ticket, digest) =>
        {
            delivered.Add(ticket);
            if (ticket == 1) accumulator!.Dispose();
            Assert.Equal(MD5.HashData([(byte)ticket]), digest.ToArray());
        });
        for (int i = 0; i < 4; i++) accumulator.Append([(byte)i]);
        accumulator.Flush();
        Assert.Equal([0, 1], delivered);
        Assert.Throws<ObjectDisposedException>(() => accumulator.Append([]));
    }

    [Fact]
    public void DisposeDeliversNothing()
    {
        int delivered = 0;
        HashAccumulator accumulator = new(HashAlgorithmName.MD5, (_, _) => delivered++);
        accumulator.Append([]);
        accumulator.Dispose();
        accumulator.Dispose();
        Assert.Equal(0, delivered);
        Assert.Throws<ObjectDisposedException>(() => accumulator.Append([]));
        Assert.Throws<ObjectDisposedException>(accumulator.Flush);
    }

    [Fact]
    public void DisposeWipesKeyAndMessages()
    {
        byte[] key = AdapterData.Pattern(32);
        HashAccumulator accumulator = new(new HashAlgorithmName("BLAKE2s"), key, (_, _) => { });
        byte[] heldKey = Field<byte[]>(accumulator, "key"), staging = Field<byte[]>(accumulator, "staging");
        accumulator.Append(Source.AsSpan(1, 200));
        Assert.Equal(key, heldKey);
        Assert.Equal(Source.AsSpan(1, 200), staging.AsSpan(0, 200));
        accumulator.Dispose();
        Assert.Equal(-1, heldKey.AsSpan().IndexOfAnyExcept((byte)0));
        Assert.Equal(-1, staging.AsSpan(0, 200).IndexOfAnyExcept((byte)0));

        static T Field<T>(object o, string name) =>
            (T)o.GetType().GetField(name,
                System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!.GetValue(o)!;
    }

    [Fact]
    public void RejectsInvalidArguments()
    {
        Action<long, ReadOnlySpan<byte>> none = (_, _) => { };
        Assert.Throws<ArgumentNullException>("onDigest", () => new HashAccumulator(HashAlgorithmName.MD5, null!));
        Assert.Throws<ArgumentNullException>("hashAlgorithm", () => new HashAccumulator(default, none));
        Assert.Throws<ArgumentException>("hashAlgorithm", () => new HashAccumulator(new HashAlgorithmName(""), none));
        Assert.Throws<CryptographicException>(() => new HashAccumulator(new HashAlgorithmName("MD6"), none));
        Assert.Throws<CryptographicException>(() => new HashAccumulator(new HashAlgorithmName("SHA257"), none));
        Assert.Throws<CryptographicException>(() => new HashAccumulator(new HashAlgorithmName("BLAKE2b-520"), none));
        Assert.Throws<CryptographicException>(() => new HashAccumulator(HashAlgorithmName.MD5, [1], none));
        Assert.Throws<CryptographicException>(() => new HashAccumulator(new HashAlgorithmName("BLAKE2s"), new byte[33], none));
        using HashAccumulator good = new(new HashAlgorithmName("BLAKE2s"), new byte[32], none);
        Assert.Equal(32, good.HashLengthInBytes);
    }

    private static byte[] OneShot(string name, ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes) =>
        name == "MD5" ? MD5.HashData(message)
        : Either.Hash(
            name.StartsWith("BLAKE2b", StringComparison.OrdinalIgnoreCase) ? "blake2b" : "blake2s", key, message, hashBytes);
}
