using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Commands;

/// <summary>The options of <c>sum</c>.</summary>
internal sealed record SumSettings
{
    public required NameList Names { get; init; }

    public required FileAlgorithm Algorithm { get; init; }

    public required DigestLines Lines { get; init; }

    /// <summary>The filters that select the files to hash.</summary>
    public required FileTreeOptions Which { get; init; }

    /// <summary>Indicates whether directories are searched recursively.</summary>
    public required bool IsRecursive { get; init; }

    /// <summary>Indicates whether pipes, sockets and devices can be skipped without causing a failure.</summary>
    public required bool SkipsSpecial { get; init; }

    /// <summary>The number of threads, or -1 if the number depends on the machine and the storage device.</summary>
    public required int Cores { get; init; }

    /// <summary>
    /// Indicates whether the name <c>-</c> in a file of names is an error. <c>-</c> is an error if the names or the key are read
    /// from standard input, or if a list is updated.
    /// </summary>
    public required bool IsInputTaken { get; init; }

    /// <summary>Indicates whether progress and the summary are suppressed.</summary>
    public required bool IsQuiet { get; init; }

    /// <summary>Indicates whether a summary is printed even if standard error is not a terminal.</summary>
    public required bool HasStatistics { get; init; }

    /// <summary>The file to which output is written instead of standard output, or null.</summary>
    public WholeFile? Target { get; init; }

    /// <summary>The name of the output file as the user entered it, for messages.</summary>
    public string? TargetName { get; init; }

    /// <summary>The list to update instead of writing to standard output, or null.</summary>
    public UpdatedList? Update { get; init; }

    /// <summary>The source of known digests of unchanged files, or null.</summary>
    public IKnownFiles? Known { get; init; }

    /// <summary>The full paths of files that the run writes and therefore does not hash.</summary>
    public required IReadOnlyList<OwnFile> Own { get; init; }
}

/// <summary>A file that the run writes and therefore does not hash.</summary>
/// <param name="Name">The name of the file. Identities are compared only for files with this name.</param>
/// <param name="Id">The identity of the file.</param>
internal readonly record struct OwnFile(string Name, FileId Id);
