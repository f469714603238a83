using System.Globalization;
using Lanewise.Simd;
using Lanewise.Tests;
using Xunit.MicrosoftTestingPlatform;

// CodegenTests starts this executable again to observe the first compilation of every kernel.
if (args is [KernelCompiler.Argument, string report]) return KernelCompiler.Run(report);

if (args is [InstructionSetLimit.Argument])
{
    Console.WriteLine(InstructionSetLimit.Bits);
    return 0;
}

if (args is [SettingsTests.Argument, ..]) return SettingsTests.PrintCap(args);

// The tests use the unrolled kernels, which run in long-lived processes. ColdAndWarmTests covers the rolled kernels.
ColdStart.Bytes = 0;
Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
    $"Random input from seed {Seed.Value}; {Seed.Variable}={Seed.Value} replays it."));
Console.WriteLine($"Vectors: {InstructionSetLimit.Describe()}");
int code = await TestPlatformTestFramework.RunAsync(args, SelfRegisteredExtensions.AddSelfRegisteredExtensions);
Console.WriteLine($"Not tested here: {InstructionSetLimit.NotSeen}.");
return code;
