using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Cli.Measuring;

/// <summary>Times every path of an algorithm and says whether the chosen one is the best of them on this machine.</summary>
internal sealed class KernelBench(StandardOutput output)
{
    /// <summary>A choice may lose so much against the best before it counts as a wrong one.</summary>
    private const double Tolerance = 0.95;

    private static readonly (string Name, int Bytes, int Messages)[] ManySizes =
    [
        ("64 B", 64, 4096),
        ("1 KiB", 1024, 512),
        ("4 KiB", 4096, 256),
        ("64 KiB", 64 * 1024, 64),
    ];

    private static readonly (string Name, int Bytes)[] OneSizes = [("3 B", 3), ("64 B", 64), ("64 KiB", 64 * 1024)];

    private static readonly (
        string Name, int Bytes)[] RunSizes = [("256 B", 256), ("4 KiB", 4096), ("64 KiB", 64 * 1024), ("1 MiB", 1024 * 1024)];

    public static string Figure(double megabytes) =>
        megabytes.ToString(megabytes < 9.95 ? "0.00" : megabytes < 99.5 ? "0.0" : "0", CultureInfo.InvariantCulture);

    /// <summary>Blocks of a cipher in ECB mode: a line per shape, a column per length.</summary>
    /// <returns>Whether the chosen shape is within tolerance everywhere.</returns>
    public bool Blocks(CipherRow row)
    {
        byte[] key = new byte[row.KeyBytes];
        return Table(row.Title, "blocks in ECB mode", Names(row.Shapes), row.Shapes.ToList().IndexOf(row.ChosenShape),
            [.. RunSizes.Select(s => s.Name)], s =>
        {
            byte[] source = new byte[RunSizes[s].Bytes], destination = new byte[source.Length];
            return (source.Length, [.. row.Shapes.Select(shape => (Action)(() => row.Encrypt(key, source, destination, shape)))]);
        });
    }

    /// <summary>Many messages: a line per shape, a column per length.</summary>
    /// <returns>Whether the chosen shape is within tolerance everywhere.</returns>
    public bool Many(HashRow row) =>
        Table(row.Title, "many messages", Names(row.Shapes), row.Shapes.ToList().IndexOf(row.ChosenShape),
            [.. ManySizes.Select(s => s.Name)], s =>
        {
            (_, int bytes, int messages) = ManySizes[s];
            byte[] source = new byte[bytes * messages], digests = new byte[messages * row.DefaultHashBytes];
            new Random(s).NextBytes(source);
            return (source.Length,
                [.. row.Shapes.Select(
                    shape => (Action)(() =>
                        row.HashMany(Messages.Packed(source, bytes), default, digests, row.DefaultHashBytes, shape)))]);
        });

    /// <summary>One message: a line per kernel.</summary>
    /// <returns>Whether the chosen kernel is within tolerance everywhere.</returns>
    public bool One(HashRow row)
    {
        IReadOnlyList<SingleKernel> kernels = row.SingleKernels;
        return Table(row.Title, "one message", [.. kernels.Select(k => k.Name)], kernels.ToList().FindIndex(k => k.IsChosen),
            [.. OneSizes.Select(s => s.Name)], s =>
        {
            byte[] source = new byte[OneSizes[s].Bytes], digest = new byte[row.DefaultHashBytes];
            return (source.Length, [.. kernels.Select(k => (Action)(() => k.Hash(source, digest)))]);
        });
    }

    private static string[] Names(IReadOnlyList<LaneShape> shapes) => [.. shapes.Select(s => s.ToString())];

    /// <summary>
    /// Times all paths at every size, where <paramref name="at"/> gives a size's bytes and what each path does with them.
    /// </summary>
    private bool Table(string title, string job, string[] names, int chosen, string[] sizes,
        Func<int, (int Bytes, Action[] Paths)> at)
    {
        double[,] speed = new double[names.Length, sizes.Length];
        for (int s = 0; s < sizes.Length; s++)
        {
            (int bytes, Action[] paths) = at(s);
            RoundTimes times = InterleavedRounds.Short.Measure(
                [.. names.Zip(paths, (name, path) => Entrant.Of(name, bytes, path))]);
            for (int i = 0; i < names.Length; i++) speed[i, s] = 1e3 / times.Nanoseconds(i);
        }

        output.WriteLine("");
        output.WriteLine($"{title}, {job}: MB/s (part of the best)");
        output.WriteLine("  " + "".PadRight(11) + string.Concat(sizes.Select(s => s.PadLeft(16))));
        double[] best = new double[sizes.Length];
        for (int s = 0; s < sizes.Length; s++)
        {
            for (int i = 0; i < names.Length; i++) best[s] = Math.Max(best[s], speed[i, s]);
        }

        for (int i = 0; i < names.Length; i++)
        {
            string line = (i == chosen ? "* " : "  ") + names[i].PadRight(11);
            for (int s = 0; s < sizes.Length; s++)
            {
                line += string.Create(CultureInfo.InvariantCulture, $"{Figure(speed[i, s]),9} ({speed[i, s] / best[s]:0.00})");
            }

            output.WriteLine(line);
        }

        if (chosen < 0)
        {
            output.WriteLine("  The chosen path is none of these.");
            return false;
        }

        List<string> lost = [];
        for (int s = 0; s < sizes.Length; s++)
        {
            if (speed[chosen, s] < Tolerance * best[s]) lost.Add(sizes[s]);
        }

        output.WriteLine(lost.Count == 0
            ? $"  Chosen: {names[chosen]}, within 5 % of the best everywhere."
            : $"  Chosen: {names[chosen]}, more than 5 % below the best at {string.Join(", ", lost)}.");
        output.Flush();
        return lost.Count == 0;
    }
}
