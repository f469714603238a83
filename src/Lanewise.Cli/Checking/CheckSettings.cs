using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;

namespace Lanewise.Cli.Checking;

/// <summary>The settings for checking lists.</summary>
internal sealed class CheckSettings
{
    public required FileAlgorithm Untagged { get; init; }

    /// <summary>
    /// Indicates whether the user named the algorithm or gave a key. A tag that names another algorithm is then an error, so that
    /// a list cannot choose a weaker hash.
    /// </summary>
    public required bool IsNamed { get; init; }

    /// <summary>Indicates whether the user gave a key or a context, in which case unkeyed digests are not accepted.</summary>
    public required bool HasKey { get; init; }

    public required bool HasLength { get; init; }

    public required bool IgnoreMissing { get; init; }

    public required bool Status { get; init; }

    public required bool Quiet { get; init; }

    public required bool Strict { get; init; }

    public required bool Warn { get; init; }

    public required char End { get; init; }

    public required int Cores { get; init; }

    public required Journal? Journal { get; init; }

    public required string? Folder { get; init; }

    /// <summary>Indicates whether names are relative to the directory that contains the list.</summary>
    public required bool IsBeside { get; init; }

    /// <summary>
    /// Returns the directory to which the names in a list are relative. Null or an empty string means the current directory.
    /// </summary>
    public string? FolderOf(string list) =>
        IsBeside && list != FileJob.StandardInput ? Path.GetDirectoryName(list) : Folder;

    /// <summary>
    /// Indicates whether the list or the key is read from standard input, which therefore cannot be a listed file.
    /// </summary>
    public required bool ReadsInput { get; init; }
}
