using System.Globalization;
using System.Text.RegularExpressions;
using Lanewise.Icc.Charts;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that readers can distinguish the chart colors from each other and from the background, even in grayscale or with a
/// color-vision deficiency.
/// </summary>
public sealed class PaletteTests
{
    // The matrices for color-vision deficiencies are from Machado, Oliveira and Fernandes (2009), for linear RGB and a severity
    // of 1.
    private static readonly double[][] Deuteranopia =
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];

    private static readonly double[][] Protanopia =
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void LinesRemainDistinguishable(bool isDark)
    {
        Palette palette = isDark ? Palette.Dark : Palette.Light;
        string[] lines = [palette.Main, palette.Second, .. palette.Compared], all = [.. lines, palette.Slower];
        double[][] colors = [.. all.Select(Linear)];
        for (int a = 0; a < colors.Length; a++)
        {
            for (int b = 0; b < a; b++)
            {
                string pair = $"{all[b]} and {all[a]}";
                Assert.True(Distance(Lab(colors[a]), Lab(colors[b])) > 25, pair);
                Assert.True(Distance(Lab(Seen(Deuteranopia, colors[a])), Lab(Seen(Deuteranopia, colors[b]))) > 11, pair);
                Assert.True(Distance(Lab(Seen(Protanopia, colors[a])), Lab(Seen(Protanopia, colors[b]))) > 11, pair);
                Assert.True(Math.Abs(Lab(colors[a])[0] - Lab(colors[b])[0]) > 7, pair);
            }
        }

        // WCAG 2.2 requires a contrast of 4.5 for text and 3 for bars. The name of a plotted line has the line's color, so that
        // color needs the contrast of text.
        Assert.All(
            (string[])[palette.Text, palette.Soft, palette.Good, palette.Warning, palette.Bad, .. lines],
            color => Assert.True(Contrast(color, palette.Page) >= 4.5, color));
        Assert.True(Contrast(palette.Slower, palette.Page) >= 3, palette.Slower);
    }

    [Fact]
    public void TheSimulationMakesRedAndGreenSimilar()
    {
        double[] red = Linear("#c04040"), green = Linear("#707020");
        Assert.True(Distance(Lab(red), Lab(green)) > 25);
        Assert.True(Distance(Lab(Seen(Deuteranopia, red)), Lab(Seen(Deuteranopia, green))) < 11);
    }

    /// <summary>The icon must be visible on light and dark pages, and so must its lines (WCAG 2.2: a contrast of 3).</summary>
    [Theory]
    [InlineData("docs/icon.svg")]
    [InlineData("docs/icon-small.svg")]
    public void TheIconIsVisibleOnLightAndDarkPages(string icon)
    {
        string[] colors =
            [.. Regex.Matches(File.ReadAllText(Repository.File(icon)), "#[0-9a-f]{6}").Select(match => match.Value)];
        string[] others = [Palette.Light.Page, Palette.Dark.Page, .. colors.Skip(1)];
        Assert.All(others, color => Assert.True(Contrast(color, colors[0]) >= 3, $"{color}: {Contrast(color, colors[0])}"));
    }

    private static double[] Linear(string color) => [.. Enumerable.Range(0, 3).Select(i =>
    {
        double c = int.Parse(color.AsSpan(1 + (2 * i), 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.Pow((c + 0.055) / 1.055, 2.4);
    })];

    private static double[] Seen(double[][] matrix, double[] color) =>
        [.. matrix.Select(row => Math.Clamp(row.Zip(color, (m, c) => m * c).Sum(), 0, 1))];

    private static double Luminance(double[] c) => (0.2126 * c[0]) + (0.7152 * c[1]) + (0.0722 * c[2]);

    private static double Contrast(string a, string b)
    {
        double[] both = [.. new[] { Luminance(Linear(a)), Luminance(Linear(b)) }.Order()];
        return (both[1] + 0.05) / (both[0] + 0.05);
    }

    private static double[] Lab(double[] c)
    {
        double x = F(((0.4124 * c[0]) + (0.3576 * c[1]) + (0.1805 * c[2])) / 0.95047), y = F(Luminance(c)),
            z = F(((0.0193 * c[0]) + (0.1192 * c[1]) + (0.9505 * c[2])) / 1.08883);
        return [(116 * y) - 16, 500 * (x - y), 200 * (y - z)];

        static double F(double t) => t > 0.008856 ? Math.Cbrt(t) : (7.787 * t) + (16 / 116.0);
    }

    private static double Distance(double[] a, double[] b) => Math.Sqrt(a.Zip(b, (x, y) => (x - y) * (x - y)).Sum());
}
