using System.CommandLine;

namespace Lanewise.Cli.Commands;

/// <summary>A command that has so many options that its help shows them in groups.</summary>
internal sealed class GroupedCommand : Command
{
    private const string Heading = "Options:", LastGroup = "Help";

    private readonly (string Title, Option[] Options)[] groups;

    public GroupedCommand(
        string name, string description, Argument? argument, params (string Title, Option[] Options)[] groups)
        : base(name, description)
    {
        this.groups = groups;
        if (argument is not null) Add(argument);
        foreach (Option option in groups.SelectMany(group => group.Options)) Add(option);
    }

    /// <summary>Command lines with explanations, which the help shows below the options.</summary>
    public (string Line, string Text)[] Examples { get; init; } = [];

    /// <summary>The meanings of the exit codes 0 and 1, or null if the help does not list the exit codes.</summary>
    public (string Good, string Failed)? ExitCodes { get; init; }

    /// <summary>Replaces the single heading above the options with one heading per group.</summary>
    /// <param name="help">The help text from the parser, which lists the options in the order in which they were added.</param>
    public string Group(string help)
    {
        List<string> lines = [];
        bool isOption = false;
        foreach (string line in help.Split('\n'))
        {
            if (line.TrimEnd() == Heading)
            {
                isOption = true;
                continue;
            }

            string? title = isOption && line.StartsWith("  -", StringComparison.Ordinal) ? TitleAbove(line) : null;
            if (title is not null)
            {
                if (lines[^1].Trim().Length > 0) lines.Add("");
                lines.Add(title + ":");
            }

            lines.Add(line);
        }

        return string.Join('\n', lines).TrimEnd() + Ending();
    }

    // The lines below the options, in columns.
    private string Ending()
    {
        int width = Examples.Select(example => example.Line.Length).DefaultIfEmpty().Max();
        string text = Examples.Length == 0 ? "" : "\n\nExamples:\n"
            + string.Join('\n', Examples.Select(example => $"  {example.Line.PadRight(width)}  {example.Text}"));
        if (ExitCodes is var (good, failed))
            text += $"\n\nExit codes:\n  0: {good}\n  1: {failed}\n  2: The command line is invalid.";
        return text + "\n\n";
    }

    // Returns the title of the group whose first option is on this line, or null.
    private string? TitleAbove(string line)
    {
        string[] words = line.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries);
        if (words.Contains("--help")) return LastGroup;

        foreach ((string title, Option[] options) in groups)
        {
            if (words.TakeWhile(word => word[0] == '-').Contains(options[0].Name)) return title;
        }

        return null;
    }
}
