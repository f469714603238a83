using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Lanewise.Blake3Family;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>
/// Every hash of the library, one row each. Operations by name, saved states, command line, proof, benches and contract tests
/// read it: a hash that is not here does not exist.
/// </summary>
internal static class Catalog
{
    private static readonly HashRow[] Rows =
    [
        new HashRow<Md5Engine>(hash => new Md5(hash)) { Mac = new HashRow<HmacMd5Engine>(hash => new HmacMd5(hash)) },
        new HashRow<Blake2Engine<ulong, Blake2bSpec>>(hash => new Blake2b(hash)),
        new HashRow<Blake2Engine<uint, Blake2sSpec>>(hash => new Blake2s(hash)),
        new HashRow<Blake2LeavesEngine<ulong, Blake2bSpec>>(hash => new Blake2bp(hash)),
        new HashRow<Blake2LeavesEngine<uint, Blake2sSpec>>(hash => new Blake2sp(hash)),
        new HashRow<Blake2ExtendedEngine<ulong, Blake2bSpec>>(hash => new Blake2xb(hash)),
        new HashRow<Blake2ExtendedEngine<uint, Blake2sSpec>>(hash => new Blake2xs(hash)),
        new HashRow<Blake3Engine>(hash => new Blake3(hash)) { WithContext = context => new Blake3ContextRow(context) },
        new HashRow<SkeinEngine<Skein256Spec>>(hash => new Skein256(hash)),
        new HashRow<SkeinEngine<Skein512Spec>>(hash => new Skein512(hash)),
        new HashRow<SkeinEngine<Skein1024Spec>>(hash => new Skein1024(hash)),
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
