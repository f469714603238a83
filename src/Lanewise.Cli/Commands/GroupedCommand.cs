using System.CommandLine;

namespace Lanewise.Cli.Commands;

/// <summary>A command that has so many options that its help shows them in groups.</summary>
internal sealed class GroupedCommand : Command
{
    private const string Heading = "Options:", LastGroup = "Help";

    private readonly (string Title, Option[] Options)[] groups;

    public GroupedCommand(
        string name, string description, Argument argument, params (string Title, Option[] Options)[] groups)
        : base(name, description)
    {
        this.groups = groups;
        Add(argument);
        foreach (Option option in groups.SelectMany(group => group.Options)) Add(option);
    }

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

        return string.Join('\n', lines);
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
