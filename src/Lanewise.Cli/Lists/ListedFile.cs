namespace Lanewise.Cli.Lists;

/// <summary>The parsed content of a line in a list, before validation.</summary>
/// <param name="Tag">
/// The algorithm that the line specifies, or null if it specifies none. Several algorithms are separated by plus signs.
/// </param>
/// <param name="Digest">The bytes of the digest, which can have any length. Several digests are concatenated.</param>
/// <param name="Name">The name of the file, with escape sequences resolved.</param>
/// <param name="Bytes">The length of the file, or null if the line does not contain it.</param>
/// <param name="IsBase64">
/// Whether the digest is in base64. Without a tag, text that looks like base64 may be an ordinary word.
/// </param>
/// <param name="IsEscaped">Whether the name is escaped in the line.</param>
/// <param name="IsUnwritable">
/// Whether the digest has a form that no tool writes. If so, the file is always reported as different.
/// </param>
internal sealed record ListedFile(
    string? Tag, byte[] Digest, string Name, long? Bytes = null, bool IsEscaped = false, bool IsBase64 = false,
    bool IsUnwritable = false);
