using System.Security.Cryptography;

namespace Lanewise.Files.Bags;

/// <summary>One bag from <c>bagit.txt</c> to the last digest. Sections are those of RFC 8493.</summary>
internal sealed class BagCheck
{
    private readonly string folder, root;
    private readonly FileHashOptions options;
    private readonly List<BagProblem> problems = [];
    private readonly BagTags tags;

    // Folders of the bag that no link leads out of: each is looked at once, however many files lie in it.
    private readonly HashSet<string> inside = new(StringComparer.Ordinal);
    private string? real;
    private long files, bytes, payloadFiles, payloadBytes;

    public BagCheck(string folder, FileHashOptions options)
    {
        this.folder = folder;
        this.options = options;
        root = folder.EndsWith('/') ? folder : folder + "/";
        tags = new BagTags(root, problems);
    }

    public BagReport Run()
    {
        string text = "";
        if (!FileTree.IsFolder(folder))
        {
            Wrong("", Directory.Exists(folder) || File.Exists(folder) ? "is not a folder" : "No such folder");
        }
        else if (tags.Declaration() is string said)
        {
            text = said;
            Contents();
        }

        return new(problems, text, files, bytes);
    }

    private void Contents()
    {
        string[] names;
        try
        {
            names = [.. Directory.EnumerateFiles(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Wrong("", $"cannot be read: {e.Message}");
            return;
        }

        if (!FileTree.IsFolder(root + "data")) Wrong("data", "is missing: the payload must lie in a folder of this name");
        tags.Read(names);
        Payload();
        Digests();
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
        foreach (string path in tags.Payload.Keys.Where(path => !present.Contains(path)).ToArray())
        {
            twins ??= Twins(present);
            if (tags.Fetched.TryGetValue(path, out string? url)) Wrong(path, $"is missing; it is to be fetched from {url}");
            else if (!twins.TryGetValue(BagNames.Folded(path), out string? twin)) Wrong(path, "is missing");
            else
            {
                Warn(path, $"is not there; '{twin}', which differs in case or in how letters are composed only, is read in its "
                    + $"place");
                if (!tags.Payload.TryGetValue(twin, out List<BagEntry>? entries)) tags.Payload.Add(twin, entries = []);
                entries.AddRange(tags.Payload[path]);
            }

            tags.Payload.Remove(path);
        }

        foreach (string path in present.Order(Comparer<string>.Create(PathText.CompareBytes)))
        {
            if (!tags.Payload.TryGetValue(path, out List<BagEntry>? entries))
                Wrong(path, "is in no manifest");
            else if (tags.IsOne
                && tags.Manifests.Find(name => !entries.Exists(entry => entry.Manifest == name)) is string missing)
                Wrong(path, $"is not in {missing}; from version 1.0 on every payload manifest lists every file");
        }
    }

    private static Dictionary<string, string> Twins(HashSet<string> present)
    {
        Dictionary<string, string> twins = new(StringComparer.Ordinal);
        foreach (string path in present) twins.TryAdd(BagNames.Folded(path), path);
        return twins;
    }

    private void Digests()
    {
        List<CheckedFile> jobs = [];
        Add(tags.Payload, isPayload: true);
        Add(tags.Tags, isPayload: false);

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

        if (tags.Oxum is null || !isWhole || tags.Payload.Count != payloadFiles) return;

        string counted = Invariant($"{payloadBytes}.{payloadFiles}");
        if (tags.Oxum != counted)
        {
            Wrong("bag-info.txt", $"Payload-Oxum is {tags.Oxum}; the payload is {counted} (BYTES.FILES)");
        }

        void Add(Dictionary<string, List<BagEntry>> all, bool isPayload)
        {
            foreach ((string path, List<BagEntry> entries) in all)
            {
                if (LeadsOut(path)) Wrong(path, "leads out of the bag by a link, or in a circle");
                else jobs.AddRange(entries.Select((entry, i) => new CheckedFile(root + path, path, entry, isPayload, i == 0)));
            }
        }
    }

    // Of the file itself, and of each folder on the way: what lies outside must not be read.
    private bool LeadsOut(string path)
    {
        if (PathText.HasRawBytes(path)) return false;

        for (int end = path.IndexOf('/', StringComparison.Ordinal); end >= 0; end = path.IndexOf('/', end + 1))
        {
            string way = path.Substring(0, end);
            if (inside.Contains(way)) continue;
            if (IsLinkOut(new DirectoryInfo(root + way))) return true;

            inside.Add(way);
        }

        return IsLinkOut(new FileInfo(root + path));
    }

    private bool IsLinkOut(FileSystemInfo info)
    {
        if (info.LinkTarget is null) return false;

        real ??= Path.GetFullPath(Real(root)) + "/";
        try
        {
            return info.ResolveLinkTarget(returnFinalTarget: true) is not { } target
                || !target.FullName.StartsWith(real, StringComparison.Ordinal);
        }
        catch (IOException)
        {
            // A circle, or more links than anybody follows.
            return true;
        }
    }

    private static string Real(string path)
    {
        string trimmed = path.Length > 1 ? path.TrimEnd('/') : path;
        return new DirectoryInfo(trimmed).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? trimmed;
    }

    private void Wrong(string path, string message) => problems.Add(new(path, message, IsWarning: false));

    private void Warn(string path, string message) => problems.Add(new(path, message, IsWarning: true));

    private sealed class CheckedFile(string path, string inBag, BagEntry entry, bool isPayload, bool isFirst)
        : HashedFile(path, entry.Hash)
    {
        public string InBag => inBag;

        public BagEntry Entry => entry;

        public bool IsPayload => isPayload;

        public bool IsFirst => isFirst;
    }
}
