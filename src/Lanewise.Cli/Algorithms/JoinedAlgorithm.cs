using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>Several algorithms of one read, as a list of hashdeep has them: the digests one after the other.</summary>
internal sealed class JoinedAlgorithm(IReadOnlyList<FileAlgorithm> parts) : FileAlgorithm
{
    /// <summary>Between the names of the parts.</summary>
    public const char Sign = '+';

    public IReadOnlyList<FileAlgorithm> Parts => parts;

    public override string Name => string.Join(Sign, parts.Select(part => part.Name));

    public override string Tag => string.Join(Sign, parts.Select(part => part.Tag));

    public override int HashBytes => parts.Sum(part => part.HashBytes);

    public override string Lengths => string.Join(" and ", parts.Select(part => part.Lengths));

    public override FileHash Hash => field ??= new JoinedHash([.. parts.Select(part => part.Hash)]);

    public override FileAlgorithm? WithLength(int hashBytes) => hashBytes == HashBytes ? this : null;

    /// <summary>One algorithm as itself, several as one.</summary>
    public static FileAlgorithm Of(IReadOnlyList<FileAlgorithm> parts) => parts.Count == 1 ? parts[0] : new JoinedAlgorithm(parts);
}
