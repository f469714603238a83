using System.Runtime.InteropServices;
using Lanewise.Hashing;

namespace Lanewise.Benchmarks.Peers;

/// <summary>libsodium: its generic hash is BLAKE2b.</summary>
internal sealed class Libsodium : Peer
{
    private const string Library = "libsodium.so.23";

    public override string Name => "libsodium";

    public override string? Version { get; } =
        NativeLibrary.TryLoad(Library, out _) && sodium_init() >= 0 ? Marshal.PtrToStringUTF8(sodium_version_string()) : null;

    public override PeerHash? Find(HashRow row)
    {
        if (!IsInstalled || row.Name != "blake2b") return null;

        return (source, offset, length, destination, at) =>
        {
            ref byte first = ref MemoryMarshal.GetReference(source.AsSpan(offset, length));
            ref byte hash = ref MemoryMarshal.GetReference(destination.AsSpan(at, row.DefaultHashBytes));
            if (crypto_generichash(ref hash, (nuint)row.DefaultHashBytes, ref first, (ulong)length, 0, 0) != 0)
            {
                throw new InvalidOperationException("libsodium failed to compute its generic hash.");
            }
        };
    }

    [DllImport(Library)]
    private static extern int sodium_init();

    [DllImport(Library)]
    private static extern nint sodium_version_string();

    [DllImport(Library)]
    private static extern int crypto_generichash(ref byte hash, nuint hashLength, ref byte data, ulong length, nint key, nuint keyLength);
}
