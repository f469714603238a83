namespace Lanewise;

/// <summary>Hashing by name, over all algorithms of the library and those of the base library.</summary>
/// <remarks>
/// A name is that of the algorithm, in any case, with the length of the digest in bits behind a hyphen where it varies:
/// <c>MD5</c>, <c>HMAC-MD5</c>, <c>BLAKE2b</c> (64 bytes), <c>BLAKE2B-256</c>, <c>blake2s-128</c>. Each type's own
/// <see cref="LanewiseHash.AlgorithmName"/> is one. Without a key SHA-1 and SHA-2 are handed on to
/// <see cref="CryptographicOperations"/>. Calls into spans allocate nothing.
/// </remarks>
[KeyArrays]
public static partial class LanewiseOperations
{
    /// <summary>The names of this library's algorithms.</summary>
    public static IReadOnlyList<string> AlgorithmNames { get; } = [.. Catalog.Names];

    /// <summary>Hashes a message.</summary>
    /// <param name="hashAlgorithm">The name.</param>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">No such algorithm.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source)
    {
        HashRow row = Find(hashAlgorithm, out int hashBytes);
        byte[] hash = new byte[hashBytes];
        row.Hash(default, source, hash);
        return hash;
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="hashAlgorithm">The name.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The name is null or empty, or the destination is shorter than the digest.</exception>
    /// <exception cref="CryptographicException">No such algorithm.</exception>
    public static int HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashData(hashAlgorithm, ReadOnlySpan<byte>.Empty, source, destination);

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="hashAlgorithm">The name of one of this library's algorithms.</param>
    /// <param name="key">The key; empty for none, but for HMAC.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The name is null or empty, or the destination is shorter than the digest.</exception>
    /// <exception cref="CryptographicException">The library has no such algorithm, or it takes no such key.</exception>
    public static int HashData(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashRow row = Find(hashAlgorithm, out int hashBytes);
        if (destination.Length < hashBytes) throw BatchChecks.TooShort(destination.Length, hashBytes);

        row.Hash(key, source, destination.Slice(0, hashBytes));
        return hashBytes;
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="hashAlgorithm">The name.</param>
    /// <param name="source">The stream.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">The name is null or empty, or <paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">No such algorithm.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, Stream source)
    {
        HashRow row = Find(hashAlgorithm, out int hashBytes);
        Streams.CheckReadable(source, nameof(source));
        using LanewiseHash hash = row.Create(default, hashBytes);
        Streams.AppendTo(source, hash);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes messages, packed or wherever they lie, without a key, with one for all or with one for each.</summary>
    /// <param name="hashAlgorithm">The name of one of this library's algorithms.</param>
    /// <param name="messages">The messages; an array or a span of them converts.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="keys">The keys; none if left out.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The name is null or empty, the destination is not exactly a digest per message, the lengths do not add up to the source,
    /// or there is not exactly a key per message.
    /// </exception>
    /// <exception cref="CryptographicException">The library has no such algorithm, or it takes no such keys.</exception>
    public static void HashMany(HashAlgorithmName hashAlgorithm, Messages messages, Span<byte> destination, Keys keys = default)
    {
        HashRow row = Find(hashAlgorithm, out int hashBytes);
        row.HashMany(messages, keys, destination, hashBytes);
    }

    /// <summary>Starts a running hash of one of this library's algorithms.</summary>
    /// <param name="hashAlgorithm">The name.</param>
    /// <param name="key">The key; empty for none, but for HMAC.</param>
    /// <returns>The running hash of an empty message.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">The library has no such algorithm, or it takes no such key.</exception>
    public static LanewiseHash Create(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key = default)
    {
        HashRow row = Find(hashAlgorithm, out int hashBytes);
        return row.Create(key, hashBytes);
    }

    internal static HashRow Find(HashAlgorithmName hashAlgorithm, out int hashBytes)
    {
        ArgumentException.ThrowIfNullOrEmpty(hashAlgorithm.Name, nameof(hashAlgorithm));
        if (Catalog.TryFind(hashAlgorithm.Name, out HashRow? row, out hashBytes)) return row;

        throw new CryptographicException(Invariant($"'{hashAlgorithm.Name}' is not an algorithm of this library."));
    }
}
