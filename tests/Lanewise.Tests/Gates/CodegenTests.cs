using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.Intrinsics.X86;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Lanewise.Blake2Family;
using Lanewise.MerkleDamgard;
using Lanewise.Simd;
using Lanewise.ThreefishFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Checks the machine code of every kernel. A separate process compiles the kernels for the first time and observes the JIT
/// compiler. Even if results remain correct, a change can make a kernel ten times slower, for example because a call is no
/// longer inlined, a method exceeds a JIT limit, or registers are spilled. These tests detect such changes.
/// </summary>
/// <remarks> The code of a kernel may exceed the size that was recorded for the instruction set (<see cref="KernelRecord"/>) by
/// at most 15 %. If all calls are inlined, only the size reveals spills. <c>tools/record-codegen</c> records the sizes for all
/// instruction-set limits. </remarks>
[Trait("Category", "Lanes")]
[Trait("Category", "MachineCode")]
public sealed partial class CodegenTests(CodegenTests.Compilation compilation) : IClassFixture<CodegenTests.Compilation>
{
    private const double Headroom = 1.15;
    private const int MaxIlBytes = 60_000;

    private static string InstructionSet =>
        Avx512F.VL.IsSupported ? "avx512" : Avx2.IsSupported ? "avx2" : InstructionSetLimit.Bits == 128 ? "128" : "none";

    [Fact]
    public void EveryKernelIsCompiledExactlyOnceWhileObserved()
    {
        CompilerReport report = compilation.Report;
        Assert.True(report.Complete, "Some events of the runtime did not arrive, so the test proves nothing.");
        Assert.All(report.Kernels, kernel =>
            Assert.True(kernel.TimesCompiled == 1, $"{kernel.Type} was compiled {kernel.TimesCompiled} times."));
        // The check excludes short methods that load keys or pass one lane to a straight-line kernel.
        Assert.All(report.Kernels, kernel => Assert.True(
            kernel.Inlined > (kernel.Type.StartsWith("Lanewise.ThreefishFamily.Threefish", StringComparison.Ordinal) ? 10 : 100),
            $"{kernel.Type}: only {kernel.Inlined} inlined calls were seen."));
        int ciphers = Threefish256Spec.Table.Shapes.Count + Threefish512Spec.Table.Shapes.Count
            + Threefish1024Spec.Table.Shapes.Count;
        Assert.Equal(Catalog.Hashes.Sum(row => row.Shapes.Count) + ciphers, report.Expected.Count);
        foreach (string[] expected in report.Expected)
        {
            Assert.True(
                report.Kernels.Any(kernel => kernel.Type.Contains($"[{expected[2]}", StringComparison.Ordinal)),
                $"No kernel of {expected[0]} was seen at {expected[1]}.");
            if (!expected[0].StartsWith("Threefish", StringComparison.Ordinal)) continue;

            string size = expected[0].Replace("-", "", StringComparison.Ordinal);
            string[] methods = expected[2] == typeof(Simd.ScalarLane<ulong>).ToString()
                ? ["Encrypt", "Decrypt", "Count"]
                : ["Encrypt", "Decrypt", "EncryptScheduled", "DecryptScheduled", "CountScheduled"];
            foreach (string method in methods)
            {
                string name = $"{typeof(Threefish256Spec).Namespace}.{size}Kernel`1[{expected[2]}";
                Assert.True(
                    report.Kernels.Any(kernel => kernel.Type.StartsWith(name, StringComparison.Ordinal)
                        && kernel.Type.EndsWith($":{method}", StringComparison.Ordinal)),
                    $"{method} of {expected[0]} was not seen at {expected[1]}.");
            }
        }

        foreach (Type kernel in KernelTypes())
        {
            bool needsVectors = !kernel.GetGenericArguments().Any(argument =>
                argument.GetGenericParameterConstraints()
                    .Any(c => c.IsGenericType && c.GetGenericTypeDefinition() == typeof(Simd.ILanes<,>)));
            // Without vectors, Skein's multi-lane kernels are never called, because single messages use the straight-line
            // kernels.
            needsVectors |= kernel.Name.StartsWith("Skein", StringComparison.Ordinal)
                && !kernel.Name.Contains("FlatKernel", StringComparison.Ordinal);
            if (needsVectors && InstructionSetLimit.Bits == 0) continue;

            Assert.True(
                report.Kernels.Any(seen => seen.Type.StartsWith(kernel.FullName!, StringComparison.Ordinal)),
                $"{kernel.FullName} was never compiled.");
        }
    }

    [Fact]
    public void EveryKernelWithTwoFormsIsCompiledInBothForms()
    {
        string[] seen = [.. compilation.Report.Kernels.Select(kernel => kernel.Type)];
        const string Rolled = nameof(RolledRounds), Unrolled = nameof(UnrolledRounds);
        // Kernels with several streams exist only in rolled form.
        string[] single =
        [
            .. new[] { typeof(uint), typeof(ulong) }.SelectMany(word => LaneDispatch.Supported.Where(shape => shape.Streams == 1)
                .Select(shape => KernelCompiler.LanesType(word, shape))).Where(type => !type.IsAssignableTo(typeof(IInterleaved)))
                    .Select(type => $"Kernel`4[{type},"),
        ];
        string[] rolled = [.. seen.Where(kernel =>
            kernel.Contains(Rolled, StringComparison.Ordinal) && single.Any(kernel.Contains))];
        string[] unrolled = [.. seen.Where(kernel => kernel.Contains(Unrolled, StringComparison.Ordinal))];
        Assert.NotEmpty(rolled);
        Assert.Equal(rolled.Select(kernel => kernel.Replace(Rolled, Unrolled, StringComparison.Ordinal)).Order(),
            unrolled.Order());
    }

    [Fact]
    public void EveryCallInAKernelIsInlined()
    {
        List<string> refused = [];
        foreach (CompiledKernel kernel in compilation.Report.Kernels)
        {
            foreach (string refusal in kernel.Refused)
            {
                // Calls to methods that throw are never inlined. Two other kinds of calls are deliberate: loads that transpose
                // several streams, if the lane type declares this, and the straight-line rounds of one lane.
                bool meant = refusal.EndsWith(": does not return", StringComparison.Ordinal)
                    || (refusal.Contains("FlatKernel`1[", StringComparison.Ordinal)
                        && refusal.Contains(".Run: noinline per IL", StringComparison.Ordinal))
                    || ApartOnPurpose().IsMatch(refusal)
                    || (refusal.Contains(".Load4: noinline per IL", StringComparison.Ordinal)
                        && kernel.Type.EndsWith(":LoadKeys", StringComparison.Ordinal));
                if (!meant) refused.Add($"{Short(kernel.Type)}: {refusal}");
            }
        }

        Assert.True(refused.Count == 0,
            $"{refused.Count} calls were not inlined: {string.Join("; ", refused.Distinct().Take(10))}");
    }

    [Fact]
    public void EveryKernelIsOptimised() =>
        Assert.All(compilation.Report.Kernels, kernel =>
            Assert.True(kernel.Tier == 2, $"{kernel.Type} was compiled at tier {kernel.Tier}, not as optimised code (2)."));

    [Fact]
    public void NoMethodIsNearTheLimitsOfTheJit()
    {
        int kernels = 0;
        foreach (Type type in typeof(LanewiseHash).Assembly.GetTypes())
        {
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public
                | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                int bytes = method.GetMethodBody()?.GetILAsByteArray()?.Length ?? 0;
                Assert.True(bytes < MaxIlBytes,
                    $"{type.FullName}.{method.Name} has {bytes} bytes of IL; from {MaxIlBytes} on the JIT does not optimise.");
                if (bytes > 0 && KernelTypes().Contains(type)) kernels++;
            }
        }

        Assert.True(kernels >= KernelTypes().Count, "No kernel was checked.");
    }

    [Fact]
    public void CodeEqualsTheRecord()
    {
        KernelRecord recorded = KernelRecord.Of(InstructionSet);
        SortedDictionary<string, KernelCode> seen = Code();
        if (Environment.GetEnvironmentVariable("LANEWISE_UPDATE_SIZES") == "1")
        {
            recorded.Update(seen, Headroom);
            return;
        }

        Assert.SkipWhen(recorded.Kernels.Count == 0, $"No code is recorded in {recorded.File}; tools/record-codegen records it.");
        string[] wrong = [.. recorded.Differences(seen, Headroom)];
        // The JIT may generate different code in another patch version of the runtime. A maintainer must check the differences,
        // which do not necessarily mean that a kernel is wrong.
        Assert.SkipWhen(wrong.Length > 0 && !recorded.IsOfThisRuntime,
            $"Runtime {Environment.Version} makes other code than {recorded.Runtime}, with which sizes were recorded: "
            + $"{string.Join("; ", wrong.Take(5))}. tools/record-codegen records them again.");
        Assert.True(wrong.Length == 0,
            $"{string.Join("; ", wrong)}. If it is meant and measured, tools/record-codegen records it.");
    }

    [Theory]
    [InlineData(100, 20, 4, 4, 0, false)]
    [InlineData(114, 22, 12, 12, 0, false)]
    [InlineData(116, 20, 4, 4, 0, true)]
    [InlineData(100, 24, 4, 4, 0, true)]
    [InlineData(100, 20, 13, 4, 0, true)]
    [InlineData(100, 20, 4, 13, 0, true)]
    [InlineData(100, 20, 4, 4, 1, true)]
    public void MoreCodeSpillsOrCallsThanRecordedAreDetected(int bytes, int instructions, int stores, int reads, int calls,
        bool isMore) =>
        Assert.Equal(isMore, new KernelCode(bytes, instructions, stores, reads, calls).Exceeds(new(100, 20, 4, 4, 0), Headroom));

    [Fact]
    public void TheRightInstructionsAreUsed()
    {
        Dictionary<string, string> listings = compilation.Listings;
        Assert.Equal(compilation.Report.Kernels.Count, listings.Count);
        foreach ((string kernel, string listing) in listings)
        {
            foreach (string pattern in Needed(kernel))
            {
                Assert.True(Regex.IsMatch(listing, $@"^\s+(?:{pattern})\s", RegexOptions.Multiline),
                    $"{kernel} has no instruction {pattern}.");
            }
        }
    }

    [Fact]
    public void TheReportIsWritten()
    {
        StringBuilder text = new();
        text.AppendLine(CultureInfo.InvariantCulture,
            $"Kernels as compiled, instruction set {InstructionSet}: bytes of code, calls inlined, spills (stores to and reads of the stack). Not tested here: {InstructionSetLimit.NotSeen}.");
        SortedDictionary<string, KernelCode> code = Code();
        foreach (CompiledKernel kernel in compilation.Report.Kernels)
        {
            string name = Short(kernel.Type);
            text.AppendLine(CultureInfo.InvariantCulture,
                $"{kernel.CodeBytes,7} {kernel.Inlined,6} {code[name].Stores,6} {code[name].Reads,6}  {name}");
        }

        File.WriteAllText(Path.Combine(Repository.Reports, "codegen.txt"), text.ToString());
        TestContext.Current.TestOutputHelper?.WriteLine(text.ToString());
        Assert.True(compilation.Report.Kernels.Count > 0);
    }

    // Returns the instructions that a kernel must contain. Without them, the kernel uses slower shifts or calls instead.
    private static List<string> Needed(string kernel)
    {
        // With one lane, the rotations of Skein and Threefish are performed in separate kernels. Code that loads keys contains
        // only moves.
        if (kernel.EndsWith(":LoadKeys", StringComparison.Ordinal)) return ["v?mov[a-z]*"];
        if ((kernel.StartsWith("Skein", StringComparison.Ordinal) || kernel.StartsWith("Threefish", StringComparison.Ordinal))
            && !kernel.Contains("FlatKernel", StringComparison.Ordinal)
                && kernel.Contains("Kernel[ScalarLane[ulong]]", StringComparison.Ordinal)) return ["call"];
        // In Keccak, absorption and rounds are separate kernels.
        if (kernel.StartsWith("KeccakKernel", StringComparison.Ordinal)) return ["call"];
        if (kernel.Contains("ScalarLane", StringComparison.Ordinal)) return ["rol|ror|rorx"];
        // The functions of MD5 and Keccak use ternary logic instructions. In other kernels, two XORs are adjacent only by
        // chance.
        if (Avx512F.VL.IsSupported)
        {
            return ["vprol[dq]|vpror[dq]|vprolv[dq]|vprorv[dq]",
                .. kernel.StartsWith("Md5", StringComparison.Ordinal) || kernel.StartsWith("Keccak", StringComparison.Ordinal)
                ? ["vpternlog[dq]"]
                : Array.Empty<string>()];
        }

        // A rotation by whole bytes needs one shuffle, a rotation by 63 needs an addition and a shift, and all others need two
        // shifts.
        if (kernel.Contains("Blake2bSpec", StringComparison.Ordinal)) return ["v?psrlq", "v?pshufb", "v?pshufd"];
        if (kernel.Contains("Blake2sSpec", StringComparison.Ordinal)) return ["v?pslld", "v?psrld", "v?pshufb"];

        return ["v?psll[dq]", "v?psrl[dq]"];
    }

    /// <summary>Whether the type belongs to a family of algorithms or to code that families share.</summary>
    internal static bool HasKernels(Type type) =>
        type.Namespace is string name
            && (name.EndsWith("Family", StringComparison.Ordinal) || name == typeof(BlockKernel<,,,>).Namespace);

    private static List<Type> KernelTypes() =>
    [
        .. typeof(LanewiseHash).Assembly.GetTypes().Where(type =>
            type.Name.Contains("Kernel`", StringComparison.Ordinal)
                && HasKernels(type)
            && type.GetMethod("Run", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic) is not null),
    ];

    /// <summary>
    /// Whether a method of a kernel's type is a kernel. Threefish and XTEA have one loop per mode. This class tests Threefish,
    /// and <see cref="CipherCodegenTests"/> tests XTEA.
    /// </summary>
    internal static bool IsKernel(string type, string method) =>
        method is "Run" || (type.StartsWith("Lanewise.ThreefishFamily.Threefish", StringComparison.Ordinal)
            && method is "Encrypt" or "EncryptScheduled" or "Decrypt" or "DecryptScheduled" or "Count" or "CountScheduled"
                or "LoadKeys");

    /// <summary>
    /// Returns a kernel's name without namespaces and type argument counts. The name can come from reflection or from the JIT.
    /// </summary>
    internal static string Short(string type) => Namespaces().Replace(type, "")
        .Replace("System.", "", StringComparison.Ordinal)
        .Replace("UInt32", "uint", StringComparison.Ordinal)
        .Replace("UInt64", "ulong", StringComparison.Ordinal);

    private SortedDictionary<string, KernelCode> Code()
    {
        SortedDictionary<string, KernelCode> code = new(StringComparer.Ordinal);
        foreach (CompiledKernel kernel in compilation.Report.Kernels)
        {
            string name = Short(kernel.Type), listing = compilation.Listings[name];
            code.Add(name, new(
                kernel.CodeBytes, Instruction().Count(listing), StackStore().Count(listing), StackRead().Count(listing),
                Call().Count(listing)));
        }

        return code;
    }

    [GeneratedRegex(@"^ {7}[a-z]\w*", RegexOptions.Multiline)]
    private static partial Regex Instruction();

    [GeneratedRegex(@"^ {7}call\b", RegexOptions.Multiline)]
    private static partial Regex Call();

    [GeneratedRegex(@"Lanewise\.(?:\w+Family|MerkleDamgard|Simd|Common|Batching|Incremental|Api)\.|`\d+")]
    private static partial Regex Namespaces();

    [GeneratedRegex(@"^Lanewise\.\w+\..*(?:\.Load16|\.Load16Into|Apart|RoundsKernel`1\[.*\.Run): noinline per IL")]
    private static partial Regex ApartOnPurpose();

    // The first expression matches moves to the stack, and the second matches operands that are read from the stack.
    [GeneratedRegex(@"^\s+v?mov\w*\s+(?:\w+ ptr )?\[r[sb]p[^\]]*\], ", RegexOptions.Multiline)]
    private static partial Regex StackStore();

    [GeneratedRegex(@"^\s+\w+\s+[^\[\n]+, (?:\w+ ptr )?\[r[sb]p", RegexOptions.Multiline)]
    private static partial Regex StackRead();

    [GeneratedRegex(
        @"^; Assembly listing for method (Lanewise\.(?:\w+Family|MerkleDamgard)\.\w+Kernel`\d+\[.*\]):(\w+)\(",
        RegexOptions.Multiline)]
    private static partial Regex ListingHeader();

    /// <summary>The result of the child process, which is run once for all tests in this class.</summary>
    public sealed class Compilation
    {
        public Compilation()
        {
            using TemporaryFolder folder = new();
            string reportFile = folder.File("report.json"), listingFile = folder.File("listing.txt");
            ProcessStartInfo start = ListedProcess.Start(
                "Lanewise.*Kernel*:Run Lanewise.ThreefishFamily.Threefish*:Encrypt Lanewise.ThreefishFamily.Threefish*:Decrypt "
                + "Lanewise.ThreefishFamily.Threefish*:EncryptScheduled Lanewise.ThreefishFamily.Threefish*:DecryptScheduled "
                + "Lanewise.ThreefishFamily.Threefish*:CountScheduled "
                + "Lanewise.ThreefishFamily.Threefish*:Count Lanewise.ThreefishFamily.Threefish*:LoadKeys",
                listingFile, KernelCompiler.Argument, reportFile);
            using Process process = Process.Start(start)!;
            if (!process.WaitForExit(TimeSpan.FromMinutes(5)))
            {
                process.Kill();
                throw new TimeoutException("The process that compiles the kernels did not end within five minutes.");
            }

            if (process.ExitCode != 0)
            {
                throw new InvalidOperationException($"The process that compiles the kernels ended with {process.ExitCode}.");
            }

            Report = JsonSerializer.Deserialize<CompilerReport>(File.ReadAllText(reportFile))!;
            Listings = Split(File.ReadAllText(listingFile));
        }

        internal CompilerReport Report { get; }

        internal Dictionary<string, string> Listings { get; }

        private static Dictionary<string, string> Split(string text)
        {
            const string Start = "; Assembly listing for method ";
            Dictionary<string, string> listings = [];
            for (int at = text.IndexOf(Start, StringComparison.Ordinal); at >= 0;)
            {
                int next = text.IndexOf(Start, at + 1, StringComparison.Ordinal);
                string listing = text.Substring(at, (next < 0 ? text.Length : next) - at);
                Match header = ListingHeader().Match(listing);
                if (header.Success && IsKernel(header.Groups[1].Value, header.Groups[2].Value))
                {
                    listings.Add(Short(header.Groups[1].Value)
                        + (header.Groups[2].Value == "Run" ? "" : ":" + header.Groups[2].Value), listing);
                }
                at = next;
            }

            return listings;
        }
    }
}
