using System.Runtime.InteropServices;

namespace Lanewise.Gpu.Devices;

/// <summary>Memory on a device. The memory is always zeroed before it is released, even if the finalizer releases it.</summary>
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

    /// <summary>Throws if a range is not inside the memory. The driver functions do not check ranges.</summary>
    public void Check(long offset, long count)
    {
        if (offset < 0 || count < 0 || offset > Length - count)
        {
            throw new ArgumentOutOfRangeException(nameof(count), count, Invariant(
                $"A copy of {count} bytes at {offset} is not inside the {Length} bytes of the buffer."));
        }
    }
}
