using System.Security.Cryptography;
using Lanewise.Hashing;

namespace Lanewise.Proof.Peers;

/// <summary>System.Security.Cryptography; its MD5 is the yardstick of every table.</summary>
internal sealed class BaseLibrary : Peer
{
    public override string Name => "base library";

    public override string? Version => Environment.Version.ToString();

    public override PeerHash? Find(HashRow row) => row.Name == "md5" ? Md5 : null;

    public override PeerDigest? FindDigest(HashRow row) => row.Name switch
    {
        "md5" => (_, source, digest) => MD5.HashData(source, digest) == digest.Length,
        "hmac-md5" => (key, source, digest) => HMACMD5.HashData(key, source, digest) == digest.Length,
        _ => null,
    };

    public static void Md5(byte[] source, int offset, int length, byte[] destination, int at) =>
        MD5.HashData(source.AsSpan(offset, length), destination.AsSpan(at));
}
