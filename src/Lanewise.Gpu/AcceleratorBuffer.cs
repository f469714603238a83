using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu;

/// <summary>
/// Represents memory on a device. Kernels process data in device memory at the full speed of the device. The bus limits the speed
/// of copies between the buffer and host memory.
/// </summary>
public sealed class AcceleratorBuffer : IDisposable
{
    private readonly DeviceMemory memory;

    internal AcceleratorBuffer(Accelerator accelerator, DeviceMemory memory, long length)
    {
        Accelerator = accelerator;
        this.memory = memory;
        Length = length;
    }

    /// <summary>The accelerator on which the buffer was allocated.</summary>
    public Accelerator Accelerator { get; }

    /// <summary>The buffer length in bytes.</summary>
    public long Length { get; }

    /// <summary>
    /// Copies data from host memory to the buffer. Does not return until the source can safely be changed again.
    /// </summary>
    /// <param name="source">The bytes.</param>
    /// <param name="offset">The destination offset in the buffer.</param>
    /// <exception cref="ArgumentOutOfRangeException">The range to copy is not entirely inside the buffer.</exception>
    /// <exception cref="AcceleratorException">The driver failed.</exception>
    /// <exception cref="ObjectDisposedException">The buffer or its accelerator was disposed.</exception>
    public void Write(ReadOnlySpan<byte> source, long offset = 0)
    {
        Check(offset, source.Length, nameof(offset));
        Accelerator.Device.Write(memory, offset, source);
    }

    /// <summary>Waits for all previously queued work, and then copies data from the buffer to host memory.</summary>
    /// <param name="destination">Receives the bytes.</param>
    /// <param name="offset">The source offset in the buffer.</param>
    /// <exception cref="ArgumentOutOfRangeException">The range to copy is not entirely inside the buffer.</exception>
    /// <exception cref="AcceleratorException">The driver failed during this copy or during previously queued work.</exception>
    /// <exception cref="ObjectDisposedException">The buffer or its accelerator was disposed.</exception>
    public void Read(Span<byte> destination, long offset = 0)
    {
        Check(offset, destination.Length, nameof(offset));
        Accelerator.Device.Read(memory, offset, destination);
    }

    /// <summary>Copies data to another buffer of the same device, without copying through the host.</summary>
    /// <param name="destination">The destination buffer, which must not be this buffer.</param>
    /// <param name="sourceOffset">The source offset in bytes.</param>
    /// <param name="destinationOffset">The destination offset in bytes.</param>
    /// <param name="count">The number of bytes.</param>
    /// <exception cref="ArgumentException">The destination is this buffer, or belongs to another accelerator.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The range to copy is not entirely inside both buffers.</exception>
    /// <exception cref="AcceleratorException">The driver failed.</exception>
    /// <exception cref="ObjectDisposedException">A buffer or the accelerator was disposed.</exception>
    public void CopyTo(AcceleratorBuffer destination, long sourceOffset, long destinationOffset, long count)
    {
        ArgumentNullException.ThrowIfNull(destination);
        Check(sourceOffset, count, nameof(sourceOffset));
        destination.Check(destinationOffset, count, nameof(destinationOffset));
        if (destination.Accelerator != Accelerator) throw OtherDevice(nameof(destination));
        if (destination == this) throw new ArgumentException("Source and destination are the same buffer.", nameof(destination));

        Accelerator.Device.Copy(memory, sourceOffset, destination.memory, destinationOffset, count);
    }

    /// <summary>Zeroes the whole buffer.</summary>
    /// <exception cref="AcceleratorException">The driver failed.</exception>
    /// <exception cref="ObjectDisposedException">The buffer or its accelerator was disposed.</exception>
    public void Clear()
    {
        Check(0, Length, "offset");
        Accelerator.Device.Clear(memory, 0, memory.Length);
    }

    /// <summary>Zeroes and releases the buffer.</summary>
    public void Dispose() => memory.Dispose();

    /// <summary>
    /// Gets the device memory, after checking that the buffer belongs to the given accelerator and is large enough.
    /// </summary>
    internal DeviceMemory For(Accelerator accelerator, long needed, string parameter)
    {
        if (accelerator != Accelerator) throw OtherDevice(parameter);

        ThrowIfDisposed();
        if (Length < needed)
        {
            throw new ArgumentException(Invariant($"The buffer must have at least {needed} bytes; it has {Length}."), parameter);
        }

        return memory;
    }

    private static ArgumentException OtherDevice(string parameter) =>
        new("The buffer belongs to another accelerator.", parameter);

    private void ThrowIfDisposed()
    {
        ObjectDisposedException.ThrowIf(memory.IsClosed, this);
        Accelerator.ThrowIfDisposed();
    }

    private void Check(long offset, long count, string parameter)
    {
        ThrowIfDisposed();
        if (offset < 0 || count < 0 || offset > Length - count)
        {
            throw new ArgumentOutOfRangeException(parameter, offset, Invariant(
                $"{count} bytes at {offset} are not inside the {Length} bytes of the buffer."));
        }
    }
}
