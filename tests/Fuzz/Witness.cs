using Lanewise.Hashing;
using Lanewise.Peers;
using Lanewise.Proof.Peers;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>Somebody else's implementation of a hash, or a plain one of this repository's tests.</summary>
/// <param name="Name">Whose it is.</param>
/// <param name="Digest">A message with or without a key; false where it has no such.</param>
/// <param name="Budget">Bytes of messages that it is asked about in a case: slow ones are asked less.</param>
internal sealed record Witness(string Name, PeerDigest Digest, int Budget)
{
    /// <summary>The plain references of the tests.</summary>
    public const string Plain = "plain";

    /// <summary>Methods of Lanewise against each other.</summary>
    public const string Itself = "itself";

    /// <summary>All that are looked for, of hashes and of ciphers, with their versions; null where one is not here.</summary>
    public static IReadOnlyList<(string Name, string? Version)> Installed { get; } =
    [
        .. AllPeers.Hashes.Select(peer => (peer.Name, peer.Version)),
        .. AllPeers.Ciphers.Where(peer => peer.Name != "BouncyCastle").Select(peer => (peer.Name, peer.Version)),
        ("b3sum", HashProgram.B3sum.Version),
    ];

    /// <summary>Those that know an algorithm.</summary>
    public static IReadOnlyList<Witness> Of(HashRow row)
    {
        List<Witness> all = [];
        foreach (Peer peer in AllPeers.Hashes.Append(new Botan()))
        {
            if (peer.IsInstalled && peer.FindDigest(row) is { } digest) all.Add(new(peer.Name, digest, Budget(peer)));
        }

        PlainReference plain = PlainReferences.For(row);
        all.Add(new(Plain, (key, source, digest) => plain(key, source, digest.Length).AsSpan().TryCopyTo(digest), 2048));
        return all;

        static int Budget(Peer peer) => peer switch { BouncyCastlePeer => 64 * 1024, Botan => 256 * 1024, _ => 1 << 20 };
    }
}
