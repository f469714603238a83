using System.Security.Cryptography;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Checking;
using Lanewise.Cli.Files;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Commands;

/// <summary>Implements <c>check --bag</c> and <c>sum --bag</c>, which validate and create BagIt bags.</summary>
internal static class BagCommand
{
    /// <summary>
    /// Validates bags. The verdict on each bag is written to standard output; problems are written to standard error.
    /// </summary>
    public static int Check(string[] folders, FileHashOptions options, StandardOutput output, bool isQuiet, bool isSilent)
    {
        if (folders.Length == 0 || folders.Contains(FileJob.StandardInput))
        {
            throw new UsageException("--bag: name the folders of the bags");
        }

        bool isGood = true;
        foreach (string folder in folders)
        {
            BagReport report = Bag.Validate(folder, options);
            if (!isSilent)
            {
                foreach (BagProblem problem in report.Problems)
                {
                    string path = problem.Path.Length == 0 ? folder : $"{folder.TrimEnd('/')}/{problem.Path}";
                    if (problem.IsWarning) Diagnostics.Warn(problem.Message, path);
                    else Diagnostics.Say(path, problem.Message);
                }

                if (!report.IsValid || !isQuiet) Verdicts.Line(output, folder, report.IsValid ? Verdicts.Ok : Verdicts.Failed);
                output.Flush();
            }

            isGood &= report.IsValid;
        }

        return isGood ? ExitCode.Good : ExitCode.Failed;
    }

    /// <summary>Converts directories to bags with one manifest per algorithm.</summary>
    public static int Make(string[] folders, string[] algorithms, FileHashOptions options, StandardOutput output)
    {
        if (folders.Length == 0 || folders.Contains(FileJob.StandardInput))
        {
            throw new UsageException("--bag: name the folders that become bags");
        }

        Array.ForEach(algorithms, AlgorithmNames.RefuseSeveral);
        HashAlgorithmName[] names = [.. algorithms.Select(name => AlgorithmNames.Choose(name, 0).Hash.AlgorithmName).Distinct()];
        if (names.Length == 0) names = [HashAlgorithmName.SHA512];
        bool isGood = true;
        foreach (string folder in folders)
        {
            try
            {
                // An incomplete bag is useless, so a signal does not immediately stop the creation of a bag.
                (long files, long bytes) = Interruption.Defer(token => Bag.Create(folder, names, options: new()
                {
                    Parallel = new()
                    {
                        MaxDegreeOfParallelism = options.Parallel?.MaxDegreeOfParallelism ?? -1, CancellationToken = token,
                    },
                }));
                Verdicts.Line(output, folder, Invariant($"a bag of {files} {(files == 1 ? "file" : "files")}, ")
                    + Progress.BytesOf(bytes));
                output.Flush();
            }
            catch (Exception e) when (ReadErrors.IsExpected(e) || e is CryptographicException or InvalidDataException)
            {
                Diagnostics.Say(folder, !FileId.Exists(folder) ? "No such file or directory" : e.Message);
                isGood = false;
            }
        }

        return isGood ? ExitCode.Good : ExitCode.Failed;
    }
}
