using Lanewise.Api;
using Xunit;
using Xunit.Sdk;

namespace Lanewise.Tests;

/// <summary>Tests deliberately broken hashes. The comparisons that the other tests use must detect each broken hash.</summary>
[Trait("Category", "Lanes")]
public sealed class CanaryTests
{
    private static readonly HashRow Row = Rows.Row("md5");

    [Fact]
    public void AWrongDigestOfOneLengthIsDetected()
    {
        // This hash is wrong only for messages of one particular length, like a hash with a padding error at a block boundary.
        Assert.ThrowsAny<XunitException>(() =>
            CompareOneByOne((message, digest) => Row.Hash(default, message.Length == 56 ? message[1..] : message, digest)));
    }

    [Fact]
    public void AFlippedBitIsDetected() => Assert.ThrowsAny<XunitException>(() => CompareOneByOne((message, digest) =>
    {
        Row.Hash(default, message, digest);
        if (message.Length == 200) digest[15] ^= 1;
    }));

    [Fact]
    public void SwappedLanesAreDetected() => Assert.ThrowsAny<XunitException>(() => CompareMany(digests =>
    {
        byte[] first = digests.Slice(32, 16).ToArray();
        digests.Slice(48, 16).CopyTo(digests.Slice(32, 16));
        first.CopyTo(digests.Slice(48, 16));
    }));

    [Fact]
    public void AMissingDigestIsDetected() =>
        Assert.ThrowsAny<XunitException>(() => CompareMany(digests => digests.Slice(digests.Length - 16).Clear()));

    [Fact]
    public void SwappedBlocksAreDetected() => Assert.ThrowsAny<XunitException>(() => CompareOneByOne((message, digest) =>
    {
        byte[] exchanged = message.ToArray();
        if (message.Length >= 128) (message[..64].ToArray(), message[64..128].ToArray()).CopyExchangedTo(exchanged);
        Row.Hash(default, exchanged, digest);
    }));

    [Fact]
    public void AWriteOutsideTheDestinationIsDetected()
    {
        Guarded guarded = new(16);
        Span<byte> span = guarded.Span;
        guarded.CheckMargins(() => "untouched");
        span.Fill(1);
        guarded.CheckMargins(() => "inside");
        Assert.ThrowsAny<XunitException>(() => guarded.CheckUntouched(15, () => "the last byte"));
        Guarded overrun = new(16);
        overrun.WriteBehind();
        Assert.ThrowsAny<XunitException>(() => overrun.CheckMargins(() => "behind"));
    }

    [Fact]
    public void TheCorrectHashPasses()
    {
        // If the comparison also failed for a correct hash, the other canary tests would prove nothing.
        CompareOneByOne((message, digest) => Row.Hash(default, message, digest));
        CompareMany(_ => { });
    }

    private static void CompareOneByOne(HashOne hash)
    {
        byte[] input = Pattern.Bytes(260), digest = new byte[16];
        for (int n = 0; n <= 260; n++)
        {
            hash(input.AsSpan(0, n), digest);
            Digests.Equal(PlainMd5.Hash(input.AsSpan(0, n)), digest, () => $"{n} bytes");
        }
    }

    private delegate void Breaking(Span<byte> digests);

    private static void CompareMany(Breaking breakIt)
    {
        int[] lengths = [.. Enumerable.Range(0, 40)];
        byte[] source = Pattern.Bytes(lengths.Sum()), digests = new byte[16 * lengths.Length];
        Row.HashMany(Messages.Packed(source, lengths), default, digests, 16);
        breakIt(digests);
        Digests.EqualMany(Rows.OneByOne(Row, default, Pattern.Cut(source, lengths), 16), digests, 16, () => "many");
    }
}

internal static class Exchange
{
    public static void CopyExchangedTo(this (byte[] First, byte[] Second) blocks, byte[] target)
    {
        blocks.Second.CopyTo(target, 0);
        blocks.First.CopyTo(target, blocks.Second.Length);
    }
}
