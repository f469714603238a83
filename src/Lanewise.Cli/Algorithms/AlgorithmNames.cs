using System.Globalization;
using Lanewise.Api;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Algorithms;

/// <summary>Finds an algorithm by its name on the command line or in a list.</summary>
internal static class AlgorithmNames
{
    /// <summary>The default algorithm of 'sum'.</summary>
    public const string Default = "blake3";

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

    /// <summary>Returns whether a hash does not protect against attackers, so that no message may recommend it.</summary>
    public static bool IsWeak(string name) =>
        name == Crc32Algorithm.Instance.Name || Catalog.Hashes.Any(row => row.IsBroken && row.Name == name);

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

        // If no length near this one is allowed, a multiple of 8 would be rejected too, so the allowed lengths are reported.
        if (!algorithm.CountsBytes && length % 8 != 0
            && (algorithm.WithLength(length / 8) is not null || algorithm.WithLength((length / 8) + 1) is not null))
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
    public static FileAlgorithm ChooseForList(string name, int length)
    {
        if (length == 0 && ShaFamily.Find(name) is { } family) return family;

        return Several(name) is null ? Choose(name, length) : throw new UsageException(
            $"-a names one algorithm, not '{name}'; without -a, check finds the algorithm of each line");
    }

    /// <summary>Returns the algorithm that a tagged line names, or null if the name is unknown.</summary>
    public static FileAlgorithm? FromTag(string tag) =>
        tag.Contains(SeveralAlgorithms.Sign) ? Joined(tag.Split(SeveralAlgorithms.Sign)) : Find(ListedAlgorithm.OfTag(tag));

    /// <inheritdoc cref="ListedAlgorithm.Usual"/>
    public static IReadOnlyList<FileAlgorithm> Usual(int hashBytes) => Fitting(ListedAlgorithm.Usual(hashBytes), hashBytes);

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

    /// <inheritdoc cref="ListedAlgorithm.OfListName"/>
    public static FileAlgorithm? FromListName(string path) =>
        ListedAlgorithm.OfListName(path) is { } name ? Find(name) : null;

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
        string[] all = List.Split(", ");
        // A weak hash is suggested only if it is the only similar name.
        IReadOnlyList<string> near = Hints.Near(plain, all);
        if (near.Count > 1) near = Hints.Near(plain, all.Where(one => !IsWeak(one)));
        if (near.Count == 0 && FromListName(plain) is { } listed) near = [listed.Name];
        return Unknown(name, near);
    }

    /// <summary>Throws an exception if the value of an option that can be repeated is a list, such as "sha256,md5".</summary>
    /// <exception cref="UsageException">The value is a list of known names.</exception>
    public static void RefuseSeveral(string text)
    {
        if (Several(text) is { } names)
        {
            throw new UsageException(
                $"-a names one algorithm, not '{text}'; repeat -a: {string.Join(' ', names.Select(name => $"-a {name}"))}");
        }
    }

    // Returns the names in a list, or null if the text is not a list of known names.
    private static string[]? Several(string text)
    {
        char[] signs = [',', ';', ' ', SeveralAlgorithms.Sign];
        if (text.IndexOfAny(signs) < 0) return null;

        string[] names = text.Split(signs, StringSplitOptions.RemoveEmptyEntries);
        return names.Length > 1 && names.All(name => Find(name) is not null) ? names : null;
    }

    /// <summary>Returns the error for an unknown name.</summary>
    /// <param name="name">The unknown name.</param>
    /// <param name="near">The most similar known names.</param>
    /// <param name="more">The end of the message.</param>
    public static UsageException Unknown(string name, IReadOnlyList<string> near, string more = "")
    {
        string[] names = [.. near.Select(one => IsWeak(one) ? $"'{one}' (not secure)" : $"'{one}'")];
        string others = string.Join(", ", names.SkipLast(1));
        string hint = names.Length == 0 ? "" : $"did you mean {others}{(others.Length == 0 ? "" : " or ")}{names[^1]}? ";
        return new($"unknown algorithm '{name}'; {hint}'lanewise sum --help' lists the hashes{more}") { NamesHelp = true };
    }

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
