using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Lists;

/// <summary>Which digests of a list count, for every command that reads lists.</summary>
internal static class DigestBounds
{
    /// <summary>Files with equal short digests are easy to find, so a short digest proves nothing unless it was
    /// requested.</summary>
    public const int FewestBytes = 8;

    /// <summary>Whether a digest is too short.</summary>
    /// <param name="bytes">The length of the file in bytes.</param>
    /// <param name="tagged">The algorithm of its tag; null if it has none.</param>
    /// <param name="asked">The algorithm that was asked for; null if none was.</param>
    public static bool IsShort(int bytes, FileAlgorithm? tagged, FileAlgorithm? asked) =>
        // A checksum that is as short as that by itself was not cut to be found.
        bytes < FewestBytes && bytes != asked?.HashBytes && tagged is not Crc32Algorithm;

    /// <summary>Whether an untagged text that could be base64 is a digest, and not a word.</summary>
    /// <param name="bytes">The length of the digest.</param>
    /// <param name="said">The algorithm from the options or the list's name; null if there is none.</param>
    public static bool IsBase64(int bytes, FileAlgorithm? said)
    {
        // Of an algorithm that has all lengths, any word would be a digest.
        if (said is not null) return said.HasLengthInTag ? said.WithLength(bytes) is not null : said.HashBytes == bytes;

        // Of 48 bytes it has no equals sign at its end, and looks like a hexadecimal digest of 32 with a wrong character.
        return bytes is 16 or 20 or 28 or 32 or 64;
    }
}
