using System.Runtime.InteropServices;
using System.Text;

namespace Lanewise.Proof.Peers;

/// <summary>
/// One message of another library: source, offset and length; destination and offset. Arrays, because every other library takes
/// them.
/// </summary>
internal delegate void PeerHash(byte[] source, int offset, int length, byte[] destination, int at);

/// <summary>
/// A message with a key, which may be empty, to a digest as long as the span; false where the other library has no such key or
/// length.
/// </summary>
internal delegate bool PeerDigest(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest);

/// <summary>Somebody else's implementation, asked by the catalogue's names: tests compare with it, benches time it.</summary>
internal abstract class Peer
{
    /// <summary>
    /// Those that a machine may have: .NET, and native libraries and programs where they are installed.
    /// </summary>
    public static IReadOnlyList<Peer> OfTheMachine { get; } =
        [new BaseLibrary(), new OpenSsl(), new Libsodium(), new Libb2(), new Botan()];

    /// <summary>What those that have it have of something, with their names.</summary>
    public static IEnumerable<(string Name, T Found)> Ask<T>(Func<Peer, T?> find)
        where T : class =>
        OfTheMachine.Select(peer => (peer.Name, find(peer)!)).Where(pair => pair.Item2 is not null);

    private static ReadOnlySpan<byte> Nothing => [0];

    public abstract string Name { get; }

    /// <summary>The version, or null where the other library is not installed.</summary>
    public abstract string? Version { get; }

    public bool IsInstalled => Version is not null;

    /// <summary>
    /// The other library's hash of that algorithm with its default digest, or null where it has none that could be timed.
    /// </summary>
    public virtual PeerHash? Find(HashRow row) => Timed(row, FindDigest(row));

    /// <summary>The other library's hash or MAC of that algorithm with every key and length that it takes, or null.</summary>
    public virtual PeerDigest? FindDigest(HashRow row) => null;

    /// <summary>
    /// The other library's block cipher by the title that it has in the catalogue, such as <c>Threefish-512</c>, or null.
    /// </summary>
    public virtual PeerCipher? FindCipher(string title) => null;

    /// <summary>Whether a tweakable cipher takes a tweak here; without, it is zeros.</summary>
    public virtual bool TakesTweaks => true;

    /// <summary>OpenSSL 3 takes no other keys for KMAC, and .NET asks it.</summary>
    protected static bool IsKmacKey(ReadOnlySpan<byte> key) => key.Length is >= 4 and <= 512;

    /// <summary>A hash, without a key, in the form that can be timed.</summary>
    protected PeerHash? Timed(HashRow row, PeerDigest? hash) => hash is null ? null
        : (source, offset, length, destination, at) =>
        {
            if (!hash(default, source.AsSpan(offset, length), destination.AsSpan(at, row.DefaultHashBytes)))
            {
                throw new InvalidOperationException($"{Name} failed to compute {row.Name}.");
            }
        };

    /// <summary>The first byte, for libraries that want an address of no bytes, too.</summary>
    protected static ref byte First(ReadOnlySpan<byte> bytes) =>
        ref MemoryMarshal.GetReference(bytes.IsEmpty ? Nothing : bytes);

    /// <summary>A text as C takes it.</summary>
    protected static byte[] Text(string text) => [.. Encoding.UTF8.GetBytes(text), 0];

    /// <summary>
    /// Names under which libraries list a digest: with its bits first, <c>BLAKE2B-512</c>, then plain, <c>MD5</c>.
    /// </summary>
    protected static IEnumerable<string> CommonNames(HashRow row)
    {
        string title = row.Title.ToUpperInvariant();
        return [Invariant($"{title}-{row.DefaultHashBytes * 8}"), title];
    }
}
