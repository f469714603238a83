using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Files;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;

namespace Lanewise.Cli.Commands;

/// <summary><c>lanewise prove</c>: that every path gives the right digests on this machine, and what each is worth.</summary>
internal static class ProveCommand
{
    public static Command Create()
    {
        Option<string?> algorithm = HashingOptions.Algorithm("Only this algorithm.");
        Option<string?> seed = new("--seed", "-s") { HelpName = "N", Description = "Seed of the random batches, to repeat a run." };
        Option<string[]> vectors = new("--vectors")
        {
            HelpName = "FILE", Description = "Check files of known answers instead.", Arity = ArgumentArity.OneOrMore, AllowMultipleArgumentsPerToken = true,
        };
        Command command = new("prove", "Check every path on this machine against known answers and others.") { algorithm, seed, vectors };
        command.SetBody(result =>
        {
            if (result.GetValue(vectors) is { Length: > 0 } files)
            {
                if (result.GetValue(algorithm) is not null || result.GetValue(seed) is not null)
                {
                    throw new UsageException("--vectors goes with neither --algorithm nor --seed: a file names its algorithm");
                }

                return Vectors(files);
            }

            return All(HashingOptions.Rows(result.GetValue(algorithm)), HashingOptions.Number(result, seed, 0, int.MaxValue) ?? Random.Shared.Next());
        });
        return command;
    }

    private static int Vectors(string[] files)
    {
        StandardOutput output = new();
        Tally tally = new(output);
        bool isReadable = true;
        foreach (string name in files)
        {
            AnswerFile file;
            try
            {
                file = AnswerFile.Parse(name, File.ReadAllBytes(name));
            }
            catch (FormatException e)
            {
                isReadable = false;
                output.Flush();
                Diagnostics.Say(name, e.Message);
                continue;
            }
            catch (Exception e) when (FileErrors.IsExpected(e))
            {
                isReadable = false;
                output.Flush();
                Diagnostics.Say(name, FileErrors.Reason(e, name));
                continue;
            }

            AnswerRun.Run(file, tally);
        }

        tally.WriteLastLine();
        return !isReadable ? ExitCode.WrongUsage : tally.IsGood ? ExitCode.Good : ExitCode.Failed;
    }

    private static int All(IReadOnlyList<HashRow> rows, int seed)
    {
        StandardOutput output = new();
        Tally tally = new(output);
        output.WriteLine(ProcessorName.Line());
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"seed {seed} (lanewise prove --seed {seed} repeats this run)"));

        output.WriteLine("");
        output.WriteLine("Known answers, in every form");
        foreach (AnswerFile file in AnswerRun.BuiltIn())
        {
            if (!rows.Any(row => row.KnownAnswers.Any(k => k.Name == file.Algorithm))) continue;

            AnswerRun.Run(file, tally);
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {file.Algorithm,-12}{file.Cases.Count,4} cases"));
        }

        output.WriteLine("");
        output.WriteLine("Every path against scalar code, random batches");
        output.Flush();
        foreach (HashRow row in rows)
        {
            PathComparison comparison = new(row, seed, tally);
            comparison.Run();
            string line = string.Create(
                CultureInfo.InvariantCulture, $"  {row.Name,-12}{comparison.Messages,6} messages, {(comparison.HasPeer ? "base library too" : "not in the base library")}: ");
            // Wrapped by hand: the widths of a machine with all of them are longer than a line.
            output.WriteLine(line + string.Create(CultureInfo.InvariantCulture, $"{row.Shapes.Count} widths, {row.SingleKernels.Count} single"));
            output.Flush();
        }

        output.WriteLine("");
        if (tally.IsGood)
        {
            PathTable.WriteHead(output);
            foreach (HashRow row in rows) PathTable.Write(row, output);
            output.WriteLine("* chosen on this machine; efficiency is speedup per lane");
        }
        else
        {
            output.WriteLine("Nothing is timed that is not right.");
        }

        output.WriteLine("");
        tally.WriteLastLine();
        return tally.IsGood ? ExitCode.Good : ExitCode.Failed;
    }
}
