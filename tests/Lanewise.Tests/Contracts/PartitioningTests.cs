using Lanewise.Batching;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the division of work over cores at the limits.</summary>
public sealed class PartitioningTests
{
    // A number of pieces that overflowed must not be taken for no work: the destination would keep its old bytes.
    [Fact]
    public void ANegativeNumberOfPiecesIsRejected() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Partitioning.Run(-1, new(), _ => { }));

    [Fact]
    public void NoPiecesAreNoWork() => Partitioning.Run(0, new(), _ => throw new InvalidOperationException());
}
