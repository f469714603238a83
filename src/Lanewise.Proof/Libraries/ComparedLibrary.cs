using System.Runtime.InteropServices;
using System.Text;

namespace Lanewise.Proof.Libraries;

/// <summary>
/// Hashes one message with another library. The arguments are the source, its offset and its length, then the destination and its
/// offset. The data is in arrays, because all compared libraries support arrays.
/// </summary>
internal delegate void LibraryHash(byte[] source, int offset, int length, byte[] destination, int at);

/// <summary>
/// Hashes a message with a key to a digest as long as the span. The key may be empty. Returns false if the other library does not
/// support the key or the length.
/// </summary>
internal delegate bool LibraryDigest(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest);

/// <summary>
/// Another implementation, which offers algorithms by their names in the catalogue. Tests compare Lanewise with it, and
/// benchmarks measure its speed.
/// </summary>
internal abstract class ComparedLibrary
{
    /// <summary>All supported implementations: .NET, native libraries and programs.</summary>
    public static IReadOnlyList<ComparedLibrary> OfTheMachine { get; } =
        [new DotNet(), new OpenSsl(), new Libsodium(), new Libb2(), new Botan()];

    /// <summary>
    /// Queries all implementations. Returns the name and the result of each implementation that has a result.
    /// </summary>
    public static IEnumerable<(string Name, T Found)> Ask<T>(Func<ComparedLibrary, T?> find)
        where T : class =>
        OfTheMachine.Select(library => (library.Name, find(library)!)).Where(pair => pair.Item2 is not null);

    /// <summary>
    /// Indicates whether the times of an algorithm in the library with this name may be compared with those of Lanewise.
    /// </summary>
    public static bool IsComparable(string library, string title) =>
        !OfTheMachine.Any(other => other.Name == library && other.Explain(title) is not null);

    private static ReadOnlySpan<byte> Nothing => [0];

    public abstract string Name { get; }

    /// <summary>The version, or null if the library is not installed.</summary>
    public abstract string? Version { get; }

    public bool IsInstalled => Version is not null;

    /// <summary>
    /// Returns the other library's hash with the default digest length, or null if the library has no such hash or if its speed
    /// cannot be measured.
    /// </summary>
    public virtual LibraryHash? Find(HashRow row) => Timed(row, FindDigest(row));

    /// <summary>Returns the other library's hash or MAC, which accepts every supported key and length, or null.</summary>
    public virtual LibraryDigest? FindDigest(HashRow row) => null;

    /// <summary>
    /// Returns the other library's block cipher for the title of a catalogue row, such as <c>Threefish-512</c>, or null.
    /// </summary>
    public virtual LibraryCipher? FindCipher(string title) => null;

    /// <summary>Returns a sentence that explains the time of an algorithm in this library, or null.</summary>
    /// <param name="title">The algorithm's title.</param>
    public virtual string? Explain(string title) => null;

    /// <summary>Indicates whether this library supports a tweak for tweakable ciphers. Otherwise, the tweak is zero.</summary>
    public virtual bool TakesTweaks => true;

    /// <summary>Returns whether OpenSSL 3, which .NET uses, supports a key of this length for KMAC.</summary>
    protected static bool IsKmacKey(ReadOnlySpan<byte> key) => key.Length is >= 4 and <= 512;

    /// <summary>Returns an unkeyed hash in the form that is used for measurements.</summary>
    protected LibraryHash? Timed(HashRow row, LibraryDigest? hash) => hash is null ? null
        : (source, offset, length, destination, at) =>
        {
            if (!hash(default, source.AsSpan(offset, length), destination.AsSpan(at, row.DefaultHashBytes)))
            {
                throw new InvalidOperationException($"{Name} failed to compute {row.Name}.");
            }
        };

    /// <summary>Returns a reference to the first byte. Some libraries require an address even if the data is empty.</summary>
    protected static ref byte First(ReadOnlySpan<byte> bytes) =>
        ref MemoryMarshal.GetReference(bytes.IsEmpty ? Nothing : bytes);

    /// <summary>Returns a NUL-terminated string for C.</summary>
    protected static byte[] Text(string text) => [.. Encoding.UTF8.GetBytes(text), 0];

    /// <summary>
    /// Returns the common names of a digest in other libraries. The name with the length in bits (<c>BLAKE2B-512</c>) precedes
    /// the name without the length (<c>MD5</c>).
    /// </summary>
    protected static IEnumerable<string> CommonNames(HashRow row)
    {
        string title = row.Title.ToUpperInvariant();
        return [Invariant($"{title}-{row.DefaultHashBytes * 8}"), title];
    }
}
