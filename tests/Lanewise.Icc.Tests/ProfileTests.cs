using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Lanewise.Icc.Tests;

public sealed class ProfileTests
{
    /// <summary>
    /// Compares profiles with those of a published collection. The sizes, maximum errors and RMS errors of the published files
    /// were measured with the same formula.
    /// </summary>
    [Theory]
    [InlineData("sRGB-v2-nano.icc", 410, 0.47801, 0.12008)]
    [InlineData("sRGB-v2-micro.icc", 456, 0.09528, 0.02458)]
    [InlineData("sRGB-v2-magic.icc", 736, 0.01279, 0.00272)]
    [InlineData("sRGB-v4.icc", 480, 0.00088, 0.00046)]
    [InlineData("scRGB-v2.icc", 372, 0, 0)]
    [InlineData("sGrey-v2-nano.icc", 290, 0.47801, 0.12008)]
    [InlineData("sGrey-v2-micro.icc", 336, 0.09528, 0.02458)]
    [InlineData("sGrey-v2-magic.icc", 616, 0.01279, 0.00272)]
    [InlineData("sGrey-v4.icc", 360, 0.00088, 0.00046)]
    [InlineData("DisplayP3-v2-micro.icc", 456, 0.09528, 0.02458)]
    [InlineData("DisplayP3-v2-magic.icc", 736, 0.01279, 0.00272)]
    [InlineData("DisplayP3-v4.icc", 480, 0.00088, 0.00046)]
    [InlineData("DisplayP3Compat-v2-micro.icc", 456, 0.09528, 0.02458)]
    [InlineData("DisplayP3Compat-v2-magic.icc", 736, 0.01279, 0.00272)]
    [InlineData("DisplayP3Compat-v4.icc", 480, 0.00088, 0.00046)]
    [InlineData("DCI-P3-v4.icc", 464, 0.0003, 0.0002)]
    [InlineData("ProPhoto-v2-micro.icc", 496, 0.05025, 0.01069)]
    [InlineData("ProPhoto-v2-magic.icc", 756, 0.02075, 0.00253)]
    [InlineData("ProPhoto-v4.icc", 480, 0.00016, 0.00012)]
    [InlineData("Rec601NTSC-v2-micro.icc", 460, 0.04129, 0.01405)]
    [InlineData("Rec601NTSC-v2-magic.icc", 738, 0.00630, 0.00172)]
    [InlineData("Rec601NTSC-v4.icc", 480, 0.00072, 0.00025)]
    [InlineData("Rec601PAL-v2-micro.icc", 460, 0.04129, 0.01405)]
    [InlineData("Rec601PAL-v2-magic.icc", 738, 0.00630, 0.00172)]
    [InlineData("Rec601PAL-v4.icc", 480, 0.00072, 0.00025)]
    [InlineData("Rec709-v2-micro.icc", 460, 0.04129, 0.01405)]
    [InlineData("Rec709-v2-magic.icc", 738, 0.00630, 0.00172)]
    [InlineData("Rec709-v4.icc", 480, 0.00072, 0.00025)]
    [InlineData("Rec2020-v2-micro.icc", 460, 0.04385, 0.01344)]
    [InlineData("Rec2020-v2-magic.icc", 790, 0.00619, 0.00175)]
    [InlineData("Rec2020-v4.icc", 480, 0.00062, 0.00024)]
    [InlineData("Rec2020Compat-v2-micro.icc", 460, 0.04385, 0.01344)]
    [InlineData("Rec2020Compat-v2-magic.icc", 790, 0.00619, 0.00175)]
    [InlineData("Rec2020Compat-v4.icc", 480, 0.00062, 0.00024)]
    [InlineData("Rec2020-g24-v4.icc", 464, 0.0003, 0.0002)]
    [InlineData("AdobeCompat-v2.icc", 374, 0, 0)]
    [InlineData("AdobeCompat-v4.icc", 480, 0.0002, 0.0001)]
    [InlineData("AppleCompat-v2.icc", 374, 0.0408, 0.0302)]
    [InlineData("AppleCompat-v4.icc", 480, 0.0002, 0.0002)]
    [InlineData("ColorMatchCompat-v2.icc", 374, 0.0408, 0.0302)]
    [InlineData("ColorMatchCompat-v4.icc", 480, 0.0002, 0.0002)]
    [InlineData("WideGamutCompat-v2.icc", 374, 0, 0)]
    [InlineData("WideGamutCompat-v4.icc", 480, 0.0002, 0.0001)]
    public void ProfilesAreNeverLargerOrLessAccurateThanPublishedProfiles(string fileName, int bytes, double largest, double rms)
    {
        (NamedSpace space, IccVariant variant) = AllProfiles.Find(fileName);
        IccProfile profile = AllProfiles.ByFileName[fileName];
        CurveError error = CurveError.Of(profile.Curve, space.TransferOf(variant));
        Assert.InRange(profile.ToArray().Length, 1, bytes);
        Assert.InRange(error.Largest, 0, largest + 1e-9);
        Assert.InRange(error.RootMeanSquare, 0, rms + 1e-9);
    }

    /// <summary>The stretch goals are 10 % less error in no more bytes, or the same curve in fewer bytes.</summary>
    [Fact]
    public void NanoMicroAndMagicAreSmallerOrATenthMoreAccurate()
    {
        Assert.Equal(404, AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray().Length);
        Assert.Equal(728, AllProfiles.ByFileName["sRGB-v2-magic.icc"].ToArray().Length);
        IccProfile micro = AllProfiles.ByFileName["sRGB-v2-micro.icc"];
        Assert.InRange(micro.ToArray().Length, 1, 456);
        Assert.InRange(CurveError.Of(micro.Curve, TransferFunction.Srgb).Largest, 0, 0.0953 * 0.9);

        NamedSpace srgb = IccSpaces.Find("sRGB");
        IccProfile same = IccSpaces.MakeV2(srgb.Space, srgb.Label, CurveFitter.Fit(TransferFunction.Srgb, 23));
        Assert.Equal(410, same.ToArray().Length);
        Assert.InRange(CurveError.Of(same.Curve, TransferFunction.Srgb).Largest, 0, 0.4780 * 0.9);
    }

    [Theory]
    [MemberData(nameof(AllProfiles.FileNames), MemberType = typeof(AllProfiles))]
    public void EveryPackingCanBeReadWithoutErrors(string fileName)
    {
        IccProfile profile = AllProfiles.ByFileName[fileName];
        int last = int.MaxValue;
        foreach (IccPacking packing in Enum.GetValues<IccPacking>())
        {
            byte[] bytes = profile.ToArray(packing);
            IccFile file = IccFile.Read(bytes);
            Assert.Empty(file.Problems);
            Assert.Equal(profile, file.ToProfile());
            Assert.Equal(bytes, IccProfile.Read(bytes).ToArray(packing));
            Assert.All(file.Tags, x => Assert.Equal(0u, x.Offset % 4));
            Assert.Equal(132 + (12 * file.Tags.Count), (int)file.Tags.Min(x => x.Offset));
            if (profile.Version == 4) Assert.Equal(0, bytes.Length % 4);
            Assert.True(bytes.Length <= last);
            last = bytes.Length;
        }
    }

    /// <summary>The test computes the ID with .NET's MD5, not with the implementation that wrote it.</summary>
    [Theory]
    [MemberData(nameof(AllProfiles.FileNames), MemberType = typeof(AllProfiles))]
    public void ProfileIdIsRight(string fileName)
    {
        byte[] bytes = AllProfiles.ByFileName[fileName].ToArray();
        byte[] cleared = [.. bytes];
        cleared.AsSpan(44, 4).Clear();
        cleared.AsSpan(64, 4).Clear();
        cleared.AsSpan(84, 16).Clear();
        Assert.Equal(MD5.HashData(cleared), bytes[84..100]);
        Assert.True(IccFile.Read(bytes).Header!.IdMatches);
    }

    /// <summary>
    /// The tight packing stores the copyright in the language and script codes. The text count in these elements is 0.
    /// </summary>
    [Fact]
    public void TightPackingKeepsBothCountsZero()
    {
        byte[] bytes = AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray();
        Assert.Equal("desc"u8, bytes.AsSpan(240, 4));
        Assert.Equal(8, BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(248)));
        Assert.Equal("sRGB-v2\0"u8, bytes.AsSpan(252, 8));
        Assert.Equal("text"u8, bytes.AsSpan(260, 4));
        Assert.Equal(0, BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(264)));
        Assert.Equal("PD\0"u8, bytes.AsSpan(268, 3));
    }

    [Fact]
    public void LongerTextsFallBackToTheirOwnElement()
    {
        NamedSpace srgb = IccSpaces.Find("sRGB");
        for (int name = 0; name < 20; name++)
        {
            for (int copyright = 0; copyright < 12; copyright++)
            {
                IccProfile profile = IccSpaces.MakeV2(srgb.Space, new('n', name), IccCurve.Linear, new('c', copyright));
                foreach (IccPacking packing in Enum.GetValues<IccPacking>())
                {
                    IccFile file = IccFile.Read(profile.ToArray(packing));
                    Assert.Empty(file.Problems);
                    Assert.Equal(profile, file.ToProfile());
                }
            }
        }
    }

    [Fact]
    public void ShortGreyProfilesKeepTheWholeDescription()
    {
        IccProfile profile = IccSpaces.MakeV2(ColorSpace.Gray(Chromaticity.D50, TransferFunction.Linear), "gry", IccCurve.Linear);
        byte[] bytes = profile.ToArray();
        IccFile file = IccFile.Read(bytes);
        Assert.Empty(file.Problems);
        IccTag desc = file.Find("desc")!;
        Assert.True(desc.Offset + desc.Size <= bytes.Length);
        Assert.Equal(profile, file.ToProfile());
    }

    [Fact]
    public void ContentThatAVersionCannotStoreIsRejected()
    {
        ColorSpace space = IccSpaces.Find("sRGB").Space;
        IccProfile v4 = IccSpaces.MakeV4(space, "x");
        Assert.Throws<InvalidOperationException>(() => IccSpaces.MakeV2(space, "x", v4.Curve).ToArray());
        Assert.Throws<InvalidOperationException>(() => IccSpaces.MakeV2(space, "\u00e9", IccCurve.Linear).ToArray());
        Assert.Throws<InvalidOperationException>(() => IccSpaces.MakeV2(space, "a\0b", IccCurve.Linear).ToArray());
        Assert.Throws<InvalidOperationException>(() => IccSpaces.MakeV2(space, new('x', 1001), IccCurve.Linear).ToArray());
        Assert.Throws<ArgumentOutOfRangeException>(() => IccCurve.FromGamma(0));
        Assert.Throws<ArgumentException>(() => IccCurve.FromSamples([1]));
        Assert.Throws<ArgumentException>(() => IccSpaces.Find("nowhere"));
        Assert.Throws<ArgumentException>(() => IccSpaces.Find("DCI-P3").MakeProfile(IccVariant.V2Nano));
    }

    /// <summary>
    /// The stored bytes of every profile equal the result of a fit, so loading a profile does not require one.
    /// </summary>
    [Theory]
    [MemberData(nameof(AllProfiles.FileNames), MemberType = typeof(AllProfiles))]
    public void StoredBytesEqualTheResultOfAFit(string fileName)
    {
        (NamedSpace space, IccVariant variant) = AllProfiles.Find(fileName);
        IccProfile fitted = space.Fit(variant, null, default);
        if (Environment.GetEnvironmentVariable("LANEWISE_UPDATE_PROFILES") == "1")
        {
            string? folder = AppContext.BaseDirectory;
            while (!File.Exists(Path.Combine(folder!, "Lanewise.slnx"))) folder = Path.GetDirectoryName(folder);
            File.WriteAllBytes(Path.Combine(folder!, "src", "Lanewise.Icc", "Profiles", fileName), fitted.ToArray());
            Assert.Skip($"{fileName} was written; build again.");
        }

        Assert.Equal(fitted.ToArray(), space.GetBytes(variant).ToArray());
        Assert.Equal(fitted, space.MakeProfile(variant));
        Assert.Contains(fileName, typeof(NamedSpace).Assembly.GetManifestResourceNames());
    }

    [Fact]
    public void AFittedProfileIsCached()
    {
        NamedSpace own = IccSpaces.Find("Rec2020") with { Name = "own", Label = "own" };
        List<double> told = [];
        IccProfile profile = own.MakeProfile(IccVariant.V2Magic, new Told(told));
        Assert.True(told.Count > 1);
        Assert.Equal("own", profile.Description);
        told.Clear();
        Assert.Same(profile, own.MakeProfile(IccVariant.V2Magic, new Told(told)));
        Assert.Equal([1], told);
        Assert.Equal(profile.ToArray(), own.GetBytes(IccVariant.V2Magic).ToArray());
        Assert.Same(IccSpaces.Find("sRGB").MakeProfile(IccVariant.V2Nano), IccSpaces.Find("srgb").MakeProfile(IccVariant.V2Nano));
        Assert.Throws<ArgumentException>(() => own.GetBytes(IccVariant.V2));
    }

    private sealed class Told(List<double> values) : IProgress<double>
    {
        public void Report(double value) => values.Add(value);
    }
}
