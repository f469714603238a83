namespace Lanewise.Cli.Lists;

/// <summary>What a reader of lists needs to know of the algorithm that a tag names.</summary>
internal interface ITaggedAlgorithm
{
    /// <summary>Whether a length other than the algorithm's own is in the tag; if not, the digest says it.</summary>
    bool HasLengthInTag { get; }

    /// <summary>The length of a digest in bytes.</summary>
    int HashBytes { get; }
}
