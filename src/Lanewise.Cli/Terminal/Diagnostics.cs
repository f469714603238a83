using Lanewise.Cli.Commands;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Writes lines to standard error, in the form <c>lanewise: NAME: reason</c>.</summary>
internal static class Diagnostics
{
    private const string Warning = "WARNING";

    private static readonly Lock Gate = new();
    private static Stream? stream;

    /// <summary>The progress line, which must be removed from the terminal before another line is written, or null.</summary>
    public static Progress? Progress { get; set; }

    /// <summary>The beginning of a message: the name of the program that the user has started.</summary>
    public static string Prefix => Tool.IsFleet && FleetProgram.IsDirect ? $"{FleetProgram.FileName}: " : "lanewise: ";

    /// <summary>Writes all lines from now on to a stream instead of standard error.</summary>
    public static void Redirect(Stream target) => stream = target;

    public static void Say(string message) => Plain(Prefix + message);

    /// <summary>Writes a message about a file.</summary>
    public static void Say(string name, string reason) => Say($"{FileNames.Quote(name)}: {reason}");

    /// <summary>Writes a warning, with the word "warning" in yellow on a color terminal.</summary>
    /// <param name="message">The message.</param>
    /// <param name="name">The name of the file that the warning is about, or null.</param>
    public static void Warn(string message, string? name = null)
    {
        string before = Prefix + (name is null ? "" : $"{FileNames.Quote(name)}: ");
        Plain($"{before}{Warning}: {message}", FileNames.Visible(before).Length);
    }

    public static void Plain(string line) => Plain(line, -1);

    /// <summary>Writes a question, after which the user types an answer on the same line.</summary>
    public static void Ask(string question) => Write(Wrapped(FileNames.Visible(question)) + " ");

    /// <summary>Ends the line that the cursor is on, because a terminal echoes Ctrl-C as "^C" there.</summary>
    public static void EndLine()
    {
        if (!Console.IsErrorRedirected) Write("\n");
    }

    /// <summary>Writes a line that ends with a verdict. On a color terminal, the verdict is bold, and its color depends on its
    /// meaning.</summary>
    public static void Verdict(string before, string verdict, Tone tone)
    {
        (before, verdict) = (FileNames.Visible(before), FileNames.Visible(verdict));
        string text = Wrapped(before + verdict);
        Progress?.Clear();
        Write((StandardStreams.HasErrorColors ? Tones.Strong(text, before, verdict, tone) : text) + "\n");
    }

    /// <summary>
    /// Writes one line. The line may quote an option, a name or another program's message, so control characters are escaped.
    /// Unescaped control characters could move the cursor or forge a line.
    /// </summary>
    /// <param name="line">The line.</param>
    /// <param name="warning">A position at or before the word "warning", or -1 if there is no such word.</param>
    private static void Plain(string line, int warning)
    {
        Progress?.Clear();
        line = Wrapped(FileNames.Visible(line));
        int word = warning < 0 || !StandardStreams.HasErrorColors ? -1 : line.IndexOf(Warning, warning, StringComparison.Ordinal);
        if (word >= 0) line = line.Remove(word, Warning.Length).Insert(word, Tones.Color(Warning, Tone.Warning));
        Write(line + "\n");
    }

    private static string Wrapped(string line)
    {
        int columns = Console.IsErrorRedirected ? int.MaxValue : StandardStreams.Columns;
        return line.Length <= columns ? line
            : string.Join('\n', Proof.MeasuredTableText.Wrapped("", Words(line), 2, columns));
    }

    // Words and quoted names are not split, so that users can copy them. A number stays on the same line as its unit.
    private static List<string> Words(string line)
    {
        List<string> units = [];
        foreach (string word in line.Split(' '))
        {
            bool isInQuotes = units.Count > 0 && units[^1].StartsWith('\'') && units[^1].Count(c => c == '\'') % 2 == 1;
            bool isAfterNumber = units.Count > 0 && units[^1] is [.., >= '0' and <= '9'];
            if (isInQuotes || isAfterNumber) units[^1] += " " + word;
            else units.Add(word);
        }

        return units;
    }

    public static void Write(string text)
    {
        lock (Gate)
        {
            try
            {
                stream ??= StandardStreams.Error();
                stream.Write(PathText.ToBytes(text));
                stream.Flush();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // If standard error fails, there is nowhere to report the error.
            }
        }
    }
}
