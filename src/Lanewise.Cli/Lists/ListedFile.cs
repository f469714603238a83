namespace Lanewise.Cli.Lists;

/// <summary>The content of a line of a list, before validation.</summary>
/// <param name="Tag">The algorithm that the line specifies, or null. Several algorithms are separated by plus signs.</param>
/// <param name="Digest">The bytes of the digest, of any length. Several digests are concatenated.</param>
/// <param name="Name">The name, with escape sequences resolved.</param>
/// <param name="Bytes">The length of the file, or null if the line does not contain it.</param>
/// <param name="IsBase64">
/// Whether the digest is in base64. Without a tag, text that looks like base64 may be an ordinary word.
/// </param>
/// <param name="IsEscaped">Whether the name is escaped in the line.</param>
/// <param name="IsUnwritable">
/// Whether the digest has a form that no tool writes. The file then always counts as different.
/// </param>
internal sealed record ListedFile(
    string? Tag, byte[] Digest, string Name, long? Bytes = null, bool IsEscaped = false, bool IsBase64 = false,
    bool IsUnwritable = false);
