using Lanewise.Api;
using Lanewise.Proof.Libraries;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Macs;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Security;

namespace Lanewise.Libraries;

/// <summary>The hashes of BouncyCastle.Cryptography: managed code, with one reused object for each algorithm.</summary>
internal sealed class BouncyCastleHashes : ComparedLibrary
{
    private const int ShortestSkeinKey = 16;

    public override string Name => "BouncyCastle";

    public override string? Version => typeof(IDigest).Assembly.GetName().Version?.ToString(3) ?? "unknown version";

    public override LibraryHash? Find(HashRow row) => Digest(row) is not { } hash ? null
        : (source, offset, length, destination, at) =>
        {
            hash.BlockUpdate(source, offset, length);
            hash.DoFinal(destination, at);
        };

    public override LibraryDigest? FindDigest(HashRow row) => row.Name switch
    {
        "md5" => (_, source, digest) => Run(new MD5Digest(), source, digest),
        "hmac-md5" => (key, source, digest) => Run(new HMac(new MD5Digest()), key, source, digest),
        "blake2b" => (key, source, digest) => Run(new Blake2bDigest(KeyOrNull(key), digest.Length, null, null), source, digest),
        "blake2s" => (key, source, digest) => Run(new Blake2sDigest(KeyOrNull(key), digest.Length, null, null), source, digest),
        "skein-256" or "skein-512" or "skein-1024" => (key, source, digest) => key.IsEmpty
            ? Run(new SkeinDigest(8 * row.BlockBytes, 8 * digest.Length), source, digest)
            : key.Length >= ShortestSkeinKey
            && Run(new Org.BouncyCastle.Crypto.Macs.SkeinMac(8 * row.BlockBytes, 8 * digest.Length), key, source, digest),
        _ => Digest(row) is not { } hash ? null : (key, source, digest) =>
            key.IsEmpty && digest.Length == hash.GetDigestSize() && Run(hash, source, digest),
    };

    private static IDigest? Digest(HashRow row)
    {
        foreach (string name in CommonNames(row))
        {
            try
            {
                IDigest hash = DigestUtilities.GetDigest(name);
                if (hash.GetDigestSize() == row.DefaultHashBytes) return hash;
            }
            catch (SecurityUtilityException)
            {
                // Bouncy Castle has no algorithm with this name.
            }
        }

        return null;
    }

    // Null means unkeyed. Some versions treat an empty array as a key, and hash a block of zeros before the message.
    private static byte[]? KeyOrNull(ReadOnlySpan<byte> key) => key.IsEmpty ? null : key.ToArray();

    private static bool Run(IDigest hash, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        byte[] result = new byte[hash.GetDigestSize()];
        hash.BlockUpdate(source.ToArray(), 0, source.Length);
        hash.DoFinal(result, 0);
        return result.AsSpan().TryCopyTo(digest);
    }

    private static bool Run(IMac mac, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        byte[] result = new byte[mac.GetMacSize()];
        mac.Init(new KeyParameter(key.ToArray()));
        mac.BlockUpdate(source.ToArray(), 0, source.Length);
        mac.DoFinal(result, 0);
        return result.AsSpan().TryCopyTo(digest);
    }
}
