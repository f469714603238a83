namespace Lanewise.Cli.Terminal;

/// <summary>
/// A terminal line that is overwritten repeatedly: never wider than the terminal, removed at the end.
/// </summary>
internal sealed class StatusLine
{
    private readonly Lock gate = new();
    private int shown;

    /// <summary>Writes what a number of columns has room for over what was there.</summary>
    public void Show(Func<int, string> text)
    {
        // The last column stays free: in it a terminal may begin the next line.
        int columns = StandardStreams.Columns - 1;
        string line = text(columns);
        if (line.Length > columns) line = line.Substring(0, columns);
        lock (gate)
        {
            Diagnostics.Write("\r" + line.PadRight(Math.Min(shown, columns)));
            shown = line.Length;
        }
    }

    /// <summary>A message about a file in its place; the line comes again behind it.</summary>
    public void Say(string name, string reason)
    {
        lock (gate)
        {
            Clear();
            Diagnostics.Say(name, reason);
        }
    }

    /// <summary>Takes the line away.</summary>
    public void Clear()
    {
        lock (gate)
        {
            if (shown > 0) Diagnostics.Write("\r" + new string(' ', Math.Min(shown, StandardStreams.Columns - 1)) + "\r");
            shown = 0;
        }
    }
}
