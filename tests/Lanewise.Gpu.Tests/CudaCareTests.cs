using System.Security.Cryptography;
using Lanewise.Gpu.Devices;
using Lanewise.Gpu.Native;
using static Lanewise.Gpu.Tests.DeviceJobs;

namespace Lanewise.Gpu.Tests;

/// <summary>Tests that the binding to the CUDA driver does not affect other libraries in the process, and that it reports errors
/// clearly.</summary>
[Collection(nameof(StandIn))]
public sealed class CudaCareTests
{
    [Fact]
    public void TheDriversOwnMessageIsReported()
    {
        _ = StandIn.Use();
        StandIn.Set("fail=cuInit:802");
        _ = Accelerator.List(out IReadOnlyList<AcceleratorException> failures);
        Assert.Contains(
            failures, e => e.Message == "cuInit failed with code 802: system not yet initialized (CUDA_ERROR_SYSTEM_NOT_READY).");
        Assert.Equal("cuInit failed with code 46: CUDA error 46.", Cu.Error(46, "cuInit").Message);
        Assert.Contains("room", Cu.Error(2, "cuMemAlloc").Message, StringComparison.Ordinal);
    }

    /// <summary>After each call, even one that fails, the thread's current context is again that of the other library.</summary>
    [Fact]
    public void ThePreviousContextIsRestored()
    {
        _ = StandIn.Use();
        StandIn.Set("fresh devices=2");
        using (Accelerator accelerator = Accelerator.List().First(info => info.Api == AcceleratorApi.Cuda).Open())
        using (CuContext other = new(1))
        {
            Assert.Equal(IntPtr.Zero, Current());
            using (other.Enter())
            {
                IntPtr before = Current();
                Assert.NotEqual(IntPtr.Zero, before);
                Hash(accelerator);
                Encrypt(accelerator);
                CallOtherFunctions(accelerator);
                Assert.Equal(before, Current());
                StandIn.Set("devices=2 fail=cuMemAlloc_v2:2");
                Assert.Throws<AcceleratorException>(() => accelerator.Allocate(16));
                Assert.Equal(before, Current());
                StandIn.Set("devices=2");
                accelerator.Dispose();
                Assert.Equal(before, Current());
            }

            Assert.Equal(IntPtr.Zero, Current());
        }

        StandIn.ExpectClean();

        static IntPtr Current()
        {
            Cu.Check(Cu.cuCtxGetCurrent(out IntPtr context), "cuCtxGetCurrent");
            return context;
        }
    }

    /// <summary>
    /// If the accelerator is not disposed, finalizers wipe and release its streams, modules, buffers, staging arrays and
    /// context.
    /// </summary>
    [Fact]
    public void AnUndisposedAcceleratorIsWipedAndReleased()
    {
        Forget(StandIn.Use());
        for (int i = 0; i < 5; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.True(StandIn.Count("cuMemHostUnregister") >= 4);
        StandIn.ExpectClean();

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        static void Forget(AcceleratorInfo info)
        {
            Accelerator accelerator = info.Open();
            byte[] secret = RandomNumberGenerator.GetBytes(20_000), digests = new byte[20 * 16];
            AcceleratorMd5.HashMany(accelerator, secret, 1000, digests);
            accelerator.Allocate(100).Write(secret.AsSpan(0, 100));
        }
    }

    [Fact]
    public void FailedPinningIsReportedAndDoesNotChangeResults()
    {
        AcceleratorInfo info = StandIn.Use();
        byte[] text = RandomNumberGenerator.GetBytes(3000), digests = new byte[3 * 16];
        using (Accelerator accelerator = info.Open())
        {
            AcceleratorMd5.HashMany(accelerator, text, 1000, digests);
            Assert.Null(accelerator.PinningProblem);
        }

        StandIn.Set("fail=cuMemHostRegister_v2:712");
        using (Accelerator accelerator = info.Open())
        {
            Assert.Null(accelerator.PinningProblem);
            AcceleratorMd5.HashMany(accelerator, text, 1000, digests);
            Assert.Equal(Md5.HashData(text.AsSpan(0, 1000)), digests[..16]);
            Assert.StartsWith(
                "cuMemHostRegister failed with code 712: part or all", accelerator.PinningProblem, StringComparison.Ordinal);
        }

        StandIn.Set("");
        StandIn.ExpectClean();
    }

    /// <summary>
    /// A thousand launches must not allocate anything, because the first launch creates all objects and later launches reuse
    /// them.
    /// </summary>
    [Fact]
    public void ALaunchAllocatesNothing()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        accelerator.LaunchBytes = 1024;
        using Xtea cipher = new("sixteen bytes..."u8);
        using AcceleratorBuffer buffer = accelerator.Allocate(1 << 20);
        AcceleratorXtea.EncryptEcb(cipher, buffer, buffer, 1 << 20);
        long few = Allocated(1 << 11), many = Allocated(1 << 20);
        Assert.True(StandIn.Count("cuLaunchKernel") > 1000);
        Assert.Equal(few, many);

        long Allocated(long length)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            AcceleratorXtea.EncryptEcb(cipher, buffer, buffer, length);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }
}
