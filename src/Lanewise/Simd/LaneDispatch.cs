using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;

namespace Lanewise.Simd;

/// <summary>
/// Represents a job that can run at any vector width. <see cref="LaneDispatch"/> calls the job's generic method.
/// </summary>
internal interface ILaneJob<TWord>
    where TWord : unmanaged
{
    void Run<TLanes>() where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>
/// Maps a <see cref="LaneShape"/> to code, once per call. This class contains the only list of widths in the library. It also
/// decides which widths are used. The decision depends on the hardware support that each lane type reports, and on the caller's
/// cap.
/// </summary>
internal static class LaneDispatch
{
    private const int Narrowest = 128;

    /// <summary>
    /// All widths in bits for which there are lane types, whether this machine supports them or not. 0 means scalar code.
    /// </summary>
    public static int[] Widths { get; } = [.. Find(hardware: false)];

    /// <summary>The largest width in bits that this machine supports, regardless of the cap.</summary>
    public static int Hardware { get; } = Find(hardware: true)[^1];

    /// <summary>Every shape that this machine supports in hardware, from scalar to widest, regardless of the cap.</summary>
    public static IReadOnlyList<LaneShape> Supported =>
    [
        .. Find(hardware: true).SelectMany(bits => ((int[])[1, 2, 4, 8]).Select(streams => new LaneShape(bits, streams))),
    ];

    /// <summary>Returns the width in bits of the widest vectors that the hardware and the caller allow.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Widest() => BuiltShapes.AreAll ? Math.Min(LanewiseSettings.MaxVectorBits, Hardware) : Hardware;

    /// <summary>
    /// Runs a job with the given shape. Short kernels need eight streams to keep the CPU busy. A type parameter indicates whether
    /// the kernel is short, so that long kernels are never compiled for eight streams.
    /// </summary>
    public static bool Run<TWord, TJob, TStreams>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TStreams : struct => shape.Bits switch
        {
            // Each line handles one width.
            0 when BuiltShapes.AreAll => Streams<TWord, TJob, ScalarLane<TWord>, TStreams>(shape.Streams, ref job),
            0 => Streams<TWord, TJob, ScalarLane<TWord>, Single>(1, ref job),
            128 when BuiltShapes.Has<TStreams>(128) => Streams<TWord, TJob, Lanes128<TWord>, TStreams>(shape.Streams, ref job),
            256 when BuiltShapes.Has<TStreams>(256) => Streams<TWord, TJob, Lanes256<TWord>, TStreams>(shape.Streams, ref job),
            256 => Streams<TWord, TJob, Lanes256<TWord>, Single>(1, ref job),
            512 => Streams<TWord, TJob, Lanes512<TWord>, TStreams>(shape.Streams, ref job),
            _ when typeof(TStreams) == typeof(Single) => false,
            _ => throw new ArgumentOutOfRangeException(nameof(shape), shape, "There are no lanes of that width."),
        };

    // Types are compared at compile time, because a static virtual method would not be precompiled.
    private static bool Streams<TWord, TJob, TLanes, TStreams>(int streams, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord>
        where TStreams : struct
    {
        if (typeof(TStreams) == typeof(UpToEight) && streams == 8)
        {
            job.Run<Interleaved<Interleaved<Interleaved<TLanes, TWord>, TWord>, TWord>>();
        }
        else if (typeof(TStreams) != typeof(Single) && streams == 4) job.Run<Interleaved<Interleaved<TLanes, TWord>, TWord>>();
        else if (typeof(TStreams) != typeof(Single) && streams == 2) job.Run<Interleaved<TLanes, TWord>>();
        else job.Run<TLanes>();
        return true;
    }

    private static List<int> Find(bool hardware)
    {
        List<int> found = [];
        found.Add(0);
        Probe probe = default;
        for (int bits = Narrowest; Run<ulong, Probe, Single>(new LaneShape(bits, 1), ref probe); bits *= 2)
        {
            if (probe.IsSupported || !hardware) found.Add(bits);
        }

        return found;
    }

    private struct Probe : ILaneJob<ulong>
    {
        public bool IsSupported;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong> => IsSupported = TLanes.IsSupported;
    }
}

/// <summary>
/// Decides which shapes a build for one instruction set contains. The switch <c>Lanewise.AllShapes=false</c> omits shapes that
/// are never chosen. A library that is compiled ahead of time is then half as large, but a cap on the vector width has no effect.
/// </summary>
internal static class BuiltShapes
{
    [FeatureSwitchDefinition("Lanewise.AllShapes")]
    public static bool AreAll { get; } = !AppContext.TryGetSwitch("Lanewise.AllShapes", out bool all) || all;

    /// <summary>
    /// Indicates whether a width is included with all numbers of streams. A smaller build includes only the largest width.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Has<TStreams>(int bits)
        where TStreams : struct =>
        AreAll || typeof(TStreams) == typeof(Single)
        || (bits == 128 ? !Vector256.IsHardwareAccelerated : !Vector512.IsHardwareAccelerated);
}

/// <summary>The kernel uses one stream.</summary>
internal readonly struct Single;

/// <summary>The kernel uses at most four streams, like most kernels.</summary>
internal readonly struct UpToFour;

/// <summary>The kernel is short and uses at most eight streams.</summary>
internal readonly struct UpToEight;
