namespace Lanewise.Proof.Peers;

/// <summary>Botan's hashes without a key; its longest output is a block.</summary>
internal sealed class BotanHashes : Peer
{
    private const int MostBytes = 64;

    public override string Name => nameof(Botan);

    public override string? Version { get; } = new Botan().Version;

    // It makes an object for each message.
    public override PeerHash? Find(HashRow row) => null;

    public override PeerDigest? FindDigest(HashRow row)
    {
        if (!IsInstalled) return null;

        Func<int, string>? name = row.Name switch
        {
            "md5" => _ => "MD5",
            "blake2b" => bytes => Invariant($"Blake2b({8 * bytes})"),
            "skein-512" => bytes => Invariant($"Skein-512({8 * bytes})"),
            _ => null,
        };
        return name is null ? null : (key, source, digest) =>
            key.IsEmpty && digest.Length <= MostBytes && Botan.Hash(name(digest.Length), source).AsSpan().TryCopyTo(digest);
    }
}
