using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Reads the precompiler's log for the library (tools/precompiler-log.sh). The image must contain every kernel that
/// <see cref="CodegenTests"/> checks, for every width, and all code between the command line and the kernels. A missing kernel
/// would be compiled without optimization every time the program starts, and would run at a hundredth of its normal speed. No
/// other test would detect this.
/// </summary>
public sealed partial class PrecompiledTests
{
    // Trimming removes code that the command line does not use, for example the padding kernel for Merkle tree nodes.
    private const string Trimmed = ",InConstants]";

    // With one stream, precompiled programs use only the unrolled BLAKE2 kernels (ColdStart.IsAhead).
    private const string Rolled = ",RolledRounds]", SeveralStreams = "[Interleaved[";

    private const string Variable = "LANEWISE_PRECOMPILED";

    [Fact]
    public void EveryKernelIsInTheImage()
    {
        string log = Log();
        string set = Path.GetFileNameWithoutExtension(log) == "v4" ? "avx512" : "avx2";
        HashSet<string> refused = [.. Refused().Matches(File.ReadAllText(log)).Select(match => Kernel(match.Groups[1].Value))];
        HashSet<string> compiled = [.. Compiled().Matches(File.ReadAllText(log)).Select(match => Kernel(match.Groups[1].Value))];
        compiled.ExceptWith(refused);
        string[] known =
        [
            .. KernelRecord.Of(set).Kernels.Keys
                .Select(name => name.Contains("]:", StringComparison.Ordinal) ? name : name + ":Run"),
        ];
        Assert.True(known.Length > 100, $"Only {known.Length} kernels are recorded for {set}.");
        string[] missing = [.. known.Where(name => !compiled.Contains(name) && !IsUnused(name))];
        Assert.True(missing.Length == 0, $"Not precompiled for {set}:\n{string.Join('\n', missing)}");
    }

    [Fact]
    public void NoLibraryCodeIsLeftToTheJit()
    {
        string[] wrong =
        [
            .. Refused().Matches(File.ReadAllText(Log())).Where(match => !Harmless().IsMatch(match.Value))
            .Select(match => match.Value),
        ];
        Assert.True(wrong.Length == 0, string.Join('\n', wrong));
    }

    [Fact]
    public void MethodsThatOnlyTheRuntimeCallsAreInTheImage() =>
        Assert.True(
            File.ReadAllText(Log()).Contains("System.AppContext.Setup(", StringComparison.Ordinal),
            ".NET's assemblies lost the descriptors of code that only the runtime calls; some eighty methods are compiled at each start.");

    private static bool IsUnused(string kernel) => kernel.Contains(Trimmed, StringComparison.Ordinal)
        || (kernel.Contains(Rolled, StringComparison.Ordinal) && !kernel.Contains(SeveralStreams, StringComparison.Ordinal));

    private static string Log()
    {
        string? log = Environment.GetEnvironmentVariable(Variable);
        Assert.SkipWhen(log is null, $"{Variable} names no log of tools/precompiler-log.sh; ./test makes one and runs this.");
        return log!;
    }

    // Converts Lanewise.XFamily.XKernel`2<Lanewise.Simd.Lanes512`1<uint32>,uint32>.Run(...) to the format that CodegenTests uses.
    private static string Kernel(string method)
    {
        string name = method.Substring(0, method.LastIndexOf('(')).Replace('<', '[').Replace('>', ']')
            .Replace("uint32", "uint", StringComparison.Ordinal).Replace("uint64", "ulong", StringComparison.Ordinal);
        int dot = name.LastIndexOf("].", StringComparison.Ordinal);
        return CodegenTests.Short(dot < 0 ? name : name.Remove(dot + 1, 1).Insert(dot + 1, ":"));
    }

    [GeneratedRegex(@"Compiling \[Lanewise\](.*)$", RegexOptions.Multiline)]
    private static partial Regex Compiled();

    [GeneratedRegex(@"Method `\[Lanewise\](.*?)` was not compiled because .*$", RegexOptions.Multiline)]
    private static partial Regex Refused();

    // The following are exempt: methods that only throw (they are not precompiled), members of interfaces and abstract members
    // (they have no code), and shared generic code for types that are unknown at compile time (it is small). In an image without
    // AVX-512, code for 512-bit vectors only throws.
    [GeneratedRegex(
        "512.*` was not compiled because `CORINFO_HELP_THROW_PLATFORM_NOT_SUPPORTED`|"
        + @"always throws an exception|RUNTIME_LOOKUP|Lanewise\.\w+\.I[A-Z]\w+(?:`\d<\w+>)?\.\w+\([^)]*\)` was not compiled because it is skipped|"
        + @"IncrementalBlocks`1<\w+>\.(?:get_Table|Lanes|Fits|FullBlocks|Append)\([^)]*\)` was not compiled because it is skipped")]
    private static partial Regex Harmless();
}
