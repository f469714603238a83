using System.Security.Cryptography;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu.Tests;

/// <summary>Tests the choice between the CPU and a device, with the fake driver and with measurements that the tests
/// store.</summary>
[Collection(nameof(StandIn))]
public sealed class OffloadPlanTests : IDisposable
{
    private const int MessageBytes = 100, Few = 2, Lots = 2000;

    private static readonly BusRates FastBus = new(1e-6, 1e12, 1e12, 1e12, 1e12, 1e12, 8 << 20);
    private static readonly WorkRates Fast = WorkRates.Straight(1e-5, 1e12, 1), FastLater = WorkRates.Straight(1e-3, 1e12, 1);
    private static readonly WorkRates Slow = WorkRates.Straight(1e-4, 1e7, 1);

    private readonly string folder = Path.Combine(Path.GetTempPath(), $"lanewise-{Guid.NewGuid():N}");

    public void Dispose()
    {
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void TheCpuIsUsedUnlessTheDeviceIsRequested()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        Assert.Equal(OffloadPolicy.CpuOnly, new OffloadPlan().Policy);
        OffloadPlan plan = new(OffloadPolicy.CpuOnly, accelerator);
        Check(plan, Lots);
        Assert.Equal(0, plan.Offloaded);
        Check(new OffloadPlan(OffloadPolicy.Measured), Lots);
        Assert.Equal(0, StandIn.Count("cuLaunchKernel"));

        Assert.Throws<ArgumentException>(() => new OffloadPlan(OffloadPolicy.Force));
        Assert.Throws<ArgumentOutOfRangeException>(() => new OffloadPlan((OffloadPolicy)3));
    }

    [Fact]
    public void AForcedDeviceDoesAllWork()
    {
        using (Accelerator accelerator = StandIn.Use().Open())
        {
            OffloadPlan plan = new(OffloadPolicy.Force, accelerator);
            int calls = Check(plan, Few) + Check(plan, Lots);
            Assert.Equal(calls, plan.Offloaded);
        }

        StandIn.ExpectClean();
    }

    [Fact]
    public void AFailureOfAForcedDeviceThrows()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = new(OffloadPolicy.Force, accelerator);
        Check(plan, Few);
        StandIn.Set("lose=0");
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() => plan.HashManyMd5(new byte[100], 10, new byte[160])).Code);
    }

    /// <summary>According to these figures, a call to the device takes a millisecond, and the CPU processes 10 MB/s.</summary>
    [Fact]
    public void ACancelledCallDoesNotUseTheDevice()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = new(
            OffloadPolicy.Force, accelerator, new ParallelOptions { CancellationToken = new CancellationToken(canceled: true) });
        byte[] digests = new byte[160];
        Assert.Throws<OperationCanceledException>(() => plan.HashManyMd5(new byte[100], 10, digests));
        Assert.Throws<OperationCanceledException>(() => plan.HashDataBlake3(new byte[100], digests));
        Assert.All(digests, b => Assert.Equal(0, b));
        Assert.Equal(0, StandIn.Count("cuLaunchKernel"));
        Assert.Equal(0, plan.Offloaded);
    }

    [Fact]
    public void AMeasuredPlanFollowsItsFigures()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = Plan(accelerator, FastLater, Slow);
        Check(plan, Few);
        Assert.Equal(0, plan.Offloaded);
        int calls = Check(plan, Lots);
        Assert.Equal(calls, plan.Offloaded);

        OffloadPlan kept = Plan(accelerator, Slow, Fast);
        Check(kept, Few);
        Check(kept, Lots);
        Assert.Equal(0, kept.Offloaded);
        Assert.Null(kept.Problem);
    }

    [Fact]
    public void TheCpuReplacesALostDevice()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = Plan(accelerator, Fast, Slow);
        Check(plan, Lots);
        long before = plan.Offloaded;
        StandIn.Set("lose=0");
        Check(plan, Lots);
        Assert.Equal(before, plan.Offloaded);
        Assert.Equal(719, plan.Problem!.Code);
        Check(plan, Lots);
    }

    /// <summary>If an in-place call fails, it throws, because it may already have overwritten its source.</summary>
    [Fact]
    public void ADeviceThatIsLostDuringAnInPlaceCallIsReported()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = Plan(accelerator, Fast, Slow);
        using Xtea cipher = new(new byte[16]);
        byte[] text = new byte[8000];
        plan.EncryptEcb(cipher, text, text);
        Assert.Equal(cipher.EncryptEcb(new byte[8000], PaddingMode.None), text);
        StandIn.Set("lose=0");
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() => plan.EncryptEcb(cipher, text, text)).Code);
    }

    [Fact]
    public void TheCpuReplacesADeviceWithWrongResults()
    {
        using Accelerator accelerator = StandIn.Use("wrong=lw_md5_many").Open();
        OffloadPlan plan = Plan(accelerator, Fast, Slow);
        Check(plan, Lots);
        Assert.Contains("self-test", plan.Problem!.Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// The first plan measures all kinds of work and stores the results. The next plan uses the stored results instead of
    /// measuring again.
    /// </summary>
    [Fact]
    public void FiguresAreMeasuredOnceAndStored()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        CalibrationStore store = new(folder);
        OffloadPlan plan = new(OffloadPolicy.Measured, accelerator, null, store);
        Check(plan, Lots);
        Assert.Null(plan.Problem);
        CalibrationFigures figures = store.Read(CalibrationStore.Key(accelerator.Info, Environment.ProcessorCount));
        Assert.Equal(10, figures.Work.Count);
        long launches = StandIn.Count("cuLaunchKernel");
        OffloadPlan next = new(OffloadPolicy.Measured, accelerator, null, store);
        DeviceWork work = DeviceWork.Named("md5");
        Assert.Equal(figures.Work["md5"].Device.Seconds, next.Figures(work).Work["md5"].Device.Seconds);
        // The fake driver runs kernels on one core without vectors, so they are never faster than the CPU code.
        Assert.False(next.Offloads(work, work.Job(1 << 20, 1024)));
        Assert.Equal(launches, StandIn.Count("cuLaunchKernel"));
    }

    [Fact]
    public void ADeviceThatFailsDuringMeasurementIsNotUsed()
    {
        using Accelerator accelerator = StandIn.Use("lose=30").Open();
        OffloadPlan plan = new(OffloadPolicy.Measured, accelerator, null, new CalibrationStore(folder));
        Check(plan, Few);
        Assert.Equal(719, plan.Problem!.Code);
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void InvalidArgumentsThrowTheSameErrorOnCpuAndDevice()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        using Xtea cipher = new(new byte[16]);
        foreach (OffloadPlan plan in (ReadOnlySpan<OffloadPlan>)[new(), new(OffloadPolicy.Force, accelerator)])
        {
            Assert.ThrowsAny<ArgumentException>(() => plan.HashManyMd5(new byte[20], 10, new byte[31]));
            Assert.ThrowsAny<ArgumentException>(() => plan.HashManyMd5(new byte[21], 10, new byte[48]));
            Assert.ThrowsAny<ArgumentException>(() => plan.HashManyMd5(new byte[20], -1, new byte[48]));
            Assert.ThrowsAny<ArgumentException>(() => plan.EncryptEcb(cipher, new byte[16], new byte[15]));
            byte[] both = new byte[24];
            plan.EncryptEcb(cipher, both.AsMemory(0, 16), both.AsMemory(8));
            Assert.Equal(cipher.EncryptEcb(new byte[16], PaddingMode.None), both[8..]);
            Assert.ThrowsAny<ArgumentException>(() => plan.TransformCtr(cipher, new byte[16], new byte[7], new byte[16]));
            Assert.ThrowsAny<ArgumentException>(() => plan.HashDataBlake3(new byte[16], new byte[31]));
            Assert.ThrowsAny<ArgumentException>(() => plan.EncryptEcb(cipher, new byte[15], new byte[16]));
            Assert.ThrowsAny<CryptographicException>(() => plan.DecryptEcb(cipher, new byte[15], new byte[16]));
            plan.EncryptEcb(cipher, default, default);
            plan.HashManyMd5(default, 10, default);
            Assert.Throws<ArgumentNullException>(() => plan.EncryptEcb(null!, new byte[16], new byte[16]));
        }
    }

    private OffloadPlan Plan(Accelerator accelerator, WorkRates device, WorkRates processor)
    {
        CalibrationStore store = new(Path.Combine(folder, Guid.NewGuid().ToString("N")));
        store.Write(
            CalibrationStore.Key(accelerator.Info, Environment.ProcessorCount),
            new(FastBus, DeviceWork.All.ToDictionary(work => work.Name, _ => (device, processor))));
        return new(OffloadPolicy.Measured, accelerator, null, store);
    }

    /// <summary>Calls every method and compares its results with those of the CPU.</summary>
    /// <returns>The number of calls that were made.</returns>
    private static int Check(OffloadPlan plan, int items)
    {
        byte[] messages = RandomNumberGenerator.GetBytes(items * MessageBytes);
        Same(Md5.HashSizeInBytes, Md5.HashMany, plan.HashManyMd5);
        Same(64, (source, length, digests) => Blake2b.HashMany(source, length, digests, 64), plan.HashManyBlake2b);
        Same(32, (source, length, digests) => Blake2s.HashMany(source, length, digests, 32), plan.HashManyBlake2s);
        Same(32, (source, length, digests) => Blake3.HashMany(source, length, digests, 32), plan.HashManyBlake3);
        Same(64, (source, length, digests) => Skein512.HashMany(source, length, digests, 64), plan.HashManySkein512);
        byte[] digest = new byte[32];
        plan.HashDataBlake3(messages, digest);
        Assert.Equal(Blake3.HashData(messages), digest);

        using Xtea xtea = new(RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes));
        byte[] text = RandomNumberGenerator.GetBytes(items * 64), there = new byte[text.Length], back = new byte[text.Length];
        plan.EncryptEcb(xtea, text, there);
        Assert.Equal(xtea.EncryptEcb(text, PaddingMode.None), there);
        plan.DecryptEcb(xtea, there, back);
        Assert.Equal(text, back);
        byte[] counter = [255, 255, 255, 255, 255, 255, 255, 254];
        plan.TransformCtr(xtea, text.AsMemory(1), counter, there.AsMemory(1));
        Assert.Equal(xtea.TransformCtr(text.AsSpan(1), counter), there[1..]);

        using Threefish512 threefish = new(RandomNumberGenerator.GetBytes(Threefish512.BlockSizeInBytes));
        byte[] tweak = RandomNumberGenerator.GetBytes(16), wide = RandomNumberGenerator.GetBytes(64);
        plan.EncryptEcb(threefish, text, there, tweak);
        threefish.EncryptEcb(text, back, PaddingMode.None, tweak);
        Assert.Equal(back, there);
        plan.DecryptEcb(threefish, there, back, tweak);
        Assert.Equal(text, back);
        plan.TransformCtr(threefish, text.AsMemory(1), wide, there.AsMemory(1), tweak);
        threefish.TransformCtr(text.AsSpan(1), wide, back.AsSpan(1), tweak);
        Assert.Equal(back[1..], there[1..]);
        return 12;

        void Same(int digestBytes, Many processor, Action<ReadOnlyMemory<byte>, int, Memory<byte>> planned)
        {
            byte[] wanted = new byte[items * digestBytes], got = new byte[wanted.Length];
            processor(messages, MessageBytes, wanted);
            planned(messages, MessageBytes, got);
            Assert.Equal(wanted, got);
        }
    }

    private delegate void Many(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination);
}
