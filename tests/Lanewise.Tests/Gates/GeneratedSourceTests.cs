using System.Diagnostics;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Checks that the checked-in generated sources equal the output of tools/KernelSource.</summary>
[Trait("Category", "Once")]
public sealed class GeneratedSourceTests
{
    [Fact]
    public async Task GeneratedSourcesMatchTheirCommand()
    {
        string configuration = Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/', '\\'));
        string program = Path.GetFullPath(
            Path.Combine(AppContext.BaseDirectory, "..", "..", "KernelSource", configuration, "KernelSource.dll"));
        using Process check = Process.Start(
            new ProcessStartInfo("dotnet", [program, "--check"]) { RedirectStandardError = true })!;
        string differences = await check.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await check.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(check.ExitCode == 0, $"Run dotnet run --project tools/KernelSource.\n{differences}");
    }

    [Fact]
    public void EachPageNamesItsCommand()
    {
        string[] files = [.. Repository.Files().Where(file => file.Contains("/Generated/", StringComparison.Ordinal))];
        Assert.True(files.Length >= 10, $"{files.Length} generated sources are too few to be all.");
        Assert.All(files, file => Assert.StartsWith(
            "// Written by: dotnet run --project tools/KernelSource\n", File.ReadAllText(Repository.File(file)),
            StringComparison.Ordinal));
    }
}
