using System.Security.Cryptography;
using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

public sealed class FleetAlgorithmTests
{
    // Other users can write to a catalogue on a server, so every algorithm name, even an empty one, must lead to a clear error.
    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("no-such-hash")]
    public void AnUnknownAlgorithmIsRejected(string name) =>
        Assert.Throws<CryptographicException>(() => new FleetAlgorithm(name));
}
