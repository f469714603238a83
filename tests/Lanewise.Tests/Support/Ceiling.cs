using Lanewise.Lanes;

namespace Lanewise.Tests;

/// <summary>What this process may use of the machine, and what the script that started it meant it to use at most.</summary>
internal static class Ceiling
{
    /// <summary>512, 256, 128 or 0: no vectors wider than that may be in use. Set by the test script.</summary>
    public const string Variable = "LANEWISE_CEILING";

    /// <summary>Prints <see cref="Bits"/> and runs no test.</summary>
    public const string Argument = "--print-width";

    /// <summary>The widest vectors that this process has: 512, 256, 128 or 0 bits.</summary>
    public static int Bits => LaneDispatch.Hardware;

    public static string Describe() => Bits switch
    {
        512 => "512 bits (AVX-512)",
        256 => "256 bits (AVX2)",
        128 => "128 bits",
        0 => "none, scalar code only",
        _ => $"{Bits} bits",
    };

    /// <summary>
    /// What this run could not execute: of it, only what needs no processor was checked (<see cref="InlinedLocals"/>).
    /// </summary>
    public static string NotSeen
    {
        get
        {
            IEnumerable<string> widths = LaneDispatch.Widths.Where(bits => bits > Bits).Select(bits => $"{bits} bits");
            IEnumerable<string> others = BitConverter.IsLittleEndian ? ["big-endian words"] : [];
            IEnumerable<string> makes = Make.All.Select(make => make.Name).Where(name => name != Make.Here.Name);
            return $"{string.Join(", ", widths.Concat(others))}; the code of other processors than x64"
                + $"; choices timed on other CPU microarchitectures than {Make.Here.Name} ({string.Join(", ", makes)}), whose shapes ran";
        }
    }
}
