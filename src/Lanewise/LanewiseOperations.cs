using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Hashing;

namespace Lanewise;

/// <summary>Hashing by name, over all algorithms of the library and those of the base library.</summary>
/// <remarks>
/// A name is that of the algorithm, in any case, with the length of the digest in bits behind a hyphen where it varies:
/// <c>MD5</c>, <c>BLAKE2b</c> (64 bytes), <c>BLAKE2B-256</c>, <c>blake2s-128</c>. SHA-1, SHA-2 and SHA-3 are handed on to
/// <see cref="CryptographicOperations"/>.
/// </remarks>
public static class LanewiseOperations
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
        if (!Find(hashAlgorithm, out HashRow row, out int hashBytes)) return CryptographicOperations.HashData(hashAlgorithm, source);

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
    public static int HashData(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (!Find(hashAlgorithm, out HashRow row, out int hashBytes)) return CryptographicOperations.HashData(hashAlgorithm, source, destination);

        if (destination.Length < hashBytes) throw LanewiseHash.TooShort(destination.Length, hashBytes);

        row.Hash(default, source, destination.Slice(0, hashBytes));
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
        if (!Find(hashAlgorithm, out HashRow row, out int hashBytes)) return CryptographicOperations.HashData(hashAlgorithm, source);

        LanewiseHash.CheckStream(source, nameof(source));
        using LanewiseHash hash = row.Create(default, hashBytes);
        LanewiseHash.AppendStream(hash.Running, source);
        return hash.GetCurrentHash();
    }

    /// <summary>Starts a running hash of one of this library's algorithms.</summary>
    /// <param name="hashAlgorithm">The name.</param>
    /// <returns>The running hash of an empty message.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">The library has no such algorithm.</exception>
    public static LanewiseHash Create(HashAlgorithmName hashAlgorithm)
    {
        if (!Find(hashAlgorithm, out HashRow row, out int hashBytes))
        {
            throw new CryptographicException(string.Create(CultureInfo.InvariantCulture, $"'{hashAlgorithm.Name}' is not an algorithm of this library."));
        }

        return row.Create(default, hashBytes);
    }

    private static bool Find(HashAlgorithmName hashAlgorithm, out HashRow row, out int hashBytes)
    {
        ArgumentException.ThrowIfNullOrEmpty(hashAlgorithm.Name, nameof(hashAlgorithm));
        return Catalog.TryFind(hashAlgorithm.Name, out row!, out hashBytes);
    }
}
