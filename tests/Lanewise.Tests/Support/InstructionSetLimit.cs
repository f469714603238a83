using Lanewise.Simd;

namespace Lanewise.Tests;

/// <summary>Detects the instruction sets that this process may use, and the limit that the test script sets.</summary>
internal static class InstructionSetLimit
{
    /// <summary>The maximum vector width in bits: 512, 256, 128 or 0. The test script sets this variable.</summary>
    public const string Variable = "LANEWISE_CEILING";

    /// <summary>The argument that makes the program print <see cref="Bits"/> instead of running tests.</summary>
    public const string Argument = "--print-width";

    /// <summary>The width of the widest vectors in this process: 512, 256, 128 or 0 bits.</summary>
    public static int Bits => LaneDispatch.Hardware;

    public static string Describe() => Bits switch
    {
        512 => "512 bits (AVX-512)",
        256 => "256 bits (AVX2)",
        128 => "128 bits",
        0 => "none, scalar code only",
        _ => $"{Bits} bits",
    };

    /// <summary>The vector widths that this machine cannot execute. Only <see cref="InlinedLocals"/> checks the kernels for
    /// these widths.</summary>
    public static string NotSeen
    {
        get
        {
            IEnumerable<string> widths = LaneDispatch.Widths.Where(bits => bits > Bits).Select(bits => $"{bits} bits");
            IEnumerable<string> others = BitConverter.IsLittleEndian ? ["big-endian words"] : [];
            IEnumerable<string> profiles =
                CpuProfile.All.Select(profile => profile.Name).Where(name => name != CpuProfile.Here.Name);
            return $"{string.Join(", ", widths.Concat(others))}; code for CPUs other than x64"
                + $"; tuning for CPU microarchitectures other than {CpuProfile.Here.Name} "
                + $"({string.Join(", ", profiles)}), whose shapes were tested";
        }
    }
}
