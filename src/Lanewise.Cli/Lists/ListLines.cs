using System.Buffers;
using System.Text;

namespace Lanewise.Cli.Lists;

/// <summary>
/// The lines of a list, whoever wrote it: UTF-8 with or without a mark, UTF-16 with one (PowerShell), ended by LF or CR LF.
/// </summary>
internal static class ListLines
{
    /// <summary>No path is longer, escaped or not; what is longer cannot be a line of a list.</summary>
    private const int LongestLine = 64 * 1024;

    public static IEnumerable<(long Number, string Line)> Read(Stream stream, char end)
    {
        using StreamReader reader = new(stream, Encoding.UTF8, detectEncodingFromByteOrderMarks: true, bufferSize: 64 * 1024);
        char[] buffer = new char[32 * 1024];
        StringBuilder line = new();
        long number = 1;
        int read;
        bool hasText = false;
        while ((read = reader.Read(buffer)) > 0)
        {
            for (int i = 0; i < read;)
            {
                int n = buffer.AsSpan(i, read - i).IndexOf(end);
                int piece = n < 0 ? read - i : n;
                // The start of an over-long line is enough to see that it is none.
                if (line.Length <= LongestLine) line.Append(buffer, i, Math.Min(piece, LongestLine + 1 - line.Length));
                hasText = true;
                i += piece;
                if (n < 0) continue;

                i++;
                yield return (number++, Take());
            }
        }

        if (hasText) yield return (number, Take());

        string Take()
        {
            hasText = false;
            // One carriage return belongs to the end of the line; in a name it is escaped.
            if (end == '\n' && line.Length > 0 && line[^1] == '\r') line.Length--;
            string text = line.Length > LongestLine ? "?" : line.ToString();
            line.Clear();
            return text;
        }
    }
}
