using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests KangarooTwelve's tree, and the customization that follows the message.</summary>
[Trait("Category", "Lanes")]
public sealed class KangarooTwelveTests
{
    private const int Chunk = 8192;

    // These cases, from RFC 9861, section 5, are too long for the vector files.
    [Fact]
    public void LongInputsEqualTheSpecification()
    {
        Assert.Equal(
            "e8dc563642f7228c84684c898405d3a834799158c079b12880277a1d28e2ff6d",
            Convert.ToHexStringLower(KangarooTwelve.HashData([], 10032).AsSpan(10000)));
        Assert.Equal(
            "844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682",
            Convert.ToHexStringLower(KangarooTwelve.HashData(Counter(17 * 17 * 17 * 17 * 17))));
        byte[] digest = new byte[32];
        KangarooTwelve.HashData(
            new KangarooTwelveParameters { Customization = Counter(41 * 41 * 41) }, [255, 255, 255, 255, 255, 255, 255], digest);
        Assert.Equal("75d2f86a2e644566726b4fbcfc5657b9dbcf070c7b0dca06450ab291d7443bcf", Convert.ToHexStringLower(digest));
    }

    /// <summary>
    /// Tests inputs in which the message, the customization or its encoded length ends near the end of a chunk.
    /// </summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, Chunk - 3)]
    [InlineData(0, Chunk - 2)]
    [InlineData(1, Chunk)]
    [InlineData(Chunk - 2, 0)]
    [InlineData(Chunk - 1, 0)]
    [InlineData(Chunk - 1, 300)]
    [InlineData(Chunk, 0)]
    [InlineData(Chunk, 255)]
    [InlineData(Chunk + 1, 256)]
    [InlineData((2 * Chunk) - 3, 1)]
    [InlineData((2 * Chunk) - 2, 1)]
    [InlineData((3 * Chunk) + 700, 2 * Chunk)]
    [InlineData(9 * Chunk, 70)]
    [InlineData((10 * Chunk) - 1, 0)]
    [InlineData((19 * Chunk) + 5, 5)]
    public void EveryFormEqualsThePlainReference(int length, int customizationBytes)
    {
        Random random = Seed.For();
        KangarooTwelveParameters parameters = new() { Customization = Pattern.Bytes(random, customizationBytes) };
        byte[] message = Pattern.Bytes(random, length), digest = new byte[200];
        byte[] expected = PlainKeccak.Kangaroo(parameters.Customization.Span, message, digest.Length);
        KangarooTwelve.HashData(parameters, message, digest);
        Digests.Equal(expected, digest, () => $"one message{Seed.Replay}");

        byte[] many = new byte[3 * digest.Length];
        KangarooTwelve.HashMany(parameters, new ReadOnlyMemory<byte>[] { message, new byte[70], message }, many, digest.Length);
        Digests.Equal(expected, many.AsSpan(0, digest.Length), () => $"the first of many{Seed.Replay}");
        Digests.Equal(expected, many.AsSpan(2 * digest.Length), () => $"the last of many{Seed.Replay}");

        using KangarooTwelve running = new(parameters, digest.Length);
        for (int round = 0; round < 3; round++)
        {
            int at = 0;
            for (int part; at < length / 2; at += part)
            {
                part = Math.Min(random.Next(1, 1 << random.Next(1, 18)), (length / 2) - at);
                running.AppendData(message.AsSpan(at, part));
            }

            using LanewiseHash copy = running.Clone(), resumed = LanewiseHash.FromState(running.ExportState());
            foreach (LanewiseHash hash in new[] { running, copy, resumed })
            {
                hash.AppendData(message.AsSpan(at));
                Digests.Equal(expected, hash.GetCurrentHash(), () => $"incremental, round {round}{Seed.Replay}");
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"incremental, round {round}, at its end{Seed.Replay}");
            }
        }
    }

    /// <summary>Tests that a batch of short messages with any number of blocks is hashed in SIMD lanes.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(165)]
    [InlineData(166)]
    [InlineData(167)]
    [InlineData(1000)]
    [InlineData(Chunk - 300)]
    public void BatchesWithAnyNumberOfFinalBlocksEqualThePlainReference(int customizationBytes)
    {
        Random random = Seed.For();
        KangarooTwelveParameters parameters = new() { Customization = Pattern.Bytes(random, customizationBytes) };
        ReadOnlyMemory<byte>[] messages =
            [.. Enumerable.Range(0, 60).Select(i => Pattern.Bytes(random, (i * 11) % 345).AsMemory())];
        int[] lengths = [.. messages.Select(m => m.Length)];
        byte[] packed = [.. messages.SelectMany(m => m.ToArray())], digests = new byte[32 * messages.Length];
        byte[] expected = [.. messages.SelectMany(m => PlainKeccak.Kangaroo(parameters.Customization.Span, m.Span, 32))];
        KangarooTwelve.HashMany(parameters, messages, digests, 32);
        Digests.Equal(expected, digests, () => $"scattered{Seed.Replay}");
        Array.Clear(digests);
        KangarooTwelve.HashMany(parameters, Messages.Packed(packed, lengths), digests, 32);
        Digests.Equal(expected, digests, () => $"packed{Seed.Replay}");
    }

    // If the caller changes its customization buffer later, this must not affect the digest.
    [Fact]
    public void AnIncrementalHashKeepsItsCustomization()
    {
        byte[] customization = [1, 2, 3];
        KangarooTwelveParameters parameters = new() { Customization = customization };
        byte[] expected = PlainKeccak.Kangaroo(customization, [7], 32);
        using KangarooTwelve running = new(parameters);
        customization[0] = 9;
        running.AppendData([7]);
        Digests.Equal(expected, running.GetHashAndReset(), () => "after the memory changed");
    }

    private static byte[] Counter(int length) => [.. Enumerable.Range(0, length).Select(i => (byte)(i % 251))];
}
