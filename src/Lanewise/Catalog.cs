using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Lanewise.Blake2Family;
using Lanewise.Blake3Family;
using Lanewise.Ciphers;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Md5Family;
using Lanewise.SkeinFamily;
using Lanewise.ThreefishFamily;
using Lanewise.XteaFamily;

namespace Lanewise;

/// <summary>
/// Every algorithm of the library, one row each. Command line, proof, benches, contract tests and random tests read it: an
/// algorithm that is not here does not exist.
/// </summary>
internal static class Catalog
{
    public static IReadOnlyList<HashRow> Hashes { get; } =
    [
        new Md5Row(),
        new Blake2bRow(),
        new Blake2sRow(),
        new Blake2bpRow(),
        new Blake2spRow(),
        new Blake2xbRow(),
        new Blake2xsRow(),
        new Blake3Row(),
        new Skein256Row(),
        new Skein512Row(),
        new Skein1024Row(),
    ];

    public static IReadOnlyList<CipherRow> Ciphers { get; } =
    [
        new XteaRow(),
        new ThreefishRow<Threefish256Spec>(),
        new ThreefishRow<Threefish512Spec>(),
        new ThreefishRow<Threefish1024Spec>(),
    ];

    /// <summary>Finds a hash by its name and, where the output varies, the digest's bits: <c>blake2b</c>, <c>BLAKE2b-256</c>.</summary>
    public static bool TryFind(string name, [NotNullWhen(true)] out HashRow? row, out int hashBytes)
    {
        // The longest name first, so that a name that ends in digits is not taken for another with a length.
        foreach (HashRow candidate in Hashes.OrderByDescending(r => r.Name.Length))
        {
            if (!name.StartsWith(candidate.Name, StringComparison.OrdinalIgnoreCase)) continue;

            row = candidate;
            hashBytes = candidate.DefaultHashBytes;
            string rest = name.Substring(candidate.Name.Length);
            if (rest.Length == 0) return true;

            if (rest[0] == '-'
                && int.TryParse(rest.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out int bits)
                && bits % 8 == 0
                && bits / 8 >= candidate.MinHashBytes
                && bits / 8 <= candidate.MaxHashBytes)
            {
                hashBytes = bits / 8;
                return true;
            }
        }

        row = null;
        hashBytes = 0;
        return false;
    }
}
