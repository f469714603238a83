using System.Diagnostics;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Offloading;

/// <summary>Measures this machine and a device to supply the rates that <see cref="OffloadModel"/> uses.</summary>
internal static class Calibration
{
    // Each figure is the fastest of at least two runs. The transfer path has six figures, and each combination of work and path
    // has about thirty points. Therefore, the first calibration takes about a second.
    private const double SecondsPerFigure = 0.05, SecondsPerPoint = 0.01;

    private const int CopyBytes = 8 << 20, FewBytes = 16, ShortItem = 64, WarmUpItem = 4096;
    private const int LeastBytes = 4 << 20, MostBytes = 32 << 20;

    /// <summary>
    /// The minimum time of a measured run in seconds. For runs of this length, the clock resolution and the call overhead are
    /// negligible.
    /// </summary>
    private const double LongEnough = 0.004;

    /// <summary>
    /// After this number of bytes, every public method has switched from the quickly compiled kernel to the fast kernel.
    /// </summary>
    private const long WarmUpBytes = 16 << 20;

    public static BusRates Bus(Accelerator accelerator)
    {
        int bytes = (int)Math.Min(CopyBytes, accelerator.MaxBufferBytes);
        Device device = accelerator.Device;
        byte[] host = new byte[bytes], other = new byte[bytes], few = new byte[FewBytes];
        using AcceleratorBuffer buffer = accelerator.Allocate(bytes);
        using DeviceMemory memory = accelerator.AllocateMemory(bytes);
        using PinnedBytes pinned = device.Pin(bytes);
        buffer.Clear();
        return new BusRates(
            Best(() =>
            {
                buffer.Write(few);
                buffer.Read(few);
            }),
            bytes / Best(() =>
            {
                buffer.Write(host);
                accelerator.Synchronize();
            }),
            bytes / Best(() => buffer.Read(host)),
            bytes / Best(() =>
            {
                device.BeginWrite(Device.FirstPipelineQueue, memory, 0, pinned, bytes);
                device.Finish(Device.FirstPipelineQueue);
            }),
            bytes / Best(() =>
            {
                device.BeginRead(Device.FirstPipelineQueue, memory, 0, pinned, bytes);
                device.Finish(Device.FirstPipelineQueue);
            }),
            bytes / Best(() => host.AsSpan().CopyTo(other)),
            accelerator.PieceBytes);
    }

    /// <summary>Measures the work on the CPU, using the allowed number of cores.</summary>
    public static WorkRates Processor(DeviceWork work, ParallelOptions options)
    {
        byte[] source = new byte[MostBytes], destination = new byte[Math.Max(MostBytes, (int)work.Output(MostBytes / ShortItem))];
        for (long done = 0; done < WarmUpBytes; done += LeastBytes) Run(WarmUpItem, LeastBytes / WarmUpItem);
        return Rates(work, MostBytes, Run);

        void Run(int itemBytes, int items) =>
            work.Processor(
                source.AsMemory(0, items * itemBytes),
                itemBytes,
                destination.AsMemory(0, Output(work, itemBytes, items)),
                options);
    }

    /// <summary>Measures the work on the device, with all data in device memory.</summary>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    public static WorkRates OnDevice(DeviceWork work, Accelerator accelerator)
    {
        int most = (int)Math.Min(MostBytes, accelerator.MaxBufferBytes);
        using AcceleratorBuffer source = accelerator.Allocate(most);
        using AcceleratorBuffer destination = accelerator.Allocate(Math.Max(most, work.Output(most / ShortItem)));
        source.Clear();
        // This call is not measured, because the first call compiles the kernels and runs their self-tests.
        Run(ShortItem, 1);
        return Rates(work, most, Run);

        void Run(int itemBytes, int items)
        {
            // Cipher blocks and BLAKE3 chunks have a fixed item size.
            if (work.IsUniform) work.Resident(source, work.ItemBytes, (long)items * itemBytes / work.ItemBytes, destination);
            else work.Resident(source, itemBytes, items, destination);
            accelerator.Synchronize();
        }
    }

    /// <summary>Runs the action several times, and returns the time of the fastest run in seconds.</summary>
    public static double Best(Action action, double budget = SecondsPerFigure)
    {
        double best = double.MaxValue, spent = 0;
        for (int runs = 0; runs < 2 || (spent < budget && runs < 1000); runs++)
        {
            long start = Stopwatch.GetTimestamp();
            action();
            double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            best = Math.Min(best, seconds);
            spent += seconds;
        }

        // Without this minimum, the rate would be infinite if the start and end times were equal.
        return Math.Max(best, 1e-9);
    }

    private static WorkRates Rates(DeviceWork work, int most, Action<int, int> run)
    {
        double call = Best(() => run(work.IsUniform ? work.ItemBytes : 1, 1), SecondsPerPoint);
        List<double> curve = [];
        for (int items = 1; (long)items * work.ItemBytes <= most; items *= 2)
        {
            int n = items;
            double seconds = Best(() => run(work.ItemBytes, n), SecondsPerPoint);
            // If more work takes less time, an earlier measurement was disturbed.
            for (int i = curve.Count - 1; i >= 0 && curve[i] > seconds; i--) curve[i] = seconds;
            curve.Add(seconds);
            // Beyond this point, the cost curve is linear, so no further points are needed.
            if (seconds > LongEnough && (long)items * work.ItemBytes >= LeastBytes) break;
        }

        call = Math.Min(call, curve[0]);
        if (work.IsUniform) return new WorkRates(call, 0, work.ItemBytes, curve);

        // Measuring a second message length in a large batch yields the fixed time per message.
        int count = 1 << (curve.Count - 1), shortCount = Math.Min(count * (work.ItemBytes / ShortItem), most / ShortItem);
        double whole = (curve[^1] - call) / count;
        double part = (Best(() => run(ShortItem, shortCount), SecondsPerPoint) - call) / shortCount;
        double fixedPart = (part - (whole * ShortItem / work.ItemBytes)) / (whole * (1 - ((double)ShortItem / work.ItemBytes)));
        return new WorkRates(call, double.IsFinite(fixedPart) ? Math.Clamp(fixedPart, 0, 1) : 0, work.ItemBytes, curve);
    }

    private static int Output(DeviceWork work, int itemBytes, int items) =>
        (int)work.Output(work.IsUniform ? (long)items * itemBytes / work.ItemBytes : items);
}
