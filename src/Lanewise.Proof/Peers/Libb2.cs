using System.Runtime.InteropServices;

namespace Lanewise.Proof.Peers;

/// <summary>
/// libb2, the BLAKE2 authors' library: all four variants. Its trees use OpenMP threads where it was built with them.
/// </summary>
internal sealed class Libb2 : Peer
{
    private const string Library = "libb2.so.1";

    private delegate int Native(ref byte hash, ref byte data, ref byte key, nuint hashLength, nuint length, nuint keyLength);

    public override string Name => "libb2";

    // The library does not tell its version; the soname is what is known.
    public override string? Version { get; } = NativeLibrary.TryLoad(Library, out _) ? "so.1" : null;

    public override PeerHash? Find(HashRow row)
    {
        PeerDigest? digest = FindDigest(row);
        return digest is null ? null : (source, offset, length, destination, at) =>
        {
            if (!digest(default, source.AsSpan(offset, length), destination.AsSpan(at, row.DefaultHashBytes)))
            {
                throw new InvalidOperationException($"libb2 failed to compute {row.Name}.");
            }
        };
    }

    public override PeerDigest? FindDigest(HashRow row)
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

        return (key, source, digest) => native(
            ref First(digest), ref First(source), ref First(key),
            (nuint)digest.Length, (nuint)source.Length, (nuint)key.Length) == 0;
    }

    [DllImport(Library)]
    private static extern int blake2b(
        ref byte hash, ref byte data, ref byte key, nuint hashLength, nuint length, nuint keyLength);

    [DllImport(Library)]
    private static extern int blake2s(
        ref byte hash, ref byte data, ref byte key, nuint hashLength, nuint length, nuint keyLength);

    [DllImport(Library)]
    private static extern int blake2bp(
        ref byte hash, ref byte data, ref byte key, nuint hashLength, nuint length, nuint keyLength);

    [DllImport(Library)]
    private static extern int blake2sp(
        ref byte hash, ref byte data, ref byte key, nuint hashLength, nuint length, nuint keyLength);
}
