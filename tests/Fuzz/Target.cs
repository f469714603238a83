using System.Globalization;
using System.Runtime.CompilerServices;

namespace Lanewise.Fuzz;

/// <summary>
/// Reports an undocumented exception, or a result that differs from that of a reference implementation. The message describes
/// the case.
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

/// <summary>A part of the library that the fuzzer tests. Every thread has its own targets.</summary>
internal abstract class Target
{
    public abstract string Name { get; }

    /// <summary>Methods that no case calls because a parameter is unknown.</summary>
    public virtual IEnumerable<string> NotCalled => [];

    /// <summary>Runs a case that is fully determined by the random number generator.</summary>
    /// <exception cref="DifferenceException">A result is wrong.</exception>
    public abstract void Run(Random random, Tally tally);

    /// <summary>
    /// Lists all hashes, MACs and ciphers in the catalogues, the functions that are based on them, and the readers of untrusted
    /// bytes.
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
        string where = string.Create(CultureInfo.InvariantCulture, $"the first difference is at byte {at} of {expected.Length}");
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
