using Lanewise.Cli;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Files;

namespace Lanewise.Fuzz;

/// <summary>
/// Tests updated checksum lists. After an update, a list must contain the current digest of every file, and no line may have
/// been lost.
/// </summary>
internal static class UpdateVerdicts
{
    public static void Run(Random random, RandomTree tree, Tally tally)
    {
        string path = tree.Beside("LIST");
        FileAlgorithm algorithm = AlgorithmNames.Choose(random.Of(["md5", "sha256", "blake3", "blake2b-128"]), 0);
        string[] names = [.. tree.Files.Keys.Select(tree.PathOf)];
        Target.True(Update(path, algorithm, names) == 0, $"the first run failed: {Text(path)}");
        bool isAsMade = true;
        for (int i = random.Next(3); i > 0; i--) isAsMade &= Mutate(random, path);
        for (int i = random.Next(3); i > 0; i--) tree.Mutate(random);
        // In-memory file systems may record times with a low resolution, so the test explicitly sets a new time after a change.
        foreach ((string name, byte[] content) in tree.Files)
        {
            string file = tree.PathOf(name);
            if (RandomTree.Content(file) is { } now && !now.AsSpan().SequenceEqual(content))
                File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch.AddSeconds(random.Next(1, int.MaxValue)));
        }

        string before = Text(path);
        int code;
        try
        {
            code = Update(path, algorithm, []);
        }
        catch (Exception e) when (e is ListException or UsageException)
        {
            // The command also rejects a list if none of its files exists.
            Target.True(
                !isAsMade || names.All(FileStamp.IsGone), $"a file that Lanewise wrote was rejected: {e.Message}: '{before}'");
            Target.True(Text(path) == before, $"a rejected file was changed: '{before}'");
            return;
        }

        if (code != 0) return;

        // The command reports a truncated line and removes it from the list.
        string after = Text(path), whole = before[..(before.LastIndexOf('\n') + 1)];
        foreach (string file in names)
        {
            string line = $"({(EscapedName.IsNeeded(file) ? EscapedName.Of(file) : file)}) = ";
            if (RandomTree.Content(file) is not { } content || !whole.Contains(line, StringComparison.Ordinal)) continue;

            string digest = Convert.ToHexStringLower(RandomList.Digest(algorithm, content));
            Target.True(
                after.Contains(line + digest, StringComparison.Ordinal), $"'{line}{digest}' is lost: '{before}', '{after}'");
        }

        tally.Count("verdicts", "updates");
    }

    private static int Update(string path, FileAlgorithm algorithm, string[] names)
    {
        using UpdatedList updated = UpdatedList.Open(path);
        updated.Begin("no key", null);
        int code = 0;
        IEnumerable<string> files = names.Length > 0 ? names : updated.Names();
        FileHasher.Run(
            files.Select(name => FileJob.Of(name, name, algorithm, updated)),
            job =>
            {
                if (job.Reason is null)
                {
                    job.Note();
                    return;
                }

                code = 1;
                updated.Keep(job);
            },
            new FileHashOptions { Parallel = new() { MaxDegreeOfParallelism = 1 } });
        updated.Complete();
        return code;
    }

    /// <summary>Changes the format of a list, but not its digests.</summary>
    /// <returns>Whether every line of a file is unchanged.</returns>
    private static bool Mutate(Random random, string path)
    {
        string text = Text(path);
        switch (random.Next(6))
        {
            // A single carriage return is part of the line ending. A second one is part of the file name.
            case 0 when !text.Contains('\r'): text = text.Replace("\n", "\r\n", StringComparison.Ordinal); break;
            case 1: text += "# a remark\n"; break;
            case 2: text += text[(text.IndexOf('\n', StringComparison.Ordinal) + 1)..]; break;
            case 3:
                File.WriteAllBytes(path, PathText.ToBytes(text + "nonsense\n"));
                return false;
            case 4:
                File.WriteAllBytes(path, PathText.ToBytes(text[..^random.Next(1, Math.Min(20, text.Length))]));
                return false;
            default: text += "\n"; break;
        }

        File.WriteAllBytes(path, PathText.ToBytes(text));
        return true;
    }

    private static string Text(string path) => PathText.FromBytes(File.ReadAllBytes(path));
}
