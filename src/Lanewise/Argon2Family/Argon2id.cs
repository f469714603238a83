using Lanewise.Argon2Family;

namespace Lanewise;

/// <summary>
/// Computes Argon2id (RFC 9106), version 1.3, to hash passwords and to derive keys from passwords. Each computation needs a large
/// amount of memory, so password guessing is expensive even on GPUs and special hardware. Argon2id is the recommended variant for
/// passwords.
/// </summary>
/// <remarks>
/// The working memory is wiped after every call, and is then kept for the next call that needs the same size. All methods are
/// thread-safe. Each call uses separate working memory.
/// </remarks>
/// <example>
/// <code>
/// byte[] salt = RandomNumberGenerator.GetBytes(16), key = new byte[32];
/// Argon2id.DeriveKey(password, salt, Argon2Parameters.Rfc9106Second, key);
/// </code>
/// </example>
public static class Argon2id
{
    /// <inheritdoc
    /// cref="DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ReadOnlySpan{byte},
    /// ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/> or <paramref name="parameters"/> is null.
    /// </exception>
    public static void DeriveKey(
        byte[] password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default)
    {
        ArgumentNullException.ThrowIfNull(password);
        DeriveKey(password.AsSpan(), salt, parameters, destination, secret, associatedData);
    }

    /// <summary>Derives a key on the calling thread.</summary>
    /// <param name="password">The password.</param>
    /// <param name="salt">The salt, at least 8 bytes long. Use 16 random bytes.</param>
    /// <param name="parameters">The costs.</param>
    /// <param name="destination">
    /// Receives the derived key. The span must be at least 4 bytes long, and its length is an input to the hash.
    /// </param>
    /// <param name="secret">An additional secret (a pepper). An empty span or a null array means no secret.</param>
    /// <param name="associatedData">Additional data that the key depends on. An empty span means no additional data.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">The salt or the destination is too short.</exception>
    public static void DeriveKey(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default) =>
        Argon2Methods.DeriveKey(
            Argon2Variant.Id, new Argon2Input(password, salt, secret, associatedData), parameters, destination, null);

    /// <inheritdoc
    /// cref="DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ParallelOptions,
    /// ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/>, <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    public static void DeriveKey(
        byte[] password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ParallelOptions parallelOptions, ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default)
    {
        ArgumentNullException.ThrowIfNull(password);
        DeriveKey(password.AsSpan(), salt, parameters, destination, parallelOptions, secret, associatedData);
    }

    /// <summary>Derives a key on several cores.</summary>
    /// <inheritdoc
    /// cref="DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ReadOnlySpan{byte},
    /// ReadOnlySpan{byte})"/>
    /// <param name="parameters">
    /// The costs. The parallelism limits the number of cores that work at the same time.
    /// </param>
    /// <param name="parallelOptions">
    /// The number of cores, the scheduler and the cancellation token. The token is checked four times in each iteration.
    /// </param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination is unchanged.</exception>
    public static void DeriveKey(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ParallelOptions parallelOptions, ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        Argon2Methods.DeriveKey(
            Argon2Variant.Id, new Argon2Input(password, salt, secret, associatedData), parameters, destination,
            parallelOptions);
    }

    /// <summary>Derives a key from each password, on several cores and within a memory limit.</summary>
    /// <param name="passwords">The passwords.</param>
    /// <param name="salts">The salts, one per password.</param>
    /// <param name="parameters">The costs for each key.</param>
    /// <param name="destination">
    /// Receives the keys, one after another. The destination must not overlap the passwords, the salts or the secret.
    /// </param>
    /// <param name="keySizeInBytes">The length of each key in bytes.</param>
    /// <param name="maxMemoryKiB">
    /// The maximum memory that this call may use, in KiB. The call derives as many keys at once as this memory allows.
    /// </param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <param name="secret">An additional secret (a pepper). An empty span or a null array means no secret.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="keySizeInBytes"/> is too small, or <paramref name="maxMemoryKiB"/> is less than the memory that one key
    /// needs.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The numbers of salts and passwords differ, or a salt is too short.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of the destination differs from the total length of the keys, or the destination overlaps an input.
    /// </exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination may be partially written.</exception>
    public static void DeriveMany(
        ReadOnlyMemory<ReadOnlyMemory<byte>> passwords, ReadOnlyMemory<ReadOnlyMemory<byte>> salts, Argon2Parameters parameters,
        Memory<byte> destination, int keySizeInBytes, int maxMemoryKiB, ParallelOptions parallelOptions,
        ReadOnlyMemory<byte> secret = default) =>
        Argon2Methods.DeriveMany(
            Argon2Variant.Id, passwords, salts, parameters, destination, keySizeInBytes, maxMemoryKiB, parallelOptions, secret);

    /// <summary>Hashes a password with a new random 16-byte salt. The hash is 32 bytes long.</summary>
    /// <param name="password">The password as bytes, usually UTF-8.</param>
    /// <param name="parameters">The costs.</param>
    /// <param name="secret">An additional secret (a pepper). An empty span or a null array means no secret.</param>
    /// <returns>
    /// The encoded hash in the PHC string format: <c>$argon2id$v=19$m=65536,t=3,p=4$...$...</c>. libsodium, libargon2, PHP,
    /// argon2-cffi and Node's argon2 use the same format.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    public static string Hash(ReadOnlySpan<byte> password, Argon2Parameters parameters, ReadOnlySpan<byte> secret = default) =>
        Argon2Encoded.Hash(password, parameters, secret);

    /// <inheritdoc cref="Hash(ReadOnlySpan{byte}, Argon2Parameters, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/> or <paramref name="parameters"/> is null.
    /// </exception>
    public static string Hash(byte[] password, Argon2Parameters parameters, ReadOnlySpan<byte> secret = default)
    {
        ArgumentNullException.ThrowIfNull(password);
        return Hash(password.AsSpan(), parameters, secret);
    }

    /// <summary>Hashes a password, encoded as UTF-8, with a new random 16-byte salt. The hash is 32 bytes long.</summary>
    /// <inheritdoc cref="Hash(ReadOnlySpan{byte}, Argon2Parameters, ReadOnlySpan{byte})"/>
    /// <param name="password">
    /// The password. Unicode normalization is not applied: the composed and decomposed forms of a character result in different
    /// passwords.
    /// </param>
    /// <exception cref="ArgumentException">The password contains an unpaired surrogate.</exception>
    public static string Hash(ReadOnlySpan<char> password, Argon2Parameters parameters, ReadOnlySpan<byte> secret = default)
    {
        using Argon2Text text = new(password);
        return Argon2Encoded.Hash(text.Bytes, parameters, secret);
    }

    /// <inheritdoc cref="Hash(ReadOnlySpan{char}, Argon2Parameters, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/> or <paramref name="parameters"/> is null.
    /// </exception>
    public static string Hash(string password, Argon2Parameters parameters, ReadOnlySpan<byte> secret = default)
    {
        ArgumentNullException.ThrowIfNull(password);
        return Hash(password.AsSpan(), parameters, secret);
    }

    /// <summary>Returns whether a password matches an encoded hash. The comparison takes constant time.</summary>
    /// <param name="encoded">The encoded Argon2id, Argon2i or Argon2d hash (PHC string format), version 1.3 or 1.0.</param>
    /// <param name="password">The password as bytes, usually UTF-8.</param>
    /// <param name="limits">The maximum costs. The costs in the encoded hash are checked before memory is allocated.</param>
    /// <param name="secret">The secret that was used to create the hash. An empty span or a null array means no secret.</param>
    /// <param name="parallelOptions">
    /// The number of cores and the cancellation token. If this argument is null, only the calling thread is used.
    /// </param>
    /// <returns>True if the password matches.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="limits"/> is null.</exception>
    /// <exception cref="FormatException"><paramref name="encoded"/> is not an encoded Argon2 hash.</exception>
    /// <exception cref="CryptographicException">
    /// Verifying the hash would exceed <paramref name="limits"/>.
    /// </exception>
    /// <exception cref="OperationCanceledException">The call was cancelled.</exception>
    public static bool Verify(
        ReadOnlySpan<char> encoded, ReadOnlySpan<byte> password, Argon2Limits limits, ReadOnlySpan<byte> secret = default,
        ParallelOptions? parallelOptions = null) =>
        Argon2Encoded.Verify(encoded, password, limits, secret, parallelOptions);

    /// <inheritdoc cref="Verify(ReadOnlySpan{char}, ReadOnlySpan{byte}, Argon2Limits, ReadOnlySpan{byte}, ParallelOptions)"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/> or <paramref name="limits"/> is null.
    /// </exception>
    public static bool Verify(
        ReadOnlySpan<char> encoded, byte[] password, Argon2Limits limits, ReadOnlySpan<byte> secret = default,
        ParallelOptions? parallelOptions = null)
    {
        ArgumentNullException.ThrowIfNull(password);
        return Verify(encoded, password.AsSpan(), limits, secret, parallelOptions);
    }

    /// <summary>
    /// Returns whether a password, encoded as UTF-8, matches an encoded hash, in constant time.
    /// </summary>
    /// <inheritdoc cref="Verify(ReadOnlySpan{char}, ReadOnlySpan{byte}, Argon2Limits, ReadOnlySpan{byte}, ParallelOptions)"/>
    /// <param name="password">
    /// The password. Unicode normalization is not applied: the composed and decomposed forms of a character result in different
    /// passwords.
    /// </param>
    /// <exception cref="ArgumentException">The password contains an unpaired surrogate.</exception>
    public static bool Verify(
        ReadOnlySpan<char> encoded, ReadOnlySpan<char> password, Argon2Limits limits, ReadOnlySpan<byte> secret = default,
        ParallelOptions? parallelOptions = null)
    {
        using Argon2Text text = new(password);
        return Argon2Encoded.Verify(encoded, text.Bytes, limits, secret, parallelOptions);
    }

    /// <inheritdoc cref="Verify(ReadOnlySpan{char}, ReadOnlySpan{char}, Argon2Limits, ReadOnlySpan{byte}, ParallelOptions)"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="password"/> or <paramref name="limits"/> is null.
    /// </exception>
    public static bool Verify(
        ReadOnlySpan<char> encoded, string password, Argon2Limits limits, ReadOnlySpan<byte> secret = default,
        ParallelOptions? parallelOptions = null)
    {
        ArgumentNullException.ThrowIfNull(password);
        return Verify(encoded, password.AsSpan(), limits, secret, parallelOptions);
    }

    /// <summary>
    /// Returns whether a password should be hashed again, because a new hash from
    /// <see cref="Hash(ReadOnlySpan{byte}, Argon2Parameters, ReadOnlySpan{byte})"/> would use a different algorithm or different
    /// costs.
    /// </summary>
    /// <param name="encoded">The encoded hash, which may come from any algorithm.</param>
    /// <param name="parameters">The costs of new hashes.</param>
    /// <returns>
    /// False if the encoded hash is an Argon2id version 1.3 hash with exactly these costs, a salt of at least 16 bytes and a
    /// digest of at least 32 bytes; otherwise, true.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    public static bool NeedsRehash(ReadOnlySpan<char> encoded, Argon2Parameters parameters) =>
        Argon2Encoded.NeedsRehash(encoded, parameters);
}
