namespace Lanewise.Cli.Lists;

/// <summary>The properties of a tag's algorithm that are needed to read a list.</summary>
internal interface ITaggedAlgorithm
{
    /// <summary>
    /// Indicates whether the tag specifies any digest length other than the default. If false, the length follows from the digest
    /// itself.
    /// </summary>
    bool HasLengthInTag { get; }

    /// <summary>The length of a digest in bytes.</summary>
    int HashBytes { get; }
}
