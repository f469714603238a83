using System.Runtime.CompilerServices;

namespace Lanewise.Lanes;

/// <summary>A piece of work that runs at any width: one generic method that <see cref="LaneDispatch"/> calls.</summary>
internal interface ILaneJob<TWord>
    where TWord : unmanaged
{
    void Run<TLanes>() where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>
/// Turns a <see cref="LaneShape"/> into code: the only list of widths in the library, asked once per call. Which of them are
/// in use is decided here, too: by the hardware, as each lane type says, and by the caller's cap.
/// </summary>
internal static class LaneDispatch
{
    private const int Narrowest = 128;

    /// <summary>All widths that there are lanes for, in bits, whether this machine has them or not; scalar code is 0.</summary>
    public static IReadOnlyList<int> Widths { get; } = Find(hardware: false);

    /// <summary>The widest of this machine, whatever the cap says.</summary>
    public static int Hardware { get; } = Find(hardware: true)[^1];

    /// <summary>Every shape that this machine runs at hardware speed, scalar first, widest last, whatever the cap says.</summary>
    public static IReadOnlyList<LaneShape> Supported =>
    [
        .. Find(hardware: true).SelectMany(bits => ((int[])[1, 2, 4, 8]).Select(streams => new LaneShape(bits, streams))),
    ];

    /// <summary>The widest vectors, in bits, that hardware and caller allow.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Widest() => Math.Min(LanewiseSettings.MaxVectorBits, Hardware);

    public static void Run<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct => Run<TWord, TJob, UpToFour>(shape, ref job);

    /// <summary>
    /// For short kernels, which fill the machine only with eight streams; a door of its own, so that long kernels are never
    /// compiled for them ahead of time.
    /// </summary>
    public static void RunUpToEight<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct => Run<TWord, TJob, UpToEight>(shape, ref job);

    // A width is a line here.
    private static bool Run<TWord, TJob, TStreams>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TStreams : struct, IStreams => shape.Bits switch
        {
            0 => TStreams.Run<TWord, TJob, ScalarLane<TWord>>(shape.Streams, ref job),
            128 => TStreams.Run<TWord, TJob, Lanes128<TWord>>(shape.Streams, ref job),
            256 => TStreams.Run<TWord, TJob, Lanes256<TWord>>(shape.Streams, ref job),
            512 => TStreams.Run<TWord, TJob, Lanes512<TWord>>(shape.Streams, ref job),
            _ => TStreams.None(shape),
        };

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

    /// <summary>How many streams a job may have; says whether there is such a width.</summary>
    private interface IStreams
    {
        static abstract bool Run<TWord, TJob, TLanes>(int streams, ref TJob job)
            where TWord : unmanaged
            where TJob : struct, ILaneJob<TWord>, allows ref struct
            where TLanes : struct, ILanes<TLanes, TWord>;

        static virtual bool None(LaneShape shape) =>
            throw new ArgumentOutOfRangeException(nameof(shape), shape, "There are no lanes of that width.");
    }

    // For looking only.
    private readonly struct Single : IStreams
    {
        public static bool Run<TWord, TJob, TLanes>(int streams, ref TJob job)
            where TWord : unmanaged
            where TJob : struct, ILaneJob<TWord>, allows ref struct
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            job.Run<TLanes>();
            return true;
        }

        public static bool None(LaneShape shape) => false;
    }

    private readonly struct UpToFour : IStreams
    {
        public static bool Run<TWord, TJob, TLanes>(int streams, ref TJob job)
            where TWord : unmanaged
            where TJob : struct, ILaneJob<TWord>, allows ref struct
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            switch (streams)
            {
                case 4: job.Run<Interleaved<Interleaved<TLanes, TWord>, TWord>>(); break;
                case 2: job.Run<Interleaved<TLanes, TWord>>(); break;
                default: job.Run<TLanes>(); break;
            }

            return true;
        }
    }

    private readonly struct UpToEight : IStreams
    {
        public static bool Run<TWord, TJob, TLanes>(int streams, ref TJob job)
            where TWord : unmanaged
            where TJob : struct, ILaneJob<TWord>, allows ref struct
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            if (streams != 8) return UpToFour.Run<TWord, TJob, TLanes>(streams, ref job);

            job.Run<Interleaved<Interleaved<Interleaved<TLanes, TWord>, TWord>, TWord>>();
            return true;
        }
    }
}
