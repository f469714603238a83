namespace Lanewise.Icc.Tests;

public sealed class ColorSpaceTests
{
    [Fact]
    public void SrgbColorantsEqualThePublishedValues()
    {
        ColorSpace space = IccSpaces.Find("sRGB").Space;
        Assert.Equal((0.43603515625, 0.222442626953125, 0.0139007568359375), Values(space.Red));
        Assert.Equal((0.385101318359375, 0.7169342041015625, 0.097076416015625), Values(space.Green));
        Assert.Equal((0.14306640625, 0.0606231689453125, 0.71392822265625), Values(space.Blue));
        Assert.Equal((0.95050048828125, 1.0, 1.0890045166015625), Values(space.White));
    }

    /// <summary>Compares colorants with the published colorants of the color spaces, in units of 1/65536: X, Y and Z of red,
    /// green and blue.</summary>
    [Theory]
    [InlineData("AdobeCompat", 39960, 20389, 1276, 13453, 41004, 3989, 9777, 4143, 48796)]
    [InlineData("AppleCompat", 31165, 16722, 1210, 22263, 44079, 7427, 9762, 4735, 45424)]
    [InlineData("ColorMatchCompat", 33387, 18018, 1590, 21027, 43129, 7127, 8776, 4389, 45344)]
    [InlineData("WideGamutCompat", 46954, 16955, 0, 6619, 47495, 3356, 9617, 1086, 50705)]
    [InlineData("DisplayP3", 33759, 15807, -69, 19135, 45367, 2745, 10296, 4362, 51385)]
    [InlineData("DisplayP3Compat", 33759, 15807, 0, 19135, 45367, 2741, 10296, 4362, 51320)]
    [InlineData("DCI-P3", 31861, 14856, -52, 21224, 46552, 2833, 10105, 4128, 51280)]
    [InlineData("ProPhoto", 52279, 18878, 0, 8858, 46653, 1, 2053, 5, 54060)]
    [InlineData("Rec601NTSC", 27282, 14528, 894, 25769, 46090, 5985, 10139, 4918, 47182)]
    [InlineData("Rec601PAL", 29835, 15223, 952, 24091, 46388, 6873, 9264, 3925, 46236)]
    [InlineData("Rec709", 28576, 14581, 912, 25239, 46983, 6362, 9375, 3972, 46787)]
    [InlineData("Rec2020", 44137, 18288, -127, 10858, 44259, 1965, 8195, 2989, 52223)]
    [InlineData("Rec2020Compat", 44137, 18288, 0, 10858, 44259, 1960, 8195, 2989, 52101)]
    public void ColorantsEqualThePublishedValues(string name, params int[] raw)
    {
        ColorSpace space = IccSpaces.Find(name).Space;
        int[] actual = [.. new[] { space.Red, space.Green, space.Blue }.SelectMany(x => new[] { x.X.Raw, x.Y.Raw, x.Z.Raw })];
        Assert.Equal(raw, actual);
    }

    [Fact]
    public void ColorantsAddUpToTheWhiteExactly()
    {
        foreach (NamedSpace space in IccSpaces.All.Where(x => !x.Space.IsGray))
            Assert.Equal(IccXyz.D50, space.Space.Red + space.Space.Green + space.Space.Blue);
    }

    /// <summary>
    /// Compares the chromatic adaptation with the published matrix of sRGB. The difference may be at most one fixed-point unit.
    /// </summary>
    [Fact]
    public void AdaptationOfSrgbEqualsThePublishedMatrix()
    {
        double[] published = [1.0478363, 0.0229034, -0.0502014, 0.0295410, 0.9905090, -0.0170746, -0.0092468, 0.0150757,
            0.7517242];
        IReadOnlyList<S15Fixed16> actual = IccSpaces.Find("sRGB").Space.Adaptation;
        Assert.Equal(9, actual.Count);
        for (int i = 0; i < 9; i++) Assert.InRange(actual[i].Value - published[i], -1.01 / 65536, 1.01 / 65536);
    }

    /// <summary>
    /// The colorants of every space have the same sum. Rounding the colorants jointly never moves a colorant by a whole unit.
    /// </summary>
    [Fact]
    public void CustomSpacesKeepTheSum()
    {
        Random random = new(9);
        for (int i = 0; i < 200; i++)
        {
            decimal Jitter(double x) => Math.Round((decimal)(x + (random.NextDouble() * 0.04)), 4);
            ColorSpace space = ColorSpace.FromPrimaries(
                new(Jitter(0.64), Jitter(0.31)), new(Jitter(0.25), Jitter(0.6)), new(Jitter(0.14), Jitter(0.05)),
                new(Jitter(0.3), Jitter(0.31)), TransferFunction.Srgb);
            Assert.Equal(IccXyz.D50, space.Red + space.Green + space.Blue);
        }
    }

    [Fact]
    public void ImpossibleSpacesAreRejectedWithTheirReason()
    {
        static ColorSpace Make(Chromaticity red, Chromaticity green, Chromaticity blue, Chromaticity white) =>
            ColorSpace.FromPrimaries(red, green, blue, white, TransferFunction.Srgb);

        Chromaticity r = new(0.64m, 0.33m);
        Chromaticity g = new(0.3m, 0.6m);
        Chromaticity b = new(0.15m, 0.06m);
        Assert.Contains("one line", Assert.Throws<ArgumentException>(() =>
            Make(r, g, new(0.47m, 0.465m), Chromaticity.D65)).Message, StringComparison.Ordinal);
        Assert.Contains("one line", Assert.Throws<ArgumentException>(() =>
            Make(r, r, b, Chromaticity.D65)).Message, StringComparison.Ordinal);
        Assert.Contains("not inside", Assert.Throws<ArgumentException>(() =>
            Make(r, g, b, new(0.1m, 0.8m))).Message, StringComparison.Ordinal);
        Assert.Contains(
            "luminance", Assert.Throws<ArgumentException>(() => Make(r, g, b, new(0.3m, 0m))).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>(() => Make(new(decimal.MaxValue, 0), g, b, Chromaticity.D65));
        foreach (double gamma in new[] { 0, -1, double.NaN, double.PositiveInfinity, 101 })
            Assert.Contains("amma", Assert.Throws<ArgumentOutOfRangeException>(() =>
                TransferFunction.Power(gamma)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void FractionsAreExact()
    {
        Matrix3 matrix = new(
            Rational.From(0.4124m), Rational.From(0.3576m), Rational.From(0.1805m),
            Rational.From(0.2126m), Rational.From(0.7152m), Rational.From(0.0722m),
            Rational.From(0.0193m), Rational.From(0.1192m), Rational.From(0.9505m));
        Matrix3 identity = matrix * matrix.Inverse();
        for (int i = 0; i < 9; i++) Assert.Equal(i % 4 == 0 ? Rational.One : Rational.Zero, identity[i / 3, i % 3]);
        Assert.Equal(-1.5, Rational.From(-1.5m).ToDouble());
        Assert.Equal(-2, (int)Rational.From(-1.5m).Floor());
        Assert.Equal(-1, (int)Rational.From(-1.5m).Round());
    }

    private static (double X, double Y, double Z) Values(IccXyz v) => (v.X.Value, v.Y.Value, v.Z.Value);
}
