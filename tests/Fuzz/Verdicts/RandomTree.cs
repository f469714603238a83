namespace Lanewise.Fuzz;

/// <summary>A temporary directory with a few small files that the test changes.</summary>
internal sealed class RandomTree : IDisposable
{
    private static readonly string[] Names =
        ["a", "b", "c d", " ", "*s", "44", "sub/e", "sub/a", "n\u00e4", "(f) = 0", "x\ny", "b\\s", "trailing ", "deadbeef"];

    private readonly string parent;

    public RandomTree()
    {
        // If possible, the files are stored in memory, because every case writes a dozen files.
        parent = Directory.Exists("/dev/shm")
            ? Directory.CreateDirectory($"/dev/shm/lanewise-fuzz-{Guid.NewGuid():N}").FullName
            : Directory.CreateTempSubdirectory("lanewise-fuzz-").FullName;
        Root = $"{parent}/tree";
        Directory.CreateDirectory(Root);
    }

    /// <summary>The path of the directory.</summary>
    public string Root { get; }

    /// <summary>The original content of each file, by name.</summary>
    public SortedDictionary<string, byte[]> Files { get; } = new(StringComparer.Ordinal);

    public string PathOf(string name) => $"{Root}/{name}";

    /// <summary>Returns the path of a file in the directory's parent.</summary>
    public string Beside(string name) => $"{parent}/{name}";

    /// <summary>Returns a file in the directory or in its parent that this process still holds open, or null.</summary>
    public string? OpenFile() => !OperatingSystem.IsLinux() ? null
        : Directory.EnumerateFiles("/proc/self/fd").Select(link => new FileInfo(link).LinkTarget)
            .FirstOrDefault(target => target?.StartsWith(parent + "/", StringComparison.Ordinal) is true);

    public void Fill(Random random)
    {
        Files.Clear();
        Directory.Delete(parent, recursive: true);
        Directory.CreateDirectory(Root);
        for (int i = random.Next(1, 5); i > 0; i--) Write(random.Of(Names), Content(random));
    }

    /// <summary>Changes the files on disk, but leaves <see cref="Files"/> unchanged.</summary>
    public void Mutate(Random random)
    {
        string[] names = [.. Files.Keys];
        string path = PathOf(random.Of(names)), other = PathOf(random.Of(names));
        byte[]? content = Content(path);
        switch (random.Next(9))
        {
            case 0 when content is { Length: > 0 }:
                content[random.Next(content.Length)] ^= (byte)(1 << random.Next(8));
                File.WriteAllBytes(path, content);
                break;
            case 1 when content is not null:
                File.WriteAllBytes(path, [.. content, .. random.Bytes(random.Next(1, 4))]);
                break;
            case 2 when content is { Length: > 0 }:
                File.WriteAllBytes(path, content.AsSpan(0, random.Next(content.Length)));
                break;
            case 3 or 4 when content is not null:
                File.Delete(path);
                if (random.OneIn(3)) Directory.CreateDirectory(path);
                break;
            case 5 when content is not null && Content(other) is { } others:
                File.WriteAllBytes(path, others);
                File.WriteAllBytes(other, content);
                break;
            case 6 when content is not null:
                string target = PathOf(random.Of(Names));
                Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                if (!Directory.Exists(target)) File.Move(path, target, overwrite: true);
                break;
            case 7 when content is not null && path != other && Content(other) is not null:
                File.Delete(path);
                File.CreateSymbolicLink(path, other);
                break;
            default:
                string added = PathOf(random.Of(Names));
                if (!Path.Exists(added) && Directory.CreateDirectory(Path.GetDirectoryName(added)!).Exists)
                    File.WriteAllBytes(added, Content(random));
                break;
        }
    }

    /// <summary>
    /// Returns the content of a file, or null if there is no such file, for example because the path is a dangling link.
    /// </summary>
    public static byte[]? Content(string path)
    {
        try
        {
            return Directory.Exists(path) ? null : File.ReadAllBytes(path);
        }
        catch (Exception e) when (e is IOException or ArgumentException)
        {
            return null;
        }
    }

    public void Dispose() => Directory.Delete(parent, recursive: true);

    private void Write(string name, byte[] content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(name))!);
        File.WriteAllBytes(PathOf(name), content);
        Files[name] = content;
    }

    private static byte[] Content(Random random) =>
        random.Bytes(random.Next(4) switch { 0 => 0, 1 => 1, _ => random.Next(1, 50) });
}
