using System.Globalization;
using Lanewise.Cli.Algorithms;

namespace Lanewise.Cli.Lists;

/// <summary>The columns of a hashdeep list: <c>size,md5,sha256,filename</c>.</summary>
/// <param name="algorithms">The names of the algorithms in the columns between the first and the last.</param>
internal sealed class HashdeepColumns(string[] algorithms)
{
    /// <summary>
    /// The beginning of a header line. The first header line contains the version, and the second lists the columns.
    /// </summary>
    public const string Mark = "%%%% ";

    private const string Version = Mark + "HASHDEEP-1.0";

    private readonly string tag = string.Join(SeveralAlgorithms.Sign, algorithms);
    private readonly int[] digestBytes = [.. algorithms.Select(name => AlgorithmNames.FromTag(name)!.HashBytes)];

    /// <summary>Reads a header line.</summary>
    /// <param name="line">The header line.</param>
    /// <param name="columns">The columns, or null if the line does not list them.</param>
    /// <returns>The reason why the lines that follow cannot be verified, or null if they can be.</returns>
    public static string? Read(ReadOnlySpan<char> line, out HashdeepColumns? columns)
    {
        columns = null;
        if (line.TrimEnd().SequenceEqual(Version)) return null;

        string[] names = line.Slice(Mark.Length).Trim().ToString().Split(',');
        if (names.Length < 3 || names[0] != "size" || names[^1] != "filename")
            return $"is not {Version.AsSpan(Mark.Length)} with columns from size to filename";

        string[] algorithms = names[1..^1];
        foreach (string algorithm in algorithms)
        {
            if (AlgorithmNames.FromTag(algorithm) is null or SeveralAlgorithms)
                return $"the column '{algorithm}' is not known here, so files cannot be verified by it";
        }

        columns = new HashdeepColumns(algorithms);
        return null;
    }

    /// <summary>
    /// Parses the line for a file. Returns null if the line is malformed. Names are not escaped and may contain commas.
    /// </summary>
    public ListedFile? Parse(ReadOnlySpan<char> line)
    {
        int comma = line.IndexOf(',');
        if (comma < 0 || !long.TryParse(line.Slice(0, comma), NumberStyles.None, CultureInfo.InvariantCulture, out long bytes))
            return null;

        List<byte> digests = [];
        foreach (int length in digestBytes)
        {
            line = line.Slice(comma + 1);
            comma = line.IndexOf(',');
            if (comma < 0 || DigestLine.Hex(line.Slice(0, comma)) is not { } digest || digest.Length != length) return null;

            digests.AddRange(digest);
        }

        line = line.Slice(comma + 1);
        return line.IsEmpty ? null : new ListedFile(tag, [.. digests], line.ToString(), bytes);
    }
}
