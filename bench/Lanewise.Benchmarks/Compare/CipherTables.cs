using System.Globalization;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;

namespace Lanewise.Benchmarks.Compare;

/// <summary>Writes the tables that compare ciphers.</summary>
internal static class CipherTables
{
    /// <summary>Returns the unit of a figure, which depends on the figure's baseline.</summary>
    private static Measure MeasureOf(Against against) => against switch
    {
        Against.Yardstick => Measure.X,
        Against.Encryption => Measure.Share,
        _ => Measure.Times,
    };

    public static void WriteGoals(
        TextWriter o, IReadOnlyList<CipherContest> contests, IReadOnlyList<(string Title, Reading Ratio)> twoCores,
        Func<Reading, Goal, Measure, bool, string> reached, bool isFull)
    {
        o.WriteLine("### Ciphers: targets\n");
        List<string[]> table = [];
        foreach (CipherContest c in contests)
        {
            foreach (Against against in c.Measures)
            {
                Measure measure = MeasureOf(against);
                Goal goal = Goals.Find(c.Row.Name, c.Job, against);
                Reading value = c.Figure(against);
                table.Add([
                    c.Name, What(against), Text.Figure(value, measure), Text.Number(c.GigabytesPerSecond),
                    double.IsNaN(c.NanosecondsPerPacket) ? "" : Text.Number(c.NanosecondsPerPacket),
                    Text.Bar(goal.Zen5, measure), Text.Bar(goal.Xeon, measure),
                    reached(value, goal, measure, isFull || c.Job == CipherJob.Scalar), goal.BestLibrary,
                ]);
            }
        }

        foreach ((string title, Reading ratio) in twoCores)
        {
            table.Add([
                $"{title} ECB encrypt, {Text.Bytes(CipherContest.LongBytes)}", "two cores against one, wall time",
                Text.Figure(ratio, Measure.Times), "", "",
                Text.Bar(Goals.TwoCores.Zen5, Measure.Times), Text.Bar(Goals.TwoCores.Xeon, Measure.Times),
                reached(ratio, Goals.TwoCores, Measure.Times, true), "",
            ]);
        }

        Text.WriteTable(
            o, ["job", "measured as", "Lanewise", "GB/s", "ns per packet", "Zen 5 target (stretch)", "Xeon target (stretch)",
                "reached here", "best other code on record, Zen 5 / Xeon"], table);

        static string What(Against against) => against switch
        {
            Against.Yardstick => Text.Yardstick,
            Against.Encryption => "throughput relative to ECB encryption under one key",
            Against.BouncyCastle => "times BouncyCastle, one by one",
            _ => "times Lanewise's scalar code, one by one",
        };
    }

    public static void WriteWithoutAvx512(TextWriter o, IReadOnlyList<CipherContest> contests,
        Func<Reading, Goal, Measure, bool, string> reached)
    {
        List<string[]> table = [];
        foreach (CipherContest c in contests.Where(c => c.Job == CipherJob.Encrypt))
        {
            if (Goals.FindWithoutAvx512(c.Row.Name) is not { } goal) continue;

            Reading value = c.Figure(Against.Yardstick);
            table.Add([c.Name, Text.Figure(value, Measure.X), Text.Bar(goal.Zen5, Measure.X), Text.Bar(goal.Xeon, Measure.X),
                reached(value, goal, Measure.X, true)]);
        }

        if (table.Count == 0) return;

        o.WriteLine("### Ciphers without AVX-512\n");
        Text.WriteTable(o, ["job", "Lanewise", "Zen 5 target (stretch)", "Xeon target (stretch)", "reached here"], table);
    }

    /// <summary>Writes the throughput of Lanewise and of the other libraries.</summary>
    public static void WriteLibraries(TextWriter o, IReadOnlyList<CipherContest> contests)
    {
        o.WriteLine("""
            ### Ciphers: other libraries

            The cells of this table contain throughputs in x. The other libraries have no methods for many packets, so they process one packet after another. If each packet has a separate key, the libraries set this key first. Lanewise's scalar code processes all packets under one key as a single run of blocks.

            """);
        List<string[]> table = [];
        foreach (CipherContest c in contests)
        {
            table.Add([
                c.Name, Text.Figure(c.Figure(Against.Yardstick), Measure.X), Text.Figure(c.ScalarX, Measure.X),
                .. ComparedLibraries.Ciphers.Select(
                p => !p.IsInstalled ? "not installed" : c.X(p) is { } x ? Text.Figure(x, Measure.X) : "-"),
            ]);
        }

        Text.WriteTable(o, ["job", "Lanewise", "Lanewise, scalar", .. ComparedLibraries.Ciphers.Select(p => p.Name)], table);
    }

    /// <summary>Returns a line for each job in which another library is faster.</summary>
    public static IEnumerable<string> Losses(IReadOnlyList<CipherContest> contests)
    {
        foreach (CipherContest c in contests)
        {
            foreach (ComparedLibrary library in ComparedLibraries.Ciphers)
            {
                if (c.Slower(library) is { } slower && slower < 0.97)
                {
                    yield return string.Create(CultureInfo.InvariantCulture,
                        $"- {c.Name}: {library.Name} takes {slower:0.00} times Lanewise's time");
                }
            }
        }
    }
}
