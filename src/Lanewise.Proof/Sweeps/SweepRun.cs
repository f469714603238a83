using System.Security.Cryptography;
using Lanewise.Proof.Libraries;

namespace Lanewise.Proof.Sweeps;

/// <summary>
/// Measures the sweeps of an algorithm: the throughput for each size, the time for each number of messages, and the speedup for
/// each number of SIMD lanes and cores.
/// </summary>
/// <param name="isQuick">True to use fewer sizes and rounds. The results of quick measurements are not published.</param>
internal sealed class SweepRun(bool isQuick)
{
    /// <summary>The name of the line for batches in a sweep over sizes.</summary>
    public const string ManyAtOnce = "many at once";

    private const string One = "one message", ScalarCode = "scalar code", Scalar = "scalar", AtOnce = ", at once",
        OneByOne = ", one by one";

    /// <summary>The name of the comparison line, which is the same for all hashes.</summary>
    public const string Yardstick = ".NET's MD5";

    /// <summary>If the times deviate from a straight line by more than this fraction, no line is reported.</summary>
    private const double MostOff = 0.2;

    private const int MostPerCall = 4 << 20, OverCoresBytes = 64 * 1024, OverCoresMessages = 256;

    private readonly InterleavedRounds rounds =
        isQuick ? new(5, TimeSpan.FromMilliseconds(2)) : new(11, TimeSpan.FromMilliseconds(5));

    private readonly InterleavedRounds wall = new(isQuick ? 5 : 11, TimeSpan.FromMilliseconds(4), Clock.Wall);

    /// <summary>
    /// The measured sizes in bytes. In a full run, the sizes are powers of four. A quick run omits some sizes, including the
    /// largest.
    /// </summary>
    public IReadOnlyList<int> Sizes { get; init; } =
        isQuick ? [1, 16, 64, 256, 1024, 4096, 64 << 10, 1 << 20] : [.. Enumerable.Range(0, 14).Select(i => 1 << (2 * i))];

    private IReadOnlyList<int> Counts { get; } =
        isQuick ? [1, 2, 4, 8, 16, 64, 256] : [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512, 1024];

    public IEnumerable<Sweep> Take(HashRow row)
    {
        yield return BySize(row);
        yield return ByCount(row);
        yield return ByLanes(row.Title, PathTime.Take(row));
        if (Environment.ProcessorCount > 1) yield return ByCores(row);
    }

    public IEnumerable<Sweep> Take(CipherRow row)
    {
        yield return BySize(row);
        yield return ByLanes(row.Title, PathTime.Take(row));
        if (Environment.ProcessorCount > 1) yield return ByCores(row);
    }

    /// <summary>Returns the number of messages in a batch for the given message size.</summary>
    public static int MessagesOf(int size) => Math.Clamp(MostPerCall / size, 1, 1024);

    /// <summary>
    /// Measures the hashing speed for one message and for many messages as a function of the message length, with Lanewise and
    /// with other libraries.
    /// </summary>
    public Sweep BySize(HashRow row)
    {
        (string Name, LibraryHash Hash)[] others = [.. ComparedLibrary.Ask(other => other.Find(row))];
        return BySize(
            row.Title, "Throughput by the length of a message", Sizes, Ways, ("A message", One),
            ("In a batch, a message", ManyAtOnce));

        IEnumerable<(LineKind Kind, Entrant Way)> Ways(int size)
        {
            int messages = MessagesOf(size);
            byte[] source = RowJob.Data(size * messages), digests = new byte[messages * row.DefaultHashBytes];
            byte[] digest = new byte[Math.Max(16, row.DefaultHashBytes)];
            yield return (LineKind.Chosen, Entrant.Of(One, size, () =>
                row.Hash(default, source.AsSpan(0, size), digest.AsSpan(0, row.DefaultHashBytes))));
            if (messages > 1)
            {
                yield return (LineKind.Alternative, Entrant.Of(ManyAtOnce, (long)size * messages, () =>
                    row.HashMany(Messages.Packed(source, size), default, digests, row.DefaultHashBytes)));
            }

            foreach ((string name, LibraryHash hash) in others)
            {
                yield return (LineKind.OtherLibrary, Entrant.Of(name, size, () => hash(source, 0, size, digest, 0)));
            }

            if (row.Name == "md5") yield break;

            yield return (LineKind.OtherLibrary, Entrant.Of(Yardstick, size, () =>
                DotNet.Md5(source, 0, size, digest, 0)));
        }
    }

    /// <summary>
    /// Measures the speed of ECB mode as a function of the data length per call, with Lanewise and with other libraries.
    /// </summary>
    public Sweep BySize(CipherRow row)
    {
        const string Chosen = "as chosen";
        byte[] key = RowJob.Data(row.KeyBytes);
        using LanewiseCipher cipher = row.Create(key);
        (string Name, LibraryCipher Cipher)[] others = [.. ComparedLibrary.Ask(other => other.FindCipher(row.Title))];
        try
        {
            foreach ((_, LibraryCipher other) in others) other.SetKey(key, default, encrypting: true);
            return BySize(
                row.Title, "Throughput by the length of a call, ECB mode", Sizes.Where(size => size >= row.BlockBytes), Ways,
                ("A call", Chosen));
        }
        finally
        {
            foreach ((_, LibraryCipher other) in others) other.Dispose();
        }

        IEnumerable<(LineKind Kind, Entrant Way)> Ways(int size)
        {
            byte[] source = RowJob.Data(size), destination = new byte[size];
            yield return (LineKind.Chosen, Entrant.Of(Chosen, size, () =>
                cipher.EncryptEcb(source, destination, PaddingMode.None)));
            yield return (LineKind.Alternative, Entrant.Of(ScalarCode, size, () =>
                row.Encrypt(key, source, destination, LaneShape.Scalar)));
            foreach ((string name, LibraryCipher other) in others)
            {
                yield return (LineKind.OtherLibrary, Entrant.Of(name, size, () => other.Run(source, destination, 0, size)));
            }
        }
    }

    // Each cost has a description (What) and the name of the chart line from which it is computed (Line).
    private Sweep BySize(
        string title, string question, IEnumerable<int> sizes, Func<int, IEnumerable<(LineKind Kind, Entrant Way)>> at,
        params IReadOnlyList<(string What, string Line)> costs)
    {
        Lines lines = new();
        foreach (int size in sizes)
        {
            (LineKind Kind, Entrant Way)[] ways = [.. at(size)];
            RoundTimes times = rounds.Measure([.. ways.Select(way => way.Way)], isWarm: lines.All.Count > 0);
            for (int w = 0; w < ways.Length; w++)
            {
                lines.Add(ways[w].Way.Name, ways[w].Kind, size, times.Nanoseconds(w).Per(1e3));
            }
        }

        return new(
            title, "size", question, Quantity.Bytes, Quantity.MegabytesPerSecond, lines.All,
            [.. costs.Select(cost => Cost(cost.What, lines.All.Single(line => line.Name == cost.Line)))]);
    }

    private Sweep ByCount(HashRow row)
    {
        Lines lines = new();
        List<string> notes = [];
        foreach (int size in (ReadOnlySpan<int>)[64, 1024])
        {
            string together = Size(size) + AtOnce, apart = Size(size) + OneByOne;
            List<(int Count, Reading Gain)> gains = [];
            foreach (int count in Counts)
            {
                byte[] source = RowJob.Data(size * count), digests = new byte[count * row.DefaultHashBytes];
                RoundTimes times = rounds.Measure(
                [
                    Entrant.Of(together, count, () =>
                        row.HashMany(Messages.Packed(source, size), default, digests, row.DefaultHashBytes)),
                    Entrant.Of(apart, count, () =>
                    {
                        for (int i = 0; i < count; i++)
                        {
                            row.Hash(default, source.AsSpan(i * size, size),
                                digests.AsSpan(i * row.DefaultHashBytes, row.DefaultHashBytes));
                        }
                    }),
                ], isWarm: count != Counts[0]);
                lines.Add(together, LineKind.Chosen, count, times.Nanoseconds(0));
                lines.Add(apart, LineKind.Alternative, count, times.Nanoseconds(1));
                gains.Add((count, times.Ratio(1, 0)));
            }

            notes.Add($"Messages of {Size(size)}: " + Crossover(gains));
        }

        return new(
            row.Title, "count", "Time per message by the number of messages", Quantity.Messages, Quantity.NanosecondsPerMessage,
            lines.All, notes);
    }

    private static Sweep ByLanes(string title, IReadOnlyList<PathTime> times)
    {
        Lines lines = new();
        PathTime[] shapes = [.. times.Where(time => time.Shape is not null)];
        foreach (PathTime time in shapes)
        {
            int bits = time.Shape!.Value.Bits;
            string name = bits == 0 ? Scalar : Invariant($"{bits} bits");
            lines.Add(name, shapes.Any(t => t.IsChosen && t.Shape!.Value.Bits == bits) ? LineKind.Chosen : LineKind.Alternative,
                time.Lanes, time.Speedup);
        }

        foreach (PathTime time in shapes.DistinctBy(t => t.Lanes).OrderBy(t => t.Lanes))
        {
            lines.Add("each lane like scalar code", LineKind.Ideal, time.Lanes, new(time.Lanes, 0, false));
        }

        PathTime? chosen = shapes.FirstOrDefault(time => time.IsChosen);
        return new(
            title, "lanes", "Speedup over scalar code by lanes", Quantity.Lanes, Quantity.Times, lines.All,
            chosen is null ? [] :
            [
                chosen.Speedup.IsNoise
                    ? $"The chosen path, {chosen.Path}, against scalar code: {Reading.TooNoisy} ({chosen.Reason})."
                    : Invariant($"The chosen path, {chosen.Path}, is {chosen.Speedup.Value:0.00} times as fast as scalar code."),
            ]);
    }

    private Sweep ByCores(HashRow row)
    {
        byte[] source = RowJob.Data(OverCoresBytes * OverCoresMessages);
        byte[] digests = new byte[OverCoresMessages * row.DefaultHashBytes];
        return ByCores(row.Title, "256 messages of 64 KiB", options =>
            row.HashMany(MemoryMessages.Packed(source, OverCoresBytes), default, digests, row.DefaultHashBytes, options));
    }

    private Sweep ByCores(CipherRow row)
    {
        byte[] key = RowJob.Data(row.KeyBytes), source = RowJob.Data(OverCoresBytes * OverCoresMessages),
            destination = new byte[source.Length];
        using LanewiseCipher cipher = row.Create(key);
        return ByCores(row.Title, "16 MiB in ECB mode", options => cipher.EncryptEcb(source, destination, options));
    }

    private Sweep ByCores(string title, string job, Action<ParallelOptions> run)
    {
        int[] cores =
        [
            .. Enumerable.Range(0, 16).Select(i => 1 << i).Where(n => n < Environment.ProcessorCount), Environment.ProcessorCount,
        ];
        RoundTimes times = wall.Measure(
        [
            .. cores.Select(n => new ParallelOptions { MaxDegreeOfParallelism = n })
                .Select(options => Entrant.Of("", OverCoresBytes * OverCoresMessages, () => run(options))),
        ], isWarm: false);
        Lines lines = new();
        Reading[] speedups = [.. cores.Select((_, c) => times.OverCores(c, cores[c]))];
        for (int c = 0; c < cores.Length; c++) lines.Add(job, LineKind.Chosen, cores[c], speedups[c]);
        foreach (int n in cores) lines.Add("each core like one", LineKind.Ideal, n, new(n, 0, false));
        Reading all = speedups[^1];
        return new(
            title, "cores", "Speedup over one core", Quantity.Cores, Quantity.Times, lines.All,
            [
                all.IsNoise ? Invariant($"{cores[^1]} cores against one core: {Reading.TooNoisy} ({times.ReasonOn(cores)}).")
                    : Invariant($"{cores[^1]} cores are {all.Value:0.00} times as fast as one core, in wall time."),
            ]);
    }

    // Returns sentences that describe the cost of a chart line: the fixed time and the time per byte.
    private static string Cost(string what, SweepLine of)
    {
        CostLine line = CostLine.Fit([.. of.Points.Select(point => (point.X, point.X * 1e3 / point.Y.Value))]);
        (SweepPoint first, SweepPoint last) = (of.Points[0], of.Points[^1]);
        return line.Worst > MostOff
            ? Invariant($"{what} of {Size((long)first.X)} takes {first.X * 1e3 / first.Y.Value:0} ns. ")
                + Invariant($"At {Size((long)last.X)}, the throughput is {last.Y.Value / 1e3:0.0} GB/s.")
            : Invariant($"{what} takes {Math.Max(0, line.Fixed):0} ns plus {line.PerUnit:0.000} ns per byte ")
                + Invariant($"({1 / line.PerUnit:0.0} GB/s without the fixed part). All times are within ")
                + Invariant($"{line.Worst:P0} of this line.");
    }

    /// <summary>
    /// Returns the smallest number of messages for which a batch is faster than single calls. The batch must also be faster for
    /// all larger numbers with reliable figures.
    /// </summary>
    /// <param name="gains">The time of single calls divided by the time of the batch, for increasing numbers of messages.</param>
    public static string Crossover(IReadOnlyList<(int Count, Reading Gain)> gains)
    {
        (int Count, Reading Gain)[] judged = [.. gains.Where(g => !g.Gain.IsNoise)];
        int losing = Array.FindLastIndex(judged, g => g.Gain < Reading.Equal);
        return judged.Length == 0 ? Reading.TooNoisy + "."
            : losing == judged.Length - 1 ? "a batch is not faster than single calls."
            : judged[losing + 1].Count == 1 ? "a batch is faster than single calls, even with one message."
            : Invariant($"a batch is faster than single calls if it has at least {judged[losing + 1].Count} messages.");
    }

    /// <summary>
    /// Returns true if the chart line with this name is for messages that Lanewise processes one after another.
    /// </summary>
    public static bool IsOneAtATime(string line) =>
        line.StartsWith(One, StringComparison.Ordinal) || line.EndsWith(OneByOne, StringComparison.Ordinal)
        || line is Scalar or ScalarCode;

    /// <summary>Returns true if the chart line with this name is for messages that are processed in batches.</summary>
    public static bool IsAtOnce(string line) => line == ManyAtOnce || line.EndsWith(AtOnce, StringComparison.Ordinal);

    /// <summary>Formats a number of bytes in the largest unit (MiB, KiB or B) that divides it.</summary>
    public static string Size(long bytes)
    {
        int power = bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? 20 : bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? 10 : 0;
        string unit = power switch { 20 => "MiB", 10 => "KiB", _ => "B" };
        return Invariant($"{bytes >> power} {unit}");
    }

    private sealed class Lines
    {
        private readonly List<(string Name, LineKind Kind, List<SweepPoint> Points)> lines = [];

        public IReadOnlyList<SweepLine> All => [.. lines.Select(line => new SweepLine(line.Name, line.Kind, line.Points))];

        public void Add(string name, LineKind kind, double x, Reading y)
        {
            if (!lines.Exists(line => line.Name == name)) lines.Add((name, kind, []));
            lines.Find(line => line.Name == name).Points.Add(new(x, y));
        }
    }
}
