using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;

namespace Lanewise.Simd;

/// <summary>
/// A job that can run at any vector width. <see cref="LaneDispatch"/> calls the job's generic method with the lane type.
/// </summary>
internal interface ILaneJob<TWord>
    where TWord : unmanaged
{
    /// <summary>The maximum number of streams of the job's kernel.</summary>
    static abstract int MostStreams { get; }

    void Run<TLanes>() where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>
/// Maps a <see cref="LaneShape"/> to code. This class contains the library's only list of vector widths, and determines which
/// widths are used. Each lane type reports whether the hardware supports it, and the caller can limit the width.
/// </summary>
internal static class LaneDispatch
{
    private const int Narrowest = 128;

    /// <summary>
    /// The vector widths in bits for which there are lane types, even if this machine does not support them. 0 means scalar
    /// code.
    /// </summary>
    public static int[] Widths { get; } = [.. Find(hardware: false)];

    /// <summary>
    /// The largest vector width in bits that this machine supports, regardless of <see cref="LanewiseSettings.MaxVectorBits"/>.
    /// </summary>
    public static int Hardware { get; } = Find(hardware: true)[^1];

    /// <summary>
    /// Every shape that this machine supports in hardware and that this build contains, from scalar code to the widest vectors,
    /// regardless of <see cref="LanewiseSettings.MaxVectorBits"/>.
    /// </summary>
    public static IReadOnlyList<LaneShape> Supported =>
    [
        .. Find(hardware: true).Where(BuiltWidths.Has)
            .SelectMany(bits => ((int[])[1, 2, 4, 8]).Select(streams => new LaneShape(bits, streams))),
    ];

    /// <summary>
    /// Returns the width in bits of the widest vectors that the hardware, the caller and this build allow.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Widest()
    {
        int cap = LanewiseSettings.MaxVectorBits;
        return cap >= Hardware ? Hardware : BuiltWidths.AreAll ? cap : 0;
    }

    /// <summary>Indicates whether this build contains vectors of half the given width.</summary>
    public static bool HasNarrower(int bits) => bits > Narrowest && BuiltWidths.AreAll;

    /// <summary>
    /// Runs a job with the given shape. If the shape has more streams than the job's kernel supports, the number of streams is
    /// reduced, so no kernel is compiled for an unsupported number of streams.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct => RunInline<TWord, TJob>(shape, ref job);

    /// <summary>Like <see cref="Run"/>, but inlined into the caller, for jobs that run often.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunInline<TWord, TJob>(in LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
    {
        if (!TryRun<TWord, TJob>(shape, ref job, Always.None)) ThrowUnknownWidth(shape);
    }

    /// <summary>Runs a job that needs 256-bit vectors even in a build that otherwise contains only wider vectors.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void RunAlsoAt256<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
    {
        if (!TryRun<TWord, TJob>(shape, ref job, Always.At256)) ThrowUnknownWidth(shape);
    }

    private static void ThrowUnknownWidth(LaneShape shape) => throw new ArgumentOutOfRangeException(
        nameof(shape), shape, "This build does not contain vectors of this width.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryRun<TWord, TJob>(in LaneShape shape, ref TJob job, Always always)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct => shape.Bits switch
        {
            // Each line handles one vector width.
            0 => Streams<TWord, TJob, ScalarLane<TWord>>(shape.Streams, ref job),
            128 when Contains(128, always) => Streams<TWord, TJob, Lanes128<TWord>>(shape.Streams, ref job),
            256 when Contains(256, always) => Streams<TWord, TJob, Lanes256<TWord>>(shape.Streams, ref job),
            512 when Contains(512, always) => Streams<TWord, TJob, Lanes512<TWord>>(shape.Streams, ref job),
            _ => false,
        };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Contains(int bits, Always always) =>
        always == Always.All || (always == Always.At256 && bits == 256) || BuiltWidths.Has(bits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Streams<TWord, TJob, TLanes>(int streams, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord>
    {
        int most = LaneShape.Most(TJob.MostStreams, isScalar: typeof(TLanes) == typeof(ScalarLane<TWord>));
        if (most >= 8 && streams >= 8) job.Run<Interleaved<Interleaved<Interleaved<TLanes, TWord>, TWord>, TWord>>();
        else if (most >= 4 && streams >= 4) job.Run<Interleaved<Interleaved<TLanes, TWord>, TWord>>();
        else if (most >= 2 && streams >= 2) job.Run<Interleaved<TLanes, TWord>>();
        else job.Run<TLanes>();
        return true;
    }

    // The vector widths that every build contains for a job. Each caller passes a constant, so the checks are evaluated at
    // compile time.
    private enum Always
    {
        None,
        At256,
        All,
    }

    private static List<int> Find(bool hardware)
    {
        List<int> found = [];
        found.Add(0);
        Probe probe = default;
        for (int bits = Narrowest; TryRun<ulong, Probe>(new LaneShape(bits, 1), ref probe, Always.All); bits *= 2)
        {
            if (probe.IsSupported || !hardware) found.Add(bits);
        }

        return found;
    }

    private struct Probe : ILaneJob<ulong>
    {
        public bool IsSupported;

        public static int MostStreams => 1;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong> => IsSupported = TLanes.IsSupported;
    }
}

/// <summary>
/// Determines which vector widths a build for one instruction set contains. The switch <c>Lanewise.AllWidths=false</c> keeps
/// only scalar code and the widest vectors of the instruction set. If <see cref="LanewiseSettings.MaxVectorBits"/> excludes
/// these vectors, scalar code runs.
/// </summary>
internal static class BuiltWidths
{
    [FeatureSwitchDefinition("Lanewise.AllWidths")]
    public static bool AreAll { get; } = !AppContext.TryGetSwitch("Lanewise.AllWidths", out bool all) || all;

    /// <summary>Indicates whether this build contains vectors of the given width.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Has(int bits) =>
        AreAll || bits == 0
        || bits == (Vector512.IsHardwareAccelerated ? 512 : Vector256.IsHardwareAccelerated ? 256 : 128);
}
