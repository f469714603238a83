namespace Lanewise.Icc.Tests;

/// <summary>The profiles for every variant of every named color space, created only once.</summary>
internal static class AllProfiles
{
    private static readonly Lazy<IReadOnlyDictionary<string, IccProfile>> Made = new(() =>
        IccSpaces.All.SelectMany(s => s.Variants.Select(v => (Name: s.FileName(v), Profile: s.MakeProfile(v)))).ToDictionary(x =>
            x.Name, x => x.Profile));

    public static IReadOnlyDictionary<string, IccProfile> ByFileName => Made.Value;

    public static (NamedSpace Space, IccVariant Variant) Find(string fileName) =>
        IccSpaces.All.SelectMany(s => s.Variants.Select(v => (s, v))).Single(x => x.s.FileName(x.v) == fileName);

    public static IEnumerable<TheoryDataRow<string>> FileNames() =>
        IccSpaces.All.SelectMany(s => s.Variants.Select(v => new TheoryDataRow<string>(s.FileName(v))));
}
