namespace Lanewise.Gpu.Offloading;

/// <summary>Selects how data is transferred to the device and back.</summary>
internal enum OffloadPath
{
    /// <summary>
    /// Copies data from the caller's array, performs the work, and copies the result back. Each step ends before the next one
    /// begins.
    /// </summary>
    Pageable,

    /// <summary>Copies data through one pinned staging array, piece by piece.</summary>
    Pinned,

    /// <summary>Copies data through two pinned staging arrays. One piece is copied while the other is processed.</summary>
    Overlapped,

    /// <summary>Transfers no data, because the data stays on the device.</summary>
    Resident,
}

/// <summary>The measured costs of transfers between host and device, in seconds and bytes per second.</summary>
/// <param name="CopySeconds">The time in seconds for copying a few bytes to the device and back.</param>
/// <param name="PageableIn">The transfer rate from an unpinned array to the device.</param>
/// <param name="PageableOut">The transfer rate from the device to an unpinned array.</param>
/// <param name="PinnedIn">The transfer rate from a pinned array to the device.</param>
/// <param name="PinnedOut">The transfer rate from the device to a pinned array.</param>
/// <param name="HostCopy">The rate of the additional copy between the caller's array and the staging array.</param>
/// <param name="PieceBytes">The size of a piece for staged copies, in bytes.</param>
internal sealed record BusRates(
    double CopySeconds, double PageableIn, double PageableOut, double PinnedIn, double PinnedOut, double HostCopy,
    double PieceBytes);

/// <summary>The costs of one kind of work on one path: the measured times in seconds for increasing numbers of items.</summary>
/// <remarks>
/// The costs form a curve, because the time for a small batch is not proportional to the batch size. In a small batch, some SIMD
/// lanes are empty, additional cores do not save time, and some GPU multiprocessors are idle. For messages of other lengths, all
/// points of the curve are scaled by the same factor.
/// </remarks>
/// <param name="CallSeconds">The time of a call with almost no work, in seconds.</param>
/// <param name="LengthSeconds">
/// The time for an empty message in a large batch, as a fraction of the time for a message of <paramref name="ItemBytes"/>.
/// </param>
/// <param name="ItemBytes">The size of the items in the measurement, in bytes.</param>
/// <param name="Seconds">The measured times for 1, 2, 4, ... items, in seconds.</param>
internal sealed record WorkRates(double CallSeconds, double LengthSeconds, double ItemBytes, IReadOnlyList<double> Seconds)
{
    /// <summary>Returns the costs of a path that processes data at a constant rate.</summary>
    public static WorkRates Straight(double callSeconds, double bytesPerSecond, double itemBytes, int doublings = 20) =>
        new(
            callSeconds,
            0,
            itemBytes,
            [.. Enumerable.Range(0, doublings).Select(i => callSeconds + (itemBytes * Math.Pow(2, i) / bytesPerSecond))]);

    /// <summary>Returns the predicted time of a job in seconds, without any copies.</summary>
    public double Of(in OffloadJob job)
    {
        double items = job.Items, length = ItemBytes == 0 || items == 0 ? 1 : job.InputBytes / items / ItemBytes;
        if (items <= 0) return CallSeconds;

        double scale = LengthSeconds + ((1 - LengthSeconds) * length);
        return CallSeconds + (Math.Max(0, At(items) - CallSeconds) * scale);
    }

    // Interpolates linearly between measured points, and extrapolates with the rate between the last two points.
    private double At(double items)
    {
        if (items <= 1) return Seconds[0];

        int last = Seconds.Count - 1, before = (int)Math.Min(Math.Floor(Math.Log2(items)), last);
        double first = Math.Pow(2, before);
        return before == last
            ? Seconds[last] + ((items - first) * Math.Max(0, Seconds[last] - CallSeconds) / first)
            : Seconds[before] + ((items - first) / first * (Seconds[before + 1] - Seconds[before]));
    }
}

/// <summary>A batch of messages, or one message that is divided into items.</summary>
internal readonly record struct OffloadJob(double Items, double InputBytes, double OutputBytes);

/// <summary>
/// Predicts how long a job takes on the CPU and on a device, and chooses the faster processor. The prediction uses rates that
/// <see cref="Calibration"/> measured on this machine.
/// </summary>
internal static class OffloadModel
{
    /// <summary>
    /// The predicted speedup that is required for choosing the device. The CPU is chosen if the predicted speedup of the device
    /// is at most this factor. If the predictions are wrong by less than 5 %, the device is never chosen when it is slower than
    /// the CPU.
    /// </summary>
    public const double Margin = 1.10;

    /// <summary>
    /// The minimum speedup for which tables recommend the device. Users notice a speedup of this size without measuring.
    /// </summary>
    public const double PaysMargin = 1.25;

    /// <summary>Returns the predicted time on the device in seconds.</summary>
    public static double DeviceSeconds(BusRates bus, WorkRates work, OffloadPath path, in OffloadJob job)
    {
        double kernel = work.Of(job);
        if (path == OffloadPath.Resident) return kernel;

        if (path == OffloadPath.Pageable)
        {
            return bus.CopySeconds + (job.InputBytes / bus.PageableIn) + kernel + (job.OutputBytes / bus.PageableOut);
        }

        double pieces = Math.Max(1, Math.Ceiling(Math.Max(job.InputBytes, job.OutputBytes) / bus.PieceBytes));
        double host = (job.InputBytes + job.OutputBytes) / bus.HostCopy / pieces;
        double copyIn = job.InputBytes / bus.PinnedIn / pieces, copyOut = job.OutputBytes / bus.PinnedOut / pieces;
        kernel = work.Of(job with
        {
            Items = job.Items / pieces, InputBytes = job.InputBytes / pieces, OutputBytes = job.OutputBytes / pieces,
        });
        double piece = bus.CopySeconds + host + copyIn + kernel + copyOut;
        if (path == OffloadPath.Pinned) return pieces * piece;

        // Two pieces are processed concurrently, but each hardware unit works on only one piece at a time.
        double step = Math.Max(Math.Max(Math.Max(host, kernel), Math.Max(copyIn, copyOut)), piece / 2);
        return piece + ((pieces - 1) * step);
    }

    /// <summary>Returns whether the device should perform the job.</summary>
    public static bool Choose(
        AcceleratorKind kind, BusRates? bus, WorkRates? device, WorkRates? processor, OffloadPath path, in OffloadJob job) =>
        kind == AcceleratorKind.Gpu && bus is not null && device is not null && processor is not null
        && DeviceSeconds(bus, device, path, job) * Margin < processor.Of(job);

    /// <summary>
    /// Returns the smallest size S such that the second path is faster by the given factor at S and at all larger sizes.
    /// Returns null if there is no such size.
    /// </summary>
    /// <param name="sizes">The sizes in increasing order, each with the times of both paths in seconds.</param>
    /// <param name="margin">The factor by which the second path must be faster.</param>
    public static double? Crossover(IReadOnlyList<(double Size, double First, double Second)> sizes, double margin)
    {
        double? crossover = null;
        for (int i = sizes.Count - 1; i >= 0 && sizes[i].Second * margin <= sizes[i].First; i--) crossover = sizes[i].Size;
        return crossover;
    }
}
