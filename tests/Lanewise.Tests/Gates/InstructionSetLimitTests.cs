using System.Globalization;
using System.Reflection;
using Lanewise.Api;
using Lanewise.Batching;
using Lanewise.Incremental;
using Lanewise.MerkleDamgard;
using Lanewise.Sha2Family;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that an instruction-set limit is in effect. This check is necessary because the names of the runtime's settings change
/// between versions.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class InstructionSetLimitTests
{
    [Fact]
    public void TheInstructionSetLimitIsEffective()
    {
        string? text = Environment.GetEnvironmentVariable(InstructionSetLimit.Variable);
        if (text is null) Assert.Skip($"{InstructionSetLimit.Variable} is not set; ./test suite and ./test limits set it.");

        int expected = int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);
        // The value 512 means the maximum width that an x64 CPU supports. All other values are exact widths.
        Assert.Equal(expected == 512 ? ProcessorBits() ?? InstructionSetLimit.Bits : expected, InstructionSetLimit.Bits);
    }

    // Returns the maximum vector width of the CPU according to /proc/cpuinfo, or null if that file does not exist. With this
    // width, a test detects whether a run fails to use all vector instructions of the CPU.
    private static int? ProcessorBits()
    {
        string? line = File.Exists("/proc/cpuinfo")
            ? File.ReadLines("/proc/cpuinfo").FirstOrDefault(line => line.StartsWith("flags", StringComparison.Ordinal))
            : null;
        if (line is null) return null;

        string[] flags = line.Split(' ');
        if (new[] { "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl" }.All(flags.Contains)) return 512;
        return flags.Contains("avx2") ? 256 : 128;
    }

    [Fact]
    public void EveryRowRunsAtEveryWidthUnderTheLimit()
    {
        int[] widths = [.. LaneDispatch.Widths.Where(bits => bits <= InstructionSetLimit.Bits)];
        foreach (HashRow row in Catalog.Hashes)
        {
            Assert.Equal(widths, row.Shapes.Select(shape => shape.Bits).Distinct().Order());
        }
    }

    /// <summary>
    /// If .NET does not offer a hash, the choice of the code path must not depend on the speed of .NET for a single message.
    /// </summary>
    [Fact]
    public void AHashThatDotNetLacksUsesLanesIfScalarCodeIsSlower()
    {
        foreach ((LaneTable table, int wordBits) in new[] { (Md<uint, Sha224Spec>.MdBatch.Table, 32),
            (Md<ulong, Sha512T256Spec>.MdBatch.Table, 64) })
        {
            Assert.Equal(table.Choose(), table.ChooseFor(1000, wordBits));
            foreach (LaneShape shape in LaneDispatch.Widths.Select(table.At))
            {
                Assert.Equal(LaneTable.FewestForLanes(shape.Lanes(wordBits)), table.Fewest(shape, wordBits));
            }
        }
    }

    /// <summary>
    /// The contract tests use the vector widths and numbers of streams from all CPU profiles, not only from this machine's.
    /// </summary>
    [Fact]
    public void EveryShapeOfEveryProfileIsTested()
    {
        (string Name, IReadOnlyList<LaneShape> Shapes)[] rows =
        [
            .. Catalog.Hashes.Select(row => (row.Name, row.Shapes)), .. CipherRow.All.Select(row => (row.Name, row.Shapes)),
        ];
        foreach (PropertyInfo property in typeof(CpuProfile).GetProperties()
            .Where(property => property.PropertyType == typeof(LaneTable)))
        {
            // Blake2Streams is for blake2b and blake2s, and XteaKeysStreams is for xtea.
            string algorithm = property.Name.Replace("Streams", "", StringComparison.Ordinal)
                .Replace("Keys", "", StringComparison.Ordinal);
            (string Name, IReadOnlyList<LaneShape> Shapes)[] served =
                [.. rows.Where(row =>
                    row.Name.Replace("-", "", StringComparison.Ordinal)
                    .StartsWith(algorithm, StringComparison.OrdinalIgnoreCase))];
            Assert.NotEmpty(served);
            foreach (CpuProfile profile in CpuProfile.All)
            {
                LaneTable table = (LaneTable)property.GetValue(profile)!;
                foreach (int bits in LaneDispatch.Widths.Where(bits => bits <= InstructionSetLimit.Bits))
                {
                    Assert.All(served, row =>
                        Assert.True(row.Shapes.Contains(table.At(bits)),
                            $"{profile.Name}: {row.Name} at {table.At(bits)} is not tested."));
                }
            }
        }
    }

    /// <summary>Reading ahead does not affect the results, but must not go beyond the end of the data.</summary>
    [Fact]
    public void ReadingAheadAcceptsAnyLength()
    {
        for (int length = 0; length <= 1100; length++) LongMessages.PrefetchLines(new byte[length]);
    }

    [Fact]
    public void AWidthThatIsNotSupportedIsNotChosen()
    {
        foreach (HashRow row in Catalog.Hashes) Assert.True(row.ChosenShape.Bits <= InstructionSetLimit.Bits, row.Name);
    }
}
