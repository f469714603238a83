using System.Security.Cryptography;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu.Tests;

/// <summary>Who works, with a device by the stand-in and figures that the tests put into the store.</summary>
[Collection(nameof(StandIn))]
public sealed class OffloadPlanTests : IDisposable
{
    private const int MessageBytes = 100, Few = 2, Many = 2000;

    private static readonly BusRates FastBus = new(1e-6, 1e12, 1e12, 1e12, 1e12, 1e12, 8 << 20);
    private static readonly WorkRates Fast = new(1e-5, 0, 1e12, 1e12), Slow = new(1e-7, 0, 1e7, 1e7);

    private readonly string folder = Path.Combine(Path.GetTempPath(), $"lanewise-{Guid.NewGuid():N}");

    public void Dispose()
    {
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void TheProcessorWorksUnlessTheDeviceIsAskedFor()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        Assert.Equal(OffloadPolicy.CpuOnly, new OffloadPlan().Policy);
        OffloadPlan plan = new(OffloadPolicy.CpuOnly, accelerator);
        Check(plan, Many);
        Assert.Equal(0, plan.Offloaded);
        Check(new OffloadPlan(OffloadPolicy.Measured), Many);
        Assert.Equal(0, StandIn.Count("cuLaunchKernel"));

        Assert.Throws<ArgumentException>(() => new OffloadPlan(OffloadPolicy.Force));
        Assert.Throws<ArgumentOutOfRangeException>(() => new OffloadPlan((OffloadPolicy)3));
    }

    [Fact]
    public void AForcedDeviceDoesEverything()
    {
        using (Accelerator accelerator = StandIn.Use().Open())
        {
            OffloadPlan plan = new(OffloadPolicy.Force, accelerator);
            Check(plan, Few);
            Check(plan, Many);
            Assert.Equal(8, plan.Offloaded);
        }

        StandIn.ExpectClean();
    }

    [Fact]
    public void AForcedDeviceThatFailsIsNotReplaced()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = new(OffloadPolicy.Force, accelerator);
        Check(plan, Few);
        StandIn.Set("lose=0");
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() => plan.HashManyMd5(new byte[100], 10, new byte[160])).Code);
    }

    /// <summary>By the figures the device pays from some 100 bytes on; each call goes where they say.</summary>
    [Fact]
    public void AMeasuredPlanGoesByItsFigures()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = Plan(accelerator, Fast, Slow);
        Check(plan, Few);
        long few = plan.Offloaded;
        Check(plan, Many);
        // Two messages are 20 us of this processor's, two blocks and one message less than the device's call.
        Assert.Equal(1, few);
        Assert.Equal(few + 3, plan.Offloaded);

        OffloadPlan kept = Plan(accelerator, Slow with { CallSeconds = 1e-4 }, Fast);
        Check(kept, Few);
        Check(kept, Many);
        Assert.Equal(0, kept.Offloaded);
        Assert.Null(kept.Problem);
    }

    [Fact]
    public void ADeviceThatIsLostLeavesTheWorkToTheProcessor()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        OffloadPlan plan = Plan(accelerator, Fast, Slow);
        Check(plan, Many);
        long before = plan.Offloaded;
        StandIn.Set("lose=0");
        Check(plan, Many);
        Assert.Equal(before, plan.Offloaded);
        Assert.Equal(719, plan.Problem!.Code);
        Check(plan, Many);
    }

    /// <summary>In place the source may be gone: nobody pretends.</summary>
    [Fact]
    public void ADeviceThatIsLostInPlaceIsReported()
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
    public void ADeviceThatIsWrongLeavesTheWorkToTheProcessor()
    {
        using Accelerator accelerator = StandIn.Use("wrong=lw_md5_many").Open();
        OffloadPlan plan = Plan(accelerator, Fast, Slow);
        Check(plan, Many);
        Assert.Contains("self-test", plan.Problem!.Message, StringComparison.Ordinal);
    }

    /// <summary>Measured in earnest: figures of every kind of work, kept for the next plan and not taken again.</summary>
    [Fact]
    public void FiguresAreTakenOnceAndKept()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        CalibrationStore store = new(folder);
        OffloadPlan plan = new(OffloadPolicy.Measured, accelerator, null, store);
        Check(plan, Many);
        Assert.Null(plan.Problem);
        CalibrationFigures figures = store.Read(CalibrationStore.Key(accelerator.Info, Environment.ProcessorCount));
        Assert.Equal(["md5", "xtea"], figures.Work.Keys.Order());
        long launches = StandIn.Count("cuLaunchKernel");
        OffloadPlan next = new(OffloadPolicy.Measured, accelerator, null, store);
        Check(next, Few);
        Assert.True(StandIn.Count("cuLaunchKernel") - launches < 10);

        // The stand-in is one core without vectors: slower than the processor by any honest figure.
        Assert.Equal(0, plan.Offloaded);
    }

    [Fact]
    public void ADeviceThatFailsWhileItIsMeasuredIsGivenUp()
    {
        using Accelerator accelerator = StandIn.Use("lose=30").Open();
        OffloadPlan plan = new(OffloadPolicy.Measured, accelerator, null, new CalibrationStore(folder));
        Check(plan, Few);
        Assert.Equal(719, plan.Problem!.Code);
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void WrongArgumentsAreRefusedAlikeInBothPlaces()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        using Xtea cipher = new(new byte[16]);
        foreach (OffloadPlan plan in (ReadOnlySpan<OffloadPlan>)[new(), new(OffloadPolicy.Force, accelerator)])
        {
            Assert.ThrowsAny<ArgumentException>(() => plan.HashManyMd5(new byte[20], 10, new byte[31]));
            Assert.ThrowsAny<ArgumentException>(() => plan.HashManyMd5(new byte[21], 10, new byte[48]));
            Assert.ThrowsAny<ArgumentException>(() => plan.HashManyMd5(new byte[20], -1, new byte[48]));
            Assert.ThrowsAny<ArgumentException>(() => plan.EncryptEcb(cipher, new byte[16], new byte[15]));
            Assert.ThrowsAny<ArgumentException>(() => plan.EncryptEcb(cipher, new byte[15], new byte[16]));
            byte[] both = new byte[24];
            Assert.ThrowsAny<ArgumentException>(() => plan.EncryptEcb(cipher, both.AsMemory(0, 16), both.AsMemory(8)));
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

    /// <summary>Four calls, whose results are those of the processor.</summary>
    private static void Check(OffloadPlan plan, int items)
    {
        byte[] messages = RandomNumberGenerator.GetBytes(items * MessageBytes), wanted = new byte[items * Md5.HashSizeInBytes], got = new byte[wanted.Length];
        Md5.HashMany(messages, MessageBytes, wanted);
        plan.HashManyMd5(messages, MessageBytes, got);
        Assert.Equal(wanted, got);

        using Xtea cipher = new(RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes));
        byte[] text = RandomNumberGenerator.GetBytes(items * Xtea.BlockSize), there = new byte[text.Length], back = new byte[text.Length];
        plan.EncryptEcb(cipher, text, there);
        Assert.Equal(cipher.EncryptEcb(text, PaddingMode.None), there);
        plan.DecryptEcb(cipher, there, back);
        Assert.Equal(text, back);
        plan.HashManyMd5(messages.AsMemory(0, MessageBytes), MessageBytes, got.AsMemory(0, 16));
        Assert.Equal(wanted[..16], got[..16]);
    }
}
