using System.Runtime.InteropServices;

namespace Lanewise.Gpu.Devices;

/// <summary>Memory on a device. It is zeroed before it is released, even by the finalizer.</summary>
internal abstract class DeviceMemory : SafeHandle
{
    protected DeviceMemory(IntPtr handle, long length)
        : base(IntPtr.Zero, ownsHandle: true)
    {
        SetHandle(handle);
        Length = length;
    }

    public override bool IsInvalid => handle == IntPtr.Zero;

    public long Length { get; }

    /// <summary>The driver function does not check lengths, so the lengths are checked here for the last time.</summary>
    public void Check(long offset, long count)
    {
        if (offset < 0 || count < 0 || offset > Length - count)
        {
            throw new ArgumentOutOfRangeException(nameof(count), count, Invariant(
                $"A copy of {count} bytes at {offset} is not inside the {Length} bytes of the buffer."));
        }
    }
}
