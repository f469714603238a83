using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Parsing;
using System.Runtime.InteropServices;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.MerkleDamgard;

namespace Lanewise.Cli;

/// <summary>
/// The code shared by the programs <c>lanewise</c> and <c>lanewise-fleet</c>. This class finds and runs the command, and
/// converts every result to an exit code.
/// </summary>
internal static class Tool
{
    /// <summary>The command that shows the help.</summary>
    public const string HelpWord = "help";

    private const int FewestHelpColumns = 72;

    // This help text fits in 40 columns.
    private const string Brief = """
        Computes and verifies file checksums.

        lanewise sum FILE...     print digests
        lanewise sum -r FOLDER   of all in it
        lanewise check LIST      check files
        lanewise bench -a NAME   measure speed
        lanewise fleet --help    large audits

        'lanewise --help' lists all commands,
        'lanewise COMMAND --help' its options.

        """;

    private static (string Name, Func<Command> Create)[] commands = [];

    /// <summary>The name of this program.</summary>
    public static string Name { get; private set; } = "lanewise";

    /// <summary>Indicates whether this program is <c>lanewise-fleet</c>.</summary>
    public static bool IsFleet => Name == FleetProgram.FileName;

    /// <summary>All commands of this program with their options.</summary>
    public static IEnumerable<Command> AllCommands() => commands.Select(command => command.Create());

    /// <summary>Runs a program that consists of these commands.</summary>
    /// <param name="program">The name of the program, as on its manual page.</param>
    /// <param name="all">The commands.</param>
    /// <param name="args">The arguments from the runtime.</param>
    /// <param name="before">
    /// The words that precede the program's commands when they are called through <c>lanewise</c>, for example <c>fleet</c> for
    /// <c>lanewise-fleet</c>.
    /// </param>
    public static int Start(
        string program, (string Name, Func<Command> Create)[] all, string[] args, params string[] before) => Guarded(() =>
    {
        (Name, commands) = (program, all);
        if (OperatingSystem.IsLinux()) PlatformProbe.AreThere = IsOpenSslThere;
        StandardStreams.LeaveTerminalAlone();
        StandardStreams.SpeakUtf8();
        Interruption.Listen();
        return Run([.. before, .. Arguments.Exact(args)]);
    });

    // .NET's SHA-1 and SHA-2 use OpenSSL. If OpenSSL is not installed, .NET ends the process.
    private static bool IsOpenSslThere() =>
        NativeLibrary.TryLoad("libssl.so.3", out _) || NativeLibrary.TryLoad("libssl.so.1.1", out _);

    /// <summary>Runs a command and converts every exception to an exit code.</summary>
    public static int Guarded(Func<int> body)
    {
        try
        {
            return body();
        }
        catch (BrokenPipeException)
        {
            // The reader has closed the output, so nothing can be reported.
            return ExitCode.Failed;
        }
        catch (OutputException e)
        {
            Diagnostics.Say($"write error: {e.Message}");
            return ExitCode.Failed;
        }
#pragma warning disable CA1031 // The outermost handler of a program prints a single line instead of a stack trace.
        catch (Exception e)
#pragma warning restore CA1031
        {
            Diagnostics.Say($"unexpected error: {e.GetType().Name}: {e.Message}");
            return ExitCode.Failed;
        }
    }

    /// <summary>Returns the error in the arguments, or null.</summary>
    private static string? WrongUsage(ParseResult result, RootCommand root, string[] args)
    {
        // A misspelled command is reported before its options, because they are unknown only for this reason.
        if (MisspelledCommand(root, args) is string wrong) return wrong;

        // Help and version are shown regardless of the other arguments.
        if (result.Action is HelpAction) return null;

        // The parser treats an unknown option as a file name.
        foreach (Token token in result.Tokens)
        {
            if (token.Type == TokenType.DoubleDash) break;
            if (token.Type == TokenType.Argument && token.Value.Length > 1
                && token.Value[0] == '-' && !IsValue(result, token, args))
            {
                return Hints.Of(token.Value, result.CommandResult.Command) ?? $"unrecognized option '{Shown(token.Value)}'";
            }
        }

        return WrongValue(result, args) ?? (result.Errors.Count == 0 ? null : InOurWords(result, root));
    }

    private static string? MisspelledCommand(RootCommand root, string[] args)
    {
        Command command = root;
        foreach (string word in args)
        {
            if (command.Subcommands.Count == 0 || word.Length == 0 || word[0] == '-') return null;
            if (command.Subcommands.FirstOrDefault(inner => inner.Name == word) is not { } found)
                return UnknownCommand(Shown(word), command);

            command = found;
        }

        return null;
    }

    private static string UnknownCommand(string word, Command command) =>
        Hints.Of(word, command) ?? $"unknown command '{word}'; the commands are {NamesOf(command)}";

    private static string NamesOf(Command command) => string.Join(", ", command.Subcommands.Select(inner => inner.Name));

    // If an argument is a misplaced address of a catalogue or a broker, it may contain a password.
    private static string Shown(string argument) =>
        SecretText.MayHoldPassword(argument) ? "(not shown, because it may contain a password)" : argument;

    // If a value is empty, the parser uses the next argument instead. The parser also treats the value of a flag, and unknown
    // letters after a flag, as file names.
    private static string? WrongValue(ParseResult result, string[] args)
    {
        Command command = result.CommandResult.Command;
        foreach (string arg in args)
        {
            if (arg == "--") break;
            if (arg.Length < 2 || arg[0] != '-') continue;

            if ((arg[1] == '-' ? WrongLong(arg, command) : WrongBundle(arg, command)) is string wrong) return wrong;
        }

        return null;
    }

    private static string? WrongLong(string arg, Command command)
    {
        int sign = arg.AsSpan().IndexOfAny('=', ':');
        return sign > 0 && Named(arg.Substring(0, sign), command) is { } option ? WrongRest(option, arg, sign) : null;
    }

    private static string? WrongBundle(string arg, Command command)
    {
        for (int i = 1; i < arg.Length; i++)
        {
            // If an argument begins with an unknown letter, it is a number or was already rejected.
            if (Named($"-{arg[i]}", command) is not { } option)
                return i == 1 ? null : $"unrecognized option '{Shown(arg)}'";
            if (WrongRest(option, arg, i + 1) is string wrong) return wrong;
            if (!IsFlag(option)) return null;
        }

        return null;
    }

    /// <summary>Returns the error in the text after an option's name, or null.</summary>
    private static string? WrongRest(Option option, string arg, int end)
    {
        if (end == arg.Length || arg[end] is not ('=' or ':')) return null;

        // In a bundle of short options, each option's name is a single letter.
        string name = arg[1] == '-' ? arg.Substring(0, end) : $"-{arg[end - 1]}";
        return IsFlag(option) ? $"option '{name}' takes no value"
            : end == arg.Length - 1 ? $"the value of option '{name}' is empty" : null;
    }

    private static Option? Named(string name, Command command)
    {
        foreach (Option option in command.Options)
        {
            if (option.Name == name || option.Aliases.Contains(name)) return option;
        }

        return null;
    }

    private static bool IsFlag(Option option) => option.Arity.MaximumNumberOfValues == 0;

    /// <summary>Returns the first error of the parser, reworded in the style of the other messages.</summary>
    private static string InOurWords(ParseResult result, RootCommand root)
    {
        Command command = result.CommandResult.Command;
        string? unknown = result.UnmatchedTokens.Count > 0 ? Shown(result.UnmatchedTokens[0]) : null;
        // If the first word is not a command, the parser reports every word as an error and ignores any command name that
        // follows.
        if (root.Subcommands.Count > 1 && unknown is not null) command = root;
        if (command.Subcommands.Count > 0)
        {
            return unknown is null ? $"a command is missing: {NamesOf(command)}" : UnknownCommand(unknown, command);
        }

        foreach (SymbolResult child in result.CommandResult.Children)
        {
            if (child is not OptionResult { IdentifierToken: { } name } option) continue;

            ArgumentArity arity = option.Option.Arity;
            if (option.Tokens.Count < arity.MinimumNumberOfValues) return $"option '{name.Value}' needs a value";
        }

        if (unknown is not null)
        {
            string hint = Named("-o", command) is null ? "" : $"; to write to this file, use -o {FileNames.Quote(unknown)}";
            return $"unexpected argument '{unknown}'{hint}";
        }

        foreach (Argument argument in command.Arguments)
        {
            if (argument.Arity.MinimumNumberOfValues > 0 && result.GetResult(argument) is not { Tokens.Count: > 0 })
            {
                return $"{argument.Name} is missing";
            }
        }

        // An invalid argument is reported before a missing option, because the user would otherwise add the option in vain.
        if (result.Errors.FirstOrDefault(error => error.SymbolResult is ArgumentResult { Tokens.Count: > 0 }) is { } invalid)
            return invalid.Message;

        foreach (Option option in command.Options)
        {
            if (option.Required && result.GetResult(option) is null or { IdentifierToken: null })
            {
                return $"option '{option.Name}' is missing";
            }
        }

        return result.Errors[0].Message;
    }

    /// <summary>
    /// Returns whether an argument that starts with "-" is the value of an option, because it follows "=" or is a number.
    /// </summary>
    private static bool IsValue(ParseResult result, Token token, string[] args)
    {
        if (!char.IsAsciiDigit(token.Value[1]) && token.Value[1] != '.' && Array.IndexOf(args, token.Value) >= 0) return false;

        foreach (SymbolResult child in result.CommandResult.Children)
        {
            if (child is not OptionResult option) continue;

            foreach (Token value in option.Tokens)
            {
                if (ReferenceEquals(value, token)) return true;
            }
        }

        return false;
    }

    private static int Run(string[] args)
    {
        // As in git, "help COMMAND" means "COMMAND --help".
        while (args is [HelpWord, ..]) args = [.. args[1..], "--help"];

        RootCommand root = new("Computes and verifies checksums of files, and audits archives on one machine or many.");
        // Creating the options of all commands would take a tenth of the run time for a small file. The code uses loops, because
        // generic methods over pairs would be compiled at every start.
        bool isKnown = false;
        foreach ((string name, Func<Command> create) in commands)
        {
            if (args.Length == 0 || name != args[0]) continue;

            root.Add(create());
            isKnown = true;
        }

        if (isKnown && args is [_, HelpWord, ..] && root.Subcommands[0].Subcommands.Count > 0)
            args = [args[0], .. args[2..], "--help"];

        if (!isKnown)
        {
            foreach ((_, Func<Command> create) in commands) root.Add(create());
        }

        // On a narrow terminal, the parser would break words next to the option names, so Narrow wraps the lines.
        int columns = StandardStreams.TextColumns;
        bool isNarrow = columns < FewestHelpColumns;
        // "/h" and "/?" are file names here, so only the usual names of the help option are accepted. The help text is as wide
        // as the terminal, but at most 80 columns.
        for (int i = 0; i < root.Options.Count; i++)
        {
            if (root.Options[i] is HelpOption)
            {
                root.Options[i] = new HelpOption("--help", "-h")
                {
                    Action = new HelpAction { MaxWidth = isNarrow ? int.MaxValue / 2 : columns }, Description = "Show help.",
                };
            }
            else if (root.Options[i] is VersionOption version)
            {
                version.Description = "Show the version.";
            }
        }

        foreach (Command command in root.Subcommands) LetTheLastCount(command);

        // If a command that has subcommands is called without one, it prints its help as an error.
        bool isIncomplete = isKnown && args.Length == 1 && root.Subcommands[0].Subcommands.Count > 0;
        if (isIncomplete) args = [args[0], "--help"];

        // A name that starts with "@" is an ordinary file, not a response file.
        ParseResult result = root.Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (args.Length == 0)
        {
            Diagnostics.Write(Brief);
            return ExitCode.WrongUsage;
        }

        if (WrongUsage(result, root, args) is string wrong)
        {
            Diagnostics.Say(wrong);
            Diagnostics.Plain($"Try '{HashingOptions.WordsOf(result.CommandResult.Command)} --help' for more information.");
            return ExitCode.WrongUsage;
        }

        // The parser itself prints the help and the version.
        using StringWriter text = new();
        int code = result.Invoke(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null, Output = text,
        });
        // The parser would print the name of the executable file instead.
        if (result.Action is HelpAction)
        {
            string usage = $"  {RootCommand.ExecutableName} ";
            if (IsFleet) text.GetStringBuilder().Replace($"{usage}{FleetProgram.Command} ", $"  {FleetProgram.Words} ");
            text.GetStringBuilder().Replace(usage, $"  {(IsFleet ? FleetProgram.Words : "lanewise")} ");
        }

        if (result.Action is HelpAction && result.CommandResult.Command is GroupedCommand grouped)
        {
            string options = grouped.Group(text.ToString());
            text.GetStringBuilder().Clear().Append(options);
        }

        if (result.Action is HelpAction && HashingOptions.TakesAlgorithms(result.CommandResult.Command))
        {
            text.Write(HashingOptions.ListOfAlgorithms(columns));
        }
        if (result.Action is HelpAction && result.CommandResult.Command is { Subcommands.Count: > 0 } group)
            text.Write(ReadOn(HashingOptions.WordsOf(group)));
        if (text.GetStringBuilder().Length == 0) return code;

        StandardOutput output = isIncomplete ? new(StandardStreams.Error()) : new();
        // The parser pads its columns with spaces.
        foreach (ReadOnlySpan<char> line in text.ToString().TrimEnd().EnumerateLines())
        {
            if (!isNarrow || result.Action is not HelpAction)
            {
                output.Write(line.TrimEnd());
                output.Write('\n');
                continue;
            }

            foreach (string part in Narrow(line.TrimEnd().ToString(), columns)) output.WriteLine(part);
        }

        output.Flush();
        return isIncomplete ? ExitCode.WrongUsage : code;
    }

    // The last lines of the help for a command that has subcommands. Each of these lines fits in 40 columns.
    private static string ReadOn(string words) => $"""
        The options of a command:
          {words} COMMAND --help
        The manual:
          {(IsFleet ? FleetProgram.Words : "lanewise")} man | man -l -

        """.ReplaceLineEndings("\n");

    // In narrow help text, each name and its description are on separate lines.
    private static IEnumerable<string> Narrow(string line, int columns)
    {
        int end = line.Length > 2 && line.StartsWith("  ", StringComparison.Ordinal) && line[2] != ' '
            ? line.IndexOf("  ", 2, StringComparison.Ordinal) : -1;
        // The text after an exit code, such as "  1: ", is aligned.
        bool isCode = line.Length > 5 && char.IsAsciiDigit(line[2]) && line[3] == ':';
        if (end < 0) return MeasuredTableText.Wrapped(line, isCode ? 5 : 2, columns);

        return [line.Substring(0, end), .. MeasuredTableText.Wrapped("      " + line.Substring(end).TrimStart(), 6, columns)];
    }

    // As in other tools, an option that is given after a shell alias overrides the same option inside the alias.
    private static void LetTheLastCount(Command command)
    {
        const int Often = 10_000;
        foreach (Option option in command.Options)
        {
            if (option is not Option<string?> { Arity: { MaximumNumberOfValues: 1 } arity } text) continue;

            text.Arity = new ArgumentArity(arity.MinimumNumberOfValues, Often);
            text.CustomParser = static result => result.Tokens.Count == 0 ? null : result.Tokens[^1].Value;
        }

        foreach (Command inner in command.Subcommands) LetTheLastCount(inner);
    }
}

/// <summary>The exit codes of the tool.</summary>
internal static class ExitCode
{
    public const int Good = 0;

    /// <summary>A digest differs, a result is wrong, or a file could not be read.</summary>
    public const int Failed = 1;

    public const int WrongUsage = 2;
}

/// <summary>
/// The exception for contradictory options or a value that is out of range. The tool reports this exception in one line and
/// exits with code 2.
/// </summary>
internal sealed class UsageException(string message) : Exception(message)
{
    /// <summary>Indicates whether the message already refers to a help text.</summary>
    public bool NamesHelp { get; init; }
}
