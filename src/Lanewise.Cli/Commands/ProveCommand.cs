using System.CommandLine;
using Lanewise.Api;
using Lanewise.Cli.Files;
using Lanewise.Cli.Gpu;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Reading;
using Lanewise.Gpu;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise prove</c>, which tests that every code path computes correct digests and ciphertexts on this machine,
/// and measures its speed.
/// </summary>
internal static class ProveCommand
{
    private const int MostVectorBytes = 1 << 28;

    public static Command Create()
    {
        Option<string?> algorithm = HashingOptions.Algorithm("Only this algorithm; may be repeated.");
        Option<string?> seed = new("--seed", "-s")
        {
            HelpName = "N", Description = "Seed of the random batches, to repeat a run.",
        };
        Option<string[]> vectors = new("--vectors")
        {
            HelpName = "FILE", Description = "Check files of known answers instead.", Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = true,
        };
        Option<string?> tables = HashingOptions.Flag("--tables", "Instead, print the tables of speeds for single algorithms.");
        Option<string?> json = HashingOptions.Flag("--json", "Write one JSON object; with --tables one per table.");
        Option<string?> seconds = new("--seconds")
        {
            HelpName = "N",
            Description = "Continue with random batches of the following seeds for this time, without measurements.",
        };
        Option<string?> device = DeviceChoice.Option();
        device.Description =
            "With --tables: the device on which XTEA is measured [default: a GPU, if there is one].";
        Command command = new("prove", "Check every code path on this machine against known answers and other implementations.")
        {
            algorithm, seed, seconds, vectors, tables, json, device,
        };
        command.SetBody(result =>
        {
            bool onlyTables = result.Has(tables), isJson = result.Has(json);
            if (result.GetValue(vectors) is { Length: > 0 } files)
            {
                HashingOptions.Refuse(result, "--vectors", [algorithm, seed, seconds, tables, json, device]);
                return Vectors(files);
            }

            if (onlyTables) HashingOptions.Refuse(result, "--tables", [seed, seconds]);
            if (result.GetValue(seconds) is not null) HashingOptions.Refuse(result, "--seconds", [device]);

            (IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> ciphers) =
                HashingOptions.Rows(result, algorithm, withMacs: true);
            // A MAC and its hash use the same kernels, so measuring the hash is sufficient.
            IReadOnlyList<HashRow> hashes = [.. rows.Except(Catalog.Macs)];
            Measurement[] measurements =
                [.. hashes.SelectMany(row => row.Measurements), .. ciphers.SelectMany(row => row.Measurements)];
            Accelerator? accelerator = null;
            bool hasSeries = onlyTables && ciphers.Any(row => row.Name == DeviceSeries.Cipher);
            if (!hasSeries && result.GetValue(device) is not null)
            {
                throw new UsageException($"--device applies only to --tables of {DeviceSeries.Cipher}");
            }

            if (hasSeries && !DeviceSeries.TryOpen(result.GetValue(device), out accelerator)) return ExitCode.Failed;

            using (accelerator)
            {
                if (onlyTables) return Tables(measurements, isJson, accelerator);

                ProofRun run = new(
                    rows, ciphers, HashingOptions.Number(result, seed, 0, int.MaxValue) ?? Random.Shared.Next());
                TimeSpan soak = TimeSpan.FromSeconds(HashingOptions.Number(result, seconds, 1, int.MaxValue) ?? 0);
                return isJson ? Json(run, hashes, ciphers, soak) : All(run, hashes, ciphers, soak);
            }
        });
        return command;
    }

    private static int Tables(Measurement[] measurements, bool isJson, Accelerator? accelerator)
    {
        StandardOutput output = new();
        if (!isJson)
        {
            output.WriteText(ProcessorName.Line());
            DeviceSeries.Describe(accelerator, output);
        }

        MeasurementRun.Run(measurements, DeviceSeries.Step(accelerator), output, isJson);
        if (measurements.Length == 0 && !isJson) output.WriteLine("no table exists for these algorithms");
        output.Flush();
        return ExitCode.Good;
    }

    private static int Vectors(string[] files)
    {
        StandardOutput output = new();
        Tally tally = new(output.Failure);
        bool isReadable = true;
        foreach (string name in files)
        {
            AnswerFile file;
            try
            {
                file = AnswerFile.Parse(name, InputStream.ReadGiven(name, MostVectorBytes));
            }
            catch (FormatException e)
            {
                isReadable = false;
                output.Flush();
                Diagnostics.Say(name, e.Message);
                continue;
            }
            catch (Exception e) when (ReadErrors.IsExpected(e))
            {
                isReadable = false;
                output.Flush();
                Diagnostics.Say(name, ReadErrors.Reason(e, name));
                continue;
            }

            AnswerRun.Run(file, tally);
        }

        output.WriteLine(tally.LastLine);
        output.Flush();
        return !isReadable ? ExitCode.WrongUsage : tally.IsGood ? ExitCode.Good : ExitCode.Failed;
    }

    private static int All(ProofRun run, IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers, TimeSpan soak)
    {
        StandardOutput output = new();
        output.WriteText(ProcessorName.Line());
        output.WriteText(Invariant($"seed {run.Seed} (lanewise prove --seed {run.Seed} repeats this run)"));
        output.Flush();
        run.Run(soak);
        ProofText.ComparedWith(run, output);
        ProofText.Details(run, output);
        if (!run.Tally.IsGood)
        {
            output.WriteLine("");
            output.WriteLine("Nothing is timed, because results are wrong.");
        }
        else if (soak == TimeSpan.Zero && hashes.Count + ciphers.Count > 0)
        {
            output.WriteLine("");
            PathTable.WriteHead(output, hashes.Count > 0, ciphers.Count > 0);
            output.Flush();
            List<PathTime> times = [];
            foreach (IReadOnlyList<PathTime> ofRow in Times(hashes, ciphers))
            {
                PathTable.Write(ofRow, output);
                times.AddRange(ofRow);
            }

            PathTable.WriteFoot(times, output);
        }

        ProofText.Verdict(run, output);
        return run.Tally.IsGood ? ExitCode.Good : ExitCode.Failed;
    }

    private static int Json(ProofRun run, IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers, TimeSpan soak)
    {
        run.Run(soak);
        bool isTimed = run.Tally.IsGood && soak == TimeSpan.Zero;
        PathTime[] times = isTimed ? [.. Times(hashes, ciphers).SelectMany(t => t)] : [];
        StandardOutput output = new();
        output.WriteLine(ProofText.Json(run, times));
        output.Flush();
        return run.Tally.IsGood ? ExitCode.Good : ExitCode.Failed;
    }

    private static IEnumerable<IReadOnlyList<PathTime>> Times(IReadOnlyList<HashRow> hashes, IReadOnlyList<CipherRow> ciphers) =>
        // Algorithms that share a stream table and a word size run the same kernel, so only the first of them is measured.
        hashes.DistinctBy(row => (row.Table, row.WordBits)).Select(PathTime.Take).Concat(ciphers.Select(PathTime.Take));
}
