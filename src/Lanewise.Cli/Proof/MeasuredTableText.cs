using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Proof;

/// <summary>
/// Formats a table of figures in lines of at most 80 columns, or fewer on a narrower terminal. A table that is too wide is split
/// into parts that each repeat the first column.
/// </summary>
internal static class MeasuredTableText
{
    private const int Gap = 2;

    public static IEnumerable<string> Lines(MeasuredTable table)
    {
        yield return table.Title;
        int[] widths = [.. table.Columns.Select((head, c) => Math.Max(head.Length, table.Rows.Max(row => row[c].Text.Length)))];
        int columns = StandardStreams.TextColumns;
        for (int first = 1; first < widths.Length;)
        {
            int last = first, used = Gap + widths[0];
            // Each part of a split table has at least one column, even if that column is too wide.
            while (last < widths.Length && (last == first || used + Gap + widths[last] <= columns)) used += Gap + widths[last++];
            if (first > 1) yield return "";
            yield return Line(table.Columns, first, last);
            foreach (IReadOnlyList<MeasuredCell> row in table.Rows)
            {
                yield return Line([.. row.Select(cell => cell.Text)], first, last);
            }
            first = last;
        }

        foreach (string note in table.Notes)
        {
            foreach (string line in Wrapped(note)) yield return line;
        }

        string Line(IReadOnlyList<string> cells, int first, int last)
        {
            string line = new string(' ', Gap) + cells[0].PadRight(widths[0]);
            for (int c = first; c < last; c++) line += new string(' ', Gap) + cells[c].PadLeft(widths[c]);
            return line.TrimEnd();
        }
    }

    /// <summary>
    /// Wraps a text into lines. All lines except the first can be indented. A no-break space keeps words on the same line.
    /// </summary>
    /// <param name="text">The text, on one line.</param>
    /// <param name="indent">The number of spaces at the start of each line except the first.</param>
    /// <param name="columns">The maximum width of a line. 0 means the width of the terminal, up to 80 columns.</param>
    public static IEnumerable<string> Wrapped(string text, int indent = 0, int columns = 0)
    {
        string rest = text.TrimStart();
        return Wrapped(
            new string(' ', text.Length - rest.Length), rest.Split(' ').Select(word => word.Replace('\u00a0', ' ')), indent,
            columns == 0 ? StandardStreams.TextColumns : columns);
    }

    /// <summary>Wraps words into lines. A word may contain spaces.</summary>
    public static IEnumerable<string> Wrapped(string start, IEnumerable<string> words, int indent, int columns)
    {
        string line = start;
        bool isBegun = false;
        foreach (string word in words)
        {
            if (isBegun && line.Length + 1 + word.Length > columns)
            {
                yield return line;
                line = new string(' ', indent);
                isBegun = false;
            }

            line += (isBegun ? " " : "") + word;
            isBegun = true;
        }

        yield return line;
    }
}
