using Lanewise.Hashing;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Security;

namespace Lanewise.Benchmarks.Peers;

/// <summary>Portable.BouncyCastle: managed, one object per algorithm that is used again and again.</summary>
internal sealed class BouncyCastlePeer : Peer
{
    public override string Name => "BouncyCastle";

    public override string? Version => typeof(IDigest).Assembly.GetName().Version?.ToString(3) ?? "unknown version";

    public override PeerHash? Find(HashRow row)
    {
        foreach (string name in CommonNames(row))
        {
            IDigest digest;
            try
            {
                digest = DigestUtilities.GetDigest(name);
            }
            catch (SecurityUtilityException)
            {
                continue;
            }

            if (digest.GetDigestSize() != row.DefaultHashBytes) continue;

            return (source, offset, length, destination, at) =>
            {
                digest.BlockUpdate(source, offset, length);
                digest.DoFinal(destination, at);
            };
        }

        return null;
    }
}
