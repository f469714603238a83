using System.Security.Cryptography;
using System.Text;
using Lanewise.Files;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads the tag files of a BagIt bag. The files and their names come from a single mutated text. No tag file may cause an
/// exception, and the digests in a valid bag must be those of its payload.
/// </summary>
internal sealed class BagReader() : Reader("read-bags")
{
    private static readonly (string Path, string Content)[] Payload = [("one", "1"), ("with space", ""), ("sub/n\u00e4me", "2"),
        ("per%cent", "3"), ("sub/two", "1")];

    protected override byte[] Valid(Random random)
    {
        string version = random.Of(["0.93", "0.96", "0.97", "1.0"]);
        Encoding encoding = random.Of([Encoding.UTF8, Encoding.UTF8, Encoding.Latin1, Encoding.Unicode]);
        byte[] mark = encoding is UnicodeEncoding ? [0xFF, 0xFE] : [];
        string end = random.OneIn(3) ? "\r\n" : "\n";
        Dictionary<string, byte[]> files = new(StringComparer.Ordinal)
        {
            ["bagit.txt"] = Encoding.UTF8.GetBytes(
            $"BagIt-Version: {version}{end}Tag-File-Character-Encoding: {encoding.WebName.ToUpperInvariant()}{end}"),
        };
        Add("bag-info.txt",
            $"Source-Organization: Us,{end}  of two lines{end}Payload-Oxum: {Payload.Sum(file => file.Content.Length)}.{Payload.Length}{end}");
        foreach (string algorithm in random.OneIn(2) ? ["md5"] : (string[])["md5", "sha256"])
            Add($"manifest-{algorithm}.txt",
                string.Concat(Payload.Select(file =>
                    $"{Hex(algorithm, Encoding.UTF8.GetBytes(file.Content))}  data/{file.Path.Replace("%", "%25", StringComparison.Ordinal)}{end}")));
        if (random.OneIn(3)) Add("fetch.txt", $"http://localhost/one 1 data/one{end}");
        if (random.OneIn(2))
        {
            Add("tagmanifest-sha256.txt", string.Concat(files.Select(file => $"{Hex("sha256", file.Value)} {file.Key}{end}")));
        }
        return [.. files.SelectMany(file => (byte[])[0, 1, 0, .. Encoding.UTF8.GetBytes(file.Key), 0, 2, 0, .. file.Value])];

        void Add(string name, string text) => files[name] = [.. mark, .. encoding.GetBytes(text)];
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("lanewise-fuzz-");
        try
        {
            foreach ((string path, string content) in Payload)
            {
                string file = Path.Combine(folder.FullName, "data", path);
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                File.WriteAllText(file, content);
            }

            // Latin-1 has one byte per character, so it preserves all bytes.
            string all = Encoding.Latin1.GetString(bytes);
            foreach (string tag in all.Split("\0\u0001\0", StringSplitOptions.RemoveEmptyEntries))
            {
                int at = tag.IndexOf("\0\u0002\0", StringComparison.Ordinal);
                if (at <= 0 || at > 100 || tag.AsSpan(0, at).ContainsAny('/', '\0') || tag.StartsWith('.') || tag[..at] == "data")
                {
                    continue;
                }

                File.WriteAllBytes(Path.Combine(folder.FullName, tag[..at]), Encoding.Latin1.GetBytes(tag[(at + 3)..]));
            }

            BagReport report = Bag.Validate(folder.FullName,
                new FileHashOptions { Parallel = new ParallelOptions { MaxDegreeOfParallelism = 1 } });
            True(!report.IsValid || report.Version.Length > 0, $"a valid bag has no version");
            string plain = all.Replace("\0", "", StringComparison.Ordinal);
            foreach ((string path, string content) in report.IsValid ? Payload : [])
            {
                byte[] there = Encoding.UTF8.GetBytes(content);
                True(
                    plain.Contains(Hex("md5", there), StringComparison.OrdinalIgnoreCase)
                    || plain.Contains(Hex("sha256", there), StringComparison.OrdinalIgnoreCase),
                    $"a valid bag lacks the digest of {path} in its manifests");
            }

            return report.IsValid;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // The constant term is the memory that a run needs regardless of the number of files.
    protected override long MostMemory(int length) => (256L * length) + (16 << 20);

    private static string Hex(string algorithm, byte[] content) =>
        Convert.ToHexStringLower(CryptographicOperations.HashData(new HashAlgorithmName(algorithm.ToUpperInvariant()), content));
}
