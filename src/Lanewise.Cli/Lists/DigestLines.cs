using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Lists;

/// <summary>Writes the results of <c>sum</c>, one line per file and algorithm.</summary>
/// <param name="IsTagged">Whether each line starts with the name of the algorithm.</param>
/// <param name="EndsWithZero">Whether lines end with NUL.</param>
/// <param name="IsBinary">Whether an asterisk precedes the name.</param>
/// <param name="IsBase64">Whether digests are written in base64 instead of hexadecimal.</param>
/// <param name="IsJson">Whether each line is a JSON object. The other options do not affect JSON objects.</param>
internal sealed record DigestLines(bool IsTagged, bool EndsWithZero, bool IsBinary, bool IsBase64, bool IsJson)
{
    /// <summary>Indicates whether lines contain only the digest.</summary>
    public bool HasNoNames { get; init; }

    /// <summary>Indicates whether only the raw bytes of the digest are written.</summary>
    public bool IsRaw { get; init; }

    public void Write(StandardOutput output, string name, FileAlgorithm algorithm, ReadOnlySpan<byte> digest, long bytes)
    {
        foreach (FileAlgorithm part in algorithm.Parts)
        {
            ReadOnlySpan<byte> own = digest.Slice(0, part.HashBytes);
            if (IsRaw)
            {
                byte[] raw = own.ToArray();
                output.Flush();
                output.WriteBytes(target => target.Write(raw));
            }
            else if (HasNoNames)
            {
                output.Write(TextOf(own));
                output.Write(EndsWithZero ? '\0' : '\n');
            }
            else if (IsJson)
                new JsonLine(output, "algorithm", part.Name).Text("name", name).Hex("digest", own).Number("bytes", bytes).End();
            else
                ChecksumLine.Write(output, name, TextOf(own), IsTagged ? part.Tag : null, IsBinary, EndsWithZero);
            digest = digest.Slice(part.HashBytes);
        }
    }

    private string TextOf(ReadOnlySpan<byte> digest) =>
        IsBase64 ? Convert.ToBase64String(digest) : Convert.ToHexStringLower(digest);
}
