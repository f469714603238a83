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
    private static byte[]? digest;

    /// <summary>Reads a digest, or a checksum list from md5sum, b3sum or a similar tool.</summary>
    /// <returns>
    /// The number of files in the list, and the name and digest length of the algorithm if all lines name the same algorithm.
    /// </returns>
    public static string Read(string text)
    {
        digest = DigestLine.Hex(text.Trim());
        Listed.Clear();
        ByName.Clear();
        if (digest is not null || string.IsNullOrWhiteSpace(text)) return "0\t\t";

        DigestLine form = new(hasEscapes: true, _ => AnyTag.Instance);
        string[] lines = text.Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            string line = lines[i].TrimEnd('\r');
            if (string.IsNullOrWhiteSpace(line) || line[0] == '#') continue;

            ListedFile file = form.Parse(line)
                ?? throw new FormatException($"Line {i + 1} contains neither a digest nor a digest with a file name.");
            form.Accept(file);
            Listed.Add(file);
            if (!ByName.TryGetValue(BaseName(file.Name), out List<ListedFile>? same)) ByName.Add(BaseName(file.Name), same = []);
            same.Add(file);
        }

        if (Listed.Count == 0) throw new FormatException("The list has no line with a digest.");

        // If all lines name the same algorithm, the page selects that algorithm.
        bool isKnown = Catalog.TryFind(Listed[0].Tag ?? "", out HashRow? row, out _);
        string algorithm = isKnown && Listed.TrueForAll(file => file.Tag == Listed[0].Tag)
            ? $"{row!.Name}\t{Listed[0].Digest.Length}" : "\t";
        return $"{Listed.Count}\t{algorithm}";
    }

    /// <summary>Returns one word per file: same, other or unlisted. The word is empty if no digest is expected.</summary>
    public static string Judge(string[] names, string[] digests)
    {
        StringBuilder words = new();
        for (int i = 0; i < names.Length; i++) words.Append(Verdict(names[i], Convert.FromHexString(digests[i]))).Append('\n');
        return words.ToString();
    }

    /// <summary>Returns the listed names for which there is no file.</summary>
    public static string Missing(string[] names)
    {
        Dictionary<ListedFile, string> found = [];
        foreach (string name in names)
        {
            foreach (ListedFile file in Lines(name)) found[file] = name;
        }

        List<string> missing = [];
        foreach (ListedFile file in Listed)
        {
            if (!found.ContainsKey(file)) missing.Add(file.Name);
        }

        return string.Join('\0', missing);
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

    private static string Verdict(string name, byte[] found)
    {
        if (digest is not null) return Word(CryptographicOperations.FixedTimeEquals(digest, found));
        if (Listed.Count == 0) return "";

        List<ListedFile> lines = Lines(name);
        return lines.Count == 0 ? "unlisted"
            : Word(lines.Exists(line => CryptographicOperations.FixedTimeEquals(line.Digest, found)));
    }

    // Finds the lines with the file's path. If there are none, finds the lines with the same file name, because a browser does
    // not reveal a file's directory.
    private static List<ListedFile> Lines(string name)
    {
        if (!ByName.TryGetValue(BaseName(name), out List<ListedFile>? same)) return [];

        List<ListedFile> whole = same.FindAll(file => Plain(file.Name) == Plain(name));
        return whole.Count > 0 ? whole : same;
    }

    private static string Word(bool isSame) => isSame ? "same" : "other";

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
