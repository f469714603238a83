using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Cli.Measuring;

/// <summary>Time, speedup over scalar code and efficiency (speedup per lane) of every path of an algorithm.</summary>
internal static class PathTable
{
    private const int MessageBytes = 4096, Messages = 256;

    public static void WriteHead(StandardOutput output)
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{Messages} messages of {MessageBytes} B on one core; one message of 64 KiB"));
        output.WriteLine("  algorithm  path         lanes     ns/message      MB/s   speedup  efficiency");
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
        for (int i = 0; i < candidates.Count; i++)
        {
            Line(row.Shapes[i] == row.ChosenShape, candidates[i], row.Shapes[i].Lanes(row.WordBits), Messages, candidates[0].Seconds);
        }

        byte[] message = new byte[64 * 1024];
        List<Candidate> singles = [.. row.SingleKernels.Select(k => new Candidate("one, " + k.Name, message.Length, () => k.Hash(message, digests.AsSpan(0, row.DefaultHashBytes))))];
        Rounds.Run(singles);
        for (int i = 0; i < singles.Count; i++) Line(row.SingleKernels[i].IsChosen, singles[i], 0, 1, singles[0].Seconds);

        void Line(bool isChosen, Candidate c, int lanes, int messages, double scalar)
        {
            double speedup = scalar / c.Seconds;
            string efficiency = lanes == 0 ? "" : (speedup / lanes).ToString("0.00", CultureInfo.InvariantCulture);
            string lanesText = lanes == 0 ? "" : lanes.ToString(CultureInfo.InvariantCulture);
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(isChosen ? "*" : " ")} {row.Name,-10} {c.Name,-15}{lanesText,3}{c.Seconds / messages * 1e9,15:0}{KernelBench.Figure(c.MegabytesPerSecond),10}{speedup,10:0.00}{efficiency,12}").TrimEnd());
            output.Flush();
        }
    }
}
