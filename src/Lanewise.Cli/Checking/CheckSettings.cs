using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;

namespace Lanewise.Cli.Checking;

/// <summary>How lists are checked.</summary>
internal sealed class CheckSettings
{
    public required FileAlgorithm Untagged { get; init; }

    /// <summary>
    /// The algorithm was named or has a key, so a tag that names another is an error and no way to a weaker hash.
    /// </summary>
    public required bool IsNamed { get; init; }

    /// <summary>There is a key or a context, so what is hashed without it is no way around.</summary>
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

    /// <summary>Names start from the folder of their list.</summary>
    public required bool IsBeside { get; init; }
}
