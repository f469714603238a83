using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>
/// Contains the parameters that were chosen by measurements on a CPU microarchitecture: the numbers of streams, the kernels for
/// one message, and whether messages are copied. The first rows are for instruction sets and apply to microarchitectures
/// without a separate row. Each of the remaining rows is for one microarchitecture, and overrides some values of the row for
/// its instruction set.
/// </summary>
/// <remarks>
/// The columns are vector widths: no vectors, 128, 256 and 512 bits. Each width beyond the last column has half as many streams
/// as the previous width. docs/kernel-choices.md contains the measurements. No parameter affects a digest. The tests cover
/// every <see cref="LaneShape"/> of every row.
/// </remarks>
internal sealed record CpuProfile(string Name)
{
    // ---- one message ----

    public SingleTable Blake2b { get; init; } = new(SingleShape.Scalar);

    public SingleTable Blake2s { get; init; } = new(SingleShape.Scalar);

    public SingleTable Blake3 { get; init; } = new(SingleShape.Scalar);

    // ---- the number of streams for many messages or blocks ----

    public LaneTable Md5Streams { get; init; } = Md5Of(2, 2, 2);

    /// <summary>
    /// The number of streams for SHA-1. With one stream, the sixteen words of the message schedule and the state fill the
    /// registers. With two streams, the code exceeds the JIT's inlining budget, and the speed drops to between a quarter and a
    /// half of the speed of one stream (Zen 5). If a loop of four rounds indexes the words in memory, the JIT inlines all calls,
    /// but two streams then reach only 0.7 times the speed of one stream.
    /// </summary>
    public LaneTable Sha1Streams { get; init; } = Sha1Of([0]);

    public LaneTable Sha256Streams { get; init; } = Sha256Of([0]);

    public LaneTable Sha512Streams { get; init; } = Sha512Of([0]);

    public LaneTable Blake2Streams { get; init; } = Blake2Of(1);

    public LaneTable Blake3Streams { get; init; } = Blake3Of(1);

    public LaneTable Skein256Streams { get; init; } = SkeinOf(1, 2, 2, 2);

    public LaneTable Skein512Streams { get; init; } = SkeinOf(1);

    public LaneTable Skein1024Streams { get; init; } = new(StreamLimits.Skein1024, 1);

    public LaneTable Threefish256Streams { get; init; } = Threefish256Of(1, 2, 2, 2);

    public LaneTable Threefish512Streams { get; init; } = Threefish512Of(1);

    public LaneTable Threefish1024Streams { get; init; } = new(StreamLimits.Threefish1024, 1);

    public LaneTable XteaStreams { get; init; } = XteaOf(4, 4, 4, 8);

    /// <summary>The number of streams for XTEA with one key per block. With more streams, the JIT spills registers.</summary>
    public LaneTable XteaKeysStreams { get; init; } = XteaOf(4, 4, 4, 4);

    /// <summary>
    /// The minimum number of XTEA blocks for which vectors are used. For fewer, scalar code is equally fast.
    /// </summary>
    public int XteaFewestForVectors { get; init; } = 3;

    // ---- memory ----

    /// <summary>
    /// The length above which messages of different lengths are copied piece by piece instead of being read in place, or null
    /// if they are never copied. On Zen 3 and the Xeon, copying is 15 to 20 % slower than reading in place.
    /// </summary>
    public int? StageAbove { get; init; }

    /// <summary>
    /// The length above which several blocks of each message are transposed in one step, or null if blocks are never transposed
    /// in advance. The messages must have equal length. The shape must have at least <see cref="StageRows"/> lanes, and the
    /// hash must have a kernel for transposed blocks (MD5).
    /// </summary>
    public int? StageEqualAbove { get; init; }

    public int StageRows { get; init; } = 64;

    /// <summary>
    /// Indicates whether a byte of each cache line is touched before lanes read the lines in interleaved order.
    /// </summary>
    public bool Touches { get; init; }

    // ---- instruction sets ----

    /// <summary>A machine without hardware vectors, or a big-endian machine.</summary>
    private static CpuProfile Scalar => new("no vectors");

    /// <summary>128-bit vectors without SSSE3, that is, on Arm. The values in this row are not based on measurements.</summary>
    private static CpuProfile Vectors128 => Scalar with { Name = "128 bits" };

    /// <summary>
    /// .NET in a browser. Local variables are stored in memory, so two streams need more memory accesses. BLAKE2 kernels that
    /// keep the state in vectors are not faster than scalar code (docs/browser.md).
    /// </summary>
    private static CpuProfile Browser => Vectors128 with
    {
        Name = "browser",
        // Times in ms per MiB, for 256 messages of 4 KiB, with one stream and with two streams: MD5 takes 25 and 32 (with
        // 128-bit vectors, 16.5 and 13.9), and Skein-256 takes 35 and 130.
        Md5Streams = Md5Of(1, 2),
        Skein256Streams = SkeinOf(1),
        Threefish256Streams = Threefish256Of(1),
    };

    /// <summary>x64 with 128-bit vectors. The values in this row were measured on a Xeon with AVX2 disabled.</summary>
    private static CpuProfile Ssse3 => Vectors128 with
    {
        Name = "128 bits, SSSE3",
        Blake2b = new(SingleShape.Scalar, SingleShape.Rows128),
        Blake2s = new(SingleShape.Scalar, SingleShape.Rows128),
        Blake3 = new(SingleShape.Scalar, SingleShape.Rows128),
    };

    /// <summary>AVX2. The values in this row were measured on Zen 3, and on a Xeon with AVX-512 disabled.</summary>
    private static CpuProfile Avx2 => Ssse3 with
    {
        Name = "AVX2",
        Blake2b = new(SingleShape.Scalar, SingleShape.Rows128, SingleShape.Rows256),
        // The numbers are the speeds at each width, relative to OpenSSL with SHA instructions (64 KiB, Zen 5 without AVX-512).
        Sha1Streams = Sha1Of([0, 0.89, 1.65]),
        Sha256Streams = Sha256Of([0, 0.48, 0.92]),
        Sha512Streams = Sha512Of([0, 0.68, 1.34]),
    };

    /// <summary>
    /// AVX-512. The values in this row were measured on Emerald Rapids. 256-bit vectors also use AVX-512VL, which has 32
    /// registers and rotate instructions.
    /// </summary>
    private static CpuProfile Avx512 => Avx2 with
    {
        Name = "AVX-512",
        Md5Streams = Md5Of(2, 2, 4, 1),
        XteaStreams = XteaOf(4, 4, 8, 8),
        // The numbers are the speeds at each width, relative to OpenSSL with SHA instructions (Zen 5).
        Sha1Streams = Sha1Of([0, 1.5, 3, 5.2]),
        Sha256Streams = Sha256Of([0, 0.94, 1.8, 3.2]),
        Sha512Streams = Sha512Of([0, 1.3, 2.6, 4.9]),
    };

    // ---- CPU microarchitectures ----

    /// <summary>AMD Zen 3 (EPYC). A vector operation processes 256 bits and has a latency of one cycle.</summary>
    private static CpuProfile Zen3 => Avx2 with { Name = "AMD Zen 3" };

    /// <summary>
    /// Intel Xeon, Emerald Rapids. Vector operations have a latency of one cycle. Two execution ports are 512 bits wide, so one
    /// stream nearly saturates them.
    /// </summary>
    private static CpuProfile EmeraldRapids => Avx512 with
    {
        Name = "Intel with AVX-512",
        // Speeds relative to .NET's MD5, for messages of 4 KiB with one, two and four streams: MD5 16.0, 17.6, 16.9x; BLAKE2b
        // 6.8, 6.1x; BLAKE2s 7.7, 7.3x; BLAKE3 1 KiB 9.4, 8.7x; Skein-256 3.4, 3.5x; Skein-512 3.0, 3.0x.
        Md5Streams = Md5Of(2, 2, 4, 2),
    };

    /// <summary>
    /// AMD Zen 5 (family 26). Vector operations have a latency of two cycles. Four execution ports are 512 bits wide, so
    /// several streams are faster than one. For one message, scalar code is faster than vector code.
    /// </summary>
    private static CpuProfile Zen5 => Zen5Without512 with
    {
        Name = "AMD Zen 5",
        // Speeds relative to .NET's MD5, for messages of 4 KiB with one, two and four streams: MD5 8.1, 12.4, 15.4x; BLAKE2b
        // 7.4, 9.2x; BLAKE2s 8.1, 9.2x; BLAKE3 1 KiB 12.0, 13.6x. Skein-512 5.0, 6.2x; Skein-1024 6.1, 5.6x. Threefish-256 3.4,
        // 5.1, 5.4x; Threefish-512 5.3, 7.0x. Vectors of 128 and 256 bits can use the 32 registers of AVX-512VL. With these
        // vectors, two streams are 1.25 to 1.45 times as fast as one stream.
        Md5Streams = Md5Of(2, 4, 4, 4),
        Blake2Streams = Blake2Of(1, 2, 2, 2),
        Blake3Streams = Blake3Of(1, 2, 2, 2),
        Skein512Streams = SkeinOf(1, 2, 2, 2),
        Threefish256Streams = Threefish256Of(1, 4, 4, 4),
        Threefish512Streams = Threefish512Of(1, 2, 2, 2),
        XteaStreams = XteaOf(4, 8, 8, 8),
        Sha1Streams = Avx512.Sha1Streams,
        Sha256Streams = Avx512.Sha256Streams,
        Sha512Streams = Avx512.Sha512Streams,
    };

    /// <summary>AMD Zen 5 with AVX-512 disabled.</summary>
    private static CpuProfile Zen5Without512 => Avx2 with
    {
        Name = "AMD Zen 5 without AVX-512",
        // For one message, kernels that keep the state in vectors reach 0.57 times the speed of scalar code for BLAKE2b, 0.58
        // times for BLAKE2s, and 0.56 to 0.75 times for BLAKE3.
        Blake2b = new(SingleShape.Scalar),
        Blake2s = new(SingleShape.Scalar),
        Blake3 = new(SingleShape.Scalar),
        XteaFewestForVectors = 5,
        // With one more stream, most hashes are 1.1 to 1.26 times as fast, but BLAKE2 and BLAKE3 are not faster.
        Md5Streams = Md5Of(2, 4, 4),
        Skein512Streams = SkeinOf(1, 2, 2),
        Threefish256Streams = Threefish256Of(1, 4, 4),
        Threefish512Streams = Threefish512Of(1, 2, 2),
        // Messages of 1 MiB are hashed at 4 times the speed of .NET's MD5 if they are read in place, and at 15 times that speed
        // if they are copied.
        StageAbove = 256 * 1024,
        // The prefetcher cannot follow 64 messages that are read in interleaved order. If the distances between the messages
        // are multiples of 4 KiB, the messages also map to the same sets of the L1 cache, which has twelve ways. For 256
        // messages of 64 KiB, a prototype reached 11.3 times the speed of .NET's MD5 with copies, and 12.8 to 14.0 times with
        // blocks that were transposed in advance.
        StageEqualAbove = 3 * 1024,
        // For one message of 10 MiB, BLAKE3 reaches 7 times the speed of .NET's MD5 without prefetching, and 10 times with
        // prefetching.
        Touches = true,
    };

    /// <summary>All rows, for tests.</summary>
    public static IReadOnlyList<CpuProfile> All =>
        [Scalar, Vectors128, Browser, Ssse3, Avx2, Avx512, Zen3, EmeraldRapids, Zen5, Zen5Without512];

    /// <summary>The invalid entries in the tuning setting, which have no effect.</summary>
    public static IReadOnlyList<string> NotUnderstood { get; private set; } = [];

    /// <summary>The row for this machine, with any changes from the user's or the application's settings.</summary>
    public static CpuProfile Here { get; } = LanewiseSettings.Tuning() is string text ? Tuned(text) : Find();

    private static LaneTable Md5Of(params int[] streams) => new(StreamLimits.Md5, streams) { MostScalar = 2 };

    private static LaneTable Blake2Of(params int[] streams) => new(StreamLimits.Blake2, streams);

    private static LaneTable Blake3Of(params int[] streams) => new(StreamLimits.Blake3, streams);

    private static LaneTable SkeinOf(params int[] streams) => new(StreamLimits.Skein, streams);

    private static LaneTable Threefish256Of(params int[] streams) => new(StreamLimits.Threefish256, streams);

    private static LaneTable Threefish512Of(params int[] streams) => new(StreamLimits.Threefish512, streams);

    private static LaneTable XteaOf(params int[] streams) => new(StreamLimits.Xtea, streams) { MostScalar = 4 };

    // For single messages, these hashes call .NET's implementation. On Linux, .NET calls OpenSSL 3, which takes about 350 ns
    // per call.
    private static LaneTable Sha1Of(double[] gains) => new(StreamLimits.Sha, 1) { Gains = gains, CallBytes = 750 };

    private static LaneTable Sha256Of(double[] gains) => new(StreamLimits.Sha, 1) { Gains = gains, CallBytes = 600 };

    private static LaneTable Sha512Of(double[] gains) => new(StreamLimits.Sha, 1) { Gains = gains, CallBytes = 400 };

    private static CpuProfile Tuned(string text)
    {
        CpuProfile profile = Simd.Tuning.Apply(Find(), text, out IReadOnlyList<string> ignored);
        NotUnderstood = ignored;
        return profile;
    }

    private static CpuProfile Find()
    {
        int bits = LaneDispatch.Hardware;
        CpuProfile able = bits >= 512 ? Avx512 : bits >= 256 ? Avx2
            : OperatingSystem.IsBrowser() ? Browser
            : bits < 128 ? Scalar
            : System.Runtime.Intrinsics.X86.Ssse3.IsSupported ? Ssse3 : Vectors128;
        if (bits < 256 || !X86Base.IsSupported) return able;

        (_, int ebx, int ecx, int edx) = X86Base.CpuId(0, 0);
        (int version, _, _, _) = X86Base.CpuId(1, 0);
        int family = (version >> 8) & 15;
        if (family == 15) family += (version >> 20) & 255;

        const int Auth = 0x68747541, Enti = 0x69746e65, CAMD = 0x444d4163; // "AuthenticAMD"
        const int Genu = 0x756e6547, IneI = 0x49656e69, Ntel = 0x6c65746e; // "GenuineIntel"
        return (ebx, edx, ecx, family) switch
        {
            (Auth, Enti, CAMD, 25) when bits < 512 => Zen3,
            (Auth, Enti, CAMD, 26) => bits >= 512 ? Zen5 : Zen5Without512,
            (Genu, IneI, Ntel, 6) when bits >= 512 => EmeraldRapids,
            _ => able,
        };
    }
}
