using System.Security.Cryptography;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Bags;

/// <summary>Validates one bag, from its <c>bagit.txt</c> to the last digest. Section numbers refer to RFC 8493.</summary>
internal sealed class BagCheck
{
    private const string LeadsOut = "leads out of the bag through a link, or the links are circular";

    private readonly string folder, root;
    private readonly FileHashOptions options;
    private readonly List<BagProblem> problems = [];
    private readonly ClosedFolder bag;
    private readonly BagTags tags;
    private long files, bytes, payloadFiles, payloadBytes;

    private BagCheck(string folder, ClosedFolder bag, FileHashOptions options)
    {
        this.folder = folder;
        this.bag = bag;
        this.options = options;
        root = folder.EndsWith('/') ? folder : folder + "/";
        tags = new BagTags(bag, problems);
    }

    public static BagReport Run(string folder, FileHashOptions options)
    {
        if (!FileTree.IsFolder(folder))
            return Refused(FileId.Exists(folder) ? "is not a folder" : "No such file or directory");

        try
        {
            using ClosedFolder bag = new(folder);
            return new BagCheck(folder, bag, options).Run();
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            return Refused($"cannot be read: {e.Message}");
        }
    }

    private static BagReport Refused(string reason) => new([new("", reason, IsWarning: false)], "", 0, 0);

    private BagReport Run()
    {
        string text = "";
        if (tags.Declaration() is string declared)
        {
            text = declared;
            Contents();
        }

        return new(problems, text, files, bytes);
    }

    private void Contents()
    {
        if (!FolderEntry.TryRead(folder, followsLinks: false, out List<FolderEntry> entries, out Exception? error))
        {
            Wrong("", $"cannot be read: {error!.Message}");
            return;
        }

        bool hasData = bag.HasFolder("data", out error);
        if (error is LeadsOutException) Wrong("data", LeadsOut);
        else if (!hasData) Wrong("data", "missing; the payload must be in a folder of this name");
        tags.Read(entries.Where(entry => !entry.IsFolder).Select(entry => entry.Name).Order(StringComparer.Ordinal));
        Payload(hasData);
        Digests();
    }

    // Section 3 of RFC 8493 defines completeness.
    private void Payload(bool hasData)
    {
        HashSet<string> present = new(StringComparer.Ordinal);
        foreach (FoundFile file in hasData ? FileTree.Enumerate(root + "data") : [])
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
                Warn(path, "is a file that operating systems create");
            }
        }

        Dictionary<string, string>? twins = null;
        foreach (string path in tags.Payload.Keys.Where(path => !present.Contains(path)).ToArray())
        {
            twins ??= Twins(present);
            if (tags.Fetched.TryGetValue(path, out string? url)) Wrong(path, $"missing; it must be fetched from {url}");
            // An existing file with the same folded name can take the place of the missing file only if no manifest lists it.
            // Each existing file can take the place of at most one missing file.
            else if (!twins.TryGetValue(BagNames.Folded(path), out string? twin) || tags.Payload.ContainsKey(twin))
                Wrong(path, "missing");
            else
            {
                Warn(path, $"is not there; '{twin}', which differs only in case or in the composition of letters, is read in its "
                    + $"place");
                tags.Payload.Add(twin, [.. tags.Payload[path]]);
            }

            tags.Payload.Remove(path);
        }

        foreach (string path in present.Order(Comparer<string>.Create(PathText.CompareBytes)))
        {
            if (!tags.Payload.TryGetValue(path, out List<BagEntry>? entries))
                Wrong(path, "in no manifest");
            else if (tags.IsOne
                && tags.Manifests.Find(name => !entries.Exists(entry => entry.Manifest == name)) is string missing)
                Wrong(path, $"is not in {missing}; from version 1.0 on every payload manifest lists every file");
        }
    }

    private Dictionary<string, string> Twins(HashSet<string> present)
    {
        Dictionary<string, string> twins = new(StringComparer.Ordinal);
        foreach (string path in present)
        {
            if (!tags.Payload.ContainsKey(path)) twins.TryAdd(BagNames.Folded(path), path);
        }

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
                    Wrong(file.InBag, $"has a digest that differs from {file.Entry.Manifest}");
                }
                return;
            }

            isWhole = false;
            Wrong(file.InBag, file.Error is LeadsOutException ? LeadsOut
                : file.Error is FileNotFoundException or DirectoryNotFoundException ? "missing"
                : $"cannot be read: {file.Error.Message}");
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
                jobs.AddRange(entries.Select((entry, i) => new CheckedFile(bag, root + path, path, entry, isPayload, i == 0)));
            }
        }
    }

    private void Wrong(string path, string message) => problems.Add(new(path, message, IsWarning: false));

    private void Warn(string path, string message) => problems.Add(new(path, message, IsWarning: true));

    private sealed class CheckedFile(
        ClosedFolder bag, string path, string inBag, BagEntry entry, bool isPayload, bool isFirst) : HashedFile(path, entry.Hash)
    {
        internal override InputFile? Open(out Exception? error) => bag.Open(inBag, out error);

        public string InBag => inBag;

        public BagEntry Entry => entry;

        public bool IsPayload => isPayload;

        public bool IsFirst => isFirst;
    }
}
