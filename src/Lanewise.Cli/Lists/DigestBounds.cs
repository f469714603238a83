using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Lists;

/// <summary>Decides which digests in a list are accepted, for all commands that read lists.</summary>
internal static class DigestBounds
{
    /// <summary>
    /// The minimum digest length in bytes, unless a shorter digest was requested. It is easy to find two files with the same
    /// short digest, so a short digest proves nothing.
    /// </summary>
    public const int FewestBytes = 8;

    /// <summary>Returns whether a digest is too short.</summary>
    /// <param name="bytes">The length of the digest in bytes.</param>
    /// <param name="tagged">The algorithm that the tag specifies, or null if there is no tag.</param>
    /// <param name="asked">The requested algorithm, or null if none was requested.</param>
    public static bool IsShort(int bytes, FileAlgorithm? tagged, FileAlgorithm? asked) =>
        // All CRC-32 digests are short, so an attacker cannot have truncated one.
        bytes < FewestBytes && bytes != asked?.HashBytes && tagged is not Crc32Algorithm;

    /// <summary>Returns whether untagged text that could be base64 is a digest rather than a word.</summary>
    /// <param name="bytes">The length of the digest in bytes.</param>
    /// <param name="specified">The algorithm that the options or the list's name specifies, or null if neither does.</param>
    public static bool IsBase64(int bytes, FileAlgorithm? specified)
    {
        // Without this check, any word would be accepted as a digest if the algorithm allows any digest length.
        if (specified is not null)
        {
            return specified.HasLengthInTag ? specified.WithLength(bytes) is not null : specified.HashBytes == bytes;
        }


        // Digests of 48 bytes are excluded, because their base64 form has no equals sign and looks like a 32-byte hexadecimal
        // digest with an invalid character.
        return bytes is 16 or 20 or 28 or 32 or 64;
    }
}
