using System.Runtime.InteropServices;
using Lanewise.Hashing;

namespace Lanewise.Benchmarks.Peers;

/// <summary>libb2, the BLAKE2 authors' library: all four variants. Its trees use OpenMP threads where it was built with them.</summary>
internal sealed class Libb2 : Peer
{
    private const string Library = "libb2.so.1";

    private delegate int Native(ref byte hash, ref byte data, nint key, nuint hashLength, nuint length, nuint keyLength);

    public override string Name => "libb2";

    // The library does not tell its version; the soname is what is known.
    public override string? Version { get; } = NativeLibrary.TryLoad(Library, out _) ? "so.1" : null;

    public override PeerHash? Find(HashRow row)
    {
        if (!IsInstalled) return null;

        Native? native = row.Name switch
        {
            "blake2b" => blake2b,
            "blake2s" => blake2s,
            "blake2bp" => blake2bp,
            "blake2sp" => blake2sp,
            _ => null,
        };
        if (native is null) return null;

        return (source, offset, length, destination, at) =>
        {
            ref byte first = ref MemoryMarshal.GetReference(source.AsSpan(offset, length));
            ref byte hash = ref MemoryMarshal.GetReference(destination.AsSpan(at, row.DefaultHashBytes));
            if (native(ref hash, ref first, 0, (nuint)row.DefaultHashBytes, (nuint)length, 0) != 0)
            {
                throw new InvalidOperationException($"libb2 failed to compute {row.Name}.");
            }
        };
    }

    [DllImport(Library)]
    private static extern int blake2b(ref byte hash, ref byte data, nint key, nuint hashLength, nuint length, nuint keyLength);

    [DllImport(Library)]
    private static extern int blake2s(ref byte hash, ref byte data, nint key, nuint hashLength, nuint length, nuint keyLength);

    [DllImport(Library)]
    private static extern int blake2bp(ref byte hash, ref byte data, nint key, nuint hashLength, nuint length, nuint keyLength);

    [DllImport(Library)]
    private static extern int blake2sp(ref byte hash, ref byte data, nint key, nuint hashLength, nuint length, nuint keyLength);
}
