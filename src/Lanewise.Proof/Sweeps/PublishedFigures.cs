using Lanewise.Proof.Libraries;

namespace Lanewise.Proof.Sweeps;

/// <summary>
/// Compares published figures with new measurements on this machine. The published figures are from the projects and articles on
/// which this library is based.
/// </summary>
/// <remarks>
/// Blake2Fast's figures are from its 2019 README (Intel Core i7-6700K at 4 GHz, .NET Core 3.0 preview, Windows). The figure
/// for 10 MiB is from the previous version of this README (same CPU). The figure for Threefish-256 is the speedup of Mono.Simd
/// over scalar code that a 2009 article reports. The figure for XTEA was measured with a 25 KB packet on an Intel i7-8809G,
/// with code compiled by g++.
/// </remarks>
internal static class PublishedFigures
{
    private const int Small = 3, Middle = 3268, Large = 10 << 20;

    /// <summary>The sources of the published figures, one line per source.</summary>
    public static IReadOnlyList<string> Sources { get; } =
    [
        "BLAKE2: README of saucecontrol/Blake2Fast, 2019, Intel Core i7-6700K, 4 GHz, .NET Core 3.0 preview; "
            + "its MD5 is that of Windows.",
        "Threefish-256: Skein, Threefish, and Mono.Simd, part 4 (blog.xpdm.us, 2009): with two words side by side 2.38 times its "
            + "scalar code, an efficiency of 1.19.",
        "XTEA: Making an algorithm 15x faster without parallelism (dev.to/rsa, 2020), Intel i7-8809G, g++ -O3: "
            + "25 KB in 267 µs with the loop of the paper, 15 times faster with vectors.",
    ];

    /// <summary>
    /// Returns the measurements for the message lengths for which Blake2Fast publishes figures. For each algorithm, the chart
    /// has one line for Blake2Fast and one for Lanewise.
    /// </summary>
    public static Sweep Blake2(InterleavedRounds rounds)
    {
        (string Row, string Title, double[] Nanoseconds)[] published =
        [
            ("blake2b", "BLAKE2b", [138.5, 2_693.9, 8_792_000]),
            ("blake2s", "BLAKE2s", [111.6, 4_174.0, 13_687_000]),
            ("md5", ".NET's MD5", [544.1, 5_840.9, 17_894_000]),
        ];
        int[] sizes = [Small, Middle, Large];
        byte[] source = RowJob.Data(Large), digest = new byte[64];
        List<SweepPoint>[] measured = [.. published.Select(_ => new List<SweepPoint>())];
        foreach (int size in sizes)
        {
            RoundTimes times = rounds.Measure([.. published.Select(line => Way(line.Row, size))], isWarm: size != Small);
            for (int i = 0; i < measured.Length; i++) measured[i].Add(new(size, times.Nanoseconds(i).Per(1e3)));
        }

        return new(
            "BLAKE2", "published", "Blake2Fast's lengths: 3 B, 3.19 KiB, 10 MiB", Quantity.Bytes, Quantity.MegabytesPerSecond,
            [
                .. published.Select((line, i) => new SweepLine($"{line.Title}, here", LineKind.Chosen, measured[i])),
                .. published.Select(line => new SweepLine(
                    $"{line.Title}, as published", LineKind.OtherLibrary,
                    [.. sizes.Select((size, s) => new SweepPoint(size, new(size * 1e3 / line.Nanoseconds[s], 0, false)))])),
            ],
            []);

        Entrant Way(string name, int size)
        {
            if (name == "md5") return Entrant.Of(name, size, () => DotNet.Md5(source, 0, size, digest, 0));

            HashRow row = Catalog.Hashes.Single(r => r.Name == name);
            return Entrant.Of(
                name, size, () => row.Hash(default, source.AsSpan(0, size), digest.AsSpan(0, row.DefaultHashBytes)));
        }
    }

    /// <summary>Returns the chart of the XTEA benchmark series.</summary>
    /// <param name="sizes">The block counts to measure.</param>
    /// <param name="outside">An additional external step, or null.</param>
    public static Sweep Xtea(IEnumerable<int> sizes, SeriesStep? outside)
    {
        XteaSeriesRow[] rows = [.. sizes.SelectMany(size => XteaSeries.Measure(size, outside))];
        string[] steps = [.. rows.Select(row => row.Step).Distinct()];
        // The first line shows the code path that the public methods use.
        string[] chosen = ["lanes as chosen", "lanes x cores"];
        return new(
            "XTEA", "ladder", "XTEA, from the textbook's loop to every lane", Quantity.Bytes, Quantity.Times,
            [
                .. steps.OrderBy(step => chosen.Contains(step) ? 0 : 1).Select(step => new SweepLine(
                    step,
                    chosen.Contains(step) ? LineKind.Chosen : LineKind.Alternative,
                    [
                        .. rows.Where(row => row.Step == step)
                            .Select(row => new SweepPoint(8.0 * row.Blocks, row.TimesReference)),
                    ])),
            ],
            [
                "Throughput as a multiple of the reference loop's.",
                .. steps.Skip(1).Select(step => XteaSeries.Crossover(rows, step) switch
                {
                    0 => $"{step}: never pays.",
                    var blocks => Invariant($"{step}: pays from {blocks} blocks on."),
                }),
            ]);
    }
}
