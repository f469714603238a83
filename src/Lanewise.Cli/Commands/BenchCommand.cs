using System.CommandLine;
using Lanewise.Api;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Report;
using Lanewise.Cli.Terminal;
using Lanewise.Proof.Libraries;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Commands;

/// <summary>
/// Implements <c>lanewise bench</c>, which measures the speed of this machine and tests whether the chosen code paths are the
/// fastest.
/// </summary>
internal static class BenchCommand
{
    public static Command Create()
    {
        Option<string?> kernels = HashingOptions.Flag("--kernels", "Time every width, number of streams and single kernel.");
        Option<string?> algorithm = HashingOptions.Algorithm("Only this algorithm; may be repeated.");
        Option<string?> quick = HashingOptions.Flag("--quick", "For a report: fewer sizes and rounds, for a quick result.");
        Option<string?> details = HashingOptions.Flag(
            "--details", "For a report: print the results of each algorithm in sentences.");
        Option<string?> html = File(
            "--html", "Write a page with plots: throughput by size and number of messages, lanes, cores.");
        Option<string?> json = File("--json", "Write the same figures as JSON.");
        Option<string?> csv = File("--csv", "Write the same figures as CSV, a line per point.");
        Option<string?> against = File(
            "--against", "Compare with an earlier report that --json wrote: list ratios that differ by more than 5 %.");
        Option<string?> from = File(
            "--from", "Do not measure: use the figures of a report that --json wrote, for a page or a comparison.");
        Option<string?> firstCall = new("--first-call") { HelpName = "NAME", Hidden = true };
        Command command = new("bench", "Measure the algorithms on this machine.")
        {
            kernels, algorithm, quick, details, html, json, csv, against, from, firstCall,
        };
        command.SetBody(result =>
        {
            if (result.GetValue(firstCall) is string name) return ReportRun.FirstCall(name);

            (IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> ciphers) = HashingOptions.Rows(result, algorithm);
            if (!result.Has(kernels) && !result.Has(from) && !DotNet.IsThere)
            {
                Diagnostics.Say(
                    "bench compares with .NET's MD5, which needs OpenSSL (libssl.so.3), but it is not installed; use --kernels");
                return ExitCode.Failed;
            }

            if (new[] { quick, details, html, json, csv, against, from }.Any(result.Has))
            {
                HashingOptions.Refuse(result, "a report", [kernels]);
                if (result.Has(from)) HashingOptions.Refuse(result, "--from", [quick]);
                ReportPaths paths = new(
                    result.GetValue(from), result.GetValue(html), result.GetValue(json), result.GetValue(csv),
                    result.GetValue(against));
                return ReportRun.Run(rows, ciphers, result.Has(quick), result.Has(details), paths);
            }

            if (!result.Has(kernels)) return ReportRun.Short(rows, ciphers);

            StandardOutput output = new();
            output.WriteText(ProcessorName.Line());
            Kernels(rows, ciphers, output);
            output.Flush();
            return ExitCode.Good;
        });
        return command;

        static Option<string?> File(string name, string description) =>
            new(name) { HelpName = "FILE", Description = description };
    }

    private static void Kernels(IReadOnlyList<HashRow> rows, IReadOnlyList<CipherRow> ciphers, StandardOutput output)
    {
        int tables = 0, right = 0;
        foreach (KernelTable table in rows.SelectMany(row => new[] { () => KernelTable.Many(row), () => KernelTable.One(row) })
            .Concat(ciphers.Select(row => (Func<KernelTable>)(() => KernelTable.Blocks(row)))).Select(take => take()))
        {
            KernelBench.Write(table, output);
            tables++;
            right += table.IsRight ? 1 : 0;
        }

        output.WriteLine("");
        output.WriteLine(Invariant($"* is the chosen path: within 5 % of the best in {right} of {tables} tables."));
    }
}
