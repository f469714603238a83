using Lanewise.Cli.Files;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>Combines several algorithms so that the data is read only once.</summary>
internal sealed class SeveralAlgorithms : FileAlgorithm
{
    /// <summary>The separator between the names of the algorithms.</summary>
    public const char Sign = '+';

    private readonly FileAlgorithm[] parts;

    private SeveralAlgorithms(FileAlgorithm[] parts) => this.parts = parts;

    public override IReadOnlyList<FileAlgorithm> Parts => parts;

    public override string Name => string.Join(Sign, parts.Select(part => part.Name));

    public override string Tag => string.Join(Sign, parts.Select(part => part.Tag));

    public override int HashBytes => parts.Sum(part => part.HashBytes);

    public override string Lengths => string.Join(" and ", parts.Select(part => part.Lengths));

    /// <summary>The minimum key length that every combined algorithm accepts.</summary>
    public override int MinKeyBytes => parts.Max(part => part.MinKeyBytes);

    public override int MaxKeyBytes => parts.Min(part => part.MaxKeyBytes);

    public override FileHash Hash => field ??= FileHash.Several([.. parts.Select(part => part.Hash)]);

    /// <summary>Returns a single algorithm unchanged; combines several algorithms into one.</summary>
    public static FileAlgorithm Of(IReadOnlyList<FileAlgorithm> algorithms) =>
        algorithms.Count == 1 ? algorithms[0] : new SeveralAlgorithms([.. algorithms]);

    /// <summary>
    /// Returns null if another length is requested, because a length can be specified only for a single algorithm.
    /// </summary>
    public override FileAlgorithm? WithLength(int hashBytes) => hashBytes == HashBytes ? this : null;

    public override FileAlgorithm WithKey(FileKey key) =>
        new SeveralAlgorithms([.. parts.Select(part => part.WithKey(key))]);

    public override FileAlgorithm? WithContext(string context)
    {
        FileAlgorithm?[] derived = [.. parts.Select(part => part.WithContext(context))];
        return derived.Contains(null) ? null : new SeveralAlgorithms(derived!);
    }
}
