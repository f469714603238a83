using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.Gpu.Devices;

/// <summary>
/// The arguments of one kernel launch: device memory, numbers, and structures passed by value, such as round keys.
/// </summary>
/// <remarks>
/// Drivers copy the argument values before a launch call returns. <see cref="Clear"/> wipes the values in this object. Later
/// launches reuse the object, so launches do not allocate managed memory.
/// </remarks>
internal sealed class KernelArguments
{
    // The largest alignment that a C compiler uses for structures.
    private const int Alignment = 16, BlockBytes = 4096, Most = 32;

    private readonly byte[] block = GC.AllocateArray<byte>(BlockBytes, pinned: true);
    private readonly List<(DeviceMemory? Memory, int Start, int Length)> entries = new(Most);
    private readonly IntPtr[] addresses = new IntPtr[Most];
    private int used;

    public int Count => entries.Count;

    public KernelArguments Add(DeviceMemory memory)
    {
        entries.Add((memory, used, IntPtr.Size));
        used += Alignment;
        return this;
    }

    public KernelArguments Add(uint value) => Add<uint>([value]);

    public KernelArguments Add(ulong value) => Add<ulong>([value]);

    /// <summary>Adds a structure argument that consists of words.</summary>
    public KernelArguments Add<T>(ReadOnlySpan<T> words)
        where T : struct
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(words);
        bytes.CopyTo(block.AsSpan(used));
        entries.Add((null, used, bytes.Length));
        used += (bytes.Length + Alignment - 1) / Alignment * Alignment;
        return this;
    }

    public DeviceMemory? MemoryOf(int index) => entries[index].Memory;

    /// <summary>
    /// Returns the bytes of an argument, for drivers that accept arguments one by one. For device memory, these bytes are the
    /// handle.
    /// </summary>
    public Span<byte> Bytes(int index) => block.AsSpan(entries[index].Start, entries[index].Length);

    /// <summary>
    /// Returns the addresses of all arguments, for drivers that accept all arguments in one call. The arguments are pinned.
    /// </summary>
    public IntPtr[] Addresses()
    {
        for (int i = 0; i < entries.Count; i++) addresses[i] = Marshal.UnsafeAddrOfPinnedArrayElement(block, entries[i].Start);
        return addresses;
    }

    /// <summary>Wipes the argument values and releases the references to device memory.</summary>
    public void Clear()
    {
        CryptographicOperations.ZeroMemory(block.AsSpan(0, used));
        entries.Clear();
        used = 0;
    }
}

/// <summary>Adds the arguments of a kernel launch. Only structures implement this interface, to avoid allocations.</summary>
internal interface ILaunch
{
    /// <param name="list">The arguments.</param>
    /// <param name="first">The index of the first work item of the launch.</param>
    void Add(KernelArguments list, ulong first);
}
