using System.Buffers;

namespace Lanewise.Native;

/// <summary>
/// Wraps a foreign caller's memory as <see cref="Memory{T}"/>, which is valid until the exported function returns.
/// </summary>
internal sealed unsafe class ForeignMemory : MemoryManager<byte>
{
    private byte* start;
    private int length;

    /// <summary>Sets the address and length.</summary>
    public Memory<byte> At(byte* pointer, int bytes)
    {
        start = pointer;
        length = bytes;
        return CreateMemory(bytes);
    }

    public override Span<byte> GetSpan() => new(start, length);

    // The GC never moves foreign memory, so pinning is unnecessary.
    public override MemoryHandle Pin(int elementIndex = 0) => new(start + elementIndex);

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing) => At(null, 0);
}
