namespace Lanewise.Benchmarks.Compare;

internal enum Job
{
    /// <summary>One message.</summary>
    One,

    /// <summary>Packed messages of equal length.</summary>
    Many,

    /// <summary>Game traffic: 99 % of the messages are shorter than 32 bytes, and 1 % are up to 25 KB long.</summary>
    GameMix,
}

internal enum Measure
{
    /// <summary>The throughput as a multiple of the throughput of .NET's MD5 for 1 MiB.</summary>
    X,

    /// <summary>The time as a fraction of the time that .NET's MD5 takes for a message of the same length.</summary>
    Part,

    /// <summary>The time per message in nanoseconds.</summary>
    Nanoseconds,

    /// <summary>
    /// The throughput relative to hashing one message after another with .NET's implementation of the hash, or with .NET's MD5
    /// if there is none.
    /// </summary>
    Times,

    /// <summary>The throughput as a fraction of another job's throughput.</summary>
    Share,
}

/// <summary>The jobs of block ciphers.</summary>
internal enum CipherJob
{
    /// <summary>A run of blocks in ECB mode.</summary>
    Encrypt,
    Decrypt,

    /// <summary>Counter mode.</summary>
    Counter,

    /// <summary>A run of blocks, each with its own key.</summary>
    KeyPerBlock,

    /// <summary>A run of blocks in ECB mode, computed without vectors in interleaved streams.</summary>
    Scalar,

    /// <summary>Packets of 8 to 32 bytes, each with its own key.</summary>
    Packets,

    /// <summary>Game traffic as in <see cref="Job.GameMix"/>, with one key for all packets.</summary>
    MixOneKey,

    /// <summary>Game traffic in which each packet has its own key.</summary>
    MixOwnKeys,
}

/// <summary>The baseline of a cipher's figure.</summary>
internal enum Against
{
    /// <summary>.NET's MD5 of 1 MiB.</summary>
    Yardstick,

    /// <summary>Lanewise's ECB encryption of the same number of bytes with one key.</summary>
    Encryption,

    /// <summary>Bouncy Castle, which processes one packet after another.</summary>
    BouncyCastle,

    /// <summary>Lanewise's scalar code, which processes one block or packet after another.</summary>
    Scalar,
}

/// <summary>The target and the stretch target of a job on one machine. NaN means that there is no target.</summary>
internal readonly record struct Bar(double Target, double Stretch = double.NaN)
{
    public static Bar None => new(double.NaN);
}

/// <summary>The targets of a job on the Zen 5 and Xeon machines, and the best figures of other implementations on these
/// machines.</summary>
/// <param name="Measure">The unit of the figure, if it differs from the job's usual unit.</param>
internal sealed record Goal(Bar Zen5, Bar Xeon, string BestLibrary = "", Measure? Measure = null);

/// <summary>
/// The performance targets of the project. An algorithm that is not listed here is measured in the usual jobs without targets,
/// so adding an algorithm requires no entry.
/// </summary>
internal static class Goals
{
    private const int Ki = 1024, Mi = 1024 * 1024;

    // Static members are initialized in the order in which they appear in the file, so this property precedes the tables that
    // use it.
    public static Goal None { get; } = new(Bar.None, Bar.None);

    private static readonly Dictionary<(string Algorithm, Job Job, int Length), Goal> Listed = new()
    {
        [("md5", Job.One, 3)] = new(new(0.22, 0.19), new(0.17, 0.15)),
        [("md5", Job.One, Mi)] = new(new(1.04, 1.06), new(1.06, 1.08), "1.05x (assembly) / 1.01x"),
        [("md5", Job.Many, 64)] = new(new(18, 10), new(15, 12), "14.8 ns / 71 ns"),
        [("md5", Job.Many, Ki)] = new(new(13, 17), new(14.8, 17.5), "- / 10.1x (C, assembly)"),
        [("md5", Job.Many, 64 * Ki)] = new(new(15, 20), new(15.5, 19), "17.1x / 17.7x (C, assembly)"),
        [("md5", Job.Many, Mi)] = new(new(9, 14), new(14, 17.5), "16x / 17.1x (C, assembly)"),
        [("md5", Job.GameMix, 0)] = new(new(17, 24), new(17, 26), "none"),

        [("blake2b", Job.One, 3)] = new(new(0.25), new(0.20)),
        [("blake2b", Job.One, 64 * Ki)] = new(new(1.75, 1.80), new(1.70, 1.78), "1.78x / 1.72x (C)"),
        [("blake2b", Job.One, Mi)] = new(new(1.75, 1.80), new(1.70, 1.78), "1.78x / 1.72x (C)"),
        [("blake2b", Job.Many, 128)] = new(new(8, 10), new(5.9, 6.2)),
        [("blake2b", Job.Many, 4 * Ki)] = new(new(10, 11.5), new(6.5, 6.8), "3.7x / -"),
        [("blake2b", Job.Many, 64 * Ki)] = new(new(8, 10), new(6.4, 6.8), "3.7x / -"),

        [("blake2s", Job.One, 3)] = new(new(0.21), new(0.155)),
        [("blake2s", Job.One, 64 * Ki)] = new(new(1.05, 1.10), new(1.08, 1.18), "1.08x / 0.73x (C)"),
        [("blake2s", Job.One, Mi)] = new(new(1.05, 1.10), new(1.08, 1.18), "1.08x / 0.73x (C)"),
        [("blake2s", Job.Many, 128)] = new(new(8, 10), new(6.3, 7)),
        [("blake2s", Job.Many, 4 * Ki)] = new(new(11, 13), new(7.5, 8), "4.5x / -"),
        [("blake2s", Job.Many, 64 * Ki)] = new(new(10, 12), new(7.3, 8), "4.5x / -"),

        [("blake2bp", Job.One, 3)] = None,
        [("blake2bp", Job.One, Mi)] = new(new(3.7, 4.1), new(3.9, 4.7), "3.84x / 4.5x (AVX2 C)"),
        [("blake2sp", Job.One, 3)] = None,
        [("blake2sp", Job.One, Mi)] = new(new(4.4, 4.9), new(4.3, 5.3), "4.50x / 5.1x (AVX2 C)"),

        [("blake3", Job.One, 3)] = new(new(58, 50), new(92, 85), "123 ns / 153 ns (C, assembly)", Measure.Nanoseconds),
        [("blake3", Job.One, 64)] = new(new(56, 48), new(73, 66), "125 ns / 148 ns (C, assembly)", Measure.Nanoseconds),
        [("blake3", Job.One, Ki)] = new(new(800, 740), new(1100, 1000), "1348 ns / 1090 ns (C, assembly)", Measure.Nanoseconds),
        [("blake3", Job.One, 8 * Ki)] = None,
        [("blake3", Job.One, 64 * Ki)] = new(new(11, 11.8), new(9, 10.2), "11.5x / 9.4x to 9.9x (C, assembly)"),
        [("blake3", Job.One, Mi)] = new(new(11, 11.8), new(9, 10.2), "11.5x / 9.4x to 9.9x (C, assembly)"),
        [("blake3", Job.One, 10 * Mi)] = new(new(11, 11.8), new(9, 10.2), "11.5x / 9.4x to 9.9x (C, assembly)"),
        [("blake3", Job.Many, 64)] = new(new(8, 12), new(6.5, 8.5), "none", Measure.X),
        [("blake3", Job.Many, Ki)] = new(new(14, 17), new(9.8, 11), "none"),
        [("blake3", Job.Many, 4 * Ki)] = new(new(12, 15), new(9.6, 11), "none"),

        [("skein-256", Job.One, 3)] = None,
        [("skein-256", Job.One, 64 * Ki)] = new(new(0.85, 0.95), new(0.68, 0.8), "0.92x / - (C)"),
        [("skein-256", Job.Many, 4 * Ki)] = new(new(5.5, 6.5), new(3.4, 3.9), "none"),
        [("skein-512", Job.One, 3)] = new(new(0.36, 0.32), new(0.35, 0.30), "140 ns (C) / -"),
        [("skein-512", Job.One, 64 * Ki)] = new(new(1.26, 1.30), new(0.92, 1.0), "1.24x (C) / 0.73x (Botan)"),
        [("skein-512", Job.Many, 128)] = new(new(4.4, 5.5), new(2.5, 3.2), "none"),
        [("skein-512", Job.Many, 4 * Ki)] = new(new(7, 7.8), new(3.7, 4), "none"),
        [("skein-512", Job.Many, 128 * Ki)] = new(new(6.5, 7.5), new(3.6, 4), "none"),
        [("skein-1024", Job.One, 3)] = None,
        [("skein-1024", Job.One, 64 * Ki)] = new(new(1.0, 1.06), new(1.06, 1.15), "1.04x / - (C)"),
        [("skein-1024", Job.Many, 4 * Ki)] = new(new(6, 7), new(3.2, 3.9), "none"),

        [("sha1", Job.Many, Ki)] = TimesBase(9),
        [("sha1", Job.Many, 4 * Ki)] = TimesBase(5.5),
        [("sha256", Job.Many, 64)] = new(new(22), Bar.None),
        [("sha256", Job.Many, Ki)] = TimesBase(5.5),
        [("sha256", Job.Many, 4 * Ki)] = TimesBase(3.7),
        [("sha512", Job.Many, Ki)] = TimesBase(6.5),
        [("sha512", Job.Many, 4 * Ki)] = TimesBase(5),
        [("sha3-256", Job.Many, Ki)] = TimesBase(9),
        [("sha3-256", Job.Many, 4 * Ki)] = TimesBase(8.5),
    };

    private static readonly Dictionary<(string Algorithm, string Job), (Goal One, Goal Two)> ListedRowJobs = new()
    {
        [("sha256", "root of 2^20 leaves")] = (TimesBase(8), TimesBase(15)),
        [("sha256", "PBKDF2 of 64 passwords, 20,000 iterations")] = (TimesBase(2.5), None),
        [("blake2bp", "four messages of 64 KiB")] = (new(new(8, 10), new(5.5, 6.3), "none"), None),
        [("blake2sp", "four messages of 64 KiB")] = (new(new(8, 11), new(6.2, 7.5), "none"), None),
        [("blake2xb", "output of 64 KiB")] = (new(new(8, 10), new(5, 6), "none"), None),
        [("blake2xs", "output of 64 KiB")] = (new(new(9, 12), new(6, 7.5), "none"), None),
        [("blake3", "message of 1 MiB")] = (None, new(new(1.7, 1.9), new(1.7, 1.9))),
        [("blake3", "message of 16 MiB")] = (None, new(new(1.85, 1.95), new(1.85, 1.95))),
        [("skein-512", "tree, 1 MiB")] = (new(new(6, 7), new(3.3, 3.8), "none"), new(new(1.85, 1.95), new(1.85, 1.95))),
        [("threefish-512", "with Skein-MAC, 64 KiB")] = (new(new(1.0, 1.1), new(0.75, 0.85)), None),
        [("threefish-512", "with tree MAC, 64 KiB")] = (new(new(3.2, 3.8), new(1.7, 2)), None),
    };

    private static readonly Dictionary<(string Algorithm, Job Job, int Length), Goal> ListedWithoutAvx512 = new()
    {
        [("md5", Job.Many, Ki)] = new(new(4, 6), new(5.5, 7)),
        [("blake2b", Job.Many, 4 * Ki)] = new(new(3, 4), new(3.5, 4), "3.7x (AVX2 C) / -"),
        [("blake2s", Job.Many, 4 * Ki)] = new(new(3, 4.5), new(3.2, 4), "4.5x (AVX2 C) / -"),
        [("skein-512", Job.Many, 4 * Ki)] = new(new(2, 3), new(1.8, 2.4)),
        [("sha1", Job.Many, Ki)] = TimesBase(2.7),
        [("sha1", Job.Many, 4 * Ki)] = TimesBase(1.85),
        [("sha256", Job.Many, Ki)] = TimesBase(1.45),
        [("sha256", Job.Many, 4 * Ki)] = TimesBase(1),
        [("sha512", Job.Many, Ki)] = TimesBase(1.7),
        [("sha512", Job.Many, 4 * Ki)] = TimesBase(1.35),
        [("sha3-256", Job.Many, Ki)] = TimesBase(1.6),
        [("sha3-256", Job.Many, 4 * Ki)] = TimesBase(1.1),
    };

    private static readonly Dictionary<(string Algorithm, CipherJob Job, Against Against), Goal> ListedCiphers = new()
    {
        [("xtea", CipherJob.Encrypt, Against.Yardstick)] = new(new(4.4, 5.4), new(2.8, 3.3), "2.9x / 2.7x to 3.0x (C loop)"),
        [("xtea", CipherJob.Decrypt, Against.Encryption)] = new(new(0.95, 1.0), new(0.95, 1.0)),
        [("xtea", CipherJob.Counter, Against.Yardstick)] = new(new(4.2, 5.2), new(2.7, 3.2), "0.38x / - (Botan)"),
        [("xtea", CipherJob.Packets, Against.BouncyCastle)] = new(new(12, 20), new(10, 18)),
        [("xtea", CipherJob.Packets, Against.Scalar)] = new(new(5, 8), new(5, 8)),
        [("xtea", CipherJob.MixOneKey, Against.Scalar)] = new(new(8, 12), new(8, 12)),
        [("xtea", CipherJob.MixOwnKeys, Against.Scalar)] = new(new(6, 9), new(6, 9)),
        [("xtea", CipherJob.Scalar, Against.Scalar)] = new(new(3, 3.4), new(2.4, 2.8)),

        [("threefish-256", CipherJob.Encrypt, Against.Yardstick)] = new(new(6.8, 7.5), new(4.1, 4.5), "0.96x / - (C)"),
        [("threefish-256", CipherJob.Counter, Against.Yardstick)] = new(new(6.8, 7.5), new(4.1, 4.5)),
        [("threefish-256", CipherJob.Decrypt, Against.Encryption)] = new(new(0.85, 0.92), new(0.92, 0.97)),
        [("threefish-256", CipherJob.KeyPerBlock, Against.Encryption)] = new(new(0.9, 0.97), new(0.9, 0.97)),
        [("threefish-512", CipherJob.Encrypt, Against.Yardstick)] = new(new(7.2, 8), new(4.1, 4.4), "1.33x / - (C)"),
        [("threefish-512", CipherJob.Counter, Against.Yardstick)] = new(new(7.2, 8), new(4.1, 4.4)),
        [("threefish-512", CipherJob.Decrypt, Against.Encryption)] = new(new(0.85, 0.92), new(0.92, 0.97)),
        [("threefish-512", CipherJob.KeyPerBlock, Against.Encryption)] = new(new(0.9, 0.97), new(0.9, 0.97)),
        [("threefish-1024", CipherJob.Encrypt, Against.Yardstick)] = new(new(6.5, 7), new(3.7, 4.0), "1.09x / - (C)"),
        [("threefish-1024", CipherJob.Counter, Against.Yardstick)] = new(new(6.5, 7), new(3.7, 4.0)),
        [("threefish-1024", CipherJob.Decrypt, Against.Encryption)] = new(new(0.85, 0.92), new(0.92, 0.97)),
        [("threefish-1024", CipherJob.KeyPerBlock, Against.Encryption)] = new(new(0.9, 0.97), new(0.9, 0.97)),
    };

    private static readonly Dictionary<string, Goal> ListedCiphersWithoutAvx512 = new()
    {
        ["xtea"] = new(new(2.2, 2.8), new(1.9, 2.3)),
        ["threefish-512"] = new(new(2, 3), new(2, 3)),
    };

    /// <summary>
    /// The target for the speedup of two cores over one core for 1024 messages of 64 KiB, which is the same for every algorithm.
    /// </summary>
    public static Goal TwoCores { get; } = new(new(1.85, 1.95), new(1.85, 1.95));

    // These targets apply only to Zen 5.
    private static Goal TimesBase(double target) => new(new(target), Bar.None, "", Measure.Times);

    public static Goal Find(string algorithm, Job job, int length) => Listed.GetValueOrDefault((algorithm, job, length), None);

    /// <summary>
    /// The targets for an algorithm-specific job: for one core, and for the speedup of two cores over one core.
    /// </summary>
    public static (Goal One, Goal Two) Find(string algorithm, string job) =>
        ListedRowJobs.GetValueOrDefault((algorithm, job), (None, None));

    public static Goal? FindWithoutAvx512(string algorithm, Job job, int length) =>
        ListedWithoutAvx512.GetValueOrDefault((algorithm, job, length));

    /// <summary>The target for a cipher's job, regardless of the length.</summary>
    public static Goal Find(string algorithm, CipherJob job, Against against) =>
        ListedCiphers.GetValueOrDefault((algorithm, job, against), None);

    /// <summary>The target for a cipher's ECB run without AVX-512.</summary>
    public static Goal? FindWithoutAvx512(string algorithm) => ListedCiphersWithoutAvx512.GetValueOrDefault(algorithm);

    /// <summary>
    /// The message lengths at which an algorithm is measured: those with a target, or the usual ones if no length has a target.
    /// </summary>
    public static IReadOnlyList<int> Lengths(string algorithm, Job job, int blockBytes)
    {
        int[] listed = [.. Listed.Keys.Where(k => k.Algorithm == algorithm && k.Job == job).Select(k => k.Length).Order()];
        if (listed.Length > 0 || job == Job.GameMix) return listed;

        return job == Job.One ? [3, 64 * Ki, Mi] : [blockBytes, 4 * Ki, 64 * Ki];
    }
}
