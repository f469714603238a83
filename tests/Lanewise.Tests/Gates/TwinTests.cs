using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Static verbs have to stand on each public type, so the types of a family are the same text under other names. What is mended
/// in one of them must be mended in all.
/// </summary>
[Trait("Category", "Once")]
public sealed partial class TwinTests
{
    public static TheoryData<string, string> Twins => new()
    {
        { "ThreefishFamily/Threefish512.cs", "ThreefishFamily/Threefish256.cs" },
        { "ThreefishFamily/Threefish512.cs", "ThreefishFamily/Threefish1024.cs" },
    };

    [Theory]
    [MemberData(nameof(Twins))]
    public void TypesOfAFamilyDifferInNamesAndNumbersOnly(string one, string other) => Assert.Equal(Shape(one), Shape(other));

    // The code without comments, one name for all names of the family and one for all numbers.
    private static string[] Shape(string file) =>
    [
        .. File.ReadAllLines(Repository.File("src/Lanewise/" + file))
            .Select(line => Comment().Replace(line, "").TrimEnd())
            .Where(line => line.Length > 0)
            .Select(line => Word().Replace(FamilyName().Replace(line, "Name"), "word"))
            .Select(line => Number().Replace(line, "0")),
    ];

    [GeneratedRegex("//.*")]
    private static partial Regex Comment();

    [GeneratedRegex(@"Blake2[bs]|Blake2x[bs]|BLAKE2X?[BSbs]|(Skein|Threefish)(256|512|1024)|isXb: (true|false)")]
    private static partial Regex FamilyName();

    [GeneratedRegex(@"\bu(int|long)\b")]
    private static partial Regex Word();

    [GeneratedRegex("[0-9]+")]
    private static partial Regex Number();
}
