using System.CommandLine;
using System.Security.Cryptography;
using System.Text;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Files;
using Lanewise.Cli.Terminal;
using Lanewise.MerkleDamgard;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise argon2</c>, which computes and verifies password hashes for scripts. Passwords come from a file, a
/// descriptor or standard input, never from the command line.
/// </summary>
internal static class Argon2Command
{
    // The maximum length of an encoded hash, including a line break.
    private const int MostHashBytes = Argon2Limits.MaxEncodedLength + 2;

    public static Command Create() =>
        new("argon2", "Hash passwords with Argon2id, and verify them.") { CreateHash(), CreateVerify() };

    /// <summary>Parses an amount of memory in whole KiB.</summary>
    /// <exception cref="UsageException">
    /// The text is not an amount of memory, or it exceeds what Argon2 can use on this machine.
    /// </exception>
    public static int MemoryKiB(ParseResult result, Option<string?> option, int usual)
    {
        if (result.GetValue(option) is not string text) return usual;

        long bytes = ByteSize.Of(option.Name, text);
        if (bytes % 1024 != 0 || bytes / 1024 is < Argon2Parameters.MinMemoryKiBPerLane or > Argon2Parameters.MaxMemoryKiB)
        {
            throw new UsageException(
                Invariant($"invalid {option.Name}: '{text}': it must be a whole number of KiB, ")
                + Invariant($"from {Argon2Parameters.MinMemoryKiBPerLane} to {Argon2Parameters.MaxMemoryKiB} (write 64MiB)"));
        }

        return (int)(bytes / 1024);
    }

    private static Command CreateHash()
    {
        Secrets secrets = new();
        Option<string?> memory = new("--memory", "-m")
        {
            HelpName = "SIZE", Description = "Memory of the hash, such as 64MiB [default: 19 MiB, as OWASP recommends].",
        };
        Option<string?> iterations = new("--iterations", "-t")
        {
            HelpName = "N", Description = "Passes over the memory [default: 2].",
        };
        Option<string?> parallelism = new("--parallelism", "-p")
        {
            HelpName = "N", Description = "Lanes, which can be computed at the same time [default: 1].",
        };
        // A password on the command line is rejected. The error message gives the reason, but does not contain the password.
        Argument<string[]> password = new("PASSWORD")
        {
            Arity = ArgumentArity.ZeroOrMore, DefaultValueFactory = static _ => [], Hidden = true,
        };
        Command command = new("hash", "Print the Argon2id hash of a password, with a random salt.")
        {
            password, secrets.Password, secrets.Raw, secrets.Pepper, memory, iterations, parallelism,
        };
        command.SetBody(result =>
        {
            RefusePassword(result.GetValue(password)!.Length > 0);
            Argon2Parameters usual = Argon2Parameters.Owasp19MiB;
            int lanes = HashingOptions.Number(result, parallelism, 1, 1024) ?? usual.Parallelism;
            int most = MemoryKiB(result, memory, usual.MemoryKiB);
            if (most < (long)Argon2Parameters.MinMemoryKiBPerLane * lanes)
            {
                throw new UsageException(Invariant(
                    $"--memory: {lanes} lanes need at least {Argon2Parameters.MinMemoryKiBPerLane * lanes} KiB"));
            }

            Argon2Parameters parameters =
                new(most, HashingOptions.Number(result, iterations, 1, int.MaxValue) ?? usual.Iterations, lanes);
            if (!PlatformProbe.IsAvailable)
            {
                Diagnostics.Say("argon2 hash needs OpenSSL (libssl.so.3) for a random salt, but OpenSSL is not installed");
                return ExitCode.Failed;
            }

            return secrets.Use(result, (password, pepper) =>
            {
                StandardOutput output = new();
                output.WriteLine(Argon2id.Hash(password, parameters, pepper));
                output.Flush();
                return ExitCode.Good;
            });
        });
        return command;
    }

    private static Command CreateVerify()
    {
        Argument<string[]> hash = new("HASH")
        {
            Description = "The encoded hash, as '$argon2id$v=19$m=...': quote it for the shell.",
            Arity = ArgumentArity.ZeroOrMore, DefaultValueFactory = static _ => [],
        };
        Option<string?> hashFile = new("--hash-file")
        {
            HelpName = "PATH", Description = "The file with the encoded hash, instead of HASH.",
        };
        Option<string?> memory = new("--max-memory")
        {
            HelpName = "SIZE", Description = "The maximum memory that the hash may need [default: 256 MiB].",
        };
        Option<string?> iterations = new("--max-iterations")
        {
            HelpName = "N", Description = "The maximum iterations that the hash may need [default: 16].",
        };
        Option<string?> parallelism = new("--max-parallelism")
        {
            HelpName = "N", Description = "The maximum lanes that the hash may need [default: 16].",
        };
        Secrets secrets = new();
        Command command = new("verify", "Verify a password against a hash: exit code 0 if it matches, 1 if not.")
        {
            hash, hashFile, secrets.Password, secrets.Raw, secrets.Pepper, memory, iterations, parallelism,
        };
        command.SetBody(result =>
        {
            string[] given = result.GetValue(hash)!;
            RefusePassword(given.Length > 1);
            Argon2Limits usual = Argon2Limits.Default;
            Argon2Limits limits = new(
                MemoryKiB(result, memory, usual.MaxMemoryKiB),
                HashingOptions.Number(result, iterations, 1, int.MaxValue) ?? usual.MaxIterations,
                HashingOptions.Number(result, parallelism, 1, Argon2Parameters.MaxParallelism) ?? usual.MaxParallelism);
            if (result.Has(hashFile) == (given.Length == 1))
            {
                throw new UsageException("give the hash once: as HASH or with --hash-file");
            }

            string? encoded = given.Length == 1 ? given[0] : Encoded(result.GetValue(hashFile)!);
            if (encoded is null) return ExitCode.WrongUsage;

            return secrets.Use(result, (password, pepper) =>
            {
                try
                {
                    bool isRight = Argon2id.Verify(encoded, password, limits, pepper);
                    StandardOutput output = new();
                    output.WriteLine(isRight ? "OK" : "FAILED");
                    output.Flush();
                    return isRight ? ExitCode.Good : ExitCode.Failed;
                }
                catch (FormatException)
                {
                    throw new UsageException(
                        "the text is not an encoded Argon2 hash ($argon2id$v=19$m=65536,t=3,p=4$SALT$HASH)");
                }
                catch (CryptographicException e)
                {
                    throw new UsageException(
                        $"{e.Message} --max-memory, --max-iterations and --max-parallelism raise the limits.");
                }
            });
        });
        return command;
    }

    private static void RefusePassword(bool isThere)
    {
        if (isThere)
        {
            throw new UsageException(
                "a password on the command line can be read by every user of the machine: use --password-file or a pipe");
        }
    }

    private static string? Encoded(string path)
    {
        using FileKey? text = FileKey.Read(path, "--hash-file");
        if (text is null) return null;

        text.DropLineBreak();
        if (text.Memory.Length > MostHashBytes)
        {
            throw new UsageException($"--hash-file: {FileNames.Quote(path)} is too long for an encoded hash");
        }

        return Encoding.Latin1.GetString(text.Memory.Span);
    }

    /// <summary>The password and the pepper for a command.</summary>
    private sealed class Secrets
    {
        public Option<string?> Password { get; } = new("--password-file")
        {
            HelpName = "PATH", Description = "The file with the password; '-' or no file is standard input.",
        };

        public Option<string?> Raw { get; } =
            HashingOptions.Flag("--raw", "Keep a line break at the end of the password.");

        public Option<string?> Pepper { get; } = new("--secret-file")
        {
            HelpName = "PATH", Description = "The file with the raw bytes of a secret (pepper) that the hash needs as well.",
        };

        /// <summary>Reads the secrets, performs the work, and then wipes the secrets.</summary>
        public int Use(ParseResult result, Func<ReadOnlySpan<byte>, ReadOnlySpan<byte>, int> work)
        {
            string path = result.GetValue(Password) ?? FileJob.StandardInput;
            string? pepperPath = result.GetValue(Pepper);
            if (path == FileJob.StandardInput && pepperPath == FileJob.StandardInput)
            {
                throw new UsageException("standard input cannot hold the password and the secret");
            }

            if (path == FileJob.StandardInput && !Console.IsInputRedirected)
            {
                throw new UsageException(
                    "standard input is a terminal, which would show the password: use --password-file, or a pipe");
            }

            // A script must be able to distinguish a wrong password (exit code 1) from a password that could not be read.
            using FileKey? password = FileKey.Read(path, Password.Name);
            if (password is null) return ExitCode.WrongUsage;

            using FileKey? pepper = pepperPath is null ? null : FileKey.Read(pepperPath, Pepper.Name);
            if (pepperPath is not null && pepper is null) return ExitCode.WrongUsage;

            if (!result.Has(Raw)) password.DropLineBreak();
            return work(password.Memory.Span, pepper is null ? default : pepper.Memory.Span);
        }
    }
}
