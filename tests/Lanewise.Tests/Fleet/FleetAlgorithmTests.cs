using System.Security.Cryptography;
using Lanewise.Fleet;
using Xunit;

namespace Lanewise.Tests;

public sealed class FleetAlgorithmTests
{
    // A catalogue on a server is written by others, too: an empty name was reported as a bug of the program.
    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("no-such-hash")]
    public void ANameOfNoAlgorithmIsRefused(string name) =>
        Assert.Throws<CryptographicException>(() => new FleetAlgorithm(name));
}
