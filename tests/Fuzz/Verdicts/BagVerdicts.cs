using System.Security.Cryptography;
using System.Text;
using Lanewise.Files;

namespace Lanewise.Fuzz;

/// <summary>
/// Changes BagIt bags. <c>check</c> must not report a bag as valid if a file's digest differs from the one in the manifest.
/// </summary>
internal static class BagVerdicts
{
    public static void Run(Random random, RandomTree tree, Tally tally)
    {
        StringBuilder manifest = new();
        foreach ((string name, byte[] content) in tree.Files)
        {
            string path = tree.PathOf("data/" + name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, content);
            string encoded = name.Replace("%", "%25", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);
            manifest.Append(Convert.ToHexStringLower(SHA256.HashData(content))).Append("  data/").Append(encoded).Append('\n');
        }

        byte[] list = Encoding.UTF8.GetBytes(manifest.ToString());
        for (int i = random.Next(3); i > 0; i--)
        {
            int at = random.Next(list.Length);
            if (random.OneIn(2)) list[at] ^= (byte)(1 << random.Next(7));
            else list = [.. list[..at], .. list[Math.Min(list.Length, at + random.Next(1, 70))..]];
            if (list.Length == 0) list = [(byte)'\n'];
        }

        File.WriteAllBytes(tree.PathOf("manifest-sha256.txt"), list);
        File.WriteAllText(tree.PathOf("bagit.txt"), "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
        string[] files = Directory.GetFiles(tree.PathOf("data"), "*", SearchOption.AllDirectories);
        if (random.OneIn(2)) Change(random, random.Of(files));
        bool isValid = Bag.Validate(tree.Root, new FileHashOptions { Parallel = new() { MaxDegreeOfParallelism = 1 } }).IsValid;
        tally.Count("verdicts", "bags");
        if (!isValid) return;

        string text = Encoding.Latin1.GetString(list);
        foreach (string path in Directory.EnumerateFiles(tree.PathOf("data"), "*", SearchOption.AllDirectories))
        {
            string digest = Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)));
            Target.True(
                text.Contains(digest, StringComparison.OrdinalIgnoreCase), $"valid bag without '{path}': '{text}'");
        }

        CoreutilsReader reader = new("SHA256", SHA256.HashData, tree.Root);
        // Percent signs in names have no special meaning in coreutils. In a bag, any white space may precede a name.
        reader.Read(list);
        // A file whose name differs only in case is treated as the listed file, with a warning.
        string[] present = [.. files.Select(path => path[(tree.Root.Length + 1)..])];
        string[] bad = [.. reader.Bad.Where(name =>
            !name.Contains('%', StringComparison.Ordinal) && name[0] is not ' ' && !HasTwin(name))];
        Target.True(bad.Length == 0, $"a valid bag, and coreutils says that '{string.Join("', '", bad)}' failed: '{text}'");

        bool HasTwin(string name) => !present.Contains(name) && present.Contains(name, StringComparer.OrdinalIgnoreCase);
    }

    private static void Change(Random random, string path)
    {
        byte[] content = File.ReadAllBytes(path);
        if (random.OneIn(3)) File.Delete(path);
        else if (content.Length == 0 || random.OneIn(2)) File.WriteAllBytes(path, [.. content, 1]);
        else File.WriteAllBytes(path, [(byte)(content[0] ^ 1), .. content[1..]]);
    }
}
