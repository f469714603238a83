using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu.Tests;

public sealed class OffloadModelTests
{
    // The tests use round figures: 10 GB/s for the bus (2 GB/s for pageable memory), 100 GB/s for the kernel and 1 GB/s for a CPU
    // core.
    private const double Item = 1000;

    private static readonly BusRates Bus = new(20e-6, 2e9, 2e9, 10e9, 10e9, 20e9, 8e6);
    private static readonly WorkRates Device = WorkRates.Straight(10e-6, 100e9, Item);
    private static readonly WorkRates Processor = WorkRates.Straight(1e-6, 1e9, Item);

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 20)];

    [Fact]
    public void TimesAreTheSumsOfTheirParts()
    {
        OffloadJob job = Job(16e6, 16e6);
        Assert.Equal(1e-6 + 0.016, Processor.Of(job), 9);
        Assert.Equal(10e-6 + 160e-6, Time(OffloadPath.Resident, job), 9);
        Assert.Equal(20e-6 + 0.008 + 10e-6 + 160e-6 + 0.008, Time(OffloadPath.Pageable, job), 9);
        // Each of the two 8 MB pieces needs two copies on the host, a transfer, a kernel and a transfer back.
        double piece = 20e-6 + 0.0008 + 0.0008 + 10e-6 + 80e-6 + 0.0008;
        Assert.Equal(2 * piece, Time(OffloadPath.Pinned, job), 9);
        // The second piece adds only the time that does not overlap with the first.
        Assert.Equal(1.5 * piece, Time(OffloadPath.Overlapped, job), 9);
        // With ten times as many pieces as above, the slowest step determines the total time, because it takes more than half of
        // the time of a piece.
        WorkRates slow = WorkRates.Straight(10e-6, 2e9, Item);
        Assert.Equal(0.004 + 10e-6, slow.Of(Job(8e6, 0)), 9);
        double one = 20e-6 + 0.0004 + 0.0008 + 0.00401;
        Assert.Equal(one + (9 * 0.00401), OffloadModel.DeviceSeconds(Bus, slow, OffloadPath.Overlapped, Job(80e6, 0)), 9);
    }

    [Fact]
    public void BatchTimesFollowTheCurveAndScaleWithTheLength()
    {
        // With eight lanes, 1 to 8 messages take the same time. Beyond 8, doubling the number of messages doubles the time. Each
        // message has an overhead of 100 bytes.
        WorkRates lanes = new(1e-6, 0.1, 1000, [11e-6, 11e-6, 11e-6, 11e-6, 21e-6, 41e-6]);
        Assert.Equal(1e-6, lanes.Of(new(0, 0, 0)), 12);
        Assert.Equal(11e-6, lanes.Of(new(1, 1000, 0)), 12);
        Assert.Equal(11e-6, lanes.Of(new(5, 5000, 0)), 12);
        Assert.Equal(16e-6, lanes.Of(new(12, 12_000, 0)), 12);
        Assert.Equal(1e-6 + (40e-6 * 3), lanes.Of(new(96, 96_000, 0)), 12);
        Assert.Equal(1e-6 + (10e-6 * 0.1), lanes.Of(new(8, 0, 0)), 12);
        Assert.Equal(1e-6 + (10e-6 * 1.9), lanes.Of(new(8, 16_000, 0)), 12);
    }

    [Fact]
    public void AFewLongMessagesStayOnOneCore()
    {
        // A device takes as long for up to 64 messages as for a single message, and it is slow for a single message. Therefore,
        // the device is faster for thousands of messages, but not for ten messages with the same total length.
        WorkRates device = new(
            10e-6, 0, 1000, [.. Enumerable.Range(0, 20).Select(i => 10e-6 + (20e-6 * Math.Max(1, Math.Pow(2, i - 6))))]);
        WorkRates processor = WorkRates.Straight(1e-6, 1e9, 1000);
        Assert.False(Choose(device, processor, OffloadPath.Resident, new(10, 1e8, 160)));
        Assert.True(Choose(device, processor, OffloadPath.Resident, new(100_000, 1e8, 1_600_000)));
    }

    [Fact]
    public void OnlyAMeasuredDeviceIsChosen()
    {
        OffloadJob job = Job(1e9, 0);
        Assert.True(OffloadModel.Choose(AcceleratorKind.Gpu, Bus, Device, Processor, OffloadPath.Overlapped, job));
        Assert.False(OffloadModel.Choose(AcceleratorKind.CpuRuntime, Bus, Device, Processor, OffloadPath.Overlapped, job));
        Assert.False(OffloadModel.Choose(AcceleratorKind.Other, Bus, Device, Processor, OffloadPath.Overlapped, job));
        Assert.False(OffloadModel.Choose(AcceleratorKind.Gpu, null, Device, Processor, OffloadPath.Overlapped, job));
        Assert.False(OffloadModel.Choose(AcceleratorKind.Gpu, Bus, null, Processor, OffloadPath.Overlapped, job));
        Assert.False(OffloadModel.Choose(AcceleratorKind.Gpu, Bus, Device, null, OffloadPath.Overlapped, job));
    }

    [Fact]
    public void CrossoversAreFoundOnlyIfTheyExist()
    {
        // The times 10 us + n / 100 GB/s and 1 us + n / 1 GB/s are equal at 9.09 KB.
        double? resident = Crossover(Device, Processor, OffloadPath.Resident, 1);
        Assert.InRange(resident!.Value, 9.09e3, 9.09e3 * 1.1);
        Assert.InRange(Crossover(Device, Processor, OffloadPath.Resident, 1.25)!.Value, 11.6e3, 11.6e3 * 1.1);
        // Pageable transfers in both directions reach only 1 GB/s, so the device is never faster.
        Assert.Null(Crossover(Device, Processor, OffloadPath.Pageable, 1));
        Assert.NotNull(Crossover(Device, Processor, OffloadPath.Pinned, 1.25));
        Assert.Null(Crossover(Device, WorkRates.Straight(1e-6, 50e9, Item), OffloadPath.Overlapped, 1));
        Assert.Null(OffloadModel.Crossover([], 1));
    }

    /// <summary>
    /// Tests the policy's guarantee for all sizes. According to the model, the chosen path is at most 10 % slower than the other
    /// one, and a device is never chosen if it is slower than the CPU.
    /// </summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void TheChosenPathIsNeverMoreThanATenthSlower(int seed)
    {
        Random random = new(seed);
        int offloaded = 0, kept = 0;
        double worst = 0;
        for (int machine = 0; machine < 50; machine++)
        {
            (BusRates bus, WorkRates device, WorkRates processor) = Machine(random);
            for (double bytes = 1; bytes < 1e11; bytes *= 1.3)
            {
                foreach (double item in (ReadOnlySpan<double>)[8, 64, 1024, 1e6])
                {
                    double items = Math.Ceiling(bytes / item);
                    OffloadJob job = new(items, items * item, items * Math.Min(item, 16));
                    foreach (OffloadPath path in Enum.GetValues<OffloadPath>())
                    {
                        double there = OffloadModel.DeviceSeconds(bus, device, path, job), here = processor.Of(job);
                        bool isOffloaded = OffloadModel.Choose(AcceleratorKind.Gpu, bus, device, processor, path, job);
                        double picked = isOffloaded ? there : here, other = isOffloaded ? here : there;
                        Assert.True(picked <= 1.1 * other, $"{path}, {bytes:0} bytes: {picked:g4} s against {other:g4} s");
                        if (isOffloaded) Assert.True(picked < other);
                        worst = Math.Max(worst, picked / other);
                        offloaded += isOffloaded ? 1 : 0;
                        kept += isOffloaded ? 0 : 1;
                    }
                }
            }
        }

        // The random machines must lead to both choices, and the largest slowdown must be close to the limit.
        Assert.True(offloaded > 1000 && kept > 1000);
        Assert.True(worst > 1.09, $"{worst}");
    }

    /// <summary>Even if each figure is wrong by up to 4 %, a device is not chosen if it is slower than the CPU.</summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void NoisyFiguresStayWithinTheMargin(int seed)
    {
        Random random = new(seed);
        for (int machine = 0; machine < 200; machine++)
        {
            (BusRates bus, WorkRates device, WorkRates processor) = Machine(random);
            double Wrong(double figure) => figure * (0.96 + (0.08 * random.NextDouble()));
            BusRates wrongBus = new(
                Wrong(bus.CopySeconds), Wrong(bus.PageableIn), Wrong(bus.PageableOut), Wrong(bus.PinnedIn), Wrong(bus.PinnedOut),
                Wrong(bus.HostCopy), bus.PieceBytes);
            WorkRates wrongDevice = WrongRates(device), wrongProcessor = WrongRates(processor);
            for (double bytes = 1; bytes < 1e11; bytes *= 2)
            {
                OffloadJob job = new(Math.Ceiling(bytes / 1024), bytes, bytes / 64);
                foreach (OffloadPath path in Enum.GetValues<OffloadPath>())
                {
                    if (OffloadModel.Choose(AcceleratorKind.Gpu, wrongBus, wrongDevice, wrongProcessor, path, job))
                    {
                        Assert.True(OffloadModel.DeviceSeconds(bus, device, path, job) < processor.Of(job));
                    }
                }
            }

            // All measured points of a path have the same relative error, because they are measured together.
            WorkRates WrongRates(WorkRates rates)
            {
                double factor = Wrong(1);
                return rates with
                {
                    CallSeconds = factor * rates.CallSeconds, Seconds = [.. rates.Seconds.Select(s => factor * s)],
                };
            }
        }
    }

    private static OffloadJob Job(double input, double output) => new(input / Item, input, output);

    private static double Time(OffloadPath path, OffloadJob job) => OffloadModel.DeviceSeconds(Bus, Device, path, job);

    private static bool Choose(WorkRates device, WorkRates processor, OffloadPath path, OffloadJob job) =>
        OffloadModel.Choose(AcceleratorKind.Gpu, Bus, device, processor, path, job);

    private static double? Crossover(WorkRates device, WorkRates processor, OffloadPath path, double margin)
    {
        List<(double, double, double)> sizes = [];
        for (double bytes = 1000; bytes < 1e10; bytes *= 1.05)
        {
            sizes.Add((bytes, processor.Of(Job(bytes, bytes)), OffloadModel.DeviceSeconds(Bus, device, path, Job(bytes, bytes))));
        }

        return OffloadModel.Crossover(sizes, margin);
    }

    /// <summary>
    /// Creates random machines, ranging from laptops to servers. Each figure varies by two or three orders of magnitude.
    /// </summary>
    private static (BusRates Bus, WorkRates Device, WorkRates Processor) Machine(Random random)
    {
        double Between(double low, double high) => low * Math.Pow(high / low, random.NextDouble());
        double core = Between(1e8, 3e9);
        return (
            new(
                Between(5e-6, 1e-3), Between(1e9, 1e10), Between(1e9, 1e10), Between(3e9, 6e10), Between(3e9, 6e10),
                Between(4e9, 4e10),
                8 << 20),
            Curve(Between(3e-6, 1e-3), Between(1e9, 1e12), Between(1, 1e5)),
            Curve(Between(1e-7, 1e-5), core * Between(1, 64), Between(1, 64)));

        // Until all lanes are full, the time is the same as for one lane.
        WorkRates Curve(double call, double rate, double lanes) => new(
            call,
            random.NextDouble() / 2,
            1024,
            [.. Enumerable.Range(0, 16).Select(i => call + (1024 * Math.Max(lanes, Math.Pow(2, i)) / rate))]);
    }
}
