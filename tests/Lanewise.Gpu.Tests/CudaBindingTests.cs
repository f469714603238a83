using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Lanewise.Gpu.Devices;
using Lanewise.Gpu.Native;
using static Lanewise.Gpu.Tests.DeviceJobs;

namespace Lanewise.Gpu.Tests;

/// <summary>
/// Tests the CUDA binding with the fake driver: successful calls, and every failure that the driver can simulate.
/// </summary>
[Collection(nameof(StandIn))]
public sealed class CudaBindingTests
{
    /// <summary>The driver functions that are called by a job on a device.</summary>
    public static TheoryData<string> Functions =>
    [
        "cuDevicePrimaryCtxRetain", "cuCtxGetCurrent", "cuCtxSetCurrent", "cuStreamCreate", "cuMemAlloc_v2", "cuMemcpyHtoD_v2",
        "cuModuleLoadData",
        "cuModuleGetFunction", "cuLaunchKernel", "cuMemcpyDtoH_v2", "cuMemcpyDtoD_v2", "cuMemsetD8_v2", "cuStreamSynchronize",
    ];

    public static TheoryData<string> ListingFunctions =>
    [
        "cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute",
        "cuDeviceTotalMem_v2",
    ];

    [Fact]
    public void TheListOfFunctionsEqualsTheImports()
    {
        Assert.Equal(Imports(typeof(Cu)), Cu.Functions.Order());
        Assert.Equal(Imports(typeof(Cl)), Cl.Functions.Order());

        static IEnumerable<string> Imports(Type type) => type.GetMethods(BindingFlags.Public | BindingFlags.Static)
            .Select(method => (method, import: method.GetCustomAttribute<DllImportAttribute>()))
            .Where(m => m.import is not null)
            .Select(m => m.import!.EntryPoint ?? m.method.Name)
            .Distinct()
            .Order();
    }

    [Fact]
    public void TheDescriptionOfTheDeviceComesFromTheDriver()
    {
        AcceleratorInfo info = StandIn.Use("driver=12040 major=8 minor=6 memory=1048576");
        Assert.Equal("Stand-in, no GPU", info.Name);
        Assert.Equal(AcceleratorKind.Gpu, info.Kind);
        Assert.Equal("CUDA 12.4, compute capability 8.6", info.Driver);
        Assert.Equal(1 << 20, info.MemoryBytes);
        Assert.Equal(2, info.ComputeUnits);
        Assert.Null(info.Problem);
    }

    [Theory]
    [InlineData("driver=9020", "9.2")]
    [InlineData("major=6 minor=1", "6.1")]
    public void AnOldDriverOrChipHasAProblemAndIsNotOpened(string settings, string version)
    {
        AcceleratorInfo info = StandIn.Use(settings);
        Assert.Contains(version, info.Problem, StringComparison.Ordinal);
        Assert.Contains(version, Assert.Throws<AcceleratorException>(info.Open).Message, StringComparison.Ordinal);
        Assert.Null(Accelerator.Find(candidate => candidate.Api == AcceleratorApi.Cuda));
    }

    [Theory]
    [MemberData(nameof(ListingFunctions))]
    public void ADriverThatFailsToStartListsNoDevice(string function)
    {
        _ = StandIn.Use();
        StandIn.Set($"fail={function}:999");
        Assert.DoesNotContain(
            Accelerator.List(out IReadOnlyList<AcceleratorException> failures), info => info.Api == AcceleratorApi.Cuda);
        Assert.True(StandIn.Count(function) > 0);
        Assert.Contains(
            failures, e => e.Code == 999 && e.Call == function.Replace("_v2", "", StringComparison.Ordinal));
    }

    [Fact]
    public void ADeviceThatFailsDoesNotHideTheOthers()
    {
        _ = StandIn.Use();
        StandIn.Set("devices=3 fail=cuDeviceGetName:999:2");
        Assert.Equal(
            2, Accelerator.List(out IReadOnlyList<AcceleratorException> failures).Count(info => info.Api == AcceleratorApi.Cuda));
        Assert.Single(failures, e => e.Call == "cuDeviceGetName");
    }

    [Fact]
    public void ADriverWithoutDevicesListsNoDevices()
    {
        _ = StandIn.Use();
        foreach (string settings in (ReadOnlySpan<string>)["devices=0", "fail=cuInit:100", "fail=cuDeviceGetCount:100"])
        {
            StandIn.Set(settings);
            Assert.DoesNotContain(
                Accelerator.List(out IReadOnlyList<AcceleratorException> failures), info => info.Api == AcceleratorApi.Cuda);
            Assert.DoesNotContain(failures, e => e.Call.StartsWith("cu", StringComparison.Ordinal));
        }
    }

    /// <summary>
    /// Tests that the fake driver has a kernel for every entry point in the embedded PTX, and that every kernel family can be
    /// loaded.
    /// </summary>
    [Fact]
    public void EveryKernelOfEveryModuleIsFound()
    {
        AcceleratorInfo info = StandIn.Use();
        int found = 0;
        using (Accelerator accelerator = info.Open())
        using (CuContext context = new(0))
        using (context.Enter())
        {
            foreach (string family in (ReadOnlySpan<string>)["xtea", "threefish", "md5", "blake2", "blake3", "skein", "search"])
            {
                string text = Encoding.ASCII.GetString(KernelSource.Ptx(family));
                Cu.Check(Cu.cuModuleLoadData(out IntPtr module, ref KernelSource.Ptx(family)[0]), "cuModuleLoadData");
                foreach (Match entry in Regex.Matches(text, @"\.visible \.entry (\w+)\("))
                {
                    Cu.Check(Cu.cuModuleGetFunction(out _, module, entry.Groups[1].Value), entry.Groups[1].Value);
                    found++;
                }

                Cu.Check(Cu.cuModuleUnload(module), "cuModuleUnload");
            }
        }

        Assert.Equal(30, found);
        StandIn.ExpectClean();
    }

    [Fact]
    public void JobsGiveTheRightResultsAndReleaseEverything()
    {
        using (Accelerator accelerator = StandIn.Use().Open())
        {
            accelerator.LaunchBytes = 1024;
            Hash(accelerator);
            Encrypt(accelerator);
            CallOtherFunctions(accelerator);
        }

        Assert.True(StandIn.Count("cuLaunchKernel") > 10);
        StandIn.ExpectClean();
    }

    [Theory]
    [MemberData(nameof(Functions))]
    public void AFailureReportsTheFunctionAndTheErrorCode(string function)
    {
        AcceleratorInfo info = StandIn.Use();
        StandIn.Set($"fail={function}:{321}");
        AcceleratorException error = Assert.Throws<AcceleratorException>(() =>
        {
            using Accelerator accelerator = info.Open();
            CallOtherFunctions(accelerator);
            Hash(accelerator);
        });
        string name = function.Replace("_v2", "", StringComparison.Ordinal);
        Assert.StartsWith(name, error.Call, StringComparison.Ordinal);
        Assert.Equal(321, error.Code);
        Assert.Contains(name, error.Message, StringComparison.Ordinal);
        Assert.Contains("321", error.Message, StringComparison.Ordinal);
        // Memory that cannot be wiped is not released, but all other resources are.
        StandIn.Set("");
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert.Equal(0, StandIn.Count("misuses"));
        Assert.Equal(0, StandIn.Count("streams"));
        if (function != "cuCtxSetCurrent") Assert.Equal(0, StandIn.Count("live"));
    }

    [Fact]
    public void OutOfMemoryIsAnErrorAndLeavesTheAcceleratorUsable()
    {
        using (Accelerator accelerator = StandIn.Use("memory=100000").Open())
        {
            AcceleratorException tooLong = Assert.Throws<AcceleratorException>(() => accelerator.Allocate(100_001));
            Assert.Contains("at most 100000", tooLong.Message, StringComparison.Ordinal);
            using AcceleratorBuffer most = accelerator.Allocate(60_000);
            AcceleratorException error = Assert.Throws<AcceleratorException>(() => accelerator.Allocate(60_000));
            Assert.Equal(("cuMemAlloc", 2), (error.Call, error.Code));
            Hash(accelerator);
        }

        StandIn.ExpectClean();
    }

    /// <summary>If a kernel fails after it was queued, the call that waits for it and all later calls throw.</summary>
    [Fact]
    public void AFailingKernelIsReportedByTheWaitingCall()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        Hash(accelerator);
        StandIn.Set("fail=kernel:700:1");
        using AcceleratorBuffer source = accelerator.Allocate(64), digests = accelerator.Allocate(16);
        AcceleratorMd5.HashMany(source, 64, 1, digests);
        AcceleratorException error = Assert.Throws<AcceleratorException>(accelerator.Synchronize);
        Assert.Equal(("cuStreamSynchronize", 700), (error.Call, error.Code));
        Assert.Contains("opened again", error.Message, StringComparison.Ordinal);
        Assert.Equal(700, Assert.Throws<AcceleratorException>(() => digests.Read(new byte[16])).Code);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    public void ALostDeviceCausesOnlyExceptions(int launches)
    {
        AcceleratorInfo info = StandIn.Use();
        Accelerator accelerator = info.Open();
        Hash(accelerator);
        AcceleratorBuffer kept = accelerator.Allocate(100);
        StandIn.Set($"lose={launches}");
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() =>
        {
            for (int i = 0; i <= launches; i++) Hash(accelerator);
        }).Code);
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() => Encrypt(accelerator)).Code);
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() => accelerator.Allocate(1)).Code);
        Assert.Equal(719, Assert.Throws<AcceleratorException>(() => kept.Write(new byte[1])).Code);
        kept.Dispose();
        accelerator.Dispose();
        Assert.Throws<ObjectDisposedException>(() => Hash(accelerator));
        GC.Collect();
        GC.WaitForPendingFinalizers();

        // After the driver is restarted, a newly opened device works, but the old device's context remains lost.
        StandIn.Set("");
        long live = StandIn.Count("live");
        using (Accelerator again = info.Open()) Hash(again);
        Assert.Equal(live, StandIn.Count("live"));
        Assert.Equal(0, StandIn.Count("misuses"));
    }

    /// <summary>The fake driver maintains one current context per thread, and rejects calls without a context.</summary>
    [Fact]
    public void TwoThreadsCanUseOneAccelerator()
    {
        using (Accelerator accelerator = StandIn.Use().Open())
        {
            List<Exception> errors = [];
            Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
            {
                try
                {
                    for (int i = 0; i < 25; i++)
                    {
                        Hash(accelerator);
                        Encrypt(accelerator);
                    }
                }
#pragma warning disable CA1031 // The test must report every exception of a thread.
                catch (Exception e)
#pragma warning restore CA1031
                {
                    lock (errors) errors.Add(e);
                }
            }))];
            foreach (Thread thread in threads) thread.Start();
            foreach (Thread thread in threads) thread.Join();
            Assert.Empty(errors);
        }

        StandIn.ExpectClean();
    }

    /// <summary>Buffers may be disposed or finalized on any thread, before or after the device.</summary>
    [Fact]
    public void BuffersAreWipedBeforeTheirRelease()
    {
        Accelerator accelerator = StandIn.Use().Open();
        AcceleratorBuffer disposed = accelerator.Allocate(1000), late = accelerator.Allocate(1000);
        disposed.Write(RandomNumberGenerator.GetBytes(1000));
        late.Write(RandomNumberGenerator.GetBytes(1000));
        Forget(accelerator);
        // Queued work must write to the buffer before it is wiped, not afterwards.
        disposed.CopyTo(late, 0, 0, 1000);
        new Thread(disposed.Dispose).Start();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        // The thread and the finalizer need some time. The time limit serves only to detect hangs.
        SpinWait.SpinUntil(() => StandIn.Count("live") <= 1, TimeSpan.FromMinutes(2));
        Assert.Equal(1, StandIn.Count("live"));
        accelerator.Dispose();
        late.Dispose();
        Assert.Equal(3, StandIn.Count("cuMemFree_v2"));
        StandIn.ExpectClean();

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        static void Forget(Accelerator accelerator) => accelerator.Allocate(1000).Write(RandomNumberGenerator.GetBytes(1000));
    }

    /// <summary>
    /// Verifies that the fake driver detects memory that was not wiped. Otherwise, the tests for wiping could not fail.
    /// </summary>
    [Fact]
    public void TheFakeDriverDetectsUnwipedMemory()
    {
        using Accelerator accelerator = StandIn.Use().Open();
        using CuContext context = new(0);
        using CuContext.Scope scope = context.Enter();
        Cu.Check(Cu.cuMemAlloc(out ulong pointer, 16), "cuMemAlloc");
        byte[] text = [1, 2, 3];
        Cu.Check(Cu.cuMemcpyHtoD(pointer, ref text[0], 3), "cuMemcpyHtoD");
        Cu.Check(Cu.cuMemFree(pointer), "cuMemFree");
        Assert.Equal(1, StandIn.Count("dirty"));
        Assert.NotEqual(0, Cu.cuMemcpyHtoD(pointer, ref text[0], 3));
        Assert.Equal(1, StandIn.Count("misuses"));
        StandIn.Set("");
    }

    [Theory]
    [InlineData("lw_md5_many")]
    [InlineData("lw_md5_ragged")]
    public void AWrongKernelIsDetectedBeforeItsFirstUse(string kernel)
    {
        using Accelerator accelerator = StandIn.Use($"wrong={kernel}").Open();
        Assert.Contains(
            "self-test", Assert.Throws<AcceleratorException>(() => Hash(accelerator)).Message, StringComparison.Ordinal);
        Assert.Contains(
            "self-test", Assert.Throws<AcceleratorException>(() => Hash(accelerator)).Message, StringComparison.Ordinal);
        Encrypt(accelerator);
    }

    /// <summary>
    /// A device that reports more hits than candidates is rejected. Otherwise, the search would keep dividing the launch
    /// forever.
    /// </summary>
    [Fact]
    public void ASearchThatCountsMoreHitsThanCandidatesIsAnError()
    {
        using Accelerator accelerator = StandIn.Use("junk=lw_md5_search").Open();
        AcceleratorException error = Assert.Throws<AcceleratorException>(
            () => AcceleratorSearch.TryFind(accelerator, SearchHash.Md5, "text"u8, 8, 0, 1000, out _));
        Assert.Contains("4294967295 hits", error.Message, StringComparison.Ordinal);
        Assert.True(AcceleratorSearch.TryFind(accelerator, SearchHash.Blake2s, "text"u8, 0, 7, 1000, out ulong nonce));
        Assert.Equal(7UL, nonce);
    }

    /// <summary>A buffer of the maximum size can be allocated, regardless of the limit that the driver reports.</summary>
    [Fact]
    public void TheLargestBufferIsAllocated()
    {
        using (Accelerator accelerator = StandIn.Use("memory=100005").Open())
        using (AcceleratorBuffer buffer = accelerator.Allocate(accelerator.MaxBufferBytes))
        {
            Assert.Equal(100_000, buffer.Length);
            Assert.Contains(
                "at most 100000", Assert.Throws<AcceleratorException>(() => accelerator.Allocate(100_001)).Message,
                StringComparison.Ordinal);
        }

        StandIn.ExpectClean();
    }

    [Fact]
    public void DisposalByManyThreadsReleasesOnlyOnce()
    {
        Accelerator accelerator = StandIn.Use().Open();
        Hash(accelerator);
        Thread[] threads = [.. Enumerable.Range(0, 8).Select(_ => new Thread(accelerator.Dispose))];
        foreach (Thread thread in threads) thread.Start();
        foreach (Thread thread in threads) thread.Join();
        Assert.Equal(1, StandIn.Count("cuDevicePrimaryCtxRelease_v2"));
        StandIn.ExpectClean();
    }

    [Fact]
    public void LaunchesBeyond32BitsAreSplit()
    {
        using Accelerator accelerator = StandIn.Use("memory=9000000000").Open();
        using AcceleratorBuffer source = accelerator.Allocate(16), digests = accelerator.Allocate(16);
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(source, 1, 1L << 33, digests));
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(source, int.MaxValue, long.MaxValue / 2, digests));
        Assert.Throws<ArgumentException>(() => source.For(accelerator, 17, "x"));
    }
}
