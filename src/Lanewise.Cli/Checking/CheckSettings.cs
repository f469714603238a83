using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;

namespace Lanewise.Cli.Checking;

/// <summary>Settings for checking lists.</summary>
internal sealed class CheckSettings
{
    public required FileAlgorithm Untagged { get; init; }

    /// <summary>The user named the algorithm or gave a key, so a tag with another algorithm is an error: a list cannot choose a
    /// weaker hash.</summary>
    public required bool IsNamed { get; init; }

    /// <summary>The user gave a key or a context, so unkeyed digests are not accepted.</summary>
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

    /// <summary>Names are relative to the directory of their list.</summary>
    public required bool IsBeside { get; init; }

    /// <summary>Standard input contains a list or the key, so it cannot also be a listed file.</summary>
    public required bool ReadsInput { get; init; }
}
