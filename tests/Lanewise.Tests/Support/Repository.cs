namespace Lanewise.Tests;

/// <summary>The source tree from which this executable was built.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    /// <summary>
    /// The directory for reports, which the test script sets. The default is a directory within the build's artifacts.
    /// </summary>
    public static string Reports
    {
        get
        {
            string folder = Environment.GetEnvironmentVariable("LANEWISE_REPORTS")
                ?? Path.Combine(Root, "artifacts", "test-logs");
            Directory.CreateDirectory(folder);
            return folder;
        }
    }

    public static string File(params string[] parts) => Path.Combine([Root, .. parts]);

    /// <summary>Returns the relative names of all files in the repository except build outputs and version control
    /// data.</summary>
    public static IEnumerable<string> Files()
    {
        Stack<string> folders = new([Root]);
        while (folders.TryPop(out string? folder))
        {
            foreach (string sub in Directory.EnumerateDirectories(folder))
            {
                if (Path.GetFileName(sub)
                    is not (".git" or "artifacts" or "bin" or "obj" or ".vs" or ".idea" or "BenchmarkDotNet.Artifacts"
                        or "TestResults"))
                {
                    folders.Push(sub);
                }
            }

            foreach (string file in Directory.EnumerateFiles(folder))
            {
                // In a Git worktree, .git is a file, not a directory.
                if (Path.GetFileName(file) != ".git") yield return Path.GetRelativePath(Root, file).Replace('\\', '/');
            }
        }
    }

    private static string Find()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (System.IO.File.Exists(Path.Combine(folder.FullName, "Lanewise.slnx"))) return folder.FullName;
        }

        throw new InvalidOperationException("The tests must be inside the repository (no Lanewise.slnx above the executable).");
    }
}
