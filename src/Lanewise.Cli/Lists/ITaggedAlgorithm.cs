namespace Lanewise.Cli.Lists;

/// <summary>The properties of a tag's algorithm that a reader of lists needs.</summary>
internal interface ITaggedAlgorithm
{
    /// <summary>
    /// Whether the tag contains a digest length other than the default. Otherwise, the digest itself determines the length.
    /// </summary>
    bool HasLengthInTag { get; }

    /// <summary>The length of a digest in bytes.</summary>
    int HashBytes { get; }
}
