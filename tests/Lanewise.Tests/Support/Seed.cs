using System.Globalization;
using System.Runtime.CompilerServices;

namespace Lanewise.Tests;

/// <summary>The seed of all random input of a run: printed at the start, replayed by an environment variable.</summary>
internal static class Seed
{
    public const string Variable = "LANEWISE_TEST_SEED";

    public static int Value { get; } =
        int.TryParse(Environment.GetEnvironmentVariable(Variable), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
            out int given)
            ? given
            : Random.Shared.Next();

    /// <summary>
    /// A source of random numbers that depends on the seed and on the test alone, not on the order of the tests.
    /// </summary>
    public static Random For(string also = "", [CallerMemberName] string test = "")
    {
        uint mixed = (uint)Value;
        foreach (char c in test + also) mixed = (mixed ^ c) * 16777619;
        return new Random((int)(mixed & int.MaxValue));
    }

    /// <summary>What a failure message of a random test ends with.</summary>
    public static string Replay => string.Create(CultureInfo.InvariantCulture, $" ({Variable}={Value})");
}
