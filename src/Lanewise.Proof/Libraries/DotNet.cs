using System.Security.Cryptography;
using Lanewise.MerkleDamgard;
using Platform = System.Security.Cryptography;

namespace Lanewise.Proof.Libraries;

/// <summary>Calls System.Security.Cryptography, whose MD5 implementation is the baseline in every table.</summary>
internal sealed class DotNet : ComparedLibrary
{
    private delegate int OneShot(ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate int KeyedOneShot(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>
    /// Indicates whether .NET's hash implementations can be used. On Linux, .NET needs OpenSSL for hashing, and terminates the
    /// process if it is missing.
    /// </summary>
    public static bool IsThere { get; } = PlatformProbe.IsAvailable;

    public override string Name => ".NET";

    public override string? Version => IsThere ? Environment.Version.ToString() : null;

    public override LibraryHash? Find(HashRow row) => Hash(row.Name) is not { } hash ? null
        : (source, offset, length, destination, at) =>
            hash(source.AsSpan(offset, length), destination.AsSpan(at, row.DefaultHashBytes));

    public override LibraryDigest? FindDigest(HashRow row)
    {
        if (Mac(row.Name) is { } mac) return (key, source, digest) => mac(key, source, digest) == digest.Length;

        return Hash(row.Name) is not { } hash ? null
            : (key, source, digest) => key.IsEmpty && hash(source, digest) == digest.Length;
    }

    public static void Md5(byte[] source, int offset, int length, byte[] destination, int at) =>
        MD5.HashData(source.AsSpan(offset, length), destination.AsSpan(at));

    private static OneShot? Hash(string name) => name switch
    {
        _ when !IsThere => null,
        "md5" => MD5.HashData,
        "sha1" => SHA1.HashData,
        "sha256" => SHA256.HashData,
        "sha384" => SHA384.HashData,
        "sha512" => SHA512.HashData,
        "sha3-256" when SHA3_256.IsSupported => SHA3_256.HashData,
        "sha3-384" when SHA3_384.IsSupported => SHA3_384.HashData,
        "sha3-512" when SHA3_512.IsSupported => SHA3_512.HashData,
        "shake128" when Platform.Shake128.IsSupported => OfAnyLength(Platform.Shake128.HashData),
        "shake256" when Platform.Shake256.IsSupported => OfAnyLength(Platform.Shake256.HashData),
        _ => null,
    };

    private static KeyedOneShot? Mac(string name) => name switch
    {
        _ when !IsThere => null,
        "hmac-md5" => HMACMD5.HashData,
        "hmac-sha-1" => HMACSHA1.HashData,
        "hmac-sha-256" => HMACSHA256.HashData,
        "hmac-sha-512" => HMACSHA512.HashData,
        "kmac128" when Platform.Kmac128.IsSupported =>
            Kmac(static (key, source, destination) => Platform.Kmac128.HashData(key, source, destination)),
        "kmac256" when Platform.Kmac256.IsSupported =>
            Kmac(static (key, source, destination) => Platform.Kmac256.HashData(key, source, destination)),
        _ => null,
    };

    private static OneShot OfAnyLength(HashOne hash) => (source, destination) =>
    {
        hash(source, destination);
        return destination.Length;
    };

    private static KeyedOneShot Kmac(Action<ReadOnlySpan<byte>, ReadOnlySpan<byte>, Span<byte>> mac) =>
        (key, source, destination) =>
        {
            if (!IsKmacKey(key)) return 0;

            mac(key, source, destination);
            return destination.Length;
        };
}
