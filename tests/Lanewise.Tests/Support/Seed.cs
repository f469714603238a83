using System.Globalization;
using System.Runtime.CompilerServices;

namespace Lanewise.Tests;

/// <summary>
/// The seed for all random input in a test run. The seed is printed at the start of the run, and can be set with an environment
/// variable.
/// </summary>
internal static class Seed
{
    public const string Variable = "LANEWISE_TEST_SEED";

    public static int Value { get; } =
        int.TryParse(Environment.GetEnvironmentVariable(Variable), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
            out int given)
            ? given
            : Random.Shared.Next();

    /// <summary>Returns a random number generator that depends only on the seed and the test, not on the order of the
    /// tests.</summary>
    public static Random For(string also = "", [CallerMemberName] string test = "")
    {
        uint mixed = (uint)Value;
        foreach (char c in test + also) mixed = (mixed ^ c) * 16777619;
        return new Random((int)(mixed & int.MaxValue));
    }

    /// <summary>The text at the end of each failure message in tests with random input.</summary>
    public static string Replay => string.Create(CultureInfo.InvariantCulture, $" ({Variable}={Value})");
}
