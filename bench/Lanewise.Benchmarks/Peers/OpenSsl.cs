using System.Runtime.InteropServices;
using System.Text;
using Lanewise.Hashing;

namespace Lanewise.Benchmarks.Peers;

/// <summary>OpenSSL 3 by its EVP interface; the digest is fetched once and not per message.</summary>
internal sealed class OpenSsl : Peer
{
    private const string Library = "libcrypto.so.3";

    public override string Name => "OpenSSL";

    public override string? Version { get; } =
        NativeLibrary.TryLoad(Library, out _) ? Marshal.PtrToStringUTF8(OpenSSL_version(0))?.Split(' ')[1] : null;

    public override PeerHash? Find(HashRow row)
    {
        if (!IsInstalled) return null;

        foreach (string name in CommonNames(row))
        {
            nint digest = EVP_MD_fetch(0, [.. Encoding.UTF8.GetBytes(name), 0], 0);
            if (digest == 0 || EVP_MD_get_size(digest) != row.DefaultHashBytes) continue;

            return (source, offset, length, destination, at) =>
            {
                ref byte first = ref MemoryMarshal.GetReference(source.AsSpan(offset, length));
                ref byte hash = ref MemoryMarshal.GetReference(destination.AsSpan(at, row.DefaultHashBytes));
                if (EVP_Digest(ref first, (nuint)length, ref hash, 0, digest, 0) != 1)
                {
                    throw new InvalidOperationException($"OpenSSL failed to compute {name}.");
                }
            };
        }

        return null;
    }

    [DllImport(Library)]
    private static extern nint OpenSSL_version(int type);

    [DllImport(Library)]
    private static extern nint EVP_MD_fetch(nint context, byte[] algorithm, nint properties);

    [DllImport(Library)]
    private static extern int EVP_MD_get_size(nint digest);

    [DllImport(Library)]
    private static extern int EVP_Digest(ref byte data, nuint count, ref byte hash, nint hashLength, nint digest, nint engine);
}
