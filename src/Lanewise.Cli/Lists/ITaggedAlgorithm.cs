namespace Lanewise.Cli.Lists;

/// <summary>What a reader of lists must know about the algorithm of a tag.</summary>
internal interface ITaggedAlgorithm
{
    /// <summary>Whether the tag contains a digest length other than the default; if not, the digest determines it.</summary>
    bool HasLengthInTag { get; }

    /// <summary>The length of a digest in bytes.</summary>
    int HashBytes { get; }
}
