namespace Lanewise.Proof.Sweeps;

/// <summary>The times of all code paths of an algorithm for several sizes.</summary>
/// <param name="Title">The title of the algorithm.</param>
/// <param name="Job">A description of the measured work.</param>
/// <param name="Paths">The names of the code paths.</param>
/// <param name="Chosen">The index of the code path that this machine uses, or -1 if this path is not in the table.</param>
/// <param name="Sizes">The sizes as text. A size is the length of a message or of the data in a call.</param>
/// <param name="Times">For each size, the times of all code paths in nanoseconds per byte.</param>
internal sealed record KernelTable(
    string Title, string Job, IReadOnlyList<string> Paths, int Chosen, IReadOnlyList<string> Sizes,
    IReadOnlyList<RoundTimes> Times)
{
    /// <summary>
    /// Indicates whether the chosen code path is as fast as the best path, for all sizes with reliable figures.
    /// </summary>
    public bool IsRight => Chosen >= 0 && !Lost.Any();

    /// <summary>The sizes for which the chosen code path is slower than the best path.</summary>
    public IEnumerable<string> Lost => Chosen < 0 ? Sizes : Sizes.Where((_, s) => Loss(Chosen, s) > Reading.Equal);

    public int Best(int size) => Enumerable.Range(0, Paths.Count).MinBy(p => Times[size].Nanoseconds(p).Value);

    /// <summary>Returns the ratio of a code path's time to the best time for a size, or 1 if this ratio is only noise.</summary>
    public double Loss(int path, int size)
    {
        Reading ratio = Times[size].Ratio(path, Best(size));
        return ratio.IsNoise ? 1 : ratio;
    }

    /// <summary>
    /// Returns the geometric mean, over all sizes with reliable figures, of the ratio of one code path's time to another path's
    /// time.
    /// </summary>
    public double Against(int path, int other)
    {
        Reading[] ratios = [.. Times.Select(times => times.Ratio(path, other)).Where(ratio => !ratio.IsNoise)];
        return ratios.Length == 0 ? 1 : Math.Exp(ratios.Average(ratio => Math.Log(ratio)));
    }

    /// <summary>Measures the ECB encryption of blocks using every supported <see cref="LaneShape"/>.</summary>
    public static KernelTable Blocks(CipherRow row) =>
        Take(
            row.Title, "blocks in ECB mode", row.Shapes.ToList().IndexOf(row.ChosenShape), [256, 4096, 64 << 10, 1 << 20],
            row.AtEveryShape);

    /// <summary>
    /// Measures the hashing of many messages using every supported <see cref="LaneShape"/>. The shorter the messages are, the
    /// more of them are measured.
    /// </summary>
    public static KernelTable Many(HashRow row) =>
        Take(
            row.Title, "many messages", row.Shapes.ToList().IndexOf(row.ChosenShape), [64, 1024, 4096, 64 << 10],
            bytes => row.AtEveryShape(bytes, bytes switch { 64 => 4096, 1024 => 512, 4096 => 256, _ => 64 }));

    /// <summary>Measures the hashing of one message using every kernel.</summary>
    public static KernelTable One(HashRow row) =>
        Take(
            row.Title, "one message", row.SingleKernels.ToList().FindIndex(kernel => kernel.IsChosen), [3, 64, 64 << 10],
            row.WithEveryKernel);

    // The function "at" returns the benchmark entrants of all code paths for a size.
    private static KernelTable Take(string title, string job, int chosen, int[] sizes, Func<int, IReadOnlyList<Entrant>> at)
    {
        IReadOnlyList<Entrant>[] paths = [.. sizes.Select(at)];
        return new(
            title, job, [.. paths[0].Select(path => path.Name)], chosen, [.. sizes.Select(size => SweepRun.Size(size))],
            [.. paths.Select((some, s) => InterleavedRounds.Short.Measure(some, isWarm: s > 0))]);
    }
}
