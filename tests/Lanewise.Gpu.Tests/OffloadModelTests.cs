using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu.Tests;

public sealed class OffloadModelTests
{
    // Round figures: a bus of 10 GB/s (pageable 2), a kernel of 100 GB/s, a core of 1 GB/s.
    private static readonly BusRates Bus = new(20e-6, 2e9, 2e9, 10e9, 10e9, 20e9, 8e6);
    private static readonly WorkRates Device = new(10e-6, 0, 100e9, 1e9), Processor = new(1e-6, 0, 1e9, 1e9);

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 20)];

    [Fact]
    public void TimesAreTheSumsOfTheirParts()
    {
        OffloadJob job = Job(16e6, 16e6);
        Assert.Equal(1e-6 + 0.016, Processor.Seconds(job), 9);
        Assert.Equal(10e-6 + 160e-6, Time(OffloadPath.Resident, job), 9);
        Assert.Equal(20e-6 + 0.008 + 10e-6 + 160e-6 + 0.008, Time(OffloadPath.Pageable, job), 9);
        // Two pieces of 8 MB: over the host's memory twice, there, the kernel, back.
        double piece = 20e-6 + 0.0008 + 0.0008 + 10e-6 + 80e-6 + 0.0008;
        Assert.Equal(2 * piece, Time(OffloadPath.Pinned, job), 9);
        // Of the second piece as much is left as two pieces at once cannot hide.
        Assert.Equal(1.5 * piece, Time(OffloadPath.Overlapped, job), 9);
        // Ten times the pieces, and the slowest part is what remains where it is more than half of the piece.
        WorkRates slow = Device with { BytesPerSecond = 2e9 };
        Assert.Equal(0.004 + 10e-6, slow.Seconds(Job(8e6, 0)), 9);
        double one = 20e-6 + 0.0004 + 0.0008 + 0.00401;
        Assert.Equal(one + (9 * 0.00401), OffloadModel.DeviceSeconds(Bus, slow, OffloadPath.Overlapped, Job(80e6, 0)), 9);
    }

    [Fact]
    public void MessagesCostWhatTheyCostAndTheLongestIsWaitedFor()
    {
        WorkRates work = new(1e-6, 1e-6, 1e9, 1e8);
        Assert.Equal(1e-6 + 0.001 + 0.001, work.Seconds(new(1000, 1e6, 16_000, 1000)), 9);
        Assert.Equal(1e-6 + 0.01, work.Seconds(new(1, 1e6, 16, 1e6)), 9);
    }

    [Fact]
    public void AFewLongMessagesStayWhereOneCoreIsFast()
    {
        // A device runs each message on a slow lane: a thousand of them win, ten do not, though they have as many bytes.
        WorkRates device = new(10e-6, 0, 100e9, 50e6), processor = new(1e-6, 0, 4e9, 1e9);
        Assert.False(Choose(device, processor, OffloadPath.Resident, new(10, 1e8, 160, 1e7)));
        Assert.True(Choose(device, processor, OffloadPath.Resident, new(100_000, 1e8, 1_600_000, 1e3)));
    }

    [Fact]
    public void OnlyAMeasuredGpuIsChosen()
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
    public void CrossoversAreWhereTheyAreAndNeverWhereThereIsNone()
    {
        // 10 us + n / 100 GB/s against 1 us + n / 1 GB/s: equal at 9.09 KB.
        double? resident = Crossover(Device, Processor, OffloadPath.Resident, 1);
        Assert.InRange(resident!.Value, 9.09e3, 9.09e3 * 1.1);
        Assert.InRange(Crossover(Device, Processor, OffloadPath.Resident, 1.25)!.Value, 11.6e3, 11.6e3 * 1.1);
        // Pageable there and back is 1 GB/s: never.
        Assert.Null(Crossover(Device, Processor, OffloadPath.Pageable, 1));
        Assert.NotNull(Crossover(Device, Processor, OffloadPath.Pinned, 1.25));
        Assert.Null(Crossover(Device, Processor with { BytesPerSecond = 50e9 }, OffloadPath.Overlapped, 1));
        Assert.Null(OffloadModel.Crossover([], 1));
    }

    /// <summary>
    /// What the policy promises: over the whole range of sizes the place that it picks is by the model at most a tenth slower than
    /// the other, and the device, where it is picked, is not slower at all.
    /// </summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void ThePickIsNeverATenthSlowerThanTheOther(int seed)
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
                    OffloadJob job = new(items, items * item, items * Math.Min(item, 16), item);
                    foreach (OffloadPath path in Enum.GetValues<OffloadPath>())
                    {
                        double there = OffloadModel.DeviceSeconds(bus, device, path, job), here = processor.Seconds(job);
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

        // The machines are such that both happen, up to the limit.
        Assert.True(offloaded > 1000 && kept > 1000);
        Assert.True(worst > 1.09, $"{worst}");
    }

    /// <summary>With figures that are wrong by up to 4 % each, a device that is picked is still not the slower place.</summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void NoiseOfTheFiguresIsWithinTheMargin(int seed)
    {
        Random random = new(seed);
        for (int machine = 0; machine < 200; machine++)
        {
            (BusRates bus, WorkRates device, WorkRates processor) = Machine(random);
            double Wrong(double figure) => figure * (0.96 + (0.08 * random.NextDouble()));
            BusRates wrongBus = new(
                Wrong(bus.CopySeconds), Wrong(bus.PageableIn), Wrong(bus.PageableOut), Wrong(bus.PinnedIn), Wrong(bus.PinnedOut), Wrong(bus.HostCopy), bus.PieceBytes);
            WorkRates wrongDevice = WrongRates(device), wrongProcessor = WrongRates(processor);
            for (double bytes = 1; bytes < 1e11; bytes *= 2)
            {
                OffloadJob job = new(Math.Ceiling(bytes / 1024), bytes, bytes / 64, 1024);
                foreach (OffloadPath path in Enum.GetValues<OffloadPath>())
                {
                    if (OffloadModel.Choose(AcceleratorKind.Gpu, wrongBus, wrongDevice, wrongProcessor, path, job))
                    {
                        Assert.True(OffloadModel.DeviceSeconds(bus, device, path, job) < processor.Seconds(job));
                    }
                }
            }

            WorkRates WrongRates(WorkRates rates) => new(
                Wrong(rates.CallSeconds), Wrong(rates.ItemSeconds), Wrong(rates.BytesPerSecond), Wrong(rates.SerialBytesPerSecond));
        }
    }

    private static OffloadJob Job(double input, double output) => new(0, input, output, 0);

    private static double Time(OffloadPath path, OffloadJob job) => OffloadModel.DeviceSeconds(Bus, Device, path, job);

    private static bool Choose(WorkRates device, WorkRates processor, OffloadPath path, OffloadJob job) =>
        OffloadModel.Choose(AcceleratorKind.Gpu, Bus, device, processor, path, job);

    private static double? Crossover(WorkRates device, WorkRates processor, OffloadPath path, double margin)
    {
        List<(double, double, double)> sizes = [];
        for (double bytes = 1000; bytes < 1e10; bytes *= 1.05)
        {
            sizes.Add((bytes, processor.Seconds(Job(bytes, bytes)), OffloadModel.DeviceSeconds(Bus, device, path, Job(bytes, bytes))));
        }

        return OffloadModel.Crossover(sizes, margin);
    }

    /// <summary>From a laptop's to a rack's: each figure over two or three orders of magnitude.</summary>
    private static (BusRates Bus, WorkRates Device, WorkRates Processor) Machine(Random random)
    {
        double Between(double low, double high) => low * Math.Pow(high / low, random.NextDouble());
        double core = Between(1e8, 3e9);
        return (
            new(Between(5e-6, 1e-3), Between(1e9, 1e10), Between(1e9, 1e10), Between(3e9, 6e10), Between(3e9, 6e10), Between(4e9, 4e10), 8 << 20),
            new(Between(3e-6, 1e-3), Between(1e-12, 1e-9), Between(1e9, 1e12), Between(5e6, 5e8)),
            new(Between(1e-7, 1e-5), Between(1e-10, 1e-8), core * Between(1, 64), core));
    }
}
