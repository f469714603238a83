using System.Runtime.InteropServices;
using System.Text;

namespace Lanewise.Proof.Libraries;

/// <summary>
/// Hashes one message with another library. The arguments are the source array, offset and length, followed by the destination
/// array and offset. All compared libraries support arrays.
/// </summary>
internal delegate void LibraryHash(byte[] source, int offset, int length, byte[] destination, int at);

/// <summary>
/// Hashes a message to a digest that fills the span <paramref name="digest"/>. The key may be empty. Returns false if the other
/// library does not support the key or the digest length.
/// </summary>
internal delegate bool LibraryDigest(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest);

/// <summary>
/// Hashes all messages of a batch. The messages are stored in the array <paramref name="source"/> without gaps. The digests are
/// written to the array <paramref name="digests"/> in the same order.
/// </summary>
internal delegate void LibraryHashMany(byte[] source, int[] lengths, byte[] digests);

/// <summary>
/// Another implementation, whose algorithms are found by their names in Lanewise's catalogue. Tests compare Lanewise's results
/// with those of this implementation, and benchmarks measure its speed.
/// </summary>
internal abstract class ComparedLibrary
{
    /// <summary>All implementations that Lanewise can be compared with: .NET and native libraries.</summary>
    public static IReadOnlyList<ComparedLibrary> OfTheMachine { get; } =
        [new DotNet(), new OpenSsl(), new Libsodium(), new Libb2(), new LibBlake3(), new Botan()];

    /// <summary>
    /// Queries all compared implementations. Returns the name and the result of each implementation whose result is not null.
    /// </summary>
    public static IEnumerable<(string Name, T Found)> Ask<T>(Func<ComparedLibrary, T?> find)
        where T : class =>
        OfTheMachine.Select(library => (library.Name, find(library)!)).Where(pair => pair.Item2 is not null);

    /// <summary>Returns whether the times of an algorithm in the given library can be compared with Lanewise's.</summary>
    public static bool IsComparable(string library, string title) =>
        !OfTheMachine.Any(other => other.Name == library && other.Explain(title) is not null);

    private static ReadOnlySpan<byte> Nothing => [0];

    public abstract string Name { get; }

    /// <summary>The version of the library, or null if it is not installed.</summary>
    public abstract string? Version { get; }

    public bool IsInstalled => Version is not null;

    /// <summary>
    /// Returns the other library's hash with the default digest length, or null if the library does not implement the hash or
    /// if its speed cannot be measured.
    /// </summary>
    public virtual LibraryHash? Find(HashRow row) => Timed(row, FindDigest(row));

    /// <summary>
    /// Returns the other library's hash or MAC, which accepts every supported key and length, or null if the library does not
    /// implement the algorithm.
    /// </summary>
    public virtual LibraryDigest? FindDigest(HashRow row) => null;

    /// <summary>
    /// Returns the other library's hash for many messages at once. Returns null if the library hashes one message after another,
    /// or does not support messages of this length.
    /// </summary>
    public virtual LibraryHashMany? FindMany(HashRow row, int maxMessageBytes) => null;

    /// <summary>
    /// Returns the other library's block cipher with the given title, such as <c>Threefish-512</c>, or null if the library
    /// does not implement it.
    /// </summary>
    public virtual LibraryCipher? FindCipher(string title) => null;

    /// <summary>
    /// Returns a sentence that explains why the library's time for an algorithm is not comparable, or null if it is.
    /// </summary>
    /// <param name="title">The algorithm's title.</param>
    public virtual string? Explain(string title) => null;

    /// <summary>
    /// Indicates whether this library supports tweaks for tweakable ciphers. If false, comparisons use a zero tweak.
    /// </summary>
    public virtual bool TakesTweaks => true;

    /// <summary>Returns whether OpenSSL 3, which .NET uses on Linux, supports a KMAC key of this length.</summary>
    protected static bool IsKmacKey(ReadOnlySpan<byte> key) => key.Length is >= 4 and <= 512;

    /// <summary>Converts an unkeyed hash to the delegate type that is used for measurements.</summary>
    protected LibraryHash? Timed(HashRow row, LibraryDigest? hash) => hash is null ? null
        : (source, offset, length, destination, at) =>
        {
            if (!hash(default, source.AsSpan(offset, length), destination.AsSpan(at, row.DefaultHashBytes)))
            {
                throw new InvalidOperationException($"{Name} failed to compute {row.Name}.");
            }
        };

    /// <summary>
    /// Returns a reference to the first byte of the data. Some libraries require a valid address even if the data is empty.
    /// </summary>
    protected static ref byte First(ReadOnlySpan<byte> bytes) =>
        ref MemoryMarshal.GetReference(bytes.IsEmpty ? Nothing : bytes);

    /// <summary>Returns a NUL-terminated string for C.</summary>
    protected static byte[] Text(string text) => [.. Encoding.UTF8.GetBytes(text), 0];

    /// <summary>
    /// Returns the names that other libraries commonly use for a digest: first with the length in bits (<c>BLAKE2B-512</c>), and
    /// then without the length (<c>MD5</c>).
    /// </summary>
    protected static IEnumerable<string> CommonNames(HashRow row)
    {
        string title = row.Title.ToUpperInvariant();
        return [Invariant($"{title}-{row.DefaultHashBytes * 8}"), title];
    }
}
