using System.Diagnostics;
using System.Globalization;
using Lanewise.Hashing;
using Lanewise.Lanes;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that change settings of the process run alone.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "Alone";
}

/// <summary>The cap of the vector width: by the caller, by the environment and by the application's settings.</summary>
[Collection(Alone.Name)]
public sealed class SettingsTests
{
    public const string Argument = "--print-cap";

    /// <summary>The child process of the tests below: prints the cap with which it starts.</summary>
    public static int PrintCap(string[] args)
    {
        if (args.Length > 1) AppContext.SetData(LanewiseSettings.MaxVectorBitsSwitch, args[1]);
        Console.WriteLine(LanewiseSettings.MaxVectorBits);
        return 0;
    }

    [Fact]
    public void TheCapTakesTheWidthsThatThereAre()
    {
        int before = LanewiseSettings.MaxVectorBits;
        foreach (int bits in new[] { -1, 1, 64, 127, 384, 2 * LaneDispatch.Widths[^1] })
        {
            ArgumentOutOfRangeException error = Assert.Throws<ArgumentOutOfRangeException>(() => LanewiseSettings.MaxVectorBits = bits);
            Assert.Equal("value", error.ParamName);
            Assert.Contains(LanewiseSettings.Widths, error.Message, StringComparison.Ordinal);
        }

        Assert.Equal(before, LanewiseSettings.MaxVectorBits);
    }

    [Fact]
    public void TheKernelForOneMessageFollowsTheCap()
    {
        int before = LanewiseSettings.MaxVectorBits;
        try
        {
            foreach (HashRow row in Catalog.Hashes.Where(row => row.SingleKernels.Count > 1))
            {
                LanewiseSettings.MaxVectorBits = LaneDispatch.Widths[^1];
                Assert.Single(row.SingleKernels, kernel => kernel.IsChosen);
                LanewiseSettings.MaxVectorBits = 0;
                Assert.EndsWith("scalar", row.SingleKernels.Single(kernel => kernel.IsChosen).Name, StringComparison.Ordinal);
            }
        }
        finally
        {
            LanewiseSettings.MaxVectorBits = before;
        }
    }

    [Fact]
    public void TheCapBoundsTheWidthAndChangesNoResult()
    {
        int before = LanewiseSettings.MaxVectorBits;
        int[] lengths = [.. Enumerable.Range(0, 100).Select(i => i * 11)];
        byte[] source = Pattern.Bytes(lengths.Sum());
        try
        {
            foreach (HashRow row in Catalog.Hashes)
            {
                byte[] expected = Rows.OneByOne(row, default, Pattern.Cut(source, lengths), row.DefaultHashBytes), digests = new byte[expected.Length];
                foreach (int bits in LaneDispatch.Widths)
                {
                    LanewiseSettings.MaxVectorBits = bits;
                    Assert.Equal(Math.Min(bits, Ceiling.Bits), row.ChosenShape.Bits);
                    digests.AsSpan().Clear();
                    row.HashMany(Messages.Packed(source, lengths), default, digests, row.DefaultHashBytes);
                    Digests.EqualMany(expected, digests, row.DefaultHashBytes, () => $"{row.Name}, cap {bits}");
                    Digests.Equal(expected.AsSpan(99 * row.DefaultHashBytes), One(), () => $"{row.Name}, one message, cap {bits}");

                    byte[] One()
                    {
                        byte[] digest = new byte[row.DefaultHashBytes];
                        row.Hash(default, source.AsSpan(source.Length - lengths[99]), digest);
                        return digest;
                    }
                }
            }
        }
        finally
        {
            LanewiseSettings.MaxVectorBits = before;
        }
    }

    [Theory]
    [InlineData("0", null, 0)]
    [InlineData("128", null, 128)]
    [InlineData("256", "128", 256)]
    [InlineData(null, "128", 128)]
    [InlineData(null, null, null)]
    [InlineData("nonsense", null, null)]
    [InlineData("64", null, null)]
    [InlineData(null, "wide", null)]
    public void EnvironmentComesBeforeTheSettingOfTheApplication(string? environment, string? setting, int? expected)
    {
        string executable = Environment.ProcessPath!;
        ProcessStartInfo start = new(executable) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(executable) == "dotnet")
        {
            start.ArgumentList.Add("exec");
            start.ArgumentList.Add(typeof(SettingsTests).Assembly.Location);
        }

        start.ArgumentList.Add(Argument);
        if (setting is not null) start.ArgumentList.Add(setting);
        start.Environment.Remove(LanewiseSettings.MaxVectorBitsEnvironmentVariable);
        if (environment is not null) start.Environment[LanewiseSettings.MaxVectorBitsEnvironmentVariable] = environment;
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(expected ?? LaneDispatch.Widths[^1], int.Parse(output, NumberStyles.None | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture));
    }
}
