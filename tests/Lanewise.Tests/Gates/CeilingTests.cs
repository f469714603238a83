using System.Globalization;
using System.Runtime.Intrinsics.X86;
using Lanewise.Hashing;
using Xunit;

namespace Lanewise.Tests;

/// <summary>A run under a ceiling proves something only if the ceiling holds: names of settings change between versions.</summary>
public sealed class CeilingTests
{
    [Fact]
    public void TheCeilingOfThisRunHolds()
    {
        string? text = Environment.GetEnvironmentVariable(Ceiling.Variable);
        if (text is null) Assert.Skip($"{Ceiling.Variable} is not set: this run has no ceiling.");

        int expected = int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);
        Assert.True(Ceiling.Bits <= expected, $"This run should have at most {expected} bits but has {Ceiling.Bits}.");
        // Below 512 every x64 machine of the last decade reaches the ceiling itself.
        if (expected < 512) Assert.Equal(expected, Ceiling.Bits);
        else if (ProcessorHasAvx512()) Assert.True(Avx512F.IsSupported, "The processor has AVX-512, but something has turned it off for this run.");
    }

    // Without the file nothing can be said; with it, a machine that has AVX-512 must not be tested without it unnoticed.
    private static bool ProcessorHasAvx512() =>
        File.Exists("/proc/cpuinfo")
        && File.ReadLines("/proc/cpuinfo").FirstOrDefault(line => line.StartsWith("flags", StringComparison.Ordinal)) is { } flags
        && new[] { "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl" }.All(flags.Split(' ').Contains);

    [Fact]
    public void EveryRowRunsAtEveryWidthUnderTheCeiling()
    {
        int[] widths = [.. new[] { 0, 128, 256, 512 }.Where(bits => bits <= Ceiling.Bits)];
        foreach (HashRow row in Catalog.Hashes)
        {
            Assert.Equal(widths, row.Shapes.Select(shape => shape.Bits).Distinct().Order());
        }
    }

    [Fact]
    public void AWidthThatIsNotSupportedIsNotChosen()
    {
        foreach (HashRow row in Catalog.Hashes) Assert.True(row.ChosenShape.Bits <= Ceiling.Bits, row.Name);
    }
}
