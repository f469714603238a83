namespace Lanewise.Cli.Lists;

/// <summary>The content of a line in a list, before validation.</summary>
/// <param name="Tag">The algorithm that the line names, with plus signs between several algorithms, or null.
/// </param>
/// <param name="Digest">The bytes of the digest, of any length. Several digests are concatenated.</param>
/// <param name="Name">The name, unescaped.</param>
/// <param name="Bytes">The length of the file, or null if the line does not contain it.</param>
/// <param name="IsBase64">Whether the digest is base64. Without a tag, base64 text may also be an ordinary word.</param>
/// <param name="IsEscaped">Whether the name was escaped in the line.</param>
/// <param name="IsUnwritable">
/// Whether no tool would write the digest in this form. A file with such a digest always counts as different.
/// </param>
internal sealed record ListedFile(
    string? Tag, byte[] Digest, string Name, long? Bytes = null, bool IsEscaped = false, bool IsBase64 = false,
    bool IsUnwritable = false);
