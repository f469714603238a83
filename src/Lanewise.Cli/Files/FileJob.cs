using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Files;

/// <summary>A file to hash, and what came of it.</summary>
internal sealed class FileJob
{
    /// <summary>The name that stands for standard input.</summary>
    public const string StandardInput = "-";

    /// <summary>The name as it was given and is printed.</summary>
    public required string Name { get; init; }

    /// <summary>What is opened.</summary>
    public required string Path { get; init; }

    public required FileAlgorithm Algorithm { get; init; }

    /// <summary>The digest that a list promises; empty in a sum.</summary>
    public byte[] Expected { get; init; } = [];

    /// <summary>The list names no algorithm for it.</summary>
    public bool IsUntagged { get; init; }

    public byte[] Digest { get; set; } = [];

    public long Bytes { get; set; }

    /// <summary>Why it could not be read; null if it was.</summary>
    public string? Error { get; set; }

    /// <summary>It does not exist.</summary>
    public bool IsMissing { get; set; }

    /// <summary>A remark in its place among the files, not an error: something that was left out, a line that is none.</summary>
    public bool IsSkipped { get; init; }

    public bool IsDone { get; set; }

    public bool IsStandardInput => Path == StandardInput;
}
