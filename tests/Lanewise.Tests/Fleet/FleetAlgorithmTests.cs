using System.Security.Cryptography;
using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

public sealed class FleetAlgorithmTests
{
    // Others may write to a catalogue on a server, too: an empty name was reported as a bug of the program.
    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("no-such-hash")]
    public void AnUnknownAlgorithmIsRefused(string name) =>
        Assert.Throws<CryptographicException>(() => new FleetAlgorithm(name));
}
