namespace Lanewise.Cli.Terminal;

/// <summary>
/// A terminal line that is overwritten repeatedly. The line is never wider than the terminal and is removed at the end.
/// </summary>
internal sealed class StatusLine
{
    private readonly Lock gate = new();
    private int shown;
    private bool isEnded;

    /// <summary>Overwrites the line with text that fits the available width.</summary>
    public void Show(Func<int, string> text)
    {
        // The last column stays empty, because some terminals start a new line after it.
        int columns = StandardStreams.Columns - 1;
        string line = text(columns);
        if (line.Length > columns) line = line.Substring(0, columns);
        lock (gate)
        {
            if (isEnded) return;

            Diagnostics.Write("\r" + line.PadRight(Math.Min(shown, columns)));
            shown = line.Length;
        }
    }

    /// <summary>Writes a message about a file in place of the line, and shows the line again below the message.</summary>
    public void Say(string name, string reason)
    {
        lock (gate)
        {
            Clear();
            Diagnostics.Say(name, reason);
        }
    }

    /// <summary>Removes the line, writes a message, and does not show the line again.</summary>
    public void End(string message)
    {
        lock (gate)
        {
            Clear();
            Diagnostics.Say(message);
            isEnded = true;
        }
    }

    /// <summary>Removes the line.</summary>
    public void Clear()
    {
        lock (gate)
        {
            if (shown > 0) Diagnostics.Write("\r" + new string(' ', Math.Min(shown, StandardStreams.Columns - 1)) + "\r");
            shown = 0;
        }
    }
}
