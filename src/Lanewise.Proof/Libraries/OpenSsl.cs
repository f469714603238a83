using System.Runtime.InteropServices;

namespace Lanewise.Proof.Libraries;

/// <summary>
/// Calls OpenSSL 3 through its EVP interface. Each digest algorithm is fetched only once, not for each message.
/// </summary>
internal sealed class OpenSsl : ComparedLibrary
{
    private const string Library = "libcrypto.so.3";

    private const string Hmac = "HMAC-";

    private static readonly nint SizeName = Marshal.StringToCoTaskMemUTF8("size");

    public override string Name => "OpenSSL";

    public override string? Version { get; } =
        NativeLibrary.TryLoad(Library, out _) ? Marshal.PtrToStringUTF8(OpenSSL_version(0))?.Split(' ')[1] : null;

    public override LibraryHash? Find(HashRow row) => Timed(row, Hash(row));

    // The returned function supports digests of the default length and MACs of any length.
    public override LibraryDigest? FindDigest(HashRow row) => !IsInstalled ? null : row.Name switch
    {
        "blake2b" or "blake2s" when Hash(row) is { } hash => (key, source, digest) => key.IsEmpty
            ? hash(key, source, digest)
            : Mac($"{row.Title}MAC", null, key, source, digest),
        _ when row.Title.StartsWith(Hmac, StringComparison.Ordinal) => (key, source, digest) =>
            digest.Length == row.DefaultHashBytes && Mac("HMAC", row.Title.Substring(Hmac.Length), key, source, digest),
        "kmac128" or "kmac256" => (key, source, digest) => IsKmacKey(key) && Mac(row.Title, null, key, source, digest),
        _ => Hash(row),
    };

    private LibraryDigest? Hash(HashRow row)
    {
        if (!IsInstalled) return null;

        foreach (string name in CommonNames(row))
        {
            nint type = EVP_MD_fetch(0, Text(name), 0);
            if (type == 0 || EVP_MD_get_size(type) != row.DefaultHashBytes) continue;

            return (key, source, digest) =>
            {
                if (!key.IsEmpty || digest.Length != row.DefaultHashBytes) return false;

                return EVP_Digest(ref First(source), (nuint)source.Length, ref First(digest), 0, type, 0) == 1
                    ? true : throw new InvalidOperationException($"OpenSSL failed to compute {name}.");
            };
        }

        return null;
    }

    private static bool Mac(string name, string? hash, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        nint size = Marshal.AllocHGlobal(8);
        try
        {
            // The parameters for KMAC and BLAKE2 specify the tag length. HMAC has a fixed tag length and needs no parameter.
            Marshal.WriteInt64(size, digest.Length);
            Parameter[] parameters = hash is null ? [new(SizeName, 2, size, 8), default] : [default];
            return EVP_Q_mac(
                0, Text(name), 0, hash is null ? null : Text(hash), parameters, ref First(key), (nuint)key.Length,
                ref First(source), (nuint)source.Length, ref First(digest), (nuint)digest.Length, out nuint written) != 0
                && written == (nuint)digest.Length;
        }
        finally
        {
            Marshal.FreeHGlobal(size);
        }
    }

    [DllImport(Library)]
    private static extern nint EVP_Q_mac(
        nint context, byte[] name, nint properties, byte[]? hash, [In] Parameter[] parameters, ref byte key, nuint keyLength,
        ref byte data, nuint count, ref byte mac, nuint macLength, out nuint written);

    [DllImport(Library)]
    private static extern nint OpenSSL_version(int type);

    [DllImport(Library)]
    private static extern nint EVP_MD_fetch(nint context, byte[] algorithm, nint properties);

    [DllImport(Library)]
    private static extern int EVP_MD_get_size(nint digest);

    [DllImport(Library)]
    private static extern int EVP_Digest(ref byte data, nuint count, ref byte hash, nint hashLength, nint digest, nint engine);

    // In OSSL_PARAM, an unsigned integer has type 2.
    private readonly record struct Parameter(nint Name, uint Type, nint Data, nuint Length, nuint Returned = 0);
}
