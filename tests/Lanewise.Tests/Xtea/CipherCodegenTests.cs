using System.Diagnostics;
using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Checks the machine code of cipher kernels. A new process runs the kernels for every vector width and number of
/// streams, and prints the JIT's code. Kernels may call only methods that throw. </summary>
[Trait("Category", "Lanes")]
[Trait("Category", "MachineCode")]
public sealed partial class CipherCodegenTests
{
    // This variable is set in the child process to prevent it from starting further processes.
    private const string Child = "LANEWISE_CIPHER_LISTING";

    [Fact]
    public void EveryCallInACipherKernelIsInlined()
    {
        Assert.SkipWhen(Environment.GetEnvironmentVariable(Child) is not null, "This process is being listed.");
        using TemporaryFolder folder = new();
        string listing = folder.File("listing.txt");
        ProcessStartInfo start = ListedProcess.Start(
            "Lanewise.*Kernel*:Encrypt Lanewise.*Kernel*:Decrypt Lanewise.*Kernel*:Count Lanewise.*Kernel*:LoadKeys",
            listing, "--filter-class", "*" + nameof(CipherShapeTests));
        start.RedirectStandardOutput = true;
        start.Environment[Child] = "1";
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, output);

        List<string> wrong = [];
        HashSet<string> seen = [];
        foreach (string method in File.ReadAllText(listing).Split("; Assembly listing for method ").Skip(1))
        {
            string name = method.Substring(0, method.IndexOf('\n', StringComparison.Ordinal));
            if (!name.Contains("Kernel`", StringComparison.Ordinal)) continue;

            Assert.True(seen.Add(name), $"{name} was compiled twice.");
            Assert.Contains("FullOpts", method, StringComparison.Ordinal);

            // Kernels with eight streams and one key per lane exceed the JIT's inlining budget, so no CPU profile uses them.
            bool eight = Regex.Count(name, "Interleaved`2") >= 3;
            if (eight && name.Contains("KeysKernel", StringComparison.Ordinal)) continue;

            foreach (Match call in Call().Matches(method))
            {
                // Calls to methods that throw are never inlined. Transposes of several streams and the straight-line rounds of
                // one lane are called deliberately.
                string target = call.Groups[1].Value;
                bool meant = target.Contains("Throw", StringComparison.Ordinal)
                    || target.Contains("RNGCHKFAIL", StringComparison.Ordinal)
                    || target.Contains("FAIL_FAST", StringComparison.Ordinal)
                        || target.Contains("OVERFLOW", StringComparison.Ordinal)
                    // If a stack frame is larger than a page, the code probes it once, before the loop.
                    || target.Contains("STACK_PROBE", StringComparison.Ordinal)
                    || (name.Contains(":LoadKeys(", StringComparison.Ordinal)
                        && target.Contains(":Load4(", StringComparison.Ordinal))
                    || (target.Contains("Lanewise.", StringComparison.Ordinal)
                        && target.Contains("Apart(", StringComparison.Ordinal))
                    || (target.Contains("Lanewise.Simd.", StringComparison.Ordinal)
                        && target.Contains(":Load16(", StringComparison.Ordinal))
                    || (target.Contains("FlatKernel`1", StringComparison.Ordinal)
                        && target.Contains(":Run(", StringComparison.Ordinal));
                if (!meant) wrong.Add($"{name}: {target}");
            }
        }

        // Runs encryption, decryption and counter mode with every shape, and further methods if there is a separate kernel for
        // keys.
        int shapes = CipherRow.All.Sum(row => row.Shapes.Count);
        Assert.True(seen.Count >= 3 * shapes, $"Only {seen.Count} kernels of {shapes} shapes were seen.");
        Assert.True(wrong.Count == 0, $"{wrong.Count} calls were not inlined: {string.Join("; ", wrong.Distinct().Take(10))}");
    }

    [GeneratedRegex(@"^\s+call\s+(.+)$", RegexOptions.Multiline)]
    private static partial Regex Call();
}
