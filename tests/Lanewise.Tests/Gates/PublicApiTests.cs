using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// The public API as text, held to an approved file: a change of it is a line in a review. To approve a change:
/// <c>LANEWISE_UPDATE_API=1 ./test --filter-class '*PublicApiTests'</c>.
/// </summary>
[Trait("Category", "Once")]
public sealed class PublicApiTests
{
    [Fact]
    public void TheApiIsAsApproved() =>
        ApiText.Expect(typeof(LanewiseHash).Assembly, Repository.File("tests", "Lanewise.Tests", "PublicApi.approved.txt"));

    [Fact]
    public void EveryPublicTypeIsSealedStaticOrMadeToDeriveFrom() => ApiText.ExpectClosed(typeof(LanewiseHash).Assembly);
}
