using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.Gpu.Devices;

/// <summary>The arguments of one launch: device memory, numbers, and structures by value such as round keys.</summary>
/// <remarks>
/// Drivers copy the values before a launch returns; the copy here is wiped by <see cref="Clear"/>, and the list serves the next
/// launch: a launch allocates nothing.
/// </remarks>
internal sealed class KernelArguments
{
    // Structures start where a C compiler would put them at the latest.
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

    /// <summary>A structure of words.</summary>
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

    /// <summary>The bytes of an argument, for a driver that takes them one by one; for memory, room for its handle.</summary>
    public Span<byte> Bytes(int index) => block.AsSpan(entries[index].Start, entries[index].Length);

    /// <summary>Where the bytes of the arguments lie, for a driver that takes all at once; they do not move.</summary>
    public IntPtr[] Addresses()
    {
        for (int i = 0; i < entries.Count; i++) addresses[i] = Marshal.UnsafeAddrOfPinnedArrayElement(block, entries[i].Start);
        return addresses;
    }

    /// <summary>Wipes the values and forgets the memory.</summary>
    public void Clear()
    {
        CryptographicOperations.ZeroMemory(block.AsSpan(0, used));
        entries.Clear();
        used = 0;
    }
}

/// <summary>Adds the arguments of launches; a structure, so that a launch allocates nothing.</summary>
internal interface ILaunch
{
    /// <param name="list">The arguments.</param>
    /// <param name="first">The launch's first work item.</param>
    void Add(KernelArguments list, ulong first);
}
