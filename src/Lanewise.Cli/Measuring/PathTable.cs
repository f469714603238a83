using System.Globalization;
using Lanewise.Ciphers;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Cli.Measuring;

/// <summary>Time, speedup over scalar code and efficiency (speedup per lane) of every path of an algorithm.</summary>
internal static class PathTable
{
    private const int MessageBytes = 4096, Messages = 256, RunBytes = 64 * 1024;

    public static void WriteHead(StandardOutput output, bool hashes, bool ciphers)
    {
        if (hashes) output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Hashes: {Messages} messages of {MessageBytes} B on one core; one message of 64 KiB"));
        if (ciphers) output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Ciphers: {RunBytes / 1024} KiB in ECB mode on one core; the time is that of a block"));
        output.WriteLine("  algorithm      path              lanes        ns    MB/s  speedup  efficiency");
    }

    public static void Write(HashRow row, StandardOutput output)
    {
        byte[] source = new byte[MessageBytes * Messages], digests = new byte[Messages * row.DefaultHashBytes];
        new Random(1).NextBytes(source);
        List<Candidate> candidates = [];
        foreach (LaneShape shape in row.Shapes)
        {
            candidates.Add(new Candidate(
                shape.ToString(), source.Length, () => row.HashEqual(default, source, MessageBytes, digests, row.DefaultHashBytes, shape)));
        }

        Rounds.Run(candidates);
        WriteShapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, candidates, Messages, output);

        byte[] message = new byte[64 * 1024];
        List<Candidate> singles = [.. row.SingleKernels.Select(k => new Candidate("one, " + k.Name, message.Length, () => k.Hash(message, digests.AsSpan(0, row.DefaultHashBytes))))];
        Rounds.Run(singles);
        for (int i = 0; i < singles.Count; i++) Line(row.Name, row.SingleKernels[i].IsChosen, singles[i], 0, 1, singles[0].Seconds, output);
    }

    public static void Write(CipherRow row, StandardOutput output)
    {
        byte[] key = new byte[row.KeyBytes], source = new byte[RunBytes], destination = new byte[RunBytes];
        new Random(1).NextBytes(key);
        new Random(2).NextBytes(source);
        List<Candidate> candidates = [.. row.Shapes.Select(shape => new Candidate(shape.ToString(), RunBytes, () => row.Encrypt(key, source, destination, shape)))];
        Rounds.Run(candidates);
        WriteShapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, candidates, RunBytes / row.BlockBytes, output);
    }

    private static void WriteShapes(
        string name, IReadOnlyList<LaneShape> shapes, LaneShape chosen, int wordBits, List<Candidate> candidates, int messages, StandardOutput output)
    {
        for (int i = 0; i < candidates.Count; i++) Line(name, shapes[i] == chosen, candidates[i], shapes[i].Lanes(wordBits), messages, candidates[0].Seconds, output);
    }

    private static void Line(string name, bool isChosen, Candidate c, int lanes, int messages, double scalar, StandardOutput output)
    {
        double speedup = scalar / c.Seconds, nanoseconds = c.Seconds / messages * 1e9;
        string efficiency = lanes == 0 ? "" : (speedup / lanes).ToString("0.00", CultureInfo.InvariantCulture);
        string lanesText = lanes == 0 ? "" : lanes.ToString(CultureInfo.InvariantCulture);
        string time = nanoseconds.ToString(nanoseconds < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{(isChosen ? "*" : " ")} {name,-14} {c.Name,-20}{lanesText,3}{time,10}{KernelBench.Figure(c.MegabytesPerSecond),8}{speedup,9:0.00}{efficiency,12}").TrimEnd());
        output.Flush();
    }
}
