using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Lanewise.Simd;

namespace Lanewise.Benchmarks.Compare;

/// <summary>
/// A row of the cipher tables: one job for one cipher, measured for Lanewise with SIMD lanes, for Lanewise without them, and for
/// every other library that supports the job.
/// </summary>
internal sealed class CipherContest : IContest
{
    private const int Ki = 1024, Mi = 1024 * 1024;
    private const int PieceBytes = 64 * Ki;
    private const int PacketCount = 10_000;

    /// <summary>The length of the longest job in bytes.</summary>
    public const int LongBytes = 16 * Mi;

    private static readonly byte[] Data = Contest.Packed(LongBytes, 1).ToArray();

    // Each compared implementation has one destination buffer, which all jobs share, because only one job runs at a time.
    private static readonly List<byte[]> Destinations = [];

    private readonly Dictionary<ComparedLibrary, int> libraries = [];
    private readonly List<Entrant> entrants = [];
    private readonly byte[] key, keys, counter;
    private readonly int[] lengths;
    private readonly int total, unitBytes, yardstick;
    private readonly int scalar = -1, encrypt = -1;

    private CipherContest(CipherRow row, CipherJob job, int length)
    {
        Row = row;
        Job = job;
        Name = $"{row.Title} {Title(job, length)}";
        lengths = job switch
        {
            CipherJob.KeyPerBlock => [.. Enumerable.Repeat(row.BlockBytes, length / row.BlockBytes)],
            CipherJob.Packets => PacketLengths(random => random.Next(8, 33)),
            CipherJob.MixOneKey or CipherJob.MixOwnKeys =>
                PacketLengths(random => random.Next(100) < 99 ? random.Next(1, 32) : random.Next(32, 25_000)),
            _ => [.. Enumerable.Repeat(PieceBytes, length / PieceBytes)],
        };
        total = lengths.Sum();
        bool hasOwnKeys = job is CipherJob.KeyPerBlock or CipherJob.Packets or CipherJob.MixOwnKeys;
        Random random = new(20260722);
        key = new byte[row.KeyBytes];
        counter = new byte[row.BlockBytes];
        keys = hasOwnKeys ? new byte[row.KeyBytes * lengths.Length] : [];
        random.NextBytes(key);
        random.NextBytes(counter);
        random.NextBytes(keys);
        unitBytes = total / lengths.Length;

        CipherMethods methods = new(row, key);
        Add(new Entrant("Lanewise", lengths.Length, ByLanewise(methods, Destination(0))));
        if (job is CipherJob.Decrypt or CipherJob.KeyPerBlock)
        {
            // The result of this entry is not compared with other results, because the entry encrypts instead of decrypting, or
            // uses one key for all packets.
            byte[] destination = new byte[total];
            encrypt = Add(new Entrant("encrypt, one key", lengths.Length,
                Repeat(() => methods.Encrypt(Data.AsSpan(0, total), destination))));
        }

        scalar = AddScalar();
        foreach (ComparedLibrary library in ComparedLibraries.Ciphers)
        {
            if (job is not (CipherJob.KeyPerBlock or CipherJob.Scalar)) AddLibrary(library);
        }

        yardstick = Add(Contest.Yardstick);
    }

    public string Name { get; }

    public CipherRow Row { get; }

    public CipherJob Job { get; }

    /// <summary>The compared implementations. Lanewise is the first.</summary>
    public IReadOnlyList<Entrant> Entrants => entrants;

    /// <summary>The baselines for the job's figure, the most important first.</summary>
    public IReadOnlyList<Against> Measures => Job switch
    {
        CipherJob.Encrypt or CipherJob.Counter => [Against.Yardstick],
        CipherJob.Decrypt or CipherJob.KeyPerBlock => [Against.Encryption],
        CipherJob.Packets => [Against.BouncyCastle, Against.Scalar],
        _ => [Against.Scalar],
    };

    private RoundTimes? Times { get; set; }

    /// <summary>Returns all cipher jobs whose name contains the filter.</summary>
    public static IReadOnlyList<CipherContest> All(bool quick, string? filter)
    {
        List<CipherContest> all = [];
        foreach (CipherRow row in CipherRow.All)
        {
            foreach (CipherJob job in Enum.GetValues<CipherJob>())
            {
                bool isRun = job is CipherJob.Encrypt or CipherJob.Decrypt or CipherJob.Counter;
                foreach (int length in isRun && !quick ? [PieceBytes, LongBytes] : new[] { PieceBytes })
                {
                    if (filter is null || $"{row.Title} {Title(job, length)}".Contains(filter,
                        StringComparison.OrdinalIgnoreCase))
                    {
                        all.Add(new(row, job, length));
                    }
                }
            }
        }

        return all;
    }

    /// <summary>Checks before the measurements that all implementations produce the same result for the whole job.</summary>
    /// <returns>The name of an implementation whose result differs from Lanewise's, or null.</returns>
    public string? FindDifference()
    {
        // The other library starts every piece with the same counter value, so only the first piece can be compared.
        int compared = Job == CipherJob.Counter ? PieceBytes : total;
        for (int e = 0; e < entrants.Count; e++)
        {
            if (e == encrypt || e == yardstick) continue;

            Destination(e).AsSpan(0, total).Clear();
            entrants[e].Run(lengths.Length / (int)entrants[e].UnitsPerCall);
            if (!Destination(e).AsSpan(0, compared).SequenceEqual(Destination(0).AsSpan(0, compared)))
            {
                return $"{Name}: {entrants[e].Name} writes other bytes than Lanewise.";
            }
        }

        return Destination(0).AsSpan(0, total).IndexOfAnyExcept((byte)0) < 0 ? $"{Name}: Lanewise wrote nothing." : null;
    }

    public void Run(InterleavedRounds rounds) => Times = rounds.Measure(entrants);

    /// <summary>Lanewise's figure: the throughput relative to the baseline, or NaN if it is not available.</summary>
    public Reading Figure(Against against) => against switch
    {
        Against.Yardstick => X(0),
        Against.Encryption => Ratio(encrypt),
        Against.Scalar => Ratio(scalar),
        _ => Ratio(libraries.FirstOrDefault(p => p.Key is BouncyCastleCiphers, new(null!, -1)).Value),
    };

    /// <summary>
    /// The throughput of another library relative to that of .NET's MD5 of 1 MiB, or null if the library does not support the
    /// job.
    /// </summary>
    public Reading? X(ComparedLibrary library) => libraries.TryGetValue(library, out int entrant) ? X(entrant) : null;

    public Reading ScalarX => X(scalar);

    /// <summary>The ratio of the other library's time to Lanewise's time.</summary>
    public double? Slower(ComparedLibrary library) =>
        libraries.TryGetValue(library, out int entrant) ? Ratio(entrant).Value : null;

    /// <summary>The throughput of Lanewise in bytes per nanosecond.</summary>
    public double GigabytesPerSecond => unitBytes / Timed.Nanoseconds(0);

    /// <summary>Lanewise's time per packet for packet jobs, and NaN for other jobs.</summary>
    public double NanosecondsPerPacket => Job is CipherJob.Packets or CipherJob.MixOneKey or CipherJob.MixOwnKeys
        ? Timed.Nanoseconds(0)
        : double.NaN;

    /// <summary>The speedup of two cores over one core for 16 MiB, in wall time.</summary>
    public static Reading TwoCores(CipherRow row, int rounds)
    {
        byte[] key = new byte[row.KeyBytes], one = Destination(0), two = Destination(1);
        new Random(1).NextBytes(key);
        using CipherMethods methods = new(row, key);
        ParallelOptions options = new() { MaxDegreeOfParallelism = 2 };
        Entrant[] both =
        [
            new("one core", 1, Repeat(() => methods.Encrypt(Data, one))),
            new("two cores", 1, Repeat(() => methods.OverCores(Data, two, options))),
        ];
        foreach (Entrant entrant in both) entrant.Run(1);
        if (!one.AsSpan().SequenceEqual(two))
        {
            throw new InvalidOperationException($"{row.Title}: two cores write other bytes than one core.");
        }

        InterleavedRounds.WarmUp(both, TimeSpan.FromMilliseconds(300));
        return new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(1), Clock.Wall).Measure(both).Ratio(0, 1);
    }

    private RoundTimes Timed => Times ?? throw new InvalidOperationException($"{Name} has not been measured.");

    private static string Title(CipherJob job, int length) => job switch
    {
        CipherJob.Encrypt => $"ECB encrypt, {Text.Bytes(length)}",
        CipherJob.Decrypt => $"ECB decrypt, {Text.Bytes(length)}",
        CipherJob.Counter => $"CTR, {Text.Bytes(length)}",
        CipherJob.KeyPerBlock => $"with a key per block, {Text.Bytes(length)}",
        CipherJob.Scalar => $"ECB encrypt, no vectors, {Text.Bytes(length)}",
        CipherJob.Packets => "packets (10000 of 8 to 32 B), own keys",
        CipherJob.MixOneKey => "game mix, one key",
        _ => "game mix, own keys",
    };

    private static byte[] Destination(int entrant)
    {
        while (Destinations.Count <= entrant) Destinations.Add(new byte[LongBytes]);
        return Destinations[entrant];
    }

    private static Action<int> Repeat(Action action) => calls =>
    {
        for (int i = 0; i < calls; i++) action();
    };

    private Reading Ratio(int other) => other < 0 ? new(double.NaN, 0, false) : Timed.Ratio(other, 0);

    private Reading X(int entrant) =>
        entrant < 0 ? new(double.NaN, 0, false) : Timed.Ratio(yardstick, entrant).Times((double)unitBytes / Mi);

    private int Add(Entrant entrant)
    {
        entrants.Add(entrant);
        return entrants.Count - 1;
    }

    // Packets consist of whole blocks, because senders pad their packets.
    private int[] PacketLengths(Func<Random, int> next)
    {
        Random random = new(99);
        return [.. Enumerable.Range(0, PacketCount)
            .Select(_ => (next(random) + Row.BlockBytes - 1) / Row.BlockBytes * Row.BlockBytes)];
    }

    private Action<int> ByLanewise(CipherMethods methods, byte[] destination) => Job switch
    {
        CipherJob.Encrypt => Repeat(() => methods.Encrypt(Data.AsSpan(0, total), destination)),
        CipherJob.Decrypt => Repeat(() => methods.Decrypt(Data.AsSpan(0, total), destination)),
        CipherJob.Counter => Repeat(() => methods.Count(counter, Data.AsSpan(0, total), destination)),
        CipherJob.Scalar =>
            Repeat(() => Row.Encrypt(key, Data.AsSpan(0, total), destination, new LaneShape(0, Row.Table.MostScalar))),
        CipherJob.MixOneKey => Repeat(() => methods.Packets(Data.AsSpan(0, total), lengths, destination)),
        _ => Repeat(() => Row.EncryptPackets(keys, Data.AsSpan(0, total), lengths, destination)),
    };

    // Adds Lanewise's scalar code with one lane and one stream. With one key, all packets form a single run of blocks, so there
    // is no overhead per call or per key.
    private int AddScalar()
    {
        byte[] destination = Destination(entrants.Count);
        int calls = Job is CipherJob.MixOneKey ? lengths.Length : 1;
        return Job switch
        {
            CipherJob.Encrypt or CipherJob.Scalar =>
                Pieces((o, n) => Row.Encrypt(key, Data.AsSpan(o, n), destination.AsSpan(o, n), LaneShape.Scalar)),
            CipherJob.Decrypt =>
                Pieces((o, n) => Row.Decrypt(key, Data.AsSpan(o, n), destination.AsSpan(o, n), LaneShape.Scalar)),
            CipherJob.Counter =>
                Pieces((o, n) => Row.Count(key, counter, Data.AsSpan(o, n), destination.AsSpan(o, n), LaneShape.Scalar)),
            CipherJob.MixOneKey =>
                Add(new Entrant(Scalar, calls,
                    Repeat(() => Row.Encrypt(key, Data.AsSpan(0, total), destination, LaneShape.Scalar)))),
            _ => Add(new Entrant(Scalar, lengths.Length, Repeat(() =>
            {
                for (int p = 0, o = 0; p < lengths.Length; o += lengths[p++])
                {
                    Row.Encrypt(keys.AsSpan(p * Row.KeyBytes, Row.KeyBytes), Data.AsSpan(o, lengths[p]),
                        destination.AsSpan(o, lengths[p]), LaneShape.Scalar);
                }
            }))),
        };

        int Pieces(Action<int, int> piece) => Add(PieceByPiece(Scalar, piece));
    }

    private const string Scalar = "Lanewise, scalar, one by one";

    private void AddLibrary(ComparedLibrary library)
    {
        if (library.FindCipher(Row.Title) is not { } cipher) return;

        if ((Job == CipherJob.Decrypt && !cipher.CanDecrypt) || (Job == CipherJob.Counter && !cipher.CanCount))
        {
            cipher.Dispose();
            return;
        }

        byte[] destination = Destination(entrants.Count);
        cipher.SetKey(key, default, encrypting: Job != CipherJob.Decrypt);
        libraries[library] = Add(Job switch
        {
            CipherJob.Encrypt or CipherJob.Decrypt => PieceByPiece(library.Name, (o, n) => cipher.Run(Data, destination, o, n)),
            CipherJob.Counter => PieceByPiece(library.Name, (o, n) => cipher.Count(counter, Data, destination, o, n)),
            _ => new Entrant(library.Name, lengths.Length, Repeat(() =>
            {
                for (int p = 0, o = 0; p < lengths.Length; o += lengths[p++])
                {
                    if (keys.Length > 0) cipher.SetKey(keys.AsSpan(p * Row.KeyBytes, Row.KeyBytes), default, encrypting: true);
                    cipher.Run(Data, destination, o, lengths[p]);
                }
            })),
        });
    }

    /// <summary>
    /// Creates an entry that processes the next 64 KiB in each call. If each call processed all data, a slow library would take
    /// a second per call.
    /// </summary>
    private Entrant PieceByPiece(string name, Action<int, int> piece)
    {
        int next = 0;
        return new Entrant(name, 1, calls =>
        {
            for (int i = 0; i < calls; i++)
            {
                piece(next * PieceBytes, PieceBytes);
                if (++next == lengths.Length) next = 0;
            }
        });
    }
}
