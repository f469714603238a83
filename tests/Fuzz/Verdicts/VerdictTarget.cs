using System.Text;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Checking;
using Lanewise.Cli.Fleet;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Fleet;

namespace Lanewise.Fuzz;

/// <summary>
/// Changes directories and lists. A command must not report success if the content of a file or the rules of coreutils require a
/// failure.
/// </summary>
internal sealed class VerdictTarget : Target
{
    private static readonly string[] ListNames = ["list", "a.md5", "SHA256SUMS", "b.sha256", "b3sums.txt", "a.b2"];

    public override string Name => "verdicts";

    public override void Run(Random random, Tally tally)
    {
        Diagnostics.Redirect(Stream.Null);
        using RandomTree tree = new();
        tree.Fill(random);
        if (random.OneIn(6)) BagVerdicts.Run(random, tree, tally);
        else if (random.OneIn(6)) UpdateVerdicts.Run(random, tree, tally);
        else Check(random, tree, tally);
        // The search for open files is not performed in every case, because it takes as long as the rest of the case.
        if (random.OneIn(16) && tree.OpenFile() is { } open) throw new DifferenceException($"'{open}' is still open");
    }

    private static void Check(Random random, RandomTree tree, Tally tally)
    {
        RandomList list = new(random, tree);
        for (int i = random.Next(3); i > 0; i--) tree.Mutate(random);
        for (int i = random.Next(4); i > 0; i--) list.Mutate(random);
        byte[] bytes = list.Bytes();
        // A bare digest belongs to the file whose name is the list's name without the extension.
        string path = list.Form == 9 && tree.Files.Count == 1
            ? tree.PathOf($"{tree.Files.Keys.First()}.{list.Algorithm.Name}") : tree.Beside(random.Of(ListNames));
        File.WriteAllBytes(path, bytes);

        FileAlgorithm? named = random.OneIn(2) ? null : list.Form == 8 ? AlgorithmNames.Choose("sha256", 0) : list.Algorithm;
        bool isAudit = random.OneIn(3);
        CheckSettings settings = Settings(random, tree.Root, named, isAudit);
        using MemoryStream written = new();
        StandardOutput output = new(written);
        Verdicts verdicts = new(output, isJson: false, isQuiet: false, isSilent: false);
        Audit? audit = isAudit ? new([path], null, settings, verdicts) : null;
        bool isGood = new ListCheck(path, settings, verdicts, audit).Run();
        if (audit is not null) isGood &= audit.Finish([]);
        output.Flush();

        Dictionary<string, byte[]> right = Good(written.ToArray(), tree, What);
        foreach ((string name, byte[] content) in right)
        {
            if (!IsListed(content, bytes, list.Algorithm))
                throw new DifferenceException($"'{name}' is OK, and no digest of it is in the list; {What()}");
        }

        tally.Count("verdicts", "bytes", right.Count);
        if (!isGood) return;

        if (right.Count == 0) throw new DifferenceException($"success was reported although nothing was verified; {What()}");
        if (audit is not null) NothingDiffers(tree, path, right, What);
        if (list.IsForCoreutils) Reference(tree, list.Algorithm.Name, bytes, settings, tally, What);
        Against(tree, path, named, What);

        string What() => $"form {list.Form} of {list.Algorithm.Name} in {Path.GetFileName(path)}, -a {named?.Name}: "
            + $"'{Encoding.Latin1.GetString(bytes)}' gave '{Encoding.Latin1.GetString(written.ToArray())}'";
    }

    private static CheckSettings Settings(Random random, string folder, FileAlgorithm? named, bool isAudit) => new()
    {
        Untagged = named ?? AlgorithmNames.Choose(AlgorithmNames.Default, 0), IsNamed = named is not null, HasKey = false,
        HasLength = false, IgnoreMissing = !isAudit && random.OneIn(8), Status = false, Quiet = false, Strict = random.OneIn(4),
        Warn = random.OneIn(4), End = '\n', Cores = 1, Journal = null, Folder = folder, IsBeside = false,
        ReadsInput = false,
    };

    // ---- reported and actual results ----

    /// <summary>The files reported as OK, with their content.</summary>
    private static Dictionary<string, byte[]> Good(byte[] output, RandomTree tree, Func<string> what)
    {
        const string Ok = ": OK";
        Dictionary<string, byte[]> good = [];
        foreach (string line in PathText.FromBytes(output).Split('\n'))
        {
            if (!line.EndsWith(Ok, StringComparison.Ordinal)) continue;

            string name = line[..^Ok.Length];
            if (name.StartsWith('\\')) name = EscapedName.Undo(name.AsSpan(1)) ?? name;
            string path = name.StartsWith(tree.Beside(""), StringComparison.Ordinal) ? name : tree.PathOf(name);
            byte[] content = RandomTree.Content(path) ?? RandomTree.Content(path.Replace('\\', '/'))
                ?? throw new DifferenceException($"'{name}' is OK, and there is no such file; {what()}");
            Canary.Sing(content);
            good[name] = content;
        }

        return good;
    }

    /// <summary>Returns whether a list contains the digest of the content.</summary>
    private static bool IsListed(byte[] content, byte[] list, FileAlgorithm likely)
    {
        string text = Encoding.Latin1.GetString(list), digits = text.Replace(" ", "", StringComparison.Ordinal);
        if (Has(likely)) return true;

        foreach (string name in AlgorithmNames.List.Split(", "))
        {
            FileAlgorithm algorithm = AlgorithmNames.Choose(name, 0);
            if (Has(algorithm)) return true;

            // Some algorithms allow only the usual digest lengths, and others allow any digest length of at least eight bytes.
            foreach (int bytes in (ReadOnlySpan<int>)[8, 16, 20, 28, 32, 48, 64])
            {
                if (algorithm.WithLength(bytes) is { } other && Has(other)) return true;
            }
        }

        return false;

        bool Has(FileAlgorithm algorithm)
        {
            foreach (FileAlgorithm part in algorithm.Parts)
            {
                byte[] digest = RandomList.Digest(part, content);
                string hex = Convert.ToHexString(digest), base64 = Convert.ToBase64String(digest);
                if (!part.HasLengthInTag) (hex, base64) = (hex[..16], base64[..10]);
                if (!digits.Contains(hex, StringComparison.OrdinalIgnoreCase) && !text.Contains(base64, StringComparison.Ordinal))
                    return false;
            }

            return true;
        }
    }

    private static void NothingDiffers(RandomTree tree, string list, Dictionary<string, byte[]> right, Func<string> what)
    {
        HashSet<string> seen = [.. right.Keys.SelectMany(name => (string[])[name, name.Replace('\\', '/')]).Select(Full), list];
        foreach (string path in Directory.EnumerateFiles(tree.Root, "*", SearchOption.AllDirectories))
        {
            if (!seen.Contains(path)) throw new DifferenceException($"an audit does not report the unlisted '{path}'; {what()}");
        }

        string Full(string name) => Path.GetFullPath(name.StartsWith('/') ? name : tree.PathOf(name));
    }

    private static void Reference(
        RandomTree tree, string algorithm, byte[] bytes, CheckSettings settings, Tally tally, Func<string> what)
    {
        if (CoreutilsReader.Of(algorithm) is not { } known) return;

        // A BOM at the start of a list is not part of the first name.
        if (bytes.AsSpan().StartsWith("\uFEFF"u8)) bytes = bytes[3..];
        CoreutilsReader reader = new(known.Tag, known.Hash, tree.Root) { IgnoresMissing = settings.IgnoreMissing };
        reader.Read(bytes);
        if (reader.Bad.Count > 0)
            throw new DifferenceException($"coreutils says that '{string.Join("', '", reader.Bad)}' failed; {what()}");

        tally.Count("verdicts", "coreutils' rules", reader.Lines);
    }

    /// <summary>Compares the baseline of a fleet audit with the list that <c>check</c> verified.</summary>
    private static void Against(RandomTree tree, string path, FileAlgorithm? named, Func<string> what)
    {
        try
        {
            using KnownList.Reader reader = new(path, named, tree.Root, isBag: false);
            foreach (FleetKnownFile file in reader.Files())
            {
                if (file.Digest.Length < DigestBounds.FewestBytes && reader.Algorithm is not Crc32Algorithm)
                    throw new DifferenceException($"an audit accepts a short digest; {what()}");
                if (RandomTree.Content(file.Name) is not { } content) continue;

                byte[] digest = RandomList.Digest(reader.Algorithm, content);
                if (!digest.AsSpan().SequenceEqual(file.Digest))
                    throw new DifferenceException($"an audit would say that '{file.Name}' has changed; {what()}");
            }
        }
        catch (FleetException)
        {
            // The list has malformed lines or several algorithms, so no audit is planned.
        }
    }
}
