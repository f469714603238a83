using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Lists;

/// <summary>Decides which digests in a list are accepted, for every command that reads lists.</summary>
internal static class DigestBounds
{
    /// <summary>
    /// The minimum length of a digest in bytes, unless a shorter digest was requested. Two files with the same short digest are
    /// easy to find, so a short digest proves nothing.
    /// </summary>
    public const int FewestBytes = 8;

    /// <summary>Whether a digest is too short.</summary>
    /// <param name="bytes">The length of the digest in bytes.</param>
    /// <param name="tagged">The algorithm that the tag names, or null.</param>
    /// <param name="asked">The requested algorithm, or null.</param>
    public static bool IsShort(int bytes, FileAlgorithm? tagged, FileAlgorithm? asked) =>
        // CRC-32 produces only short digests, so an attacker cannot have truncated such a digest.
        bytes < FewestBytes && bytes != asked?.HashBytes && tagged is not Crc32Algorithm;

    /// <summary>Whether untagged text that could be base64 is a digest, not a word.</summary>
    /// <param name="bytes">The length of the digest.</param>
    /// <param name="said">The algorithm from the options or the list's name, or null.</param>
    public static bool IsBase64(int bytes, FileAlgorithm? said)
    {
        // If the algorithm allowed any digest length, any word would count as a digest.
        if (said is not null) return said.HasLengthInTag ? said.WithLength(bytes) is not null : said.HashBytes == bytes;

        // A length of 48 bytes is excluded, because 48 bytes in base64 have no equals sign, and look like a 32-byte hexadecimal
        // digest with a wrong character.
        return bytes is 16 or 20 or 28 or 32 or 64;
    }
}
