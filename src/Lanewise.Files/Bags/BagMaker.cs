using System.Globalization;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Bags;

/// <summary>
/// Converts a directory to a bag. Before any file is moved, all files are hashed and all tag files are written next to the
/// directory.
/// </summary>
internal sealed class BagMaker(
    string folder, IReadOnlyList<HashAlgorithmName> algorithms, IEnumerable<KeyValuePair<string, string>> info,
    FileHashOptions options)
{
    private const string BeforeName = "  data/";

    private readonly string part = Invariant($"part-{Guid.NewGuid():N}");
    private string root = folder.EndsWith('/') ? folder : folder + "/";
    private long files, bytes;

    public (long Files, long Bytes) Run()
    {
        string[] names =
        [
            .. algorithms.Select(algorithm => BagNames.OfAlgorithm(algorithm) is string name && BagNames.Hash(name) is not null
                ? name
                : throw new CryptographicException($"A manifest cannot use '{algorithm.Name}'.")).Distinct(),
        ];
        if (!FileTree.IsFolder(folder)) throw new DirectoryNotFoundException($"'{folder}' is not a folder.");
        // .NET normalizes paths as text and encodes them in UTF-8. The absolute path returned by the operating system contains
        // no parts that .NET would change.
        if (LibC.IsKnown && Descriptor.RealPath(folder) is string real) root = real.EndsWith('/') ? real : real + "/";
        if (PathText.HasRawBytes(root))
            throw new InvalidDataException($"The path of '{folder}' is not UTF-8, so no bag can be created there.");
        if (FileTree.IsFile(root + "bagit.txt"))
        {
            throw new InvalidDataException($"'{folder}' is a bag already: it has a bagit.txt.");
        }

        string[] entries = [.. Directory.EnumerateFileSystemEntries(root).Select(path => Path.GetFileName(path))];
        bool isData = entries is ["data"] && Directory.Exists(root + "data") && !IsLink(root + "data");
        string[] paths = [.. Payload(isData ? root + "data" : root)];
        RejectLinksToFolders(isData ? root + "data" : root);
        Dictionary<string, string> texts = Texts(names, paths, isData ? root + "data/" : root);

        // After an error, this run deletes only the files that it wrote, and moves back only those that it moved.
        List<string> made = [], moved = [];
        string payload = root + "data",
            gathered = isData ? payload : $"{root}.data.{part}";
        try
        {
            foreach ((string name, string text) in texts)
            {
                made.Add($"{root}.{name}.{part}");
                using StreamWriter writer = new(new FileStream(made[^1], FileMode.CreateNew, FileAccess.Write));
                writer.Write(text);
                writer.Flush();
                ((FileStream)writer.BaseStream).Flush(flushToDisk: true);
            }

            if (!isData)
            {
                Directory.CreateDirectory(gathered);
                foreach (string entry in entries)
                {
                    Move(root + entry, gathered + "/" + entry);
                    moved.Add(entry);
                }

                Directory.Move(gathered, payload);
                gathered = payload;
            }

            // The declaration bagit.txt is written last, because a directory without this file is not a bag.
            foreach ((string name, _) in texts.OrderBy(text => text.Key == "bagit.txt"))
            {
                File.Move($"{root}.{name}.{part}", root + name);
                made.Add(root + name);
            }
        }
        catch
        {
            made.ForEach(File.Delete);
            if (!isData)
            {
                // The payload may itself contain a directory named "data", so the outer directory is renamed before its contents
                // are moved back.
                string back = $"{root}.data.{part}";
                if (gathered != back && Directory.Exists(gathered)) Directory.Move(gathered, back);
                foreach (string entry in moved) Move(back + "/" + entry, root + entry);
                if (Directory.Exists(back)) Directory.Delete(back);
            }

            throw;
        }

        return (files, bytes);
    }

    private static IEnumerable<string> Payload(string from)
    {
        foreach (FoundFile file in FileTree.Enumerate(from))
        {
            if (file.Kind != FoundKind.File)
                throw new InvalidDataException(
                    $"'{file.Path}' {(file.Kind == FoundKind.Special ? "is neither a file nor a folder." : "cannot be read.")}");
            if (PathText.HasRawBytes(file.Path))
            {
                throw new InvalidDataException($"'{file.Path}' has a name that is not UTF-8, which a manifest cannot list.");
            }

            yield return file.Path;
        }
    }

    // Links to directories are not followed during hashing, so no manifest would list the files in the linked directories.
    private static void RejectLinksToFolders(string from)
    {
        Stack<string> folders = new([from]);
        while (folders.TryPop(out string? above))
        {
            FolderEntry.TryRead(above, followsLinks: true, out List<FolderEntry> entries, out _);
            foreach (FolderEntry entry in entries.Where(entry => entry.IsFolder))
            {
                string path = above.EndsWith('/') ? above + entry.Name : above + "/" + entry.Name;
                if (IsLink(path))
                    throw new InvalidDataException($"'{path}' is a link to a folder, which a bag cannot contain.");

                folders.Push(path);
            }
        }
    }

    private static bool IsLink(string path) => LibC.IsKnown
        ? FileStatus.OfLink(path) is { IsLink: true } : new DirectoryInfo(path).LinkTarget is not null;

    /// <summary>The contents of the tag files, by name.</summary>
    private Dictionary<string, string> Texts(string[] names, string[] paths, string from)
    {
        Dictionary<string, string> texts = new(StringComparer.Ordinal);
        FileHash[] hashes = [.. names.Select(name => BagNames.Hash(name)!)];
        RejectLongManifests(names, hashes, paths, from);
        StringBuilder[] manifests = [.. names.Select(_ => new StringBuilder())];
        FileHash all = FileHash.Several(hashes);
        // The whole payload is moved, so links to files inside the payload stay valid.
        using ClosedFolder payload = new(from);
        FileHasher.Run(paths.Select(path => new PayloadFile(payload, path, path.Substring(from.Length), all)), file =>
        {
            if (file.Error is LeadsOutException)
            {
                throw new InvalidDataException($"'{file.Path}' is a link that leads out of the folder, or links are circular.");
            }

            if (file.Error is not null)
            {
                throw new IOException($"'{file.Path}' cannot be read: {file.Error.Message}", file.Error);
            }

            files++;
            bytes += file.Bytes;
            for (int i = 0; i < hashes.Length; i++)
            {
                manifests[i].Append(Convert.ToHexStringLower(file.DigestOf(hashes[i]))).Append(BeforeName)
                    .Append(BagNames.Encode(file.Path.Substring(from.Length))).Append('\n');
            }
        }, options);
        for (int i = 0; i < names.Length; i++) texts.Add($"manifest-{names[i]}.txt", manifests[i].ToString());

        texts.Add("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
        StringBuilder about = new();
        foreach ((string label, string value) in info)
        {
            if (label.Length == 0 || label.AsSpan().ContainsAny(":\r\n\t ") || value.AsSpan().ContainsAny('\r', '\n'))
                throw new ArgumentException(
                    $"'{label}: {value}': a label has no white space or colon, and a value is one line.", nameof(info));

            about.Append(CultureInfo.InvariantCulture, $"{label}: {value}\n");
        }

        string version = typeof(Bag)
            .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "";
        about.Append(CultureInfo.InvariantCulture, $"Bag-Software-Agent: Lanewise {version}\n");
        about.Append(CultureInfo.InvariantCulture,
            $"Bagging-Date: {DateTime.UtcNow:yyyy-MM-dd}\nPayload-Oxum: {bytes}.{files}\n");
        texts.Add("bag-info.txt", about.ToString());

        KeyValuePair<string, string>[] listed = [.. texts.OrderBy(text => text.Key, StringComparer.Ordinal)];
        foreach (string name in names)
        {
            FileHash hash = BagNames.Hash(name)!;
            byte[] digest = new byte[hash.HashSizeInBytes];
            StringBuilder manifest = new();
            foreach ((string file, string text) in listed)
            {
                hash.Hash(Encoding.UTF8.GetBytes(text), digest);
                manifest.Append(Convert.ToHexStringLower(digest)).Append("  ").Append(file).Append('\n');
            }

            texts.Add($"tagmanifest-{name}.txt", manifest.ToString());
        }

        return texts;
    }

    // The lengths of the manifests are checked before the files are hashed, because hashing may take hours.
    private static void RejectLongManifests(string[] names, FileHash[] hashes, string[] paths, string from)
    {
        long encoded = paths.Sum(
            path => (long)BeforeName.Length + Encoding.UTF8.GetByteCount(BagNames.Encode(path.Substring(from.Length))) + 1);
        for (int i = 0; i < names.Length; i++)
        {
            if (encoded + (2L * hashes[i].HashSizeInBytes * paths.Length) <= TagFile.MostBytes) continue;

            throw new InvalidDataException(
                $"manifest-{names[i]}.txt would be longer than 64 MiB, and a validation rejects such a manifest.");
        }
    }

    private static void Move(string from, string to)
    {
        if (Directory.Exists(from) && !IsLink(from)) Directory.Move(from, to);
        else File.Move(from, to);
    }

    private sealed class PayloadFile(ClosedFolder payload, string path, string name, FileHash hash) : HashedFile(path, hash)
    {
        internal override InputFile? Open(out Exception? error) => payload.Open(name, out error);
    }
}
