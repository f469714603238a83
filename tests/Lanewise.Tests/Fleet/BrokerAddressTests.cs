using Lanewise.Fleet;
using Lanewise.Fleet.Queues;
using Lanewise.Fleet.Sources;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests how broker addresses are parsed, and the sizes of object parts. The scripts in tests/Fleet test real servers.
/// </summary>
public sealed class BrokerAddressTests
{
    [Theory]
    [InlineData("amqps://audit:secret@mq", "mq", 5671, true, "/", "audit")]
    [InlineData("amqps://audit:secret@mq.example:1234/", "mq.example", 1234, true, "/", "audit")]
    [InlineData("amqps://au%2Fdit:s%20e@mq/a%2Fb", "mq", 5671, true, "a/b", "au/dit")]
    [InlineData("amqp://audit:secret@127.0.0.1", "127.0.0.1", 5672, false, "/", "audit")]
    [InlineData("amqp://audit:secret@localhost:9", "localhost", 9, false, "/", "audit")]
    public void AddressesAreParsed(string text, string host, int port, bool isEncrypted, string virtualHost, string user)
    {
        BrokerAddress address = BrokerAddress.Parse(text);
        Assert.Equal((host, port, isEncrypted, virtualHost, user),
            (address.Host, address.Port, address.IsEncrypted, address.VirtualHost, address.User));
        Assert.True(BrokerAddress.HoldsPassword(text));
        Assert.StartsWith("s", address.Password, StringComparison.Ordinal);
        Assert.DoesNotContain(address.Password, address.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mq", "amqps://USER@HOST")]
    [InlineData("amqps://mq", "USER and HOST")]
    [InlineData("https://audit:secret@mq", "amqps://USER@HOST")]
    [InlineData("amqp://audit:secret@mq", "needs amqps")]
    public void InvalidValuesAreRejected(string text, string reason)
    {
        FleetException refused = Assert.Throws<FleetException>(() => BrokerAddress.Parse(text));
        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0123456789abcdef0123456789abcdef", null)]
    [InlineData("0123456789abcdef0123456789abcdef-7", 7)]
    [InlineData("0123456789abcdef0123456789abcdef-0", null)]
    [InlineData("0123456789abcdef-7", null)]
    [InlineData("", null)]
    public void TheNumberOfPartsIsReadFromAnETag(string etag, int? parts) => Assert.Equal(parts, PartSizes.CountOf(etag));

    [Fact]
    public void KnownPartSizesAreTriedFirst()
    {
        PartSizes sizes = new();
        long[] all = PartSizes.All(100 << 20, 13);
        Assert.Contains(8L << 20, all);
        Assert.Equal(all, sizes.Likely(100 << 20, 13));
        sizes.Add(8 << 20);
        Assert.Equal([8L << 20], sizes.Likely(100 << 20, 13));
        Assert.Equal(PartSizes.All(100 << 20, 2), sizes.Likely(100 << 20, 2));
    }
}
