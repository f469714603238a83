namespace Lanewise.Proof.Sweeps;

/// <summary>The time of one code path of an algorithm.</summary>
/// <param name="Algorithm">The title of the algorithm.</param>
/// <param name="Path">The name of the code path, which is a <see cref="LaneShape"/> or a single-message kernel.</param>
/// <param name="Shape">The vector width and vector count, or null for a single-message kernel.</param>
/// <param name="IsChosen">True if this machine uses the code path.</param>
/// <param name="Lanes">The number of messages or blocks that are processed in parallel, or 0 for a single-message kernel.</param>
/// <param name="Nanoseconds">The time per message or block in nanoseconds.</param>
/// <param name="UnitBytes">The length of a message or block in bytes.</param>
/// <param name="Speedup">The speedup over scalar code, measured in the same rounds.</param>
/// <param name="Busy">The CPU time as a fraction of the wall time. All times in the tables are CPU times.</param>
/// <param name="Reason">The likely reason why the times differ between rounds.</param>
internal sealed record PathTime(
    string Algorithm, string Path, LaneShape? Shape, bool IsChosen, int Lanes, Reading Nanoseconds, int UnitBytes,
    Reading Speedup, double Busy, string Reason)
{
    public const int MessageBytes = 4096, Messages = 256, RunBytes = 64 * 1024;

    // All lanes share the resources of one core, so a higher speedup per lane indicates that the measurement was disturbed.
    private const double MostPerLane = 1.5;

    /// <summary>The speedup per SIMD lane.</summary>
    public Reading Efficiency => Speedup.Times(1.0 / Lanes);

    /// <summary>The throughput in MB/s.</summary>
    public Reading Throughput => Nanoseconds.Per(1e3 * UnitBytes);

    /// <summary>
    /// Measures many messages using every supported <see cref="LaneShape"/>, and then one message using every kernel.
    /// </summary>
    public static IReadOnlyList<PathTime> Take(HashRow row)
    {
        List<PathTime> times =
            Shapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, MessageBytes, row.AtEveryShape(MessageBytes, Messages));
        RoundTimes single = InterleavedRounds.Short.Measure(row.WithEveryKernel(RunBytes), isWarm: false);
        times.AddRange(row.SingleKernels.Select((kernel, i) =>
            Of(row.Name, "one, " + kernel.Name, null, kernel.IsChosen, 0, single, i, RunBytes)));
        return times;
    }

    /// <summary>Measures blocks in ECB mode using every supported <see cref="LaneShape"/>.</summary>
    public static IReadOnlyList<PathTime> Take(CipherRow row) =>
        Shapes(row.Name, row.Shapes, row.ChosenShape, row.WordBits, row.BlockBytes, row.AtEveryShape(RunBytes));

    private static List<PathTime> Shapes(
        string name, IReadOnlyList<LaneShape> shapes, LaneShape chosen, int wordBits, int unitBytes, IReadOnlyList<Entrant> paths)
    {
        RoundTimes times = InterleavedRounds.Short.Measure(paths, isWarm: false);
        return
        [
            .. shapes.Select((shape, i) =>
                Of(name, shape.ToString(), shape, shape == chosen, shape.Lanes(wordBits), times, i, unitBytes)),
        ];
    }

    // The given times are per byte. The first code path is the scalar code.
    private static PathTime Of(
        string name, string path, LaneShape? shape, bool isChosen, int lanes, RoundTimes times, int index, int unitBytes) =>
        new(
            name, path, shape, isChosen, lanes, times.Nanoseconds(index).Times(unitBytes), unitBytes,
            times.Ratio(0, index).AtMost(lanes == 0 ? double.PositiveInfinity : MostPerLane * lanes), times.Busy(index),
            times.Reason);
}
