namespace Lanewise.Cli.Lists;

/// <summary>What a line of a list says, before anybody asked whether it makes sense.</summary>
/// <param name="Tag">The algorithm that the line names; null where it names none.</param>
/// <param name="Digest">The bytes of the digest, of any length.</param>
/// <param name="Name">The name, unescaped.</param>
internal sealed record ListedFile(string? Tag, byte[] Digest, string Name);
