using System.Globalization;
using Lanewise.Hashing;

namespace Lanewise.Cli.Algorithms;

/// <summary>Finds an algorithm by its name on the command line or in a list.</summary>
internal static class AlgorithmNames
{
    /// <summary>The algorithm of a sum when none is named.</summary>
    public const string Default = "blake3";

    /// <summary>All names, for the help and for messages.</summary>
    public static string List
    {
        get
        {
            List<string> names = [];
            foreach (HashRow row in Catalog.Hashes) names.Add(row.Name);
            foreach (PlatformAlgorithm algorithm in PlatformAlgorithm.All)
            {
                if (algorithm.IsSupported) names.Add(algorithm.Name);
            }

            return string.Join(", ", names);
        }
    }

    /// <summary>The algorithm that <c>--algorithm</c> and <c>--length</c> name.</summary>
    /// <param name="name">The name, with a length in bits behind it or not.</param>
    /// <param name="length">The length of the digest in the algorithm's unit; 0 for its own length.</param>
    /// <exception cref="UsageException">There is no such algorithm, or it has no such length.</exception>
    public static FileAlgorithm Choose(string name, int length)
    {
        FileAlgorithm algorithm = Find(name) ?? throw Unknown(name);
        if (length == 0) return algorithm;

        if (!algorithm.CountsBytes && length % 8 != 0)
        {
            throw new UsageException(
                string.Create(CultureInfo.InvariantCulture, $"invalid length: '{length}' bits: length is not a multiple of 8"));
        }

        return algorithm.WithLength(algorithm.CountsBytes ? length : length / 8)
            ?? throw new UsageException(string.Create(CultureInfo.InvariantCulture,
                $"invalid length: '{length}' {(algorithm.CountsBytes ? "bytes" : "bits")}: the digest of {algorithm.Tag} has "
                + $"{algorithm.Lengths}"));
    }

    /// <summary>The algorithm that a tagged line names, or null where there is none.</summary>
    public static FileAlgorithm? FromTag(ReadOnlySpan<char> tag) => tag switch
    {
        // The names that OpenSSL writes.
        "BLAKE2B512" or "BLAKE2B-512" => Find("blake2b"),
        "BLAKE2S256" or "BLAKE2S-256" => Find("blake2s"),
        "SHA2-224" => Find("sha224"),
        "SHA2-256" => Find("sha256"),
        "SHA2-384" => Find("sha384"),
        "SHA2-512" => Find("sha512"),
        _ => Find(tag.ToString()),
    };

    /// <summary>
    /// What a line without a tag is taken for where nothing is said: the one that people use with such a digest.
    /// </summary>
    public static FileAlgorithm? FromLength(int hashBytes) => hashBytes switch
    {
        16 => Find("md5"),
        20 => Find("sha1"),
        48 => Find("sha384"),
        64 => Find("blake2b"),
        _ => Find(Default)?.WithLength(hashBytes),
    };

    /// <summary>What is wrong with a name that is none: its length, or all of it.</summary>
    private static UsageException Unknown(string name)
    {
        int dash = name.LastIndexOf('-');
        if (dash > 0 && int.TryParse(name.AsSpan(dash + 1), NumberStyles.None, CultureInfo.InvariantCulture, out _)
            && Find(name.Substring(0, dash)) is FileAlgorithm algorithm)
        {
            string unit = algorithm.CountsBytes ? "; behind a name the length is in bits" : "";
            return new($"invalid length in '{name}': the digest of {algorithm.Tag} has {algorithm.Lengths}{unit}");
        }

        return new($"unknown algorithm '{name}'; known are {List}, and where the length varies also with the length in bits "
            + $"behind, as blake2b-256");
    }

    private static FileAlgorithm? Find(string name)
    {
        // A MAC by itself is no sum.
        if (Catalog.TryFind(name, out HashRow? row, out int hashBytes) && !Catalog.Macs.Contains(row))
        {
            return new LanewiseAlgorithm(row, hashBytes);
        }

        foreach (PlatformAlgorithm algorithm in PlatformAlgorithm.All)
        {
            if (algorithm.IsSupported && name.Equals(algorithm.Name, StringComparison.OrdinalIgnoreCase)) return algorithm;
        }

        return null;
    }
}
