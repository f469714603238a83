using System.Security.Cryptography;
using Lanewise.Hashing;

namespace Lanewise.Benchmarks.Peers;

/// <summary>System.Security.Cryptography; its MD5 is the yardstick of every table.</summary>
internal sealed class BaseLibrary : Peer
{
    public override string Name => "base library";

    public override string? Version => Environment.Version.ToString();

    public override PeerHash? Find(HashRow row) => row.Name == "md5" ? Md5 : null;

    public static void Md5(byte[] source, int offset, int length, byte[] destination, int at) =>
        MD5.HashData(source.AsSpan(offset, length), destination.AsSpan(at));
}
