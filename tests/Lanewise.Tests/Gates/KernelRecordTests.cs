using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests which lines of a code-size record an update changes.</summary>
public sealed class KernelRecordTests
{
    private static readonly KernelCode Small = new(100, 20, 4, 4, 0), Smaller = new(99, 20, 4, 4, 0),
        Large = new(200, 40, 4, 4, 0);

    [Fact]
    public void OnlyNewAndLargerKernelsAreRecordedAgain()
    {
        using TemporaryFolder folder = new();
        KernelRecord record = KernelRecord.At(folder.File("codegen.txt"));
        record.Update(Seen(("a", Small), ("b", Small), ("gone", Small)), 1.15);
        KernelRecord again = KernelRecord.At(record.File);
        Assert.Equal(Environment.Version.ToString(), again.Runtime);
        Assert.Equal(3, again.Differences(Seen(("b", Large), ("new", Small), ("a", Smaller)), 1.15).Count());
        again.Update(Seen(("a", Smaller), ("b", Large), ("new", Small)), 1.15);
        Assert.Equal(Seen(("a", Small), ("b", Large), ("new", Small)), KernelRecord.At(record.File).Kernels);
    }

    [Fact]
    public void AnotherRuntimeRecordsEverythingAgain()
    {
        using TemporaryFolder folder = new();
        KernelRecord record = KernelRecord.At(folder.File("codegen.txt"));
        record.Update(Seen(("a", Small)), 1.15);
        File.WriteAllText(record.File, File.ReadAllText(record.File)
            .Replace($"{Environment.Version}", "10.0.0", StringComparison.Ordinal));
        KernelRecord older = KernelRecord.At(record.File);
        Assert.False(older.IsOfThisRuntime);
        older.Update(Seen(("a", Smaller)), 1.15);
        Assert.True(KernelRecord.At(record.File).IsOfThisRuntime);
        Assert.Equal(Smaller, KernelRecord.At(record.File).Kernels["a"]);
    }

    private static SortedDictionary<string, KernelCode> Seen(params (string Name, KernelCode Code)[] kernels) =>
        new(kernels.ToDictionary(kernel => kernel.Name, kernel => kernel.Code), StringComparer.Ordinal);
}
