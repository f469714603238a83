using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Files;
using Lanewise.Cli.Gpu;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;
using Lanewise.Hashing;

namespace Lanewise.Cli.Commands;

/// <summary>
/// <c>lanewise prove</c>: that every path gives the right digests and ciphertexts on this machine, and what each is worth.
/// </summary>
internal static class ProveCommand
{
    public static Command Create()
    {
        Option<string?> algorithm = HashingOptions.Algorithm("Only this algorithm.");
        Option<string?> seed = new("--seed", "-s")
        {
            HelpName = "N", Description = "Seed of the random batches, to repeat a run.",
        };
        Option<string[]> vectors = new("--vectors")
        {
            HelpName = "FILE", Description = "Check files of known answers instead.", Arity = ArgumentArity.OneOrMore,
                AllowMultipleArgumentsPerToken = true,
        };
        Option<string?> tables = HashingOptions.Flag("--tables", "Only take the tables that algorithms are known for.");
        Option<string?> noTables = HashingOptions.Flag("--no-tables", "Take no such tables.");
        Option<string?> json = HashingOptions.Flag("--json", "With --tables: write a JSON object per table.");
        Option<string?> device = DeviceChoice.Option();
        device.Description = "The device of the last rung of XTEA's ladder [default: a GPU, where there is one].";
        Command command = new("prove", "Check every path on this machine against known answers and others.")
        {
            algorithm, seed, vectors, tables, noTables, json, device,
        };
        command.SetBody(result =>
        {
            bool onlyTables = result.Has(tables), isJson = result.Has(json);
            if (result.GetValue(vectors) is { Length: > 0 } files)
            {
                bool hasName = result.GetValue(algorithm) is not null || result.GetValue(seed) is not null
                    || result.GetValue(device) is not null;
                if (hasName || onlyTables || result.Has(noTables) || isJson)
                {
                    throw new UsageException("--vectors goes with no other option: a file names its algorithm");
                }

                return Vectors(files);
            }

            if (onlyTables && (result.Has(noTables) || result.GetValue(seed) is not null))
            {
                throw new UsageException("--tables goes with neither --no-tables nor --seed");
            }
            if (isJson && !onlyTables) throw new UsageException("--json goes with --tables only");

            (IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers) = HashingOptions.Rows(result.GetValue(algorithm));
            Measurement[] measurements =
                [.. hashes.SelectMany(row => row.Measurements), .. ciphers.SelectMany(row => row.Measurements)];
            Accelerator? rung = null;
            bool hasLadder = !result.Has(noTables) && ciphers.Any(row => row.Name == DeviceLadder.Cipher);
            if (!hasLadder && result.GetValue(device) is not null)
            {
                throw new UsageException($"--device goes with the tables of {DeviceLadder.Cipher}");
            }

            if (hasLadder && !DeviceLadder.TryOpen(result.GetValue(device), out rung)) return ExitCode.Failed;

            using (rung)
            {
                if (onlyTables) return Tables(measurements, isJson, rung);

                int number = HashingOptions.Number(result, seed, 0, int.MaxValue) ?? Random.Shared.Next();
                return All(hashes, ciphers, number, result.Has(noTables) ? [] : measurements, rung);
            }
        });
        return command;
    }

    private static int Tables(Measurement[] measurements, bool isJson, Accelerator? rung)
    {
        StandardOutput output = new();
        if (!isJson)
        {
            output.WriteLine(ProcessorName.Line());
            DeviceLadder.Describe(rung, output);
        }

        MeasurementRun.Run(measurements, DeviceLadder.Step(rung), output, isJson);
        if (measurements.Length == 0 && !isJson) output.WriteLine("no algorithm of these has a table of its own");
        output.Flush();
        return ExitCode.Good;
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

    private static int All(
        IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> ciphers, int seed, IReadOnlyList<Measurement> measurements,
        Accelerator? rung)
    {
        StandardOutput output = new();
        Tally tally = new(output);
        output.WriteLine(ProcessorName.Line());
        DeviceLadder.Describe(rung, output);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"seed {seed} (lanewise prove --seed {seed} repeats this run)"));

        output.WriteLine("");
        output.WriteLine("Known answers, in every form");
        foreach (AnswerFile file in AnswerRun.BuiltIn())
        {
            if (!rows.SelectMany(row => row.KnownAnswers).Concat(ciphers.SelectMany(row => row.KnownAnswers))
                .Any(k => k.Name == file.Algorithm))
            {
                continue;
            }

            AnswerRun.Run(file, tally);
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {file.Algorithm,-15}{file.Cases.Count,4} cases"));
        }

        output.WriteLine("");
        output.WriteLine("Every path against scalar code, random batches");
        output.Flush();
        foreach (HashRow row in rows)
        {
            PathComparison comparison = new(row, seed, tally);
            comparison.Run();
            string peer = comparison.HasPeer ? "base library too" : "not in the base library";
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {row.Name,-15}{comparison.Messages,6} messages, {peer}: {row.Shapes.Count} widths, "
                + $"{row.SingleKernels.Count} single"));
            output.Flush();
        }

        foreach (CipherRow row in ciphers)
        {
            CipherComparison comparison = new(row, seed, tally);
            comparison.Run();
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"  {row.Name,-15}{comparison.Blocks,6} blocks, ECB both ways, CTR, packets: {row.Shapes.Count} widths"));
            output.Flush();
        }

        output.WriteLine("");
        if (tally.IsGood)
        {
            PathTable.WriteHead(output, rows.Count > 0, ciphers.Count > 0);
            foreach (HashRow row in rows) PathTable.Write(row, output);
            foreach (CipherRow row in ciphers) PathTable.Write(row, output);
            output.WriteLine("* chosen on this machine; efficiency is speedup per lane");
            MeasurementRun.Run(measurements, DeviceLadder.Step(rung), output, isJson: false);
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
