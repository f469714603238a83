using System.CommandLine;
using System.CommandLine.Help;
using System.Text;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise man</c> and <c>lanewise completion</c>. The manual page and the shell completions are generated from
/// the commands, so they include every option.
/// </summary>
internal static class ManualCommands
{
    public static Command CreateMan()
    {
        Command command = new("man", "Write the manual page, for man(1).");
        command.SetBody(_ => Write(Manual()));
        return command;
    }

    public static Command CreateCompletion()
    {
        Argument<string?> shell = new("SHELL") { Description = "bash, zsh or fish.", Arity = ArgumentArity.ExactlyOne };
        Command command = new("completion", "Write a shell completion script.") { shell };
        command.SetBody(result => Write(result.GetValue(shell) switch
        {
            "bash" => Bash(),
            "zsh" => Zsh(),
            "fish" => Fish(),
            string other => throw new UsageException($"unknown shell '{other}'; the shells are bash, zsh and fish"),
            null => "",
        }));
        return command;
    }

    private static int Write(string text)
    {
        StandardOutput output = new();
        output.Write(text);
        output.Flush();
        return ExitCode.Good;
    }

    // ---- commands of one or two words ----

    // The manual of lanewise-fleet describes only 'lanewise fleet'.
    private static Command[] Commands =>
        field ??= [.. Tool.AllCommands().Where(command => !Tool.IsFleet || command.Name == FleetProgram.Command)];

    private static IEnumerable<(string Words, Command Command)> Tree() =>
        Commands.SelectMany(command => command.Subcommands.Count == 0
            ? [(command.Name, command)]
            : command.Subcommands.Select(sub => ($"{command.Name} {sub.Name}", sub)));

    private static List<Option> Options(Command command) =>
        [.. command.Options.Where(option => !option.Hidden && option is not HelpOption), new HelpOption("--help", "-h")];

    private static IEnumerable<string> Names(Option option) => option.Aliases.Order(StringComparer.Ordinal).Append(option.Name);

    private static bool TakesValue(Option option) => option is not HelpOption && option.Arity.MaximumNumberOfValues > 0;

    private static bool IsValueOptional(Option option) => option.Arity.MinimumNumberOfValues == 0;

    // ---- man(7) ----

    private static string Manual()
    {
        StringBuilder page = new();
        page.Append($".TH {Roff(Tool.Name.ToUpperInvariant())} 1\n.SH NAME\n{Roff(Tool.Name)} \\- ");
        page.Append(Tool.IsFleet
            ? "audits of files by many processes and machines" : "computes and verifies checksums of files");
        page.Append("\n.SH SYNOPSIS\n");
        foreach ((string words, Command command) in Tree())
        {
            page.Append(".B lanewise ").Append(words).Append("\n[\\fIOPTIONS\\fR]");
            foreach (Argument argument in command.Arguments.Where(argument => !argument.Hidden))
            {
                bool many = argument.Arity.MaximumNumberOfValues > 1, optional = argument.Arity.MinimumNumberOfValues == 0;
                page.Append(optional ? " [\\fI" : " \\fI").Append(argument.Name).Append("\\fR").Append(many ? "..." : "")
                    .Append(optional ? "]" : "");
            }

            page.Append("\n.br\n");
        }

        foreach ((string words, Command command) in Tree())
        {
            page.Append(".SH ").Append(words.ToUpperInvariant()).Append('\n').Append(Roff(command.Description)).Append('\n');
            foreach (Argument argument in command.Arguments.Where(argument => !argument.Hidden))
                page.Append(".TP\n.I ").Append(argument.Name).Append('\n').Append(Roff(argument.Description)).Append('\n');
            foreach (Option option in Options(command))
            {
                page.Append(".TP\n").Append(string.Join(", ", Names(option).Select(name => $"\\fB{Roff(name)}\\fR")));
                string value = option.HelpName ?? "VALUE";
                if (IsValueOptional(option)) value = $"[{value}]";
                if (TakesValue(option)) page.Append(" \\fI").Append(value).Append("\\fR");
                page.Append('\n').Append(Roff(option is HelpOption ? "Show help." : option.Description)).Append('\n');
            }

            foreach ((string line, string text) in (command as GroupedCommand)?.Examples ?? [])
                page.Append(".PP\nExample: \\fB").Append(Roff(line)).Append("\\fR\n.br\n").Append(Roff(text)).Append('\n');
        }

        page.Append(".SH ALGORITHMS\n").Append(Roff(AlgorithmNames.List)).Append(".\n");
        page.Append(".SH EXIT STATUS\n.TP\n.B 0\nAll good.\n.TP\n.B 1\n");
        page.Append("A digest differs, an answer is wrong, or a file could not be read.\n.TP\n.B 2\nWrong usage.\n");
        page.Append(".SH ENVIRONMENT\n.TP\n.B LANEWISE_MAX_VECTOR_BITS\n");
        page.Append("The widest vectors to use: ").Append(LanewiseSettings.Widths).Append(" bits.\n");
        page.Append(".SH SEE ALSO\n").Append(Tool.IsFleet
            ? ".BR lanewise (1)\n" : ".BR lanewise\\-fleet (1),\n.BR md5sum (1),\n.BR b2sum (1),\n.BR b3sum (1)\n");
        return page.ToString();
    }

    // A line must not start with a dot or a quote. A hyphen is written as a minus sign.
    private static string Roff(string? text)
    {
        string plain = (text ?? "").Replace("\\", "\\e", StringComparison.Ordinal).Replace("-", "\\-", StringComparison.Ordinal);
        return plain.StartsWith('.') || plain.StartsWith('\'') ? "\\&" + plain : plain;
    }

    // ---- shells ----

    // The program lanewise-fleet supplies the completions for 'lanewise fleet', and is called only if it is installed. The same
    // completion function also completes the arguments of 'lanewise-fleet', as if they followed 'lanewise fleet'.
    private static string Function => Tool.IsFleet ? FleetFunction : "_lanewise";

    private static string Bash()
    {
        StringBuilder script = new(
            $"# bash completion of {Tool.Name}; source it, or put it into bash-completion's folder as '{Tool.Name}'.\n"
            + $"{Function}() {{\n");
        script.Append("    local typed=(\"${COMP_WORDS[@]}\") at=$COMP_CWORD words options\n    COMPREPLY=()\n");
        if (Tool.IsFleet)
        {
            script.Append($"    case ${{typed[0]##*/}} in {FleetProgram.FileName}) "
                + "typed=(lanewise fleet \"${typed[@]:1}\") at=$((at + 1)) ;; esac\n");
        }

        script.Append("    local cur=${typed[at]} prev=${typed[at-1]}\n    case $prev in\n");
        script.Append($"        -a|--algorithm) COMPREPLY=($(compgen -W '{Algorithms()}' -- \"$cur\")); return ;;\n    esac\n");
        script.Append($"    if [ \"$at\" -eq 1 ]; then COMPREPLY=($(compgen -W '{FirstWords()} --help --version' -- "
            + $"\"$cur\")); return; fi\n");
        script.Append("    words=${typed[1]}\n    case $words in\n");
        foreach (Command command in Commands.Where(command => command.Subcommands.Count > 0))
        {
            string subs = string.Join(' ', command.Subcommands.Select(sub => sub.Name));
            script.Append($"        {command.Name}) if [ \"$at\" -eq 2 ]; then COMPREPLY=($(compgen -W '{subs} --help' "
                + $"-- \"$cur\")); return; fi\n");
            script.Append("            words=\"$words ${typed[2]}\" ;;\n");
        }

        if (!Tool.IsFleet)
        {
            script.Append($"        {FleetProgram.Command})\n"
                + $"            declare -F {FleetFunction} >/dev/null || _completion_loader {FleetProgram.FileName} 2>/dev/null\n"
                + $"            declare -F {FleetFunction} >/dev/null && {FleetFunction}\n            return ;;\n");
        }

        script.Append("    esac\n    case $words in\n");
        foreach ((string words, Command command) in Tree())
            script.Append($"        '{words}') options='{string.Join(' ', Options(command).SelectMany(Names))}' ;;\n");
        script.Append("    esac\n    case $cur in\n        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n");
        script.Append("        *) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n    esac\n}\n");
        return script.Append($"complete -F {Function} {Tool.Name}\n").ToString();
    }

    private static string Zsh()
    {
        StringBuilder script = new(
            $"#compdef {Tool.Name}\n# zsh completion of {Tool.Name}; put it into a folder of $fpath as '_{Tool.Name}'.\nlocal "
            + "words_so_far\n");
        if (Tool.IsFleet)
        {
            script.Append($"if [[ ${{words[1]:t}} == {FleetProgram.FileName} ]]; then "
                + "words=(lanewise fleet \"${(@)words[2,-1]}\"); (( CURRENT++ )); fi\n");
        }

        script.Append($"if (( CURRENT == 2 )); then compadd -- {FirstWords()} --help --version; return; fi\n");
        script.Append("words_so_far=$words[2]\ncase $words_so_far in\n");
        foreach (Command command in Commands.Where(command => command.Subcommands.Count > 0))
        {
            string subs = string.Join(' ', command.Subcommands.Select(sub => sub.Name));
            script.Append($"    {command.Name}) if (( CURRENT == 3 )); then compadd -- {subs} --help; return; fi\n        "
                + $"words_so_far+=\" $words[3]\" ;;\n");
        }

        if (!Tool.IsFleet)
        {
            script.Append($"    {FleetProgram.Command}) (( $+functions[_{FleetProgram.FileName}] )) && _{FleetProgram.FileName}; "
                + "return ;;\n");
        }

        script.Append("esac\ncase $words_so_far in\n");
        foreach ((string words, Command command) in Tree())
        {
            script.Append($"    '{words}') _arguments -s -S \\\n");
            foreach (Option option in Options(command))
            {
                string[] names = [.. Names(option)];
                string text = Quoted(option is HelpOption ? "Show help." : option.Description)
                    .Replace("[", "(", StringComparison.Ordinal)
                    .Replace("]", ")", StringComparison.Ordinal).Replace(":", "\\:", StringComparison.Ordinal);
                string value = !TakesValue(option) ? "" : names.Contains("--algorithm")
                    ? $":name:({Algorithms()})" : $"{(IsValueOptional(option) ? "::" : ":")}{option.HelpName}:_files";
                foreach (string name in names) script.Append($"        '*{name}[{text}]{value}' \\\n");
            }

            script.Append("        '*:file:_files' ;;\n");
        }

        return script.Append("esac\n").ToString();
    }

    private static string Fish()
    {
        // Two-word commands come first, because the 'bench' in 'gpu bench' is not the command 'bench'.
        StringBuilder script = new($$"""
            # fish completion of {{Tool.Name}}; put it into ~/.config/fish/completions as '{{Tool.Name}}.fish'.
            function __lanewise_is
                set -l typed (commandline -opc)
                test (count $typed) -gt (count $argv); and test "$typed[2..$(math 1 + (count $argv))]" = "$argv"
            end
            function __lanewise_ends_in
                set -l typed (commandline -opc)
                test "$typed[2..]" = "$argv"
            end

            """.ReplaceLineEndings("\n"));
        foreach (Command command in Commands)
        {
            if (!Tool.IsFleet)
            {
                script.Append($"complete -c lanewise -n __fish_use_subcommand -f -a {command.Name} -d "
                    + $"'{Quoted(command.Description)}'\n");
            }

            foreach (Command sub in command.Subcommands)
                script.Append($"complete -c lanewise -n '__lanewise_ends_in {command.Name}' -f -a {sub.Name} -d "
                    + $"'{Quoted(sub.Description)}'\n");
        }

        foreach ((string words, Command command) in Tree())
        {
            foreach (Option option in Options(command))
            {
                script.Append($"complete -c lanewise -n '__lanewise_is {words}'");
                foreach (string name in Names(option))
                {
                    script.Append(name.StartsWith("--", StringComparison.Ordinal) ? $" -l {name[2..]}" : $" -s {name[1..]}");
                }
                if (option.Name == "--algorithm") script.Append($" -x -a '{Algorithms()}'");
                else if (TakesValue(option)) script.Append(" -r");
                script.Append($" -d '{Quoted(option is HelpOption ? "Show help." : option.Description)}'\n");
            }
        }

        // fish reads a completion file with this name only for the command 'lanewise-fleet'.
        return script.Append(Tool.IsFleet ? $"complete -c {FleetProgram.FileName} -w 'lanewise {FleetProgram.Command}'\n"
            : $"for folder in $fish_complete_path\n    if test -e $folder/{FleetProgram.FileName}.fish\n"
                + $"        source $folder/{FleetProgram.FileName}.fish\n        break\n    end\nend\n").ToString();
    }

    private static string FleetFunction => "_" + FleetProgram.FileName.Replace('-', '_');

    private static string FirstWords() =>
        string.Join(' ', Commands.Select(command => command.Name));

    private static string Algorithms() => AlgorithmNames.List.Replace(",", "", StringComparison.Ordinal);

    // Single quotes are removed, because the escape for a single quote inside single quotes differs between shells.
    private static string Quoted(string? text) => (text ?? "").Replace("'", "", StringComparison.Ordinal);
}
