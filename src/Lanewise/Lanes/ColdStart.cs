using System.Runtime.CompilerServices;

namespace Lanewise.Lanes;

/// <summary>Which form of the kernels runs; a caller who knows what is to come can choose, tests and measurements do.</summary>
internal enum ColdStartMode
{
    /// <summary>The rolled one until a process has hashed enough.</summary>
    Auto,

    /// <summary>The rolled one.</summary>
    Rolled,

    /// <summary>The written-out one.</summary>
    Unrolled,

    /// <summary>What a process comes to that has hashed enough: measurements.</summary>
    Warm,

    /// <summary>The written-out one of BLAKE3 for many lanes from the start: a long message is to come.</summary>
    UnrolledTrees,
}

/// <summary>
/// A kernel written out costs 40 to 200 ms of compilation at its first call, a rolled one 8 to 30 ms. So a process begins with
/// the rolled form and changes early: who has hashed some dozens of MiB goes on as a rule, and the worst that the change can
/// cost is one compilation (docs/architecture.md, "The first call").
/// </summary>
/// <remarks>Several threads may count at once: a budget need not be exact, and no result depends on it.</remarks>
internal static class ColdStart
{
    /// <summary>Bytes after which a kernel of BLAKE2 for many lanes is written out: the rolled form has half its speed.</summary>
    public const long LaneBytes = 32L << 20;

    /// <summary>Bytes after which one of BLAKE3 is: there the rolled form has three quarters of the speed.</summary>
    public const long TreeBytes = 64L << 20;

    /// <summary>Bytes after which a kernel for one message is: there the rolled form has half the speed or less.</summary>
    public const long SingleBytes = 4L << 20;

    /// <summary>Bytes of a single message that are worth the written-out form of BLAKE3's trees from the first one on.</summary>
    public const long LongMessageBytes = 256L << 20;

    public static ColdStartMode Mode { get; set; }

    /// <summary>Whether the rolled form takes the next bytes, which are then counted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Takes(ref long seen, long bytes, long budget)
    {
        if (seen >= budget && Mode != ColdStartMode.Rolled) return false;

        return Count(ref seen, bytes, budget);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static bool Count(ref long seen, long bytes, long budget)
    {
        if (Mode is ColdStartMode.Unrolled or ColdStartMode.Warm || (Mode == ColdStartMode.UnrolledTrees && budget == TreeBytes))
        {
            // The next call does not come here.
            seen = budget;
            return false;
        }

        seen += bytes;
        return true;
    }
}
