using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Isopoh.Cryptography.SecureArray;
using Lanewise.Argon2Family;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Lanewise.Simd;
using static System.FormattableString;
using IsopohArgon2 = Isopoh.Cryptography.Argon2;

namespace Lanewise.Benchmarks.Compare;

/// <summary>
/// Compares Lanewise's Argon2id with that of other libraries: two parameter sets on one core, and four lanes on two cores.
/// </summary>
internal static class Argon2Contest
{
    private const string Lanewise = "Lanewise";
    private const int KeyBytes = 32;
    private const double TwoCoresMost = 0.55, Undisturbed = 0.03;

    private static readonly byte[] Password = "correct horse battery staple"u8.ToArray(), Salt = "sixteen byte slt"u8.ToArray();

    private sealed record Library(string Name, Action<Argon2Parameters, byte[]> Derive, double Most);

    private static List<Library> Libraries =>
    [
        new Library(Lanewise, (p, key) => Argon2id.DeriveKey(Password, Salt, p, key), double.NaN),
        .. Argon2Libraries.Installed.Select(library => new Library(
            library.Name == "libargon2" ? "libargon2 of the system" : library.Name,
            (p, key) => Succeed(library.Derive(p.Plan(Argon2Variant.Id, Argon2Version.V13), Password, Salt, key), library.Name),
            library.Name == "libsodium" ? SodiumMost : double.NaN)),
        .. Argon2Builds.Installed.Select(build => new Library(
            build.Name, (p, key) => Succeed(build.Derive(p, Password, Salt, key), build.Name), 1.1)),
        new Library("Konscious " + VersionOf<Konscious.Security.Cryptography.Argon2id>(), WithKonscious, 1 / 3.0),
        new Library("Isopoh", WithIsopoh, double.NaN),
        new Library("BouncyCastle " + VersionOf<Org.BouncyCastle.Crypto.Generators.Argon2BytesGenerator>(), (p, key) =>
            BouncyCastleArgon2.Derive(p.Plan(Argon2Variant.Id, Argon2Version.V13), Password, Salt, [], [], key), double.NaN),
    ];

    private static int Bits => LaneDispatch.Widest();

    private static double SodiumMost => Bits >= 512 ? 1 : 1.05;

    public static int Run(bool quick, bool check)
    {
        (string Title, Argon2Parameters Parameters)[] jobs =
            [("64 MiB, t=3, p=1", new(64 * 1024, 3)), ("19 MiB, t=2, p=1", Argon2Parameters.Owasp19MiB)];
        List<Library> libraries = Libraries;
        foreach ((string title, Argon2Parameters parameters) in check ? [("1 MiB", new(1024, 2)), .. jobs] : jobs)
        {
            if (FindDifference(libraries, parameters) is not { } name) continue;

            Console.Error.WriteLine($"compare: {name} gives another key than Lanewise for {title}. Nothing was measured.");
            return 1;
        }

        if (check)
        {
            Console.WriteLine($"{(jobs.Length + 1) * (libraries.Count - 1)} passed, 0 failed, 0 skipped");
            return 0;
        }

        int rounds = quick ? 3 : 9;
        (Reading cores, Reading work, double others) = OverCores(rounds);
        int? core = Machine.PinToOneCore();
        TextWriter o = Console.Out;
        string tied = core is { } c ? Invariant($"one core (number {c})") : "not tied to a core";
        string look = quick ? " (--quick: not for a record)" : "";
        o.WriteLine(string.Create(CultureInfo.InvariantCulture, $"""
            Machine: {Machine.Name}; {Environment.ProcessorCount} processors; {RuntimeInformation.OSDescription};
            .NET {Environment.Version}; {DateTime.UtcNow:yyyy-MM-dd}. In use: at most {Bits} bits.
            Method: {tied}, {rounds} interleaved rounds in processor time{look}; all keys were compared first.
            A ratio is the median of the rounds' ratios.

            """));
        foreach ((string title, Argon2Parameters parameters) in jobs) WriteJob(o, title, parameters, libraries, rounds);
        o.WriteLine("### 64 MiB, t=3, p=4 on two cores\n");
        Text.WriteTable(
            o, ["time on two cores / on one core", "processor time on two cores / on one core", "target", "reached here"],
        [
            [
                Text.Figure(cores, Measure.Part), work.Value.ToString("0.00", CultureInfo.InvariantCulture),
                Wanted(TwoCoresMost), Reached(cores, TwoCoresMost),
            ],
        ]);
        if (others > Undisturbed)
        {
            o.WriteLine(Invariant(
                $"**Not for a record**: this is wall time, and other programs took {others:P0} of the cores.\n"));
        }

        return 0;
    }

    private static void WriteJob(
        TextWriter o, string title, Argon2Parameters parameters, List<Library> libraries, int rounds)
    {
        byte[] key = new byte[KeyBytes];
        Entrant[] entrants = [.. libraries.Select(l => Entrant.Of(l.Name, 1, () => l.Derive(parameters, key)))];
        // Lanewise needs only one warm-up call, because the JIT fully optimizes its kernels when they are first called. Other
        // packages need several calls before the JIT has optimized their code.
        InterleavedRounds.WarmUp(entrants, TimeSpan.FromMilliseconds(1));
        RoundTimes times = new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(1)).Measure(entrants);
        o.WriteLine($"### {title}\n");
        Text.WriteTable(
            o, ["library", "ms", "Lanewise's time / its time", "spread", "target", "reached here", "bytes allocated by a call"],
            [.. libraries.Select((library, i) => Row(library, times, i, () => library.Derive(parameters, key)))]);
    }

    private static string[] Row(Library library, RoundTimes times, int i, Action derive)
    {
        Reading ratio = times.Ratio(0, i);
        return
        [
            library.Name, Text.Number(times.Nanoseconds(i).Value / 1e6),
            i == 0 ? "" : ratio.Value.ToString("0.00", CultureInfo.InvariantCulture),
            i == 0 ? "" : ratio.Spread.ToString("0.00", CultureInfo.InvariantCulture),
            Wanted(library.Most), double.IsNaN(library.Most) ? "" : Reached(ratio, library.Most),
            AllocatedBy(derive).ToString(CultureInfo.InvariantCulture),
        ];
    }

    private static string Wanted(double most) =>
        double.IsNaN(most) ? "" : Invariant($"at most {most:0.00}");

    private static string Reached(Reading ratio, double most) => ratio.IsNoise ? Reading.Noisy : ratio <= most ? "yes" : "no";

    private static long AllocatedBy(Action derive)
    {
        derive();
        long before = GC.GetTotalAllocatedBytes(precise: true);
        derive();
        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }

    /// <summary>
    /// Measures four lanes on two cores relative to one core, in wall time and in CPU time. Also measures how much of the cores'
    /// time other programs used.
    /// </summary>
    private static (Reading Ratio, Reading Work, double Others) OverCores(int rounds)
    {
        byte[] key = new byte[KeyBytes];
        Entrant[] entrants = [Over(2), Over(1)];
        InterleavedRounds.WarmUp(entrants, TimeSpan.FromMilliseconds(1));
        RoundTimes times = new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(1), Clock.Wall).Measure(entrants);
        return (times.Ratio(0, 1), times.By(Clock.Processor).Ratio(0, 1), Math.Max(1 - (times.Busy(0) / 2), 1 - times.Busy(1)));

        Entrant Over(int count)
        {
            ParallelOptions options = new() { MaxDegreeOfParallelism = count };
            return Entrant.Of(Invariant($"{count} cores"), 1, () =>
                Argon2id.DeriveKey(Password, Salt, Argon2Parameters.Rfc9106Second, key, options));
        }
    }

    private static string? FindDifference(List<Library> libraries, Argon2Parameters parameters)
    {
        byte[] expected = new byte[KeyBytes], key = new byte[KeyBytes];
        libraries[0].Derive(parameters, expected);
        foreach (Library library in libraries.Skip(1))
        {
            Array.Clear(key);
            library.Derive(parameters, key);
            if (!key.AsSpan().SequenceEqual(expected)) return library.Name;
        }

        return null;
    }

    private static void WithKonscious(Argon2Parameters p, byte[] key)
    {
        using Konscious.Security.Cryptography.Argon2id argon2 = new(Password)
        {
            Salt = Salt, DegreeOfParallelism = p.Parallelism, MemorySize = p.MemoryKiB, Iterations = p.Iterations,
        };
        argon2.GetBytes(key.Length).CopyTo(key, 0);
    }

    private static void WithIsopoh(Argon2Parameters p, byte[] key)
    {
        using IsopohArgon2.Argon2 argon2 = new(new IsopohArgon2.Argon2Config
        {
            Type = IsopohArgon2.Argon2Type.HybridAddressing, Version = IsopohArgon2.Argon2Version.Nineteen,
            TimeCost = p.Iterations, MemoryCost = p.MemoryKiB, Lanes = p.Parallelism, Threads = 1,
            Password = Password, Salt = Salt, HashLength = key.Length,
        });
        using SecureArray<byte> hash = argon2.Hash();
        hash.Buffer.CopyTo(key, 0);
    }

    private static void Succeed(bool isDone, string name)
    {
        if (!isDone) throw new CryptographicException($"{name} failed.");
    }

    private static string VersionOf<T>() =>
        FileVersionInfo.GetVersionInfo(typeof(T).Assembly.Location).ProductVersion!.Split('+')[0];
}
