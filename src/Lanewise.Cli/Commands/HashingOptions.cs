using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text;
using Lanewise.Api;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Commands;

/// <summary>The options and conventions that the commands share.</summary>
internal static class HashingOptions
{
    public static Option<string?> Algorithm(string description) =>
        new("--algorithm", "-a") { HelpName = "NAME", Description = description };

    public static Option<string?> Length() => new("--length", "-l")
    {
        HelpName = "N",
        Description = "Length of the digest: bytes for BLAKE3, BLAKE2X, Skein and SHAKE, bits for all others, as with b2sum; "
            + "0: the default.",
    };

    public static Option<string?> KeyFile() => new("--key-file")
    {
        HelpName = "PATH", Description = "Keyed mode; the file contains the raw bytes of the key, '-' is standard input.",
    };

    public static Option<string?> Keyed() =>
        Flag("--keyed", "As --key-file -: the key is read from standard input, as b3sum reads it.");

    public static Option<string?> DeriveKey() => new("--derive-key")
    {
        HelpName = "CONTEXT", Description = "Key derivation with this context (BLAKE3 only); each file is key material.",
    };

    public static Option<string?> Jobs() => new("--jobs", "-j")
        { HelpName = "N", Description = "Threads: files at once, or parts of a large file [default: number of cores]." };

    public static Option<string?> Threads() => new("--num-threads")
        { HelpName = "N", Description = "Same as --jobs; 0 means the default." };

    public static Option<string?> NoMap() => Flag("--no-mmap", "No effect: files are never mapped into memory.");

    public static Option<string?> Journal(string description) => new("--journal")
    {
        HelpName = "FILE", Description = description,
    };

    /// <summary>Opens the requested journal. Returns null if none was requested.</summary>
    /// <exception cref="UsageException">The file is not a journal for this key, or cannot be read or written.</exception>
    public static Journal? Open(
        ParseResult result, Option<string?> option, Option<string?> deriveKey, FileAlgorithm algorithm, FileKey? key,
        bool isCheck)
    {
        if (result.GetValue(option) is not string path) return null;

        try
        {
            return Files.Journal.Open(path, About(result, deriveKey, algorithm, key), isCheck);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new UsageException($"--journal: {path}: {ReadErrors.Reason(e, path)}");
        }
    }

    /// <summary>
    /// Returns the text that identifies the key in the first line of a journal: the digest of the empty message under the key.
    /// The digest of the empty message is different for each key and reveals nothing about the key.
    /// </summary>
    public static string About(ParseResult result, Option<string?> deriveKey, FileAlgorithm algorithm, FileKey? key)
    {
        if (key is null && !result.Has(deriveKey)) return "no key";

        byte[] digest = new byte[algorithm.HashBytes];
        algorithm.Hash.Hash([], digest);
        return $"key {Convert.ToHexStringLower(digest)}";
    }

    public static Option<string?> Flag(string name, string description) =>
        new(name) { Description = description, Arity = ArgumentArity.Zero };

    public static Option<string?> Flag(string name, string shortName, string description) =>
        new(name, shortName) { Description = description, Arity = ArgumentArity.Zero };

    /// <summary>Rejects options that have no effect in the current mode of a command.</summary>
    public static void Refuse(ParseResult result, string mode, Option<string?>[] others)
    {
        foreach (Option<string?> other in others)
        {
            if (result.Has(other)) throw new UsageException($"{other.Name} cannot be combined with {mode}");
        }
    }

    /// <summary>Returns whether a flag was given.</summary>
    /// <remarks>
    /// All options are strings. The parser's library contains precompiled generic code for strings, while code for booleans and
    /// numbers would be compiled at every start. In addition, the parser's message about a malformed number would contain the
    /// name of a .NET type.
    /// </remarks>
    public static bool Has(this ParseResult result, Option<string?> flag) => result.GetResult(flag) is not null;

    /// <summary>
    /// Returns the last of several contradictory options on the command line, which takes precedence. Returns null if none of
    /// them was given.
    /// </summary>
    public static Option? Last(this ParseResult result, params ReadOnlySpan<Option> options)
    {
        Option? last = null;
        foreach (Token token in result.Tokens)
        {
            if (token.Type == TokenType.DoubleDash) break;
            if (token.Type != TokenType.Option) continue;

            foreach (Option option in options)
            {
                if (token.Value == option.Name || option.Aliases.Contains(token.Value)) last = option;
            }
        }

        return last;
    }

    public static Argument<string[]> Names(string name, string description)
    {
        Argument<string[]> names = new(name)
        {
            Arity = ArgumentArity.ZeroOrMore, Description = description, DefaultValueFactory = static _ => [],
        };
        // On systems other than Windows, the shell expands patterns.
        if (OperatingSystem.IsWindows())
            names.CustomParser = static result => [.. result.Tokens.SelectMany(token => WindowsNames.Expand(token.Value))];
        return names;
    }

    /// <summary>
    /// Returns the number given as the value of an option, or null if there is no such option on the command line.
    /// </summary>
    public static int? Number(ParseResult result, Option<string?> option, int least, int most)
    {
        string? text = result.GetValue(option);
        if (text is null) return null;

        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number >= least && number <= most)
        {
            return number;
        }

        throw new UsageException(
            Invariant($"invalid {option.Name}: '{text}': it must be {least} to {most}"));
    }

    /// <summary>Returns the algorithm with the requested key or context.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="keyFile">The option that names the key file.</param>
    /// <param name="keyed">The flag for reading a key from standard input.</param>
    /// <param name="deriveKey">The option that specifies the context.</param>
    /// <param name="names">
    /// The files to read. If the key comes from standard input, none of these files can be standard input.
    /// </param>
    /// <param name="algorithm">The algorithm, which is replaced with its keyed form.</param>
    /// <param name="key">The key, or null if no key was given. The caller must wipe the key.</param>
    /// <returns>False if the key cannot be read and the error was reported.</returns>
    /// <exception cref="UsageException">The options contradict each other, or the algorithm does not support them.</exception>
    public static bool TryKey(
        ParseResult result, Option<string?> keyFile, Option<string?> keyed, Option<string?> deriveKey, string[] names,
        ref FileAlgorithm algorithm, out FileKey? key)
    {
        key = null;
        string? path = result.Has(keyed) ? FileJob.StandardInput : result.GetValue(keyFile), context = result.GetValue(deriveKey);
        string option = result.Has(keyed) ? keyed.Name : keyFile.Name;
        if (result.Has(keyed) && result.Has(keyFile)) throw new UsageException("--keyed cannot be combined with --key-file");
        if (path is not null && context is not null) throw new UsageException($"{option} cannot be combined with --derive-key");

        if (context is not null)
        {
            // The runtime replaces invalid UTF-8 with U+FFFD, so the hash would use a different context from the one that the
            // user intended.
            if (context.Contains('\uFFFD') || PathText.HasRawBytes(context))
            {
                throw new UsageException(
                    "--derive-key: the context is not valid UTF-8, or contains U+FFFD, the replacement character");
            }

            algorithm = algorithm.WithContext(context)
                ?? throw new UsageException($"--derive-key: {algorithm.Tag} has no key derivation; blake3 has");
            return true;
        }

        if (path is null) return true;

        if (path == FileJob.StandardInput && names.Contains(FileJob.StandardInput))
        {
            throw new UsageException($"{option}: standard input cannot hold the key and be read as a file too");
        }

        foreach (FileAlgorithm part in algorithm.Parts)
        {
            if (part.MaxKeyBytes == 0) throw new UsageException($"{option}: {part.Tag} has no keyed mode");
        }

        key = FileKey.Read(path, algorithm);
        if (key is null) return false;

        algorithm = algorithm.WithKey(key);
        return true;
    }

    /// <summary>Returns the number of threads, or -1 if the number depends on the machine and the storage device.</summary>
    public static int Cores(ParseResult result, Option<string?> jobs) => Number(result, jobs, 1, 1024) ?? -1;

    /// <summary>
    /// Returns the number of threads from this tool's option or from b3sum's option. The last occurrence takes precedence.
    /// </summary>
    public static int Cores(ParseResult result, Option<string?> jobs, Option<string?> threads)
    {
        if (result.Last(jobs, threads) != threads) return Cores(result, jobs);

        int cores = Number(result, threads, 0, 1024) ?? 0;
        return cores == 0 ? -1 : cores;
    }

    /// <summary>Returns the settings for hashing the files.</summary>
    public static FileHashOptions Of(int cores, Progress? progress, StandardOutput output, long? files) => new()
    {
        Parallel = cores > 0 ? new ParallelOptions { MaxDegreeOfParallelism = cores } : null,
        Progress = progress,
        Flush = output.Flush,
        ExpectedFiles = files,
    };

    /// <summary>Returns the catalogue rows that a command covers: all rows, or those that the option names.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="option">The option, which may be repeated.</param>
    /// <param name="withMacs">Whether to include MACs that require a key.</param>
    /// <exception cref="UsageException">There is no algorithm with a given name.</exception>
    public static (IReadOnlyList<HashRow> Hashes, IReadOnlyList<CipherRow> Ciphers) Rows(
        ParseResult result, Option<string?> option, bool withMacs = false)
    {
        IReadOnlyList<HashRow> all = withMacs ? [.. Catalog.Hashes, .. Catalog.Macs] : Catalog.Hashes;
        IReadOnlyList<Token> names = result.GetResult(option)?.Tokens ?? [];
        if (names.Count == 0) return (all, CipherRow.All);

        List<HashRow> hashes = [];
        List<CipherRow> ciphers = [];
        foreach (string name in names.Select(token => token.Value))
        {
            if (CipherRow.All.FirstOrDefault(row => row.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) is { } cipher)
            {
                ciphers.Add(cipher);
                continue;
            }

            if (all.FirstOrDefault(row => row.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) is { } hash)
            {
                hashes.Add(hash);
                continue;
            }

            AlgorithmNames.RefuseSeveral(name);
            IEnumerable<string> cipherNames = CipherRow.All.Select(row => row.Name);
            IReadOnlyList<string> near = Hints.Near(name, all.Select(row => row.Name).Concat(cipherNames));
            throw AlgorithmNames.Unknown(name, near, $", and the ciphers are {string.Join(", ", cipherNames)}");
        }

        return ([.. hashes.Distinct()], [.. ciphers.Distinct()]);
    }

    /// <summary>Returns whether the help for a command ends with the list of algorithms.</summary>
    public static bool TakesAlgorithms(Command command) => command.Name is "sum" or "check";

    /// <summary>Returns the list of algorithms for the help text, wrapped to the width of the terminal.</summary>
    /// <param name="columns">The maximum width of a line.</param>
    public static string ListOfAlgorithms(int columns)
    {
        List<string> secure = [], weak = [];
        foreach (string name in AlgorithmNames.List.Split(", ")) (AlgorithmNames.IsWeak(name) ? weak : secure).Add(name);
        StringBuilder text = new();
        Append("Algorithms:", secure);
        Append("Insecure algorithms, for old lists:", weak);
        return text.Append('\n').ToString();

        void Append(string heading, List<string> names)
        {
            text.Append(heading).Append('\n');
            string words = string.Join(", ", names);
            foreach (string line in MeasuredTableText.Wrapped("  " + words, 2, columns - 2)) text.Append(line).Append('\n');
        }
    }

    /// <summary>Returns the words that invoke a command, for example <c>lanewise icc make</c>.</summary>
    public static string WordsOf(Command command)
    {
        foreach (Symbol parent in command.Parents)
        {
            if (parent is not Command outer) continue;

            return Tool.IsFleet && command.Name == FleetProgram.Command ? FleetProgram.Words : $"{WordsOf(outer)} {command.Name}";
        }

        // The parser names the root command after the assembly.
        return Tool.IsFleet ? FleetProgram.Words : "lanewise";
    }

    /// <summary>Sets the method that runs a command. A usage error is reported in one line that refers to the help.</summary>
    public static void SetBody(this Command command, Func<ParseResult, int> body) => command.SetAction(result =>
    {
        try
        {
            return body(result);
        }
        catch (ListException e)
        {
            Diagnostics.Say(e.Message);
            return ExitCode.Failed;
        }
        catch (UsageException e)
        {
            return command.Report(e);
        }
    });

    /// <summary>Reports a usage error in one line, followed by a reference to the help, and returns the exit code.</summary>
    public static int Report(this Command command, UsageException error)
    {
        Diagnostics.Say(error.Message);
        if (!error.NamesHelp) Diagnostics.Plain($"Try '{WordsOf(command)} --help' for more information.");
        return ExitCode.WrongUsage;
    }
}
