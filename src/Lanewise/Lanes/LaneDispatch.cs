using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Lanewise.Lanes;

/// <summary>A piece of work that runs at any width: one generic method that <see cref="LaneDispatch"/> calls.</summary>
internal interface ILaneJob<TWord>
    where TWord : unmanaged
{
    void Run<TLanes>() where TLanes : struct, ILanes<TLanes, TWord>;
}

/// <summary>Turns a <see cref="LaneShape"/> into code: the only chain of widths in the library, asked once per call.</summary>
internal static class LaneDispatch
{
    /// <summary>Every shape that this machine runs at hardware speed, scalar first, widest last, whatever the cap says.</summary>
    public static IReadOnlyList<LaneShape> Supported { get; } = FindSupported();

    public static bool IsSupported(LaneShape shape) => shape.Streams is 1 or 2 or 4 or 8 && shape.Bits switch
    {
        0 => true,
        // Vector lanes read memory as it lies; big-endian machines take the scalar lane, which names its byte order.
        128 => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian,
        256 => Avx2.IsSupported && Vector256.IsHardwareAccelerated,
        512 => Avx512F.IsSupported && Vector512.IsHardwareAccelerated,
        _ => false,
    };

    public static void Run<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
    {
        switch (shape.Bits)
        {
            case 512: Run<TWord, TJob, Lanes512<TWord>>(shape.Streams, ref job); break;
            case 256: Run<TWord, TJob, Lanes256<TWord>>(shape.Streams, ref job); break;
            case 128: Run<TWord, TJob, Lanes128<TWord>>(shape.Streams, ref job); break;
            default: Run<TWord, TJob, ScalarLane<TWord>>(shape.Streams, ref job); break;
        }
    }

    /// <summary>
    /// For short kernels, which fill the machine only with eight streams; a door of its own, so that long kernels are never
    /// compiled for them ahead of time.
    /// </summary>
    public static void RunUpToEight<TWord, TJob>(LaneShape shape, ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
    {
        switch (shape)
        {
            case { Streams: not 8 }: Run<TWord, TJob>(shape, ref job); break;
            case { Bits: 512 }: RunEight<TWord, TJob, Lanes512<TWord>>(ref job); break;
            case { Bits: 256 }: RunEight<TWord, TJob, Lanes256<TWord>>(ref job); break;
            case { Bits: 128 }: RunEight<TWord, TJob, Lanes128<TWord>>(ref job); break;
            default: RunEight<TWord, TJob, ScalarLane<TWord>>(ref job); break;
        }
    }

    private static void RunEight<TWord, TJob, TLanes>(ref TJob job)
        where TWord : unmanaged
        where TJob : struct, ILaneJob<TWord>, allows ref struct
        where TLanes : struct, ILanes<TLanes, TWord> => job.Run<Interleaved<Interleaved<Interleaved<TLanes, TWord>, TWord>, TWord>>();

    private static void Run<TWord, TJob, TLanes>(int streams, ref TJob job)
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
    }

    private static List<LaneShape> FindSupported()
    {
        List<LaneShape> found = [];
        foreach (int bits in (ReadOnlySpan<int>)[0, 128, 256, 512])
        {
            foreach (int streams in (ReadOnlySpan<int>)[1, 2, 4, 8])
            {
                LaneShape shape = new(bits, streams);
                if (IsSupported(shape)) found.Add(shape);
            }
        }

        return found;
    }
}
