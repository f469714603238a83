using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Lanewise.Files.Bags;

/// <summary>One bag from <c>bagit.txt</c> to the last digest. Sections are those of RFC 8493.</summary>
internal sealed partial class BagCheck(string folder, FileHashOptions options)
{
    private const int One = 100;

    private readonly List<BagProblem> problems = [];
    private readonly Dictionary<string, List<Entry>> payload = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<Entry>> tags = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> fetched = new(StringComparer.Ordinal);
    private readonly List<string> manifests = [];
    private readonly string root = folder.EndsWith('/') ? folder : folder + "/";
    private Encoding encoding = Encoding.UTF8;
    private int version;
    private long files, bytes, payloadFiles, payloadBytes;

    /// <summary>What a manifest promises of a file.</summary>
    private sealed record Entry(string Manifest, FileHash Hash, byte[] Digest);

    private bool IsOne => version >= One;

    public BagReport Run()
    {
        string text = "";
        if (!FileTree.IsFolder(folder))
        {
            Wrong("", Directory.Exists(folder) || File.Exists(folder) ? "is not a folder" : "No such folder");
        }
        else if (Declaration() is string said)
        {
            text = said;
            Contents();
        }

        return new(problems, text, files, bytes);
    }

    // ---- bagit.txt: section 2.1.1 ----

    private string? Declaration()
    {
        const string Name = "bagit.txt";
        byte[]? content = Read(Name, "is missing: without it the folder is no bag");
        if (content is null) return null;

        if (content.AsSpan().StartsWith(Encoding.UTF8.Preamble))
        {
            Wrong(Name, "begins with a byte-order mark");
            return null;
        }

        string[]? lines = Lines(Name, content, TagFile.Find("utf-8")!);
        if (lines is null) return null;

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

        if (IsOne && (versionLine.Value != $"BagIt-Version: "
            + $"{text}" || encodingLine.Value != $"Tag-File-Character-Encoding: {encodingLine.Groups[1].Value}"))
            Wrong(Name, "has white space other than the one space after each colon");
        if (lines.Skip(2).Any(line => line.Length > 0)) Wrong(Name, "has more than two lines");
        if (TagFile.Find(encodingLine.Groups[1].Value) is { } found)
        {
            encoding = found;
            return text;
        }

        Wrong(Name, $"the encoding '{encodingLine.Groups[1].Value}' is not known");
        return null;
    }

    // ---- everything else ----

    private void Contents()
    {
        List<(string Name, bool IsPayload)> lists = [];
        foreach (string path in Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal))
        {
            Match name = ManifestName().Match(Path.GetFileName(path));
            if (name.Success) lists.Add((name.Value, !name.Groups[1].Success));
        }

        if (!FileTree.IsFolder(root + "data")) Wrong("data", "is missing: the payload must lie in a folder of this name");
        if (!lists.Any(list => list.IsPayload)) Wrong("", "there is no payload manifest (manifest-ALGORITHM.txt)");
        foreach ((string name, bool isPayload) in lists) Manifest(name, isPayload);
        Fetch();
        Payload();
        Info();
        Digests();
    }

    // Sections 2.1.3 and 2.2.1.
    private void Manifest(string name, bool isPayload)
    {
        if (isPayload) manifests.Add(name);
        string algorithm = ManifestName().Match(name).Groups[2].Value;
        FileHash? hash = BagNames.Hash(algorithm);
        if (hash is null) Wrong(name, $"the algorithm '{algorithm}' is not known here, so nothing of it can be verified");
        if (Read(name, "is missing") is not { } content || Lines(name, content, encoding) is not { } lines) return;

        Dictionary<string, string> seen = new(StringComparer.Ordinal), read = new(StringComparer.Ordinal);
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].Length == 0) continue;

            Match line = ManifestLine().Match(lines[i]);
            if (!line.Success)
            {
                Wrong(name, string.Create(CultureInfo.InvariantCulture, $"line {i + 1} is not a digest and a path"));
                continue;
            }

            string digest = line.Groups[1].Value, path = line.Groups[3].Value;
            if (hash is not null && digest.Length != 2 * hash.HashSizeInBytes)
            {
                Wrong(name, string.Create(
                    CultureInfo.InvariantCulture,
                    $"line {i + 1}: a digest of {algorithm} has {2 * hash.HashSizeInBytes} digits; it has {digest.Length}"));
                continue;
            }

            if (line.Groups[2].Length > 0) Warn(name, $"'{path}' has the asterisk of md5sum before it");
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
            if (isPayload && !read.TryAdd(BagNames.Plain(path).ToUpperInvariant(), path))
                Warn(name, $"'{path}' and '{read[BagNames.Plain(path).ToUpperInvariant()]}' differ in case or in how letters "
                    + $"are composed only");
            if (hash is null) continue;

            Dictionary<string, List<Entry>> all = isPayload ? payload : tags;
            if (!all.TryGetValue(path, out List<Entry>? entries)) all.Add(path, entries = []);
            entries.Add(new(name, hash, Convert.FromHexString(digest)));
        }
    }

    // The path of a line as it lies in the folder: before 1.0 people encoded less than now.
    private string Located(string name, string path)
    {
        if (path.StartsWith("./", StringComparison.Ordinal))
        {
            Warn(name, $"'{path}' begins with './'");
            path = path.Substring(2);
        }

        string decoded = BagNames.Decode(path);
        return decoded == path || (!IsOne && FileTree.IsFile(root + path)) ? path : decoded;
    }

    // Section 2.2.3.
    private void Fetch()
    {
        const string Name = "fetch.txt";
        if (!FileTree.IsFile(root + Name) || Read(Name, "") is not { } content || Lines(Name, content, encoding) is not { } lines)
        {
            return;
        }

        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i].Length == 0) continue;

            Match line = FetchLine().Match(lines[i]);
            if (!line.Success)
            {
                Wrong(Name, string.Create(CultureInfo.InvariantCulture, $"line {i + 1} is not URL, LENGTH and PATH"));
                continue;
            }

            string path = Located(Name, line.Groups[3].Value);
            if (BagNames.Outside(path) is string why) Wrong(Name, $"'{path}' {why}");
            else if (!path.StartsWith("data/", StringComparison.Ordinal)) Wrong(Name, $"'{path}' is not in data");
            else if (!payload.ContainsKey(path)) Wrong(Name, $"'{path}' is in no manifest");
            else if (!fetched.TryAdd(path, line.Groups[1].Value)) Wrong(Name, $"'{path}' is listed twice");
        }
    }

    // Completeness: section 3.
    private void Payload()
    {
        HashSet<string> present = new(StringComparer.Ordinal);
        foreach (FoundFile file in FileTree.IsFolder(root + "data") ? FileTree.Enumerate(root + "data") : [])
        {
            string path = file.Path.Substring(root.Length);
            if (file.Kind != FoundKind.File)
            {
                Wrong(path, file.Kind == FoundKind.Special ? "is neither a file nor a folder" : "cannot be read");
                continue;
            }

            present.Add(path);
            payloadFiles++;
            if (Path.GetFileName(path) is "Thumbs.db" or ".DS_Store" or "desktop.ini")
            {
                Warn(path, "is a file that systems write by themselves");
            }
        }

        Dictionary<string, string>? twins = null;
        foreach (string path in payload.Keys.Where(path => !present.Contains(path)).ToArray())
        {
            twins ??= Twins(present);
            if (fetched.TryGetValue(path, out string? url)) Wrong(path, $"is missing; it is to be fetched from {url}");
            else if (!twins.TryGetValue(BagNames.Plain(path).ToUpperInvariant(), out string? twin)) Wrong(path, "is missing");
            else
            {
                Warn(path, $"is not there; '{twin}', which differs in case or in how letters are composed only, is read in its "
                    + $"place");
                if (!payload.TryGetValue(twin, out List<Entry>? entries)) payload.Add(twin, entries = []);
                entries.AddRange(payload[path]);
            }

            payload.Remove(path);
        }

        foreach (string path in present.Order(Comparer<string>.Create(PathText.CompareBytes)))
        {
            if (!payload.TryGetValue(path, out List<Entry>? entries)) Wrong(path, "is in no manifest");
            else if (IsOne && manifests.Find(name => !entries.Exists(entry => entry.Manifest == name)) is string missing)
                Wrong(path, $"is not in {missing}; from version 1.0 on every payload manifest lists every file");
        }
    }

    private static Dictionary<string, string> Twins(HashSet<string> present)
    {
        Dictionary<string, string> twins = new(StringComparer.Ordinal);
        foreach (string path in present) twins.TryAdd(BagNames.Plain(path).ToUpperInvariant(), path);
        return twins;
    }

    // Payload-Oxum: section 2.2.2. Its bytes are compared when all files have been read.
    private string? oxum;

    private void Info()
    {
        string name = version <= 95 && FileTree.IsFile(root + "package-info.txt") ? "package-info.txt" : "bag-info.txt";
        if (!FileTree.IsFile(root + name) || Read(name, "") is not { } content || Lines(name, content, encoding) is not { } lines)
        {
            return;
        }

        for (int i = 0; i < lines.Length; i++)
        {
            // A line that begins with white space goes on with the value before it.
            if (lines[i].Length == 0 || (i > 0 && lines[i][0] is ' ' or '\t')) continue;

            int colon = lines[i].IndexOf(':', StringComparison.Ordinal);
            if (colon <= 0)
            {
                Wrong(name, string.Create(CultureInfo.InvariantCulture, $"line {i + 1} is not LABEL: VALUE"));
                continue;
            }

            if (!lines[i].AsSpan(0, colon).Trim().Equals("Payload-Oxum", StringComparison.OrdinalIgnoreCase)) continue;

            string value = lines[i].Substring(colon + 1).Trim();
            if (!OxumValue().IsMatch(value)) Wrong(name, $"Payload-Oxum must be BYTES.FILES; it is '{value}'");
            else if (oxum is not null && oxum != value) Wrong(name, "has two values of Payload-Oxum");
            else oxum = value;
        }
    }

    private void Digests()
    {
        List<CheckedFile> jobs = [];
        foreach ((Dictionary<string, List<Entry>> all, bool isPayload) in (
            (Dictionary<string, List<Entry>>, bool)[])[(payload, true), (tags, false)])
        {
            foreach ((string path, List<Entry> entries) in all)
            {
                if (LeadsOut(path)) Wrong(path, "leads out of the bag by a link");
                else jobs.AddRange(entries.Select((entry, i) => new CheckedFile(root + path, path, entry, isPayload, i == 0)));
            }
        }

        bool isWhole = true;
        FileHasher.Run(jobs, file =>
        {
            if (file.IsFirst)
            {
                files++;
                bytes += file.Bytes;
                if (file.IsPayload) payloadBytes += file.Bytes;
            }

            if (file.Error is null)
            {
                if (!CryptographicOperations.FixedTimeEquals(file.Digest, file.Entry.Digest))
                {
                    Wrong(file.InBag, $"has another digest than {file.Entry.Manifest} says");
                }
                return;
            }

            isWhole = false;
            Wrong(file.InBag, file.Error is FileNotFoundException or DirectoryNotFoundException
                ? "is missing" : $"cannot be read: {file.Error.Message}");
        }, options);

        if (oxum is null || !isWhole || payload.Count != payloadFiles) return;

        string counted = string.Create(CultureInfo.InvariantCulture, $"{payloadBytes}.{payloadFiles}");
        if (oxum != counted) Wrong("bag-info.txt", $"Payload-Oxum is {oxum}; the payload is {counted} (BYTES.FILES)");
    }

    // Of the file itself, and of each folder on the way: what lies outside must not be read.
    private bool LeadsOut(string path)
    {
        if (PathText.HasRawBytes(path)) return false;

        string? bag = null;
        string at = root;
        foreach (string part in path.Split('/'))
        {
            at = Path.Combine(at, part);
            FileSystemInfo info = Directory.Exists(at) ? new DirectoryInfo(at) : new FileInfo(at);
            if (info.LinkTarget is null) continue;

            bag ??= Path.GetFullPath(Real(root)) + "/";
            if (info.ResolveLinkTarget(returnFinalTarget: true) is not { } target
                || !target.FullName.StartsWith(bag, StringComparison.Ordinal))
            {
                return true;
            }
        }

        return false;
    }

    private static string Real(string path)
    {
        string trimmed = path.Length > 1 ? path.TrimEnd('/') : path;
        return new DirectoryInfo(trimmed).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? trimmed;
    }

    private byte[]? Read(string name, string missing)
    {
        try
        {
            return TagFile.Read(root + name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Wrong(name, e is FileNotFoundException or DirectoryNotFoundException ? missing : $"cannot be read: {e.Message}");
        }
        catch (InvalidDataException e)
        {
            Wrong(name, e.Message);
        }

        return null;
    }

    private string[]? Lines(string name, byte[] content, Encoding of)
    {
        try
        {
            return TagFile.Lines(content, of);
        }
        catch (InvalidDataException e)
        {
            Wrong(name, e.Message);
            return null;
        }
    }

    private void Wrong(string path, string message) => problems.Add(new(path, message, IsWarning: false));

    private void Warn(string path, string message) => problems.Add(new(path, message, IsWarning: true));

    private sealed class CheckedFile(string path, string inBag, Entry entry, bool isPayload, bool isFirst)
        : HashedFile(path, entry.Hash)
    {
        public string InBag => inBag;

        public Entry Entry => entry;

        public bool IsPayload => isPayload;

        public bool IsFirst => isFirst;
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
