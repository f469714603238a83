using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Simd;

/// <summary>
/// A job that can run at any vector width. <see cref="LaneDispatch"/> calls the job's generic method with the lane type.
/// </summary>
internal interface ILaneJob<TWord>
    where TWord : unmanaged
{
    /// <summary>
    /// The maximum number of streams for which kernels are compiled. With more streams, the JIT generates poor code, or the
    /// kernel does not become faster.
    /// </summary>
    static abstract int MostStreams { get; }

    void Run<TLanes>() where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>
/// Maps a <see cref="LaneShape"/> to code. This class contains the library's only list of vector widths, and determines which
/// widths are used. The caller can limit the width.
/// </summary>
internal static class LaneDispatch
{
    /// <summary>
    /// The vector widths in bits for which there are lane types, even if this machine does not support them. 0 means scalar
    /// code.
    /// </summary>
    public static int[] Widths { get; } = [0, 128, 256, 512];

    /// <summary>
    /// The largest vector width in bits that this machine supports in hardware, regardless of
    /// <see cref="LanewiseSettings.MaxVectorBits"/>. Emulated vectors run at only a twentieth of the speed of scalar code. Vector
    /// lanes read memory without conversion, so big-endian machines use the scalar lane, which converts words explicitly.
    /// </summary>
    public static int Hardware { get; } =
        !BitConverter.IsLittleEndian || !Vector128.IsHardwareAccelerated ? 0
        : !Vector256.IsHardwareAccelerated || !Avx2.IsSupported ? 128
        : !Vector512.IsHardwareAccelerated || !Avx512F.IsSupported ? 256
        : 512;

    /// <summary>
    /// Every shape that this machine supports in hardware and that this build contains, from scalar code to the widest vectors,
    /// regardless of <see cref="LanewiseSettings.MaxVectorBits"/>.
    /// </summary>
    public static IReadOnlyList<LaneShape> Supported =>
    [
        .. Widths.Where(bits => bits <= Hardware && BuiltWidths.Has(bits))
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
    public static bool HasNarrower(int bits) => bits > 128 && BuiltWidths.AreAll;

    /// <summary>
    /// Runs a job with the given shape. If the shape has more streams than the job's kernel supports, the number of streams is
    /// reduced, so no kernel is compiled for an unsupported number of streams.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Run<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
    {
        if (!TryRun<TWord, TJob>(shape, ref job, alsoAt256: false)) ThrowUnknownWidth(shape);
    }

    /// <summary>Runs a job that needs 256-bit vectors even in a build that otherwise contains only wider vectors.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void RunAlsoAt256<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
    {
        if (!TryRun<TWord, TJob>(shape, ref job, alsoAt256: true)) ThrowUnknownWidth(shape);
    }

    private static void ThrowUnknownWidth(LaneShape shape) => throw new ArgumentOutOfRangeException(
        nameof(shape), shape, "This build does not contain vectors of this width.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryRun<TWord, TJob>(in LaneShape shape, ref TJob job, bool alsoAt256)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct => shape.Bits switch
        {
            // Each line handles one vector width.
            0 => Streams<TWord, TJob, ScalarLane<TWord>>(shape.Streams, ref job),
            128 when BuiltWidths.Has(128) => Streams<TWord, TJob, Lanes128<TWord>>(shape.Streams, ref job),
            256 when BuiltWidths.Has(256) || alsoAt256 => Streams<TWord, TJob, Lanes256<TWord>>(shape.Streams, ref job),
            512 when BuiltWidths.Has(512) => Streams<TWord, TJob, Lanes512<TWord>>(shape.Streams, ref job),
            _ => false,
        };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Streams<TWord, TJob, TLanes>(int streams, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord>
    {
        int most = LaneShape.Most(TJob.MostStreams, isScalar: typeof(TLanes) == typeof(ScalarLane<TWord>));
        if (most >= 8 && streams >= 8) Eight<TWord, TJob, TLanes>(ref job);
        else if (most >= 4 && streams >= 4) Four<TWord, TJob, TLanes>(ref job);
        else if (most >= 2 && streams >= 2) Two<TWord, TJob, TLanes>(ref job);
        else job.Run<TLanes>();
        return true;
    }

    // These methods are not inlined, so that the runtime loads only the types of the streams that are used. Loading the types of
    // all shapes would take a third of the time of a first batch.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void Eight<TWord, TJob, TLanes>(ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord> =>
        job.Run<Interleaved<Interleaved<Interleaved<TLanes, TWord>, TWord>, TWord>>();

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void Four<TWord, TJob, TLanes>(ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord> => job.Run<Interleaved<Interleaved<TLanes, TWord>, TWord>>();

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private static void Two<TWord, TJob, TLanes>(ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord> => job.Run<Interleaved<TLanes, TWord>>();
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
