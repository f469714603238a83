using System.Diagnostics.CodeAnalysis;
using Lanewise.Blake3Family;
using Lanewise.MerkleDamgard;
using Lanewise.Sha1Family;
using Lanewise.Sha2Family;

namespace Lanewise;

/// <summary>
/// Lists all hashes and MACs in the library. <see cref="LanewiseOperations"/>, saved states, the command-line tool, benchmarks
/// and contract tests use this list.
/// </summary>
internal static class Catalog
{
    private static readonly Line[] Lines =
    [
        new("MD5", () => HashRow.Of(hash => new Md5(hash))),
        new("BLAKE2b", () => HashRow.Of(hash => new Blake2b(hash), hash => new Blake2bMac(hash))),
        new("BLAKE2s", () => HashRow.Of(hash => new Blake2s(hash), hash => new Blake2sMac(hash))),
        new("BLAKE2bp", () => HashRow.Of(hash => new Blake2bp(hash), hash => new Blake2bpMac(hash))),
        new("BLAKE2sp", () => HashRow.Of(hash => new Blake2sp(hash), hash => new Blake2spMac(hash))),
        new("BLAKE2Xb", () => HashRow.Of(hash => new Blake2xb(hash), hash => new Blake2xbMac(hash))),
        new("BLAKE2Xs", () => HashRow.Of(hash => new Blake2xs(hash), hash => new Blake2xsMac(hash))),
        new("BLAKE3", () => HashRow.Of(hash => new Blake3(hash), hash => new Blake3Mac(hash), Blake3Engine.Row)),
        new("Skein-256", () => HashRow.Of(hash => new Skein256(hash), hash => new Skein256Mac(hash))),
        new("Skein-512", () => HashRow.Of(hash => new Skein512(hash), hash => new Skein512Mac(hash))),
        new("Skein-1024", () => HashRow.Of(hash => new Skein1024(hash), hash => new Skein1024Mac(hash))),
        new("SHA-1", () => HashRow.Of(hash => new Sha1(hash))),
        new("SHA-224", () => HashRow.Of(hash => new Sha224(hash))),
        new("SHA-256", () => HashRow.Of(hash => new Sha256(hash))),
        new("SHA-384", () => HashRow.Of(hash => new Sha384(hash))),
        new("SHA-512", () => HashRow.Of(hash => new Sha512(hash))),
        new("SHA-512/256", () => HashRow.Of(hash => new Sha512_256(hash))),
        new("SHA3-224", () => HashRow.Of(hash => new Sha3_224(hash))),
        new("SHA3-256", () => HashRow.Of(hash => new Sha3_256(hash))),
        new("SHA3-384", () => HashRow.Of(hash => new Sha3_384(hash))),
        new("SHA3-512", () => HashRow.Of(hash => new Sha3_512(hash))),
        new("Keccak-256", () => HashRow.Of(hash => new Keccak256(hash))),
        new("SHAKE128", () => HashRow.Of(hash => new Shake128(hash))),
        new("SHAKE256", () => HashRow.Of(hash => new Shake256(hash))),
        new("cSHAKE128", () => HashRow.Of(hash => new CShake128(hash))),
        new("cSHAKE256", () => HashRow.Of(hash => new CShake256(hash))),
        new("TurboSHAKE128", () => HashRow.Of(hash => new TurboShake128(hash))),
        new("TurboSHAKE256", () => HashRow.Of(hash => new TurboShake256(hash))),
        new("KangarooTwelve", () => HashRow.Of(hash => new KangarooTwelve(hash))),
        new("SM3", () => HashRow.Of(hash => new Sm3(hash))),
        new("HMAC-MD5", () => HashRow.Of(hash => new HmacMd5(hash))) { IsMac = true },
        new("HMAC-SHA-1", () =>
            HashRow.Of(hash => new HmacSha1(hash), pbkdf2: Md<uint, Sha1Spec>.Pbkdf2Run.Run)) { IsMac = true },
        new("HMAC-SHA-256", () =>
            HashRow.Of(hash => new HmacSha256(hash), pbkdf2: Md<uint, Sha256Spec>.Pbkdf2Run.Run)) { IsMac = true },
        new("HMAC-SHA-512", () =>
            HashRow.Of(hash => new HmacSha512(hash), pbkdf2: Md<ulong, Sha512Spec>.Pbkdf2Run.Run)) { IsMac = true },
        new("HMAC-SM3", () => HashRow.Of(hash => new HmacSm3(hash))) { IsMac = true },
        new("KMAC128", () => HashRow.Of(hash => new Kmac128(hash), hasStates: false)) { IsMac = true },
        new("KMAC256", () => HashRow.Of(hash => new Kmac256(hash), hasStates: false)) { IsMac = true },
    ];

    /// <summary>The names that the command line uses for the hashes, in the order of the catalog.</summary>
    public static IEnumerable<string> Names => Lines.Where(line => !line.IsMac).Select(line => line.Tag.ToLowerInvariant());

    public static IReadOnlyList<HashRow> Hashes
        { get => field ??= Array.ConvertAll(Array.FindAll(Lines, line => !line.IsMac), line => line.Row); }

    /// <summary>
    /// The algorithms that always need a key. <see cref="TryFind"/> finds these algorithms, but <see cref="Hashes"/> does not
    /// contain them.
    /// </summary>
    public static IReadOnlyList<HashRow> Macs
        { get => field ??= Array.ConvertAll(Array.FindAll(Lines, line => line.IsMac), line => line.Row); }

    /// <summary>
    /// Finds a hash by its case-insensitive name. The name may end with a hyphen and the digest length in bits, for example
    /// <c>blake2b</c>, <c>BLAKE2b-256</c> or <c>HMAC-MD5</c>. The value of each type's <c>AlgorithmName</c> property is also
    /// accepted.
    /// </summary>
    public static bool TryFind(string name, [NotNullWhen(true)] out HashRow? row, out int hashBytes)
    {
        // The longest matching name wins, because digits that are part of a name, as in SHA-512, are not a length suffix.
        Line? found = null;
        int length = 0;
        foreach (Line line in Lines)
        {
            int fits = line.Fits(name);
            if (fits > length) (found, length) = (line, fits);
        }

        row = found?.Row;
        hashBytes = row?.DefaultHashBytes ?? 0;
        if (row is null || name.Length == length) return row is not null;

        if (int.TryParse(name.AsSpan(length + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int bits)
            && bits % 8 == 0
            && bits / 8 >= row.MinHashBytes
            && bits / 8 <= row.MaxHashBytes)
        {
            hashBytes = bits / 8;
            return true;
        }

        row = null;
        return false;
    }

    // Rows are created on demand, so a process creates rows only for the algorithms that it uses.
    private sealed class Line(string name, Func<HashRow> make)
    {
        private HashRow? row;

        public string Name { get; } = name;

        public bool IsMac { get; init; }

        /// <summary>The name of the hash in lists and on the command line.</summary>
        public string Tag { get; } = HashRow.TagOf(name);

        public HashRow Row
        {
            get
            {
                if (row is null) Interlocked.CompareExchange(ref row, make(), null);
                return row;
            }
        }

        /// <summary>Returns the length of this line's name if the given text starts with it, otherwise 0.</summary>
        public int Fits(string given) => Math.Max(Fits(given, Name), Fits(given, Tag));

        private static int Fits(string given, string name) =>
            given.StartsWith(name, StringComparison.OrdinalIgnoreCase)
            && (given.Length == name.Length || given[name.Length] == '-') ? name.Length : 0;
    }
}
