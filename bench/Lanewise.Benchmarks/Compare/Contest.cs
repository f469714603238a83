using Lanewise.Api;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;

namespace Lanewise.Benchmarks.Compare;

/// <summary>
/// A row of the hash tables: one job for one algorithm, measured for Lanewise and for every other library that offers the
/// algorithm.
/// </summary>
internal sealed class Contest : IContest
{
    private const int Mi = 1024 * 1024;
    private const int GameMessages = 10_000;

    /// <summary>The pseudo-random input of all jobs, which is the same in every run.</summary>
    private static readonly byte[] Data = MakeData(64 * Mi);

    private static readonly byte[] YardstickDigest = new byte[16];

    private readonly List<(string Name, Action Hash, byte[] Digests)> checks = [];
    private readonly Dictionary<ComparedLibrary, int> libraries = [];
    private readonly int reference;

    private Contest(HashRow row, Job job, int length)
    {
        Row = row;
        Job = job;
        Length = length;
        Measure = Goals.Find(row.Name, job, length).Measure ?? job switch
        {
            Job.GameMix => Measure.Times,
            Job.One => length < 64 ? Measure.Part : Measure.X,
            _ => length <= 64 ? Measure.Nanoseconds : Measure.X,
        };
        Messages = job switch
        {
            Job.One => 1,
            Job.GameMix => GameMessages,
            // For lengths up to 64 KiB, all messages together fit in the L3 cache. Messages of 1 MiB occupy 64 MiB in total.
            _ => length >= Mi ? 64 : Math.Clamp(16 * Mi / Math.Max(1, length), 64,
                length <= 256 ? 4096 : length <= 4096 ? 512 : 256),
        };
        Lengths = job == Job.GameMix ? GameMix() : [.. Enumerable.Repeat(length, Messages)];
        Name = job switch
        {
            Job.GameMix => $"{row.Title} many, game mix",
            Job.One => $"{row.Title} one, {Text.Bytes(length)}",
            _ => FormattableString.Invariant($"{row.Title} many, {Text.Bytes(length)} x {Messages}"),
        };

        List<Entrant> entrants = [AddLanewise()];
        foreach (ComparedLibrary library in ComparedLibraries.Hashes)
        {
            Entrant? entrant = job != Job.One && library.FindMany(row, Lengths.Max()) is { } many ? AddBatch(library.Name, many)
                : library.Find(row) is { } hash ? AddLibrary(library.Name, hash, row.DefaultHashBytes, isChecked: true) : null;
            if (entrant is null) continue;

            libraries[library] = entrants.Count;
            entrants.Add(entrant);
        }

        // The baseline is .NET's implementation of the algorithm, .NET's MD5 of the same messages, or .NET's MD5 of 1 MiB.
        int own = libraries.FirstOrDefault(p => p.Key is DotNet, new(null!, -1)).Value;
        bool sameMessages = Measure is Measure.Part or Measure.Times;
        IsAgainstOwn = own >= 0 && sameMessages;
        if (IsAgainstOwn || (row.Name == "md5" && job == Job.One && length == Mi)) reference = own;
        else
        {
            reference = entrants.Count;
            entrants.Add(sameMessages ? AddLibrary(".NET's MD5", DotNet.Md5, 16, isChecked: false) : Yardstick);
        }

        Entrants = entrants;
    }

    /// <summary>.NET's MD5 for 1 MiB, whose throughput is the unit "x".</summary>
    public static Entrant Yardstick { get; } = new(".NET's MD5, 1 MiB", 1, calls =>
    {
        for (int i = 0; i < calls; i++) DotNet.Md5(Data, 0, Mi, YardstickDigest, 0);
    });

    public string Name { get; }

    public HashRow Row { get; }

    public Job Job { get; }

    public int Length { get; }

    public Measure Measure { get; }

    /// <summary>Whether .NET offers the algorithm, in which case the figure is relative to .NET's implementation.</summary>
    public bool IsAgainstOwn { get; }

    public int Messages { get; }

    public int[] Lengths { get; }

    /// <summary>The compared implementations. Lanewise is the first.</summary>
    public IReadOnlyList<Entrant> Entrants { get; }

    public Goal Goal => Goals.Find(Row.Name, Job, Length);

    public Goal? GoalWithoutAvx512 => Goals.FindWithoutAvx512(Row.Name, Job, Length);

    /// <summary>The measured times, which are set by <see cref="Run"/>.</summary>
    public RoundTimes? Times { get; private set; }

    /// <summary>Returns all hash jobs whose name contains the filter.</summary>
    public static IReadOnlyList<Contest> All(string? filter)
    {
        List<Contest> all = [];
        foreach (Job job in Enum.GetValues<Job>())
        {
            foreach (HashRow row in Catalog.Hashes)
            {
                foreach (int length in Goals.Lengths(row.Name, job, row.BlockBytes)) all.Add(new Contest(row, job, length));
            }
        }

        return filter is null ? all : [.. all.Where(c => c.Name.Contains(filter, StringComparison.OrdinalIgnoreCase))];
    }

    /// <summary>Returns messages of equal length, without gaps between them, for other measurements.</summary>
    public static ReadOnlyMemory<byte> Packed(int length, int messages) => Data.AsMemory(0, checked(length * messages));

    /// <summary>Checks before the measurements that all implementations compute the same digests for all messages.</summary>
    /// <returns>The name of an implementation whose digests differ from Lanewise's, or null.</returns>
    public string? FindDifference()
    {
        foreach ((_, Action hash, _) in checks) hash();
        foreach ((string name, _, byte[] digests) in checks)
        {
            if (digests.AsSpan().IndexOfAnyExcept((byte)0) < 0) return $"{Name}: {name} wrote nothing.";
            if (!digests.AsSpan().SequenceEqual(checks[0].Digests))
            {
                return $"{Name}: {name} gives other digests than {checks[0].Name}.";
            }
        }

        return null;
    }

    public void Run(InterleavedRounds rounds) => Times = rounds.Measure(Entrants);

    /// <summary>The figure for an implementation, in the unit of the job.</summary>
    public Reading Figure(int entrant = 0)
    {
        RoundTimes times = Times ?? throw new InvalidOperationException($"{Name} has not been measured.");
        return Measure switch
        {
            Measure.Nanoseconds => times.Nanoseconds(entrant),
            Measure.Part => times.Ratio(entrant, reference),
            Measure.Times => times.Ratio(reference, entrant),
            _ => times.Ratio(reference, entrant).Times((double)Length / Mi),
        };
    }

    /// <summary>The figure for another library, or null if it does not offer the algorithm.</summary>
    public Reading? Figure(ComparedLibrary library) => libraries.TryGetValue(library, out int entrant) ? Figure(entrant) : null;

    /// <summary>The ratio of the other library's time to Lanewise's time.</summary>
    public double? Slower(ComparedLibrary library) =>
        libraries.TryGetValue(library, out int entrant) ? Times?.Ratio(entrant, 0).Value : null;

    public double Nanoseconds(int entrant = 0) => Times?.Nanoseconds(entrant).Value ?? double.NaN;

    private static byte[] MakeData(int length)
    {
        byte[] data = new byte[length];
        new Random(20260721).NextBytes(data);
        return data;
    }

    private static int[] GameMix()
    {
        Random random = new(99);
        int[] lengths = new int[GameMessages];
        for (int i = 0; i < lengths.Length; i++) lengths[i] = random.Next(100) == 0 ? random.Next(25_000) : random.Next(32);
        return lengths;
    }

    private Entrant AddLanewise()
    {
        PublicMethods methods = new(Row);
        int hashBytes = Row.DefaultHashBytes, messages = Messages, length = Length;
        byte[] digests = new byte[messages * hashBytes];
        int total = Lengths.Sum();

        Action<int> run = Job switch
        {
            Job.One => calls =>
            {
                for (int i = 0; i < calls; i++) methods.Hash(Data.AsSpan(0, length), digests);
            },
            Job.Many => calls =>
            {
                for (int i = 0; i < calls; i++) methods.Equal(Data.AsSpan(0, total), length, digests);
            },
            _ => calls =>
            {
                for (int i = 0; i < calls; i++) methods.Ragged(Data.AsSpan(0, total), Lengths, digests);
            },
        };
        checks.Add(("Lanewise", () => run(1), digests));

        // If no other library offers the algorithm, the baseline is a loop that hashes one message after another with Lanewise.
        byte[] oneByOne = new byte[digests.Length];
        checks.Add(("Lanewise, appended in two pieces, message after message", () =>
        {
            using LanewiseHash hash = Row.Create(default, hashBytes);
            for (int m = 0, offset = 0; m < messages; offset += Lengths[m++])
            {
                int half = Lengths[m] / 2;
                hash.AppendData(Data.AsSpan(offset, half));
                hash.AppendData(Data.AsSpan(offset + half, Lengths[m] - half));
                hash.GetHashAndReset(oneByOne.AsSpan(m * hashBytes));
            }
        }, oneByOne));

        return new Entrant("Lanewise", messages, run);
    }

    private Entrant AddBatch(string name, LibraryHashMany hash)
    {
        byte[] digests = new byte[Messages * Row.DefaultHashBytes];
        checks.Add((name, () => hash(Data, Lengths, digests), digests));
        return Entrant.Of(name, Messages, () => hash(Data, Lengths, digests));
    }

    private Entrant AddLibrary(string name, LibraryHash hash, int hashBytes, bool isChecked)
    {
        byte[] digests = new byte[Messages * hashBytes];
        if (isChecked) checks.Add((name, All, digests));

        // With messages of equal length, each call hashes the next message. With mixed lengths, each call hashes all messages.
        if (Job == Job.GameMix)
        {
            return new Entrant(name, Messages, calls =>
            {
                for (int i = 0; i < calls; i++) All();
            });
        }

        int next = 0;
        return new Entrant(name, 1, calls =>
        {
            int m = next;
            for (int i = 0; i < calls; i++)
            {
                hash(Data, m * Length, Length, digests, m * hashBytes);
                if (++m == Messages) m = 0;
            }

            next = m;
        });

        void All()
        {
            for (int m = 0, offset = 0; m < Messages; offset += Lengths[m++])
            {
                hash(Data, offset, Lengths[m], digests, m * hashBytes);
            }
        }
    }
}
