using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Bags;

/// <summary>The entry for a file in a manifest.</summary>
internal sealed record BagEntry(string Manifest, FileHash Hash, byte[] Digest);

/// <summary>
/// Reads the tag files of a bag (<c>bagit.txt</c>, manifests, <c>fetch.txt</c> and <c>bag-info.txt</c>), and reports the errors
/// in them. Section numbers refer to RFC 8493.
/// </summary>
/// <param name="bag">The bag.</param>
/// <param name="problems">Receives the problems.</param>
internal sealed partial class BagTags(ClosedFolder bag, List<BagProblem> problems)
{
    private const int One = 100;

    /// <summary>The maximum number of errors, and the maximum number of warnings, that are reported for each tag file.</summary>
    private const int MostProblems = 1000;

    private readonly Dictionary<(string Path, bool IsWarning), int> counts = [];
    private Encoding encoding = Encoding.UTF8;
    private int version;

    /// <summary>Indicates whether the stricter rules of version 1.0 apply.</summary>
    public bool IsOne => version >= One;

    /// <summary>The payload files that the manifests list.</summary>
    public Dictionary<string, List<BagEntry>> Payload { get; } = new(StringComparer.Ordinal);

    /// <summary>The tag files that the tag manifests list.</summary>
    public Dictionary<string, List<BagEntry>> Tags { get; } = new(StringComparer.Ordinal);

    /// <summary>The files in <c>fetch.txt</c>, with their URLs.</summary>
    public Dictionary<string, string> Fetched { get; } = new(StringComparer.Ordinal);

    /// <summary>The names of the payload manifests.</summary>
    public List<string> Manifests { get; } = [];

    /// <summary>The numbers of bytes and files in <c>Payload-Oxum</c>, or null if there is no such label.</summary>
    public string? Oxum { get; private set; }

    /// <summary>Reads the declaration (section 2.1.1).</summary>
    /// <returns>The version, or null if the declaration is invalid and an error was reported.</returns>
    public string? Declaration()
    {
        const string Name = "bagit.txt";
        using TagFile? content = Open(Name, "missing; without it, the folder is not a bag");
        if (content is null) return null;

        if (content.HasMark)
        {
            Wrong(Name, "begins with a byte-order mark");
            return null;
        }

        int before = problems.Count;
        string[] lines = [.. Lines(Name, content, TagFile.Find("utf-8")!).Where((line, i) => i < 2 || line.Length > 0).Take(3)];
        if (problems.Count > before) return null;

        Match versionLine = VersionLine().Match(lines.Length > 0 ? lines[0] : "");
        if (!versionLine.Success)
        {
            Wrong(Name, "its first line must be 'BagIt-Version: M.N'");
            return null;
        }

        string text = versionLine.Groups[1].Value;
        version = text switch { "0.93" => 93, "0.94" => 94, "0.95" => 95, "0.96" => 96, "0.97" => 97, "1.0" => One, _ => 0 };
        if (version == 0)
        {
            Wrong(Name, $"the version '{text}' is not known; known are 0.93 to 0.97 and 1.0");
            return null;
        }

        Match encodingLine = EncodingLine().Match(lines.Length > 1 ? lines[1] : "");
        if (!encodingLine.Success)
        {
            Wrong(Name, "its second line must be 'Tag-File-Character-Encoding: ENCODING'");
            return null;
        }

        bool isSpaced = versionLine.Value == $"BagIt-Version: {text}"
            && encodingLine.Value == $"Tag-File-Character-Encoding: {encodingLine.Groups[1].Value}";
        if (IsOne && !isSpaced) Wrong(Name, "has white space other than the one space after each colon");
        if (lines.Length > 2) Wrong(Name, "has more than two lines");
        if (TagFile.Find(encodingLine.Groups[1].Value) is { } found)
        {
            encoding = found;
            return text;
        }

        Wrong(Name, $"the encoding '{encodingLine.Groups[1].Value}' is not known");
        return null;
    }

    /// <summary>Reads all tag files except the declaration.</summary>
    /// <param name="names">The names of the files that are not part of the payload.</param>
    public void Read(IEnumerable<string> names)
    {
        List<(string Name, bool IsPayload)> lists = [];
        foreach (string name in names)
        {
            Match match = ManifestName().Match(name);
            if (match.Success) lists.Add((name, !match.Groups[1].Success));
        }

        if (!lists.Any(list => list.IsPayload)) Wrong("", "there is no payload manifest (manifest-ALGORITHM.txt)");
        foreach ((string name, bool isPayload) in lists) Manifest(name, isPayload);
        Fetch();
        Info();
    }

    // Reads a manifest (sections 2.1.3 and 2.2.1).
    private void Manifest(string name, bool isPayload)
    {
        if (isPayload) Manifests.Add(name);
        string algorithm = ManifestName().Match(name).Groups[2].Value;
        FileHash? hash = BagNames.Hash(algorithm);
        if (hash is null) Wrong(name, $"the algorithm '{algorithm}' is not supported, so its digests cannot be verified");
        using TagFile? content = Open(name, "missing");
        if (content is null) return;

        Dictionary<string, string> seen = new(StringComparer.Ordinal), folds = new(StringComparer.Ordinal);
        foreach ((int i, string text) in Lines(name, content, encoding).Index())
        {
            if (text.Length == 0) continue;

            Match line = ManifestLine().Match(text);
            if (!line.Success)
            {
                Wrong(name, Invariant($"line {i + 1} is not a digest and a path"));
                continue;
            }

            string digest = line.Groups[1].Value, path = line.Groups[3].Value;
            if (hash is not null && digest.Length != 2 * hash.HashSizeInBytes)
            {
                Wrong(name, Invariant(
                    $"line {i + 1}: a digest of {algorithm} has {2 * hash.HashSizeInBytes} digits; it has {digest.Length}"));
                continue;
            }

            if (line.Groups[2].Length > 0) Warn(name, $"'{path}' has md5sum's asterisk before it");
            path = Located(name, path);
            if (BagNames.Outside(path) is string why)
            {
                Wrong(name, $"'{path}' {why}");
                continue;
            }

            bool isInData = path.StartsWith("data/", StringComparison.Ordinal);
            if (isInData != isPayload)
            {
                Wrong(name, isPayload ? $"'{path}' is not in data" : $"'{path}' is payload, which tag manifests do not list");
                continue;
            }

            if (!isPayload && path.StartsWith("tagmanifest-", StringComparison.Ordinal))
            {
                Wrong(name, $"'{path}' is a tag manifest, which tag manifests do not list");
                continue;
            }

            digest = digest.ToLowerInvariant();
            if (seen.TryGetValue(path, out string? before))
            {
                bool isSame = before == digest;
                if (isSame && !IsOne) Warn(name, $"'{path}' is listed twice");
                else Wrong(name, $"'{path}' is listed twice{(isSame ? "" : ", with different digests")}");
                continue;
            }

            seen.Add(path, digest);
            if (isPayload && BagNames.Folded(path) is var folded && !folds.TryAdd(folded, path))
            {
                Warn(name, $"'{path}' and '{folds[folded]}' differ only in case or in the composition of letters");
            }

            if (hash is null) continue;

            Dictionary<string, List<BagEntry>> all = isPayload ? Payload : Tags;
            if (!all.TryGetValue(path, out List<BagEntry>? entries)) all.Add(path, entries = []);
            entries.Add(new(name, hash, Convert.FromHexString(digest)));
        }
    }

    // Returns the actual path of the file that a line refers to. Before BagIt 1.0, tools percent-encoded fewer characters.
    private string Located(string name, string path)
    {
        if (path.StartsWith("./", StringComparison.Ordinal))
        {
            Warn(name, $"'{path}' begins with './'");
            path = path.Substring(2);
        }

        string decoded = BagNames.Decode(path);
        return decoded == path || (!IsOne && bag.HasFile(path)) ? path : decoded;
    }

    // Reads fetch.txt (section 2.2.3).
    private void Fetch()
    {
        const string Name = "fetch.txt";
        using TagFile? content = Open(Name, missing: null);
        if (content is null) return;

        foreach ((int i, string text) in Lines(Name, content, encoding).Index())
        {
            if (text.Length == 0) continue;

            Match line = FetchLine().Match(text);
            if (!line.Success)
            {
                Wrong(Name, Invariant($"line {i + 1} is not URL, LENGTH and PATH"));
                continue;
            }

            string path = Located(Name, line.Groups[3].Value);
            if (BagNames.Outside(path) is string why) Wrong(Name, $"'{path}' {why}");
            else if (!path.StartsWith("data/", StringComparison.Ordinal)) Wrong(Name, $"'{path}' is not in data");
            else if (!Payload.ContainsKey(path)) Wrong(Name, $"'{path}' is in no manifest");
            else if (!Fetched.TryAdd(path, line.Groups[1].Value)) Wrong(Name, $"'{path}' is listed twice");
        }
    }

    // Reads bag-info.txt (section 2.2.2).
    private void Info()
    {
        string name = version <= 95 && bag.HasFile("package-info.txt") ? "package-info.txt" : "bag-info.txt";
        using TagFile? content = Open(name, missing: null);
        if (content is null) return;

        foreach ((int i, string text) in Lines(name, content, encoding).Index())
        {
            // A line that starts with white space continues the previous line's value.
            if (text.Length == 0 || (i > 0 && text[0] is ' ' or '\t')) continue;

            int colon = text.IndexOf(':', StringComparison.Ordinal);
            if (colon <= 0)
            {
                Wrong(name, Invariant($"line {i + 1} is not LABEL: VALUE"));
                continue;
            }

            if (!text.AsSpan(0, colon).Trim().Equals("Payload-Oxum", StringComparison.OrdinalIgnoreCase)) continue;

            string value = text.Substring(colon + 1).Trim();
            if (!OxumValue().IsMatch(value)) Wrong(name, $"Payload-Oxum must be BYTES.FILES; it is '{value}'");
            else if (Oxum is not null && Oxum != value) Wrong(name, "has two values of Payload-Oxum");
            else Oxum = value;
        }
    }

    // 'missing' is the error message for a missing file, or null if the file is optional.
    private TagFile? Open(string name, string? missing)
    {
        if (TagFile.Open(bag, name, out Exception? error) is { } file) return file;

        if (error is not FileNotFoundException) Wrong(name, Reason(error!));
        else if (missing is not null) Wrong(name, missing);
        return null;
    }

    private IEnumerable<string> Lines(string name, TagFile file, Encoding of)
    {
        using IEnumerator<string> lines = file.Lines(of).GetEnumerator();
        while (MoveNext(name, lines)) yield return lines.Current;
    }

    private bool MoveNext(string name, IEnumerator<string> lines)
    {
        try
        {
            return lines.MoveNext();
        }
        catch (Exception e) when (ReadErrors.IsExpected(e) || e is InvalidDataException)
        {
            Wrong(name, Reason(e));
            return false;
        }
    }

    private static string Reason(Exception e) => e switch
    {
        LeadsOutException => "leads out of the bag through a link, or the links are circular",
        InvalidDataException => e.Message,
        _ => $"cannot be read: {e.Message}",
    };

    private void Wrong(string path, string message) => Add(path, message, isWarning: false);

    private void Warn(string path, string message) => Add(path, message, isWarning: true);

    // The number of reported problems is limited, because an untrusted file may have millions of lines, each of which may cause
    // a problem.
    private void Add(string path, string message, bool isWarning)
    {
        ref int count = ref CollectionsMarshal.GetValueRefOrAddDefault(counts, (path, isWarning), out _);
        if (count > MostProblems) return;

        count++;
        problems.Add(new(path, count > MostProblems ? "has more problems, which are not listed" : message, isWarning));
    }

    [GeneratedRegex(@"^BagIt-Version\s*:\s*(\d+\.\d+)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex VersionLine();

    [GeneratedRegex(@"^Tag-File-Character-Encoding\s*:\s*(\S+)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex EncodingLine();

    [GeneratedRegex(@"^(tag)?manifest-([A-Za-z0-9-]+)\.txt$", RegexOptions.CultureInvariant)]
    private static partial Regex ManifestName();

    [GeneratedRegex(@"^([0-9A-Fa-f]+)[ \t]+(\*?)(.+)$", RegexOptions.CultureInvariant)]
    private static partial Regex ManifestLine();

    [GeneratedRegex(@"^(\S+)[ \t]+(-|\d+)[ \t]+(.+)$", RegexOptions.CultureInvariant)]
    private static partial Regex FetchLine();

    [GeneratedRegex(@"^\d+\.\d+$", RegexOptions.CultureInvariant)]
    private static partial Regex OxumValue();
}
