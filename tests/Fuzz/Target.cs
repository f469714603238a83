using System.Globalization;
using System.Runtime.CompilerServices;
using Lanewise.Hashing;

namespace Lanewise.Fuzz;

/// <summary>
/// An answer that is not that of the reference implementation, or an exception that nobody announced; the text is the case.
/// </summary>
internal sealed class DifferenceException : Exception
{
    public DifferenceException(string message)
        : base(message)
    {
    }

    public DifferenceException(ref DefaultInterpolatedStringHandler message)
        : base(message.ToStringAndClear())
    {
    }
}

/// <summary>One thing that is fuzzed, case by case. Every thread has targets of its own.</summary>
internal abstract class Target
{
    public abstract string Name { get; }

    /// <summary>Methods that no case calls, because nothing is known about one of their parameters.</summary>
    public virtual IEnumerable<string> NotCalled => [];

    /// <summary>Runs a case, which is all in the random numbers.</summary>
    /// <exception cref="DifferenceException">An answer is wrong.</exception>
    public abstract void Run(Random random, Tally tally);

    /// <summary>
    /// Every hash, MAC and cipher that the catalogues list, what is built on them, and the readers of foreign bytes.
    /// </summary>
    public static IReadOnlyList<Target> All() =>
    [
        .. Catalog.Hashes.Concat(Catalog.Macs).Select(row => new HashTarget(row)),
        .. CipherRow.All.Select(row => new CipherTarget(row)),
        .. BuiltOnHashes.All(),
        .. Reader.Readers(),
        new VerdictTarget(),
    ];

    public static void Equal(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, ref DefaultInterpolatedStringHandler what)
    {
        if (expected.SequenceEqual(actual))
        {
            what.ToStringAndClear();
            return;
        }

        int at = expected.CommonPrefixLength(actual);
        string where = string.Create(CultureInfo.InvariantCulture, $"differs from byte {at} of {expected.Length} on");
        throw new DifferenceException($"{what.ToStringAndClear()}: {where}; expected {Hex(expected, at)}, got {Hex(actual, at)}");
    }

    public static void True(bool condition, ref DefaultInterpolatedStringHandler what)
    {
        string text = what.ToStringAndClear();
        if (!condition) throw new DifferenceException(text);
    }

    private static string Hex(ReadOnlySpan<byte> bytes, int at) =>
        $"{Convert.ToHexStringLower(bytes.Slice(at, Math.Min(16, bytes.Length - at)))}...";
}
