using System.Security.Cryptography;
using System.Text;
using Lanewise.Api;
using Lanewise.Cli.Lists;

namespace Lanewise.Samples;

/// <summary>Stores the expected digests: either one digest for all files, or a list with a digest for each file name.</summary>
internal static class Expected
{
    private static readonly List<ListedFile> Listed = [];
    private static readonly Dictionary<string, List<ListedFile>> ByName = [];

    // The keys are hexadecimal digits.
    private static readonly Dictionary<string, List<ListedFile>> ByDigest = [];

    private static ListedFile? single;

    // The length of an MD5 digest, in bytes.
    private const int ShortestBase64Digest = 16;

    /// <summary>Reads a digest, or a checksum list written by md5sum, b3sum or a similar tool.</summary>
    /// <returns>
    /// The following tab-separated values: the number of files in the list; the digest length in bytes, or 0 if there are
    /// several lengths; 1 if the list specifies its algorithms, otherwise an empty value; and the names of these algorithms or,
    /// if the list specifies none, of the usual algorithms for the digest lengths.
    /// </returns>
    public static string Read(string text, string listName)
    {
        single = null;
        Listed.Clear();
        ByName.Clear();
        ByDigest.Clear();
        if (string.IsNullOrWhiteSpace(text)) return "0\t0\t\t";

        string? algorithm = ListedAlgorithm.OfListName(listName);
        if (BareDigest.Parse(text.Trim(), "", FromName) is { } digest && (digest.Tag is not null || !digest.IsBase64))
            single = Named(digest, algorithm);
        else ReadLines(text, algorithm);

        List<ListedFile> files = single is null ? Listed : [single];
        int[] lengths = [.. files.Select(file => file.Digest.Length).Distinct()];
        string[] named =
            [.. files.Select(file => file.Tag).Distinct().Select(Row).OfType<HashRow>().Select(row => row.Name).Distinct()];
        IEnumerable<string> names = named.Length > 0 ? named : lengths.SelectMany(UsualNames);
        string length = Algorithms.Text(lengths.Length == 1 ? lengths[0] : 0);
        return $"{Listed.Count}\t{length}\t{(named.Length > 0 ? "1" : "")}\t{string.Join(' ', names)}";
    }

    private static void ReadLines(string text, string? algorithm)
    {
        // With --zero, md5sum and similar tools end each line with U+0000 and do not escape names.
        char end = text.Contains('\0') ? '\0' : '\n';
        DigestLine form = new(hasEscapes: end == '\n', _ => AnyTag.Instance);
        string[] lines = text.Split(end);
        for (int i = 0; i < lines.Length; i++)
        {
            string line = lines[i].TrimEnd('\r');
            if (string.IsNullOrWhiteSpace(line) || line[0] == '#') continue;

            if (form.Parse(line) is not { } file || IsWord(file))
            {
                bool isList = text.Trim().Contains(end);
                throw new FormatException(
                    OddDigits(line) is int digits
                        ? $"{(isList ? $"Line {i + 1}" : "This")} has {digits} hexadecimal digits, but a digest has an even number of "
                            + "digits, for example 64 with SHA-256. A digit is missing, or there is an extra digit."
                    : isList ? $"Line {i + 1} contains neither a digest nor a digest with a file name."
                    : "This is neither a digest nor a list.");
            }

            form.Accept(file);
            file = Named(file, algorithm);
            Listed.Add(file);
            Add(ByName, BaseName(file.Name), file);
            Add(ByDigest, Convert.ToHexStringLower(file.Digest), file);
        }

        if (Listed.Count == 0) throw new FormatException("The list has no line with a digest.");
    }

    private static void Add(Dictionary<string, List<ListedFile>> files, string key, ListedFile file)
    {
        if (!files.TryGetValue(key, out List<ListedFile>? same)) files.Add(key, same = []);
        same.Add(file);
    }

    // If a line begins with almost a digest, but with an odd number of digits, returns this number. Digits may be in groups.
    private static int? OddDigits(string line)
    {
        string word = line.Trim();
        if (!word.All(IsDigitOrSpace)) word = word.Split(' ', '\t')[0];
        int digits = word.Count(char.IsAsciiHexDigit);
        return word.All(IsDigitOrSpace) && digits > ShortestBase64Digest && digits % 2 == 1 ? digits : null;

        static bool IsDigitOrSpace(char c) => char.IsAsciiHexDigit(c) || c is ' ' or ':' or '\t';
    }

    // Many words are valid base64: "This text" would be a digest of 3 bytes and a file name. In an untagged line, base64 is a
    // digest only if it has the length of a real digest.
    private static bool IsWord(ListedFile file) =>
        file.Tag is null && file.IsBase64 && file.Digest.Length < ShortestBase64Digest;

    // Tags an untagged line with the algorithm in the list's name, unless this algorithm cannot produce a digest of this
    // length.
    private static ListedFile Named(ListedFile file, string? algorithm) =>
        file.Tag is null && Row(algorithm) is { } row && file.Digest.Length >= row.MinHashBytes
            && file.Digest.Length <= row.MaxHashBytes ? file with { Tag = algorithm } : file;

    private static AnyTag? FromName(string name) => Row(name) is null ? null : AnyTag.Instance;

    private static HashRow? Row(string? tag) =>
        tag is not null && Catalog.TryFind(ListedAlgorithm.OfTag(tag), out HashRow? row, out _) ? row : null;

    private static IEnumerable<string> UsualNames(int length) => ListedAlgorithm.Usual(length)
        .Where(name => Catalog.TryFind(name, out HashRow? row, out _) && row.DefaultHashBytes == length);

    /// <summary>
    /// Returns a verdict for each file, separated by U+0000: same, other, incomparable, renamed or unlisted. The verdict is empty
    /// if no digest is expected. After the word other follows the expected digest, and after the word renamed the listed name
    /// of a file with the same digest.
    /// </summary>
    public static string Judge(string[] names, string[] digests, HashRow algorithm)
    {
        string[] verdicts = new string[names.Length];
        for (int i = 0; i < names.Length; i++) verdicts[i] = Verdict(names[i], digests[i], algorithm);
        return string.Join('\0', verdicts);
    }

    /// <summary>
    /// Returns the listed names for which there is no file. <paramref name="digests"/> contains the digest of each file that has
    /// another name in the list.
    /// </summary>
    public static string Missing(string[] names, string[] digests)
    {
        HashSet<ListedFile> found = new(names.SelectMany(Lines), ReferenceEqualityComparer.Instance);
        foreach (string digest in digests)
        {
            if (ByDigest.TryGetValue(digest, out List<ListedFile>? same) && same.Find(file => !found.Contains(file)) is { } file)
                found.Add(file);
        }

        return string.Join('\0', Listed.Where(file => !found.Contains(file)).Select(file => file.Name));
    }

    /// <summary>Formats file names and digests as the lines of a checksum list.</summary>
    public static string List(string[] names, string[] digests)
    {
        StringBuilder lines = new();
        for (int i = 0; i < names.Length; i++)
        {
            bool isEscaped = EscapedName.IsNeeded(names[i]);
            lines.Append(isEscaped ? "\\" : "").Append(digests[i]).Append("  ")
                .Append(isEscaped ? EscapedName.Of(names[i]) : names[i]).Append('\n');
        }

        return lines.ToString();
    }

    private static string Verdict(string name, string digest, HashRow algorithm)
    {
        if (single is null && Listed.Count == 0) return "";

        List<ListedFile> lines = single is null ? Lines(name) : [single];
        if (lines.Count == 0)
        {
            return ByDigest.TryGetValue(digest, out List<ListedFile>? same) && same.Find(IsComparable) is { } listed
                ? "renamed " + listed.Name : "unlisted";
        }

        byte[] found = Convert.FromHexString(digest);
        return lines.Exists(line => CryptographicOperations.FixedTimeEquals(line.Digest, found)) ? "same"
            : lines.Find(IsComparable) is { } other ? "other " + Convert.ToHexStringLower(other.Digest) : "incomparable";

        bool IsComparable(ListedFile line) =>
            line.Digest.Length * 2 == digest.Length && (line.Tag is null || Row(line.Tag) == algorithm);
    }

    // Returns the lines with the file's path or, if there are none, those with the same file name, because a browser does not
    // reveal the directory of a chosen file.
    private static List<ListedFile> Lines(string name)
    {
        if (!ByName.TryGetValue(BaseName(name), out List<ListedFile>? same)) return [];

        List<ListedFile> whole = same.FindAll(file => Plain(file.Name) == Plain(name));
        return whole.Count > 0 ? whole : same;
    }

    private static string Plain(string name) => name.StartsWith("./", StringComparison.Ordinal) ? name.Substring(2) : name;

    // Accepts every algorithm tag, because the user selects the algorithm on the page.
    private sealed class AnyTag : ITaggedAlgorithm
    {
        public static AnyTag Instance { get; } = new();

        public bool HasLengthInTag => false;

        public int HashBytes => 0;
    }

    private static string BaseName(string name) => name.Substring(name.LastIndexOfAny(['/', '\\']) + 1);
}
