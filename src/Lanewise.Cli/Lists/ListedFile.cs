namespace Lanewise.Cli.Lists;

/// <summary>The content of a list's line, before it is validated.</summary>
/// <param name="Tag">
/// The algorithm that the line names, with plus signs between those of several digests; null where it names none.
/// </param>
/// <param name="Digest">The bytes of the digest, of any length, or of several one after the other.</param>
/// <param name="Name">The name, unescaped.</param>
/// <param name="Bytes">The length of the file; null where the line does not say it.</param>
/// <param name="IsBase64">The digest is written in base64. Without a tag such a text may also be a word.</param>
/// <param name="IsUnwritable">No digest is written so: the file differs, whatever is in it.</param>
internal sealed record ListedFile(
    string? Tag, byte[] Digest, string Name, long? Bytes = null, bool IsBase64 = false, bool IsUnwritable = false);
