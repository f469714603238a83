using System.CommandLine;
using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Cli.Measuring;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;

namespace Lanewise.Cli.Commands;

/// <summary><c>lanewise bench</c>: how fast this machine is, and whether the chosen paths are the right ones for it.</summary>
internal static class BenchCommand
{
    private const int OneBytes = 1 << 20, ManyBytes = 4096, ManyCount = 256;

    public static Command Create()
    {
        Option<string?> kernels = HashingOptions.Flag("--kernels", "Time every width, number of streams and single kernel.");
        Option<string?> algorithm = HashingOptions.Algorithm("Only this algorithm.");
        Command command = new("bench", "Measure the algorithms on this machine, one core.") { kernels, algorithm };
        command.SetBody(result =>
        {
            IReadOnlyList<HashRow> rows = HashingOptions.Rows(result.GetValue(algorithm));
            StandardOutput output = new();
            output.WriteLine(ProcessorName.Line());
            if (result.Has(kernels)) Kernels(rows, output);
            else Short(rows, output);
            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }

    private static void Kernels(IReadOnlyList<HashRow> rows, StandardOutput output)
    {
        int tables = 0, good = 0;
        foreach (HashRow row in rows)
        {
            KernelBench bench = new(row, output);
            tables += 2;
            good += bench.Many() ? 1 : 0;
            good += bench.One() ? 1 : 0;
        }

        output.WriteLine("");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"* is the chosen path: within 5 % of the best in {good} of {tables} tables."));
    }

    private static void Short(IReadOnlyList<HashRow> rows, StandardOutput output)
    {
        byte[] one = new byte[OneBytes], many = new byte[ManyBytes * ManyCount], digest = new byte[16];
        Candidate peer = new("MD5 of the base library", OneBytes, () => MD5.HashData(one, digest));
        List<Candidate> candidates = [peer];
        foreach (HashRow row in rows)
        {
            byte[] digests = new byte[ManyCount * row.DefaultHashBytes];
            candidates.Add(new Candidate(row.Title, OneBytes, () => row.Hash(default, one, digests.AsSpan(0, row.DefaultHashBytes))));
            candidates.Add(new Candidate(row.Title, many.Length, () => row.HashEqual(default, many, ManyBytes, digests, row.DefaultHashBytes)));
        }

        Rounds.Run(candidates);
        output.WriteLine("");
        output.WriteLine("MB/s and times MD5 of the base library, one core");
        output.WriteLine("".PadRight(28) + "one, 1 MiB".PadLeft(18) + "many, 4 KiB each".PadLeft(22));
        output.WriteLine(peer.Name.PadRight(28) + Cell(peer).PadLeft(18));
        for (int i = 0; i < rows.Count; i++)
        {
            Candidate alone = candidates[(2 * i) + 1], together = candidates[(2 * i) + 2];
            output.WriteLine(rows[i].Title.PadRight(28) + Cell(alone).PadLeft(18) + Cell(together).PadLeft(22));
        }

        string Cell(Candidate c) => string.Create(
            CultureInfo.InvariantCulture, $"{KernelBench.Figure(c.MegabytesPerSecond)} ({c.MegabytesPerSecond / peer.MegabytesPerSecond:0.00}x)");
    }
}
