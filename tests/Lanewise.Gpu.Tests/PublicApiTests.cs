using Lanewise.Tests;

namespace Lanewise.Gpu.Tests;

/// <summary>
/// The public API as text, held to an approved file as that of the library is. To approve a change: run this executable with
/// <c>LANEWISE_UPDATE_API=1</c> and <c>--filter-class '*PublicApiTests'</c>.
/// </summary>
public sealed class PublicApiTests
{
    [Fact]
    public void TheApiIsAsApproved() => ApiText.Expect(
        typeof(Accelerator).Assembly, Path.Combine(StandIn.Root(), "tests", "Lanewise.Gpu.Tests", "PublicApi.approved.txt"));

    [Fact]
    public void EveryPublicTypeIsSealedStaticOrMadeToDeriveFrom() => ApiText.ExpectClosed(typeof(Accelerator).Assembly);
}
