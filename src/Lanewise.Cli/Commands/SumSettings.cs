using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Commands;

/// <summary>The options of a sum.</summary>
internal sealed record SumSettings
{
    public required NameList Names { get; init; }

    public required FileAlgorithm Algorithm { get; init; }

    public required DigestLines Lines { get; init; }

    /// <summary>Which files are hashed.</summary>
    public required FileTreeOptions Which { get; init; }

    /// <summary>Folders are gone into.</summary>
    public required bool IsRecursive { get; init; }

    /// <summary>Skipped pipes, sockets and devices are no failure.</summary>
    public required bool SkipsSpecial { get; init; }

    /// <summary>Threads; -1 where that is left to the machine and the device.</summary>
    public required int Cores { get; init; }

    /// <summary>No progress, and no last line.</summary>
    public required bool IsQuiet { get; init; }

    /// <summary>A last line, whatever standard error is.</summary>
    public required bool HasStatistics { get; init; }

    /// <summary>The output file instead of standard output.</summary>
    public WholeFile? Target { get; init; }

    /// <summary>The list to update instead of standard output.</summary>
    public UpdatedList? Update { get; init; }

    /// <summary>What is known of files before they are read.</summary>
    public IKnownFiles? Known { get; init; }

    /// <summary>Files that the run writes and therefore does not hash; full paths.</summary>
    public required IReadOnlyList<OwnFile> Own { get; init; }
}

/// <summary>A file that the run itself writes, which is none of those it reads.</summary>
/// <param name="Name">Its last name: only files of this name are looked at closely.</param>
/// <param name="Id">The file.</param>
internal readonly record struct OwnFile(string Name, FileId Id);
