using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.Gpu.Devices;

/// <summary>A pinned host array, for copies that continue after the call that started them.</summary>
internal class PinnedBytes(int length) : IDisposable
{
    public byte[] Array { get; } = GC.AllocateUninitializedArray<byte>(length, pinned: true);

    public IntPtr Address => Marshal.UnsafeAddrOfPinnedArrayElement(Array, 0);

    public void Check(int count)
    {
        if (count < 0 || count > Array.Length)
        {
            throw new ArgumentOutOfRangeException(nameof(count), count, Invariant(
                $"The staging array has {Array.Length} bytes."));
        }
    }

    /// <summary>Wipes the array. Do not call this method while a copy is in progress.</summary>
    public void Dispose()
    {
        Wipe();
        GC.SuppressFinalize(this);
    }

    /// <summary>
    /// Wipes the array if the owner was not disposed, because it may contain secrets. When the finalizer runs, no call can
    /// still be using the array.
    /// </summary>
    ~PinnedBytes() => Wipe();

    private void Wipe()
    {
        CryptographicOperations.ZeroMemory(Array);
        Release();
    }

    protected virtual void Release()
    {
    }
}
