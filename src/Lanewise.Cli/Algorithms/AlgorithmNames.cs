using System.Globalization;
using Lanewise.Api;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Algorithms;

/// <summary>Finds an algorithm by its name on the command line or in a list.</summary>
internal static class AlgorithmNames
{
    /// <summary>The default algorithm of 'sum'.</summary>
    public const string Default = "blake3";

    // Longer names come first, because "sha512-256" also starts with "sha512".
    private static readonly IReadOnlyList<(string Part, string Algorithm)> ListNames =
    [
        .. Catalog.Names.OrderByDescending(name => name.Length).Select(name => (name, name)),
        ("sha", "sha1"), ("b2", "blake2b"), ("b3", "blake3"),
    ];

    /// <summary>The names of all algorithms, for help texts and messages.</summary>
    public static string List
    {
        get
        {
            List<string> names = [];
            foreach (HashRow row in Catalog.Hashes) names.Add(row.Name);
            names.Add(Crc32Algorithm.Instance.Name);
            return string.Join(", ", names);
        }
    }

    /// <summary>Returns the algorithm that <c>--algorithm</c> and <c>--length</c> specify.</summary>
    /// <param name="name">The name, with or without a length in bits.</param>
    /// <param name="length">The length of the digest in the algorithm's unit. 0 means the default length.</param>
    /// <exception cref="UsageException">The algorithm does not exist, or does not allow the length.</exception>
    public static FileAlgorithm Choose(string name, int length)
    {
        FileAlgorithm algorithm = Find(name) ?? ShaFamily.Find(name) ?? throw Unknown(name);
        if (length == 0)
        {
            return algorithm is not ShaFamily ? algorithm : throw new UsageException(
                $"-a {algorithm.Name} needs --length: {algorithm.Lengths}");
        }

        if (!algorithm.CountsBytes && length % 8 != 0)
        {
            throw new UsageException(
                Invariant($"invalid length: '{length}' bits: length is not a multiple of 8"));
        }

        return algorithm.WithLength(algorithm.CountsBytes ? length : length / 8)
            ?? throw new UsageException(Invariant(
                $"invalid length: '{length}' {(algorithm.CountsBytes ? "bytes" : "bits")}: the digest of {algorithm.Tag} has "
                + $"{algorithm.Lengths}"));
    }

    /// <summary>Chooses an algorithm for one line of a list. Each line determines its own digest length.</summary>
    /// <exception cref="UsageException">The algorithm does not exist, or does not allow the length.</exception>
    public static FileAlgorithm ChooseForList(string name, int length) =>
        length == 0 && ShaFamily.Find(name) is { } family ? family : Choose(name, length);

    /// <summary>Returns the algorithm that a tagged line names, or null if the name is unknown.</summary>
    public static FileAlgorithm? FromTag(string tag) => tag.ToUpperInvariant() switch
    {
        _ when tag.Contains(SeveralAlgorithms.Sign) => Joined(tag.Split(SeveralAlgorithms.Sign)),
        // Accepts the names that OpenSSL and FreeBSD write.
        "BLAKE2B512" or "BLAKE2B-512" => Find("blake2b"),
        "BLAKE2S256" or "BLAKE2S-256" => Find("blake2s"),
        "SKEIN256" => Find("skein-256"),
        "SKEIN512" => Find("skein-512"),
        "SKEIN1024" => Find("skein-1024"),
        "SHAKE-128" => Find("shake128"),
        "SHAKE-256" => Find("shake256"),
        "SHA2-224" => Find("sha224"),
        "SHA2-256" => Find("sha256"),
        "SHA2-384" => Find("sha384"),
        "SHA2-512" => Find("sha512"),
        "SHA2-512/256" or "SHA512/256" or "SHA512T256" => Find("sha512-256"),
        _ => Find(tag),
    };

    /// <summary>
    /// Returns the usual algorithms for a digest length, which are tried first if a list does not name its algorithm.
    /// </summary>
    public static IReadOnlyList<FileAlgorithm> Usual(int hashBytes)
    {
        string[] names = hashBytes switch
        {
            4 => ["crc32"],
            16 => ["md5"],
            20 => ["sha1"],
            28 => ["sha224"],
            32 => ["sha256", "blake3"],
            48 => ["sha384"],
            64 => ["sha512", "blake2b"],
            _ => ["blake3", "blake2b"],
        };
        return Fitting(names, hashBytes);
    }

    /// <summary>Returns the algorithms with a given digest length that are not among the usual algorithms.</summary>
    public static IReadOnlyList<FileAlgorithm> Unusual(int hashBytes)
    {
        HashSet<string> usual = [.. Usual(hashBytes).Select(algorithm => algorithm.Name)];
        return [.. Fitting(List.Split(", "), hashBytes).Where(algorithm => !usual.Contains(algorithm.Name))];
    }

    private static FileAlgorithm[] Fitting(IEnumerable<string> names, int hashBytes) =>
        [.. names.Select(name => Find(name)?.WithLength(hashBytes)).OfType<FileAlgorithm>()];

    // Returns the algorithms of a line that contains several digests, or null if any algorithm is unknown.
    private static FileAlgorithm? Joined(string[] tags)
    {
        const int Most = 16;
        FileAlgorithm?[] parts = [.. tags.Take(Most).Select(FromTag)];
        return tags.Length > Most || parts.Contains(null) ? null : SeveralAlgorithms.Of(parts!);
    }

    /// <summary>
    /// Returns the algorithm that the name of a list specifies, for example <c>SHA256SUMS</c>, <c>b3sums.txt</c> or
    /// <c>disk.md5</c>. Returns null if the name specifies no algorithm.
    /// </summary>
    public static FileAlgorithm? FromListName(string path)
    {
        // The extension takes precedence over the rest of the name: skein-512.tar.md5 is a list of MD5 digests.
        string name = Path.GetFileName(path);
        return NamedIn(Path.GetExtension(name)) ?? NamedIn(name);
    }

    private static FileAlgorithm? NamedIn(string name)
    {
        foreach ((string part, string algorithm) in ListNames)
        {
            int at = name.IndexOf(part, StringComparison.OrdinalIgnoreCase);
            if (at < 0 || (at > 0 && char.IsLetterOrDigit(name[at - 1]))) continue;

            ReadOnlySpan<char> rest = name.AsSpan(at + part.Length);
            if (rest.StartsWith("sum", StringComparison.OrdinalIgnoreCase)) rest = rest.Slice(3);
            if (rest.StartsWith("s", StringComparison.OrdinalIgnoreCase)) rest = rest.Slice(1);
            if (rest.IsEmpty || !char.IsLetterOrDigit(rest[0])) return Find(algorithm);
        }

        return null;
    }

    /// <summary>
    /// Returns the error for an invalid name: either the length in it is invalid, or the whole name is unknown.
    /// </summary>
    private static UsageException Unknown(string name)
    {
        int dash = name.LastIndexOf('-');
        if (dash > 0 && int.TryParse(name.AsSpan(dash + 1), NumberStyles.None, CultureInfo.InvariantCulture, out _)
            && Find(name.Substring(0, dash)) is FileAlgorithm algorithm)
        {
            string unit = algorithm.CountsBytes ? "; behind a name the length is in bits" : "";
            return new($"invalid length in '{name}': the digest of {algorithm.Tag} has {algorithm.Lengths}{unit}");
        }

        string plain = name.EndsWith("sum", StringComparison.OrdinalIgnoreCase) ? name[..^3] : name;
        string? near = Hints.Nearest(plain, List.Split(", ")) ?? FromListName(plain)?.Name;
        return new(Unknown(name, near));
    }

    /// <summary>Returns the error message for an unknown name.</summary>
    public static string Unknown(string name, string? near) =>
        $"unknown algorithm '{name}'; {(near is null ? "" : $"did you mean '{near}'? ")}'lanewise sum --help' lists the hashes";

    private static FileAlgorithm? Find(string name)
    {
        // 'sum' does not support MACs that require a key.
        if (Catalog.TryFind(name, out HashRow? row, out int hashBytes) && !Catalog.Macs.Contains(row))
        {
            return new LanewiseAlgorithm(row, hashBytes);
        }

        return name.Equals(Crc32Algorithm.Instance.Name, StringComparison.OrdinalIgnoreCase) ? Crc32Algorithm.Instance : null;
    }
}
