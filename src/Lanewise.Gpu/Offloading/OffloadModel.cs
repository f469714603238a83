namespace Lanewise.Gpu.Offloading;

/// <summary>How data gets to the device and its results back.</summary>
internal enum OffloadPath
{
    /// <summary>A copy from the caller's array, the work, a copy back, each waited for.</summary>
    Pageable,

    /// <summary>By way of a staging array that the driver has locked, piece after piece.</summary>
    Pinned,

    /// <summary>The same with two staging arrays: one piece is copied while the other is worked on.</summary>
    Overlapped,

    /// <summary>Not at all: it is there, and stays there.</summary>
    Resident,
}

/// <summary>What the way to a device takes: seconds and bytes per second, all measured.</summary>
/// <param name="CopySeconds">A copy of a few bytes there and one back.</param>
/// <param name="PageableIn">From an array of the caller's to the device.</param>
/// <param name="PageableOut">Back.</param>
/// <param name="PinnedIn">From a locked array to the device.</param>
/// <param name="PinnedOut">Back.</param>
/// <param name="HostCopy">From array to array on the host, which staging adds.</param>
/// <param name="PieceBytes">Bytes of a piece of staged copies.</param>
internal sealed record BusRates(
    double CopySeconds, double PageableIn, double PageableOut, double PinnedIn, double PinnedOut, double HostCopy,
    double PieceBytes);

/// <summary>What one kind of work takes in one place: the seconds of batches of growing numbers of items, all measured.</summary>
/// <remarks>
/// Curves and not one rate, because nothing is proportional at the small end: lanes are half full, cores are not worth waking,
/// multiprocessors have nothing to do. Messages of other lengths take as much more or less at every number.
/// </remarks>
/// <param name="CallSeconds">A call that has next to nothing to do.</param>
/// <param name="LengthSeconds">
/// What a message of no length takes, as a part of what one of <paramref name="ItemBytes"/> takes, in a large batch.
/// </param>
/// <param name="ItemBytes">Bytes of the items that the curve was measured with.</param>
/// <param name="Seconds">Seconds of 1, 2, 4, ... of them.</param>
internal sealed record WorkRates(double CallSeconds, double LengthSeconds, double ItemBytes, IReadOnlyList<double> Seconds)
{
    /// <summary>A place of one rate and no edges.</summary>
    public static WorkRates Straight(double callSeconds, double bytesPerSecond, double itemBytes, int doublings = 20) =>
        new(
            callSeconds,
            0,
            itemBytes,
            [.. Enumerable.Range(0, doublings).Select(i => callSeconds + (itemBytes * Math.Pow(2, i) / bytesPerSecond))]);

    /// <summary>Seconds without any copy.</summary>
    public double Of(in OffloadJob job)
    {
        double items = job.Items, length = ItemBytes == 0 || items == 0 ? 1 : job.InputBytes / items / ItemBytes;
        if (items <= 0) return CallSeconds;

        double scale = LengthSeconds + ((1 - LengthSeconds) * length);
        return CallSeconds + (Math.Max(0, At(items) - CallSeconds) * scale);
    }

    // Straight between two measured numbers, and on at the last rate behind them.
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

/// <summary>A batch of messages; or one text, in items of the length in which it was measured.</summary>
internal readonly record struct OffloadJob(double Items, double InputBytes, double OutputBytes);

/// <summary>
/// How long a job takes on the processor and on a device, from rates that were measured on this machine; and which of both is to
/// do it. Nothing but arithmetic.
/// </summary>
internal static class OffloadModel
{
    /// <summary>
    /// How much faster the device must be by these figures. The processor's time is then never more than this above the device's
    /// where it is kept, and errors of the figures of up to a twentieth never make the device the slower one where it is taken.
    /// </summary>
    public const double Margin = 1.10;

    /// <summary>From here on a table says that a device pays: a gain that nobody needs a good clock to see.</summary>
    public const double PaysMargin = 1.25;

    /// <summary>Seconds on the device.</summary>
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

        // Two pieces are under way, and no part of the machine does two things at once.
        double step = Math.Max(Math.Max(Math.Max(host, kernel), Math.Max(copyIn, copyOut)), piece / 2);
        return piece + ((pieces - 1) * step);
    }

    /// <summary>Whether the device is to do the job.</summary>
    public static bool Choose(
        AcceleratorKind kind, BusRates? bus, WorkRates? device, WorkRates? processor, OffloadPath path, in OffloadJob job) =>
        kind == AcceleratorKind.Gpu && bus is not null && device is not null && processor is not null
        && DeviceSeconds(bus, device, path, job) * Margin < processor.Of(job);

    /// <summary>The size from which on the second place is faster by a margin; null where it is not even at the last.</summary>
    /// <param name="sizes">Growing sizes, with the seconds of both places.</param>
    /// <param name="margin">How many times faster.</param>
    public static double? Crossover(IReadOnlyList<(double Size, double First, double Second)> sizes, double margin)
    {
        double? crossover = null;
        for (int i = sizes.Count - 1; i >= 0 && sizes[i].Second * margin <= sizes[i].First; i--) crossover = sizes[i].Size;
        return crossover;
    }
}
