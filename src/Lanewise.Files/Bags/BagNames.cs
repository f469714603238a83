using System.Security.Cryptography;
using System.Text;

namespace Lanewise.Files.Bags;

/// <summary>Converts and compares the names of files and algorithms in bags.</summary>
internal static class BagNames
{
    // Letters with combining marks and the corresponding base letters, grouped by mark. Without globalization data, .NET cannot
    // decompose letters.
    private static readonly (char Mark, string Whole, string Letters)[] Marks =
    [
        ('\u0300', "ÀÈÌÒÙàèìòùǸǹ", "AEIOUaeiouNn"),
        ('\u0301', "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹź", "AEIOUYaeiouyCcLlNnRrSsZz"),
        ('\u0302', "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ", "AEIOUaeiouCcGgHhJjSsWwYy"),
        ('\u0303', "ÃÑÕãñõĨĩŨũ", "ANOanoIiUu"),
        ('\u0304', "ĀāĒēĪīŌōŪū", "AaEeIiOoUu"),
        ('\u0306', "ĂăĔĕĞğĬĭŎŏŬŭ", "AaEeGgIiOoUu"),
        ('\u0307', "ĊċĖėĠġİŻż", "CcEeGgIZz"),
        ('\u0308', "ÄËÏÖÜäëïöüÿŸ", "AEIOUaeiouyY"),
        ('\u030A', "ÅåŮů", "AaUu"),
        ('\u030B', "ŐőŰű", "OoUu"),
        ('\u030C', "ČčĎďĚěĽľŇňŘřŠšŤťŽž", "CcDdEeLlNnRrSsTtZz"),
        ('\u0327', "ÇçĢģĶķĻļŅņŖŗŞşŢţ", "CcGgKkLlNnRrSsTt"),
        ('\u0328', "ĄąĘęĮįŲų", "AaEeIiUu"),
    ];

    /// <summary>
    /// Returns an algorithm's name as it appears in the file name of a manifest: lowercase letters and digits (RFC 8493, section
    /// 2.4).
    /// </summary>
    public static string? OfAlgorithm(HashAlgorithmName algorithm)
    {
        string name = string.Concat((algorithm.Name ?? "").Where(char.IsAsciiLetterOrDigit)).ToLowerInvariant();
        return Algorithm(name)?.Name is null ? null : name;
    }

    /// <summary>Returns the hash that the file name of a manifest specifies, or null if it is unknown.</summary>
    public static FileHash? Hash(string name)
    {
        try
        {
            return Algorithm(name) is { } algorithm ? FileHash.Of(algorithm) : null;
        }
        catch (Exception e) when (e is CryptographicException or PlatformNotSupportedException)
        {
            return null;
        }
    }

    /// <summary>
    /// Folds a name. Two names have the same folded form if people or case-insensitive file systems do not distinguish them.
    /// </summary>
    public static string Folded(string name) => Plain(name).ToUpperInvariant();

    // Decomposes letters with combining marks, so that names compare as equal whether they are composed or decomposed.
    private static string Plain(string name)
    {
        if (Ascii.IsValid(name)) return name;

        StringBuilder plain = new(name.Length);
        foreach (char c in PathText.HasRawBytes(name) ? name : name.Normalize(NormalizationForm.FormD))
        {
            (char mark, int at) = ('\0', -1);
            foreach ((char m, string whole, string letters) in Marks)
            {
                at = whole.IndexOf(c, StringComparison.Ordinal);
                if (at < 0) continue;

                plain.Append(letters[at]);
                mark = m;
                break;
            }

            plain.Append(at < 0 ? c : mark);
        }

        return plain.ToString();
    }

    /// <summary>
    /// Returns the reason why a path in a manifest or in fetch.txt must not be followed, or null if it stays inside the bag.
    /// </summary>
    public static string? Outside(string path)
    {
        if (path.Length == 0) return "has no name";
        if (path.Contains('\0')) return "has a NUL in its name";
        if (path[0] is '/' or '~') return "leads out of the bag";
        if (path.Split('/').Any(part => part is "..")) return "leads out of the bag";
        if (!OperatingSystem.IsWindows()) return null;

        return path.Contains('\\') || path.Contains(':') || path[0] == '%' ? "leads out of the bag" : null;
    }

    /// <summary>Percent-encodes CR, LF and the percent sign, as manifests require (RFC 8493, section 2.1.3).</summary>
    public static string Encode(string path) => path.Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);

    public static string Decode(string path) => path.Replace("%0D", "\r", StringComparison.OrdinalIgnoreCase)
        .Replace("%0A", "\n", StringComparison.OrdinalIgnoreCase).Replace("%25", "%", StringComparison.Ordinal);

    private static HashAlgorithmName? Algorithm(string name) => name.ToLowerInvariant() switch
    {
        "md5" => HashAlgorithmName.MD5,
        "sha1" => HashAlgorithmName.SHA1,
        "sha224" => new("SHA224"),
        "sha256" => HashAlgorithmName.SHA256,
        "sha384" => HashAlgorithmName.SHA384,
        "sha512" => HashAlgorithmName.SHA512,
        "sha3256" => HashAlgorithmName.SHA3_256,
        "sha3384" => HashAlgorithmName.SHA3_384,
        "sha3512" => HashAlgorithmName.SHA3_512,
        "blake2b" or "blake2b512" => new("BLAKE2b"),
        "blake2b160" => new("BLAKE2b-160"),
        "blake2b256" => new("BLAKE2b-256"),
        "blake2b384" => new("BLAKE2b-384"),
        "blake2s" or "blake2s256" => new("BLAKE2s"),
        "blake3" => new("BLAKE3"),
        _ => null,
    };
}
