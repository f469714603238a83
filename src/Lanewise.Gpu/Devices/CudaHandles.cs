using System.Runtime.InteropServices;
using Lanewise.Gpu.Native;

namespace Lanewise.Gpu.Devices;

/// <summary>The primary CUDA context of a device. The context is retained until its last user releases it.</summary>
internal sealed class CuContext : SafeHandle
{
    private readonly int device;

    public CuContext(int device)
        : base(IntPtr.Zero, ownsHandle: true)
    {
        this.device = device;
        Cu.Check(Cu.cuDevicePrimaryCtxRetain(out IntPtr context, device), "cuDevicePrimaryCtxRetain");
        SetHandle(context);
    }

    public override bool IsInvalid => handle == IntPtr.Zero;

    /// <summary>Makes the CUDA context current for this thread until the returned scope is disposed.</summary>
    public Scope Enter()
    {
        ObjectDisposedException.ThrowIf(IsClosed, this);
        Cu.Check(Cu.cuCtxGetCurrent(out IntPtr before), "cuCtxGetCurrent");
        if (before == handle) return default;

        Cu.Check(Cu.cuCtxSetCurrent(handle), "cuCtxSetCurrent");
        return new(before);
    }

    /// <summary>
    /// Makes the context current without throwing, so that memory can be released. Code that releases memory cannot report
    /// errors, and may run after the device has been disposed.
    /// </summary>
    public Scope TryEnter(out bool isEntered)
    {
        isEntered = false;
        if (handle == IntPtr.Zero || Cu.cuCtxGetCurrent(out IntPtr before) != 0) return default;

        isEntered = before == handle || Cu.cuCtxSetCurrent(handle) == 0;
        return isEntered && before != handle ? new(before) : default;
    }

    /// <summary>Restores the previous CUDA context on disposal.</summary>
    public readonly ref struct Scope(IntPtr before)
    {
        private readonly bool restores = true;

        public void Dispose()
        {
            // The result is ignored: if the device is lost, this call also fails, and the unusable context remains current for
            // the thread.
            if (restores) _ = Cu.cuCtxSetCurrent(before);
        }
    }

    protected override bool ReleaseHandle() => Cu.cuDevicePrimaryCtxRelease(device) == 0;
}

/// <summary>Memory allocated by CUDA. The memory object keeps the CUDA context alive.</summary>
internal sealed class CuMemory : DeviceMemory
{
    private readonly CuContext context;
    private readonly bool holdsContext;

    public CuMemory(ulong pointer, long length, CuContext context)
        : base((nint)pointer, length)
    {
        this.context = context;
        context.DangerousAddRef(ref holdsContext);
    }

    public ulong Pointer
    {
        get
        {
            ObjectDisposedException.ThrowIf(IsClosed, this);
            return (ulong)handle;
        }
    }

    protected override bool ReleaseHandle()
    {
        // The device was closed before this memory object could retain the context. No data has been written, and the driver
        // releases the memory.
        if (!holdsContext) return false;

        // The pipeline's streams are not synchronized with the default stream, so all work must end before the memory is zeroed.
        using CuContext.Scope scope = context.TryEnter(out bool isEntered);
        bool isGood = isEntered && Cu.cuCtxSynchronize() == 0 && Cu.cuMemsetD8((ulong)handle, 0, (nuint)Length) == 0;
        isGood &= Cu.cuMemFree((ulong)handle) == 0;
        context.DangerousRelease();
        return isGood;
    }
}

/// <summary>
/// A pinned host array that is registered with the driver. The device can access a registered array at the full speed of the bus.
/// </summary>
internal sealed class CuPinned : PinnedBytes
{
    private readonly CuContext context;
    private readonly bool isRegistered, holdsContext;

    public CuPinned(int length, CuContext context)
        : base(length)
    {
        this.context = context;
        context.DangerousAddRef(ref holdsContext);
        // Without the registration, copies are slower but still correct. Therefore, a failure is only reported in the Problem
        // property.
        int code = Cu.cuMemHostRegister(Address, (nuint)length, 0);
        isRegistered = code == 0;
        if (!isRegistered) Problem = Cu.Error(code, "cuMemHostRegister").Message;
    }

    /// <summary>The reason why the driver did not register the array, or null if it did.</summary>
    public string? Problem { get; }

    protected override void Release()
    {
        if (isRegistered)
        {
            using CuContext.Scope scope = context.TryEnter(out bool isEntered);
            if (isEntered) _ = Cu.cuMemHostUnregister(Address);
        }

        if (holdsContext) context.DangerousRelease();
    }
}
