using System.Diagnostics;
using System.Globalization;
using Lanewise.Api;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that change process-wide settings or need all cores must not run in parallel with other tests.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "Alone";
}

/// <summary>
/// Tests the cap on the vector width, which can be set by the caller, the environment or the application's settings.
/// </summary>
[Trait("Category", "Lanes")]
[Collection(Alone.Name)]
public sealed class SettingsTests
{
    public const string Argument = "--print-cap";

    /// <summary>Runs in a child process, and prints its initial cap on the vector width.</summary>
    public static int PrintCap(string[] args)
    {
        if (args.Length > 1) AppContext.SetData(LanewiseSettings.MaxVectorBitsSwitch, args[1]);
        Console.WriteLine(LanewiseSettings.MaxVectorBits);
        return 0;
    }

    [Fact]
    public void TheCapAcceptsTheExistingWidths()
    {
        int before = LanewiseSettings.MaxVectorBits;
        foreach (int bits in new[] { -1, 1, 64, 127, 384, 2 * LaneDispatch.Widths[^1] })
        {
            ArgumentOutOfRangeException error = Assert.Throws<ArgumentOutOfRangeException>(() =>
                LanewiseSettings.MaxVectorBits = bits);
            Assert.Equal("value", error.ParamName);
            Assert.Contains(LanewiseSettings.Widths, error.Message, StringComparison.Ordinal);
        }

        Assert.Equal(before, LanewiseSettings.MaxVectorBits);
    }

    [Theory]
    [InlineData("Md5Streams=1,2,4,4", true)]
    [InlineData(" md5streams = 1 , 2 ", true)]
    [InlineData("Blake3=Scalar,Rows128", true)]
    [InlineData("StageAbove=4096", true)]
    [InlineData("Touches=1", true)]
    [InlineData("Md5Streams=3", false)]
    [InlineData("Md5Streams=8", false)]
    [InlineData("Md5Streams=1,1,1,1,1,1,1,1,1,1,1,1", false)]
    [InlineData("Md5Streams=", false)]
    [InlineData("Blake3=Rows128", false)]
    [InlineData("Blake2b=Scalar,Rows256", false)]
    [InlineData("Blake2b=Scalar,7", false)]
    [InlineData("StageAbove=-1", false)]
    [InlineData("StageAbove=1,2", false)]
    [InlineData("Md5", false)]
    [InlineData("Name=Mine", false)]
    public void ATuningEntryChangesItsSettingOrNothing(string entry, bool isGood)
    {
        CpuProfile before = CpuProfile.All[0], after = Simd.Tuning.Apply(before, entry, out IReadOnlyList<string> ignored);
        Assert.Equal(isGood, ignored.Count == 0);
        Assert.Equal(isGood ? before.Name + ", tuned" : before.Name, after.Name);
        Assert.NotEqual(isGood, before == after);
        // An invalid entry does not affect the other entries.
        CpuProfile both = Simd.Tuning.Apply(before, entry + ";; StageRows=17", out ignored);
        Assert.Equal(17, both.StageRows);
        Assert.Equal(isGood ? 0 : 1, ignored.Count);
    }

    [Fact]
    public void TheOutputOfTuneIsAccepted()
    {
        // This table is the same for all CPUs, so it is defined by the algorithm, not by the CPU profile.
        LaneTable own = new(2, 1);
        Assert.Null(Simd.Tuning.Entry(own, own));
        HashSet<LaneTable> tables = new(typeof(CpuProfile).GetProperties()
            .Where(property => property.PropertyType == typeof(LaneTable))
            .Select(property => (LaneTable)property.GetValue(CpuProfile.Here)!), ReferenceEqualityComparer.Instance);
        Assert.NotEmpty(tables);
        foreach (HashRow row in Catalog.Hashes)
        {
            LaneTable changed = row.Table.With(LaneDispatch.Widths[^1], 1);
            string? entry = Simd.Tuning.Entry(row.Table, changed);
            Assert.Equal(tables.Contains(row.Table), entry is not null);
            if (entry is null) continue;

            CpuProfile after = Simd.Tuning.Apply(CpuProfile.Here, entry, out IReadOnlyList<string> ignored);
            Assert.Empty(ignored);
            Assert.EndsWith(", tuned", after.Name, StringComparison.Ordinal);
            // The setting does not contain the threshold for using .NET's code, so the threshold remains unchanged.
            Assert.Equal(CpuProfile.Here.Sha256Streams.Gains, after.Sha256Streams.Gains);
            Assert.Equal(CpuProfile.Here.Sha256Streams.CallBytes, after.Sha256Streams.CallBytes);
            if (!Simd.Tuning.HasSingle(row.Name)) continue;

            Simd.Tuning.Apply(CpuProfile.Here, Simd.Tuning.Entry(row.Name, SingleShape.Scalar), out ignored);
            Assert.Empty(ignored);
        }
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
                byte[] expected = Rows.OneByOne(row, default, Pattern.Cut(source, lengths), row.DefaultHashBytes),
                    digests = new byte[expected.Length];
                foreach (int bits in LaneDispatch.Widths)
                {
                    LanewiseSettings.MaxVectorBits = bits;
                    Assert.Equal(Math.Min(bits, InstructionSetLimit.Bits), row.ChosenShape.Bits);
                    digests.AsSpan().Clear();
                    row.HashMany(Messages.Packed(source, lengths), default, digests, row.DefaultHashBytes);
                    Digests.EqualMany(expected, digests, row.DefaultHashBytes, () => $"{row.Name}, cap {bits}");
                    Digests.Equal(expected.AsSpan(99 * row.DefaultHashBytes), One(), () =>
                        $"{row.Name}, one message, cap {bits}");

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
        Assert.Equal(expected ?? LaneDispatch.Widths[^1],
            int.Parse(output, NumberStyles.None | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture));
    }
}
