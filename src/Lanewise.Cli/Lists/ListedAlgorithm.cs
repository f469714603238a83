using Lanewise.Api;

namespace Lanewise.Cli.Lists;

/// <summary>Determines a list's algorithm from a tag, from the name of the list, or from the length of a digest.</summary>
internal static class ListedAlgorithm
{
    // Longer names come first, because "sha512-256" also starts with "sha512".
    private static readonly IReadOnlyList<(string Part, string Algorithm)> ListNames =
    [
        .. Catalog.Names.OrderByDescending(name => name.Length).Select(name => (name, name)),
        ("sha", "sha1"), ("b2", "blake2b"), ("b3", "blake3"),
    ];

    /// <summary>Returns the name of the algorithm that a line's tag specifies. An unknown tag is returned unchanged.</summary>
    public static string OfTag(string tag) => tag.ToUpperInvariant() switch
    {
        // Accepts the names that OpenSSL and FreeBSD write.
        "BLAKE2B512" or "BLAKE2B-512" => "blake2b",
        "BLAKE2S256" or "BLAKE2S-256" => "blake2s",
        "SKEIN256" => "skein-256",
        "SKEIN512" => "skein-512",
        "SKEIN1024" => "skein-1024",
        "SHAKE-128" => "shake128",
        "SHAKE-256" => "shake256",
        "SHA2-224" => "sha224",
        "SHA2-256" => "sha256",
        "SHA2-384" => "sha384",
        "SHA2-512" => "sha512",
        "SHA2-512/256" or "SHA512/256" or "SHA512T256" => "sha512-256",
        _ => tag,
    };

    /// <summary>
    /// Returns the algorithm that the name of a list (such as <c>SHA256SUMS</c>, <c>b3sums.txt</c> or <c>disk.md5</c>)
    /// contains, or null if it contains none.
    /// </summary>
    public static string? OfListName(string path)
    {
        // The last part of the name determines the algorithm: skein-512.tar.md5 is a list of MD5 digests.
        string name = Path.GetFileName(path);
        return NamedIn(Path.GetExtension(name)) ?? NamedIn(name);
    }

    /// <summary>
    /// Returns the usual algorithms for a digest length, which are tried first if a list does not name its algorithm.
    /// </summary>
    public static string[] Usual(int hashBytes) => hashBytes switch
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

    private static string? NamedIn(string name)
    {
        foreach ((string part, string algorithm) in ListNames)
        {
            int at = name.IndexOf(part, StringComparison.OrdinalIgnoreCase);
            if (at < 0 || (at > 0 && char.IsLetterOrDigit(name[at - 1]))) continue;

            ReadOnlySpan<char> rest = name.AsSpan(at + part.Length);
            if (rest.StartsWith("sum", StringComparison.OrdinalIgnoreCase)) rest = rest.Slice(3);
            if (rest.StartsWith("s", StringComparison.OrdinalIgnoreCase)) rest = rest.Slice(1);
            if (rest.IsEmpty || !char.IsLetterOrDigit(rest[0])) return algorithm;
        }

        return null;
    }
}
