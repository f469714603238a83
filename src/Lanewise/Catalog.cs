using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Lanewise.Blake2Family;
using Lanewise.Blake3Family;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Md5Family;
using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Every hash of the library, one row each. Operations by name, saved states, command line, proof, benches and contract tests
/// read it: a hash that is not here does not exist.
/// </summary>
internal static class Catalog
{
    private static readonly HashRow[] Rows =
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

    public static IReadOnlyList<HashRow> Hashes => Rows;

    /// <summary>
    /// Finds a hash by its name, in any case, with the digest's bits behind a hyphen or not: <c>blake2b</c>,
    /// <c>BLAKE2b-256</c>, <c>HMAC-MD5</c>. Each type's own name of its algorithm is one of these.
    /// </summary>
    public static bool TryFind(string name, [NotNullWhen(true)] out HashRow? row, out int hashBytes)
    {
        row = null;
        hashBytes = 0;
        foreach (HashRow listed in Rows)
        {
            for (HashRow? candidate = listed; candidate is not null; candidate = candidate.Mac)
            {
                // The longest name that fits: one that ends in digits is not another with a length.
                if (candidate.Name.Length > (row?.Name.Length ?? 0) && Fits(candidate, name, out int bytes)) (row, hashBytes) = (candidate, bytes);
            }
        }

        return row is not null;
    }

    private static bool Fits(HashRow row, string name, out int hashBytes)
    {
        hashBytes = row.DefaultHashBytes;
        if (!name.StartsWith(row.Name, StringComparison.OrdinalIgnoreCase)) return false;

        ReadOnlySpan<char> rest = name.AsSpan(row.Name.Length);
        if (rest.IsEmpty) return true;
        if (rest[0] != '-' || !int.TryParse(rest.Slice(1), NumberStyles.None, CultureInfo.InvariantCulture, out int bits)) return false;

        hashBytes = bits / 8;
        return bits % 8 == 0 && hashBytes >= row.MinHashBytes && hashBytes <= row.MaxHashBytes;
    }
}
