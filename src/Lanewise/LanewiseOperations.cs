namespace Lanewise;

/// <summary>
/// Hashes data with an algorithm that is selected by name. All algorithm names of Lanewise and all hash names of .NET are
/// supported.
/// </summary>
/// <remarks>
/// Names are case-insensitive, for example <c>MD5</c>, <c>HMAC-MD5</c> or <c>BLAKE2b</c> (64 bytes). If the digest length is
/// variable, a name may end with a hyphen and the length in bits, for example <c>BLAKE2B-256</c> or <c>blake2s-128</c>. Digests
/// that are selected by name are at most 1,024 bytes long. Within this limit, the value of
/// <see cref="LanewiseHash.AlgorithmName"/> is a valid name.
/// <para>
/// Names do not state whether a key is used. The methods <c>HashData</c>, <see cref="HashMany"/> and <see cref="Create"/> compute
/// hashes. The methods <c>MacData</c>, <see cref="MacMany"/>, <c>CreateMac</c> and <c>Verify</c> require a key: in these methods,
/// the name <c>BLAKE2b</c> selects <see cref="Blake2bMac"/>. HMAC and KMAC always require a key. Methods that write to spans do
/// not allocate memory. All methods are thread-safe.
/// </para>
/// </remarks>
public static class LanewiseOperations
{
    /// <summary>The names of the hashes. The names of HMAC and KMAC, which require a key, are not in this list.</summary>
    public static IReadOnlyList<string> AlgorithmNames { get; } = [.. Catalog.Names];

    /// <inheritdoc cref="HashData(HashAlgorithmName, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, byte[] source) =>
        HashData(hashAlgorithm, MessageArray.Span(source));

    /// <summary>Hashes a message.</summary>
    /// <param name="hashAlgorithm">The name of the algorithm.</param>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm needs a key.
    /// </exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source)
    {
        HashRow row = FindHash(hashAlgorithm, out int hashBytes);
        byte[] hash = new byte[hashBytes];
        row.Hash(default, source, hash);
        return hash;
    }

    /// <inheritdoc cref="HashData(HashAlgorithmName, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static int HashData(HashAlgorithmName hashAlgorithm, byte[] source, Span<byte> destination) =>
        HashData(hashAlgorithm, MessageArray.Span(source), destination);

    /// <inheritdoc cref="HashData(HashAlgorithmName, ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The name is null or empty, or the destination is shorter than the digest.</exception>
    public static int HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashRow row = FindHash(hashAlgorithm, out int hashBytes);
        return Hash(row, hashBytes, default, source, destination);
    }

    /// <summary>Hashes a stream from its current position to its end.</summary>
    /// <inheritdoc cref="HashData(HashAlgorithmName, ReadOnlySpan{byte})"/>
    /// <param name="source">The stream.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">The name is null or empty, or <paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(HashAlgorithmName hashAlgorithm, Stream source)
    {
        HashRow row = FindHash(hashAlgorithm, out int hashBytes);
        StreamSource.CheckReadable(source, nameof(source));
        using LanewiseHash hash = row.Create(default, hashBytes);
        StreamSource.AppendTo(source, hash);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes many messages that are contiguous in one buffer or scattered in memory.</summary>
    /// <param name="hashAlgorithm">The name of an algorithm in this library.</param>
    /// <param name="messages">The messages. Arrays and spans of messages convert implicitly to <see cref="Messages"/>.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException">A message length is negative.</exception>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly as long as all digests.
    /// </exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm needs a key.
    /// </exception>
    public static void HashMany(HashAlgorithmName hashAlgorithm, Messages messages, Span<byte> destination) =>
        FindHash(hashAlgorithm, out int hashBytes).HashMany(messages, default, destination, hashBytes);

    /// <summary>Creates an incremental hash for an algorithm in this library.</summary>
    /// <param name="hashAlgorithm">The name of the algorithm.</param>
    /// <returns>An incremental hash to which no data has been appended.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm needs a key.
    /// </exception>
    public static LanewiseHash Create(HashAlgorithmName hashAlgorithm) =>
        FindHash(hashAlgorithm, out int hashBytes).Create(default, hashBytes);

    /// <inheritdoc cref="MacData(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static byte[] MacData(HashAlgorithmName hashAlgorithm, byte[] key, byte[] source) =>
        MacData(hashAlgorithm, KeyArray.Span(key), MessageArray.Span(source));

    /// <inheritdoc cref="MacData(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static byte[] MacData(HashAlgorithmName hashAlgorithm, byte[] key, ReadOnlySpan<byte> source) =>
        MacData(hashAlgorithm, KeyArray.Span(key), source);

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="hashAlgorithm">The name of an algorithm in this library.</param>
    /// <param name="key">The key. Only HMAC and KMAC accept an empty key.</param>
    /// <param name="source">The message.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm does not allow a key of this length.
    /// </exception>
    public static byte[] MacData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source)
    {
        HashRow row = FindMac(hashAlgorithm, key.Length, out int hashBytes);
        byte[] mac = new byte[hashBytes];
        row.Hash(key, source, mac);
        return mac;
    }

    /// <inheritdoc cref="MacData(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static int MacData(HashAlgorithmName hashAlgorithm, byte[] key, byte[] source, Span<byte> destination) =>
        MacData(hashAlgorithm, KeyArray.Span(key), MessageArray.Span(source), destination);

    /// <inheritdoc cref="MacData(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static int MacData(
        HashAlgorithmName hashAlgorithm, byte[] key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        MacData(hashAlgorithm, KeyArray.Span(key), source, destination);

    /// <inheritdoc cref="MacData(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the MAC.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The name is null or empty, or the destination is shorter than the MAC.</exception>
    public static int MacData(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashRow row = FindMac(hashAlgorithm, key.Length, out int hashBytes);
        return Hash(row, hashBytes, key, source, destination);
    }

    /// <inheritdoc cref="Verify(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    [OverloadResolutionPriority(1)]
    public static bool Verify(HashAlgorithmName hashAlgorithm, byte[] key, byte[] source, ReadOnlySpan<byte> mac) =>
        Verify(hashAlgorithm, KeyArray.Span(key), MessageArray.Span(source), mac);

    /// <inheritdoc cref="Verify(HashAlgorithmName, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static bool Verify(HashAlgorithmName hashAlgorithm, byte[] key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> mac) =>
        Verify(hashAlgorithm, KeyArray.Span(key), source, mac);

    /// <summary>Returns whether a message has the expected MAC. The comparison takes constant time.</summary>
    /// <param name="hashAlgorithm">
    /// The name of an algorithm in this library. The name determines the length of the MAC, for example 16 bytes for
    /// <c>BLAKE2B-128</c>.
    /// </param>
    /// <param name="key">The key. Only HMAC and KMAC accept an empty key.</param>
    /// <param name="source">The message.</param>
    /// <param name="mac">The expected MAC.</param>
    /// <returns>True if the MAC is correct. False if it is not, or if it has a different length.</returns>
    /// <exception cref="ArgumentException">The name is null or empty, or <paramref name="mac"/> is empty.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm does not allow a key of this length.
    /// </exception>
    public static bool Verify(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> mac)
    {
        HashRow row = FindMac(hashAlgorithm, key.Length, out int hashBytes);
        LanewiseHash.CheckExpected(mac, nameof(mac));
        if (mac.Length != hashBytes) return false;

        Span<byte> computed = stackalloc byte[HashRow.MaxNamedBytes].Slice(0, hashBytes);
        row.Hash(key, source, computed);
        return LanewiseHash.AreEqual(computed, mac);
    }

    /// <summary>Computes the MACs of many messages, with one key for all messages or with one key per message.</summary>
    /// <inheritdoc cref="HashMany(HashAlgorithmName, Messages, Span{byte})"/>
    /// <param name="destination">Receives the MACs in the order of the messages.</param>
    /// <param name="keys">The keys. Only HMAC and KMAC allow an empty key.</param>
    /// <exception cref="ArgumentException">
    /// The name is null or empty, or the number of keys is neither 1 nor the number of messages.
    /// </exception>
    /// <exception cref="ArgumentException">The destination is not exactly as long as all MACs.</exception>
    /// <exception cref="ArgumentException">The message lengths do not add up to the length of the source.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm does not allow keys of this length.
    /// </exception>
    public static void MacMany(HashAlgorithmName hashAlgorithm, Messages messages, Span<byte> destination, HashKeys keys)
    {
        if (!keys.AreGiven) throw new ArgumentException("No key was given.", nameof(keys));

        HashRow row = FindMac(hashAlgorithm, keys.SizeInBytes, out int hashBytes);
        row.HashMany(messages, keys, destination, hashBytes);
    }

    /// <summary>Creates an incremental MAC for an algorithm in this library.</summary>
    /// <inheritdoc cref="Create(HashAlgorithmName)"/>
    /// <param name="key">The key. Only HMAC and KMAC accept an empty key.</param>
    /// <returns>An incremental MAC to which no data has been appended.</returns>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm does not allow a key of this length.
    /// </exception>
    public static LanewiseHash CreateMac(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key) =>
        FindMac(hashAlgorithm, key.Length, out int hashBytes).Create(key, hashBytes);

    /// <inheritdoc cref="CreateMac(HashAlgorithmName, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static LanewiseHash CreateMac(HashAlgorithmName hashAlgorithm, byte[] key) =>
        CreateMac(hashAlgorithm, KeyArray.Span(key));

    private static int Hash(
        HashRow row, int hashBytes, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (destination.Length < hashBytes) throw BatchChecks.TooShort(destination.Length, hashBytes);

        row.Hash(key, source, destination.Slice(0, hashBytes));
        return hashBytes;
    }

    /// <summary>Finds an algorithm that can be used without a key.</summary>
    internal static HashRow FindHash(HashAlgorithmName hashAlgorithm, out int hashBytes)
    {
        HashRow row = Find(hashAlgorithm, out hashBytes);
        return !row.TakesEmptyKeys ? row : throw new CryptographicException($"{row.Title} needs a key.");
    }

    /// <summary>Finds an algorithm that accepts a key of this length.</summary>
    internal static HashRow FindMac(HashAlgorithmName hashAlgorithm, int keySizeInBytes, out int hashBytes)
    {
        HashRow row = Find(hashAlgorithm, out hashBytes);
        row.CheckKeyOfMac(keySizeInBytes);
        return row;
    }

    internal static HashRow Find(HashAlgorithmName hashAlgorithm, out int hashBytes)
    {
        ArgumentException.ThrowIfNullOrEmpty(hashAlgorithm.Name, nameof(hashAlgorithm));
        if (Catalog.TryFind(hashAlgorithm.Name, out HashRow? row, out hashBytes)) return row;

        throw new CryptographicException(Invariant($"'{hashAlgorithm.Name}' is not an algorithm of this library."));
    }
}
