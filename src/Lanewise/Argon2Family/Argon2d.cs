using Lanewise.Argon2Family;

namespace Lanewise;

/// <summary>
/// Computes Argon2d (RFC 9106), version 1.3. Argon2d's memory access pattern depends on the password, so other programs on the
/// same machine might learn something about the password. Use Argon2d for proof of work, and for formats that require it, such
/// as KeePass. For passwords, use <see cref="Argon2id"/>.
/// </summary>
/// <remarks>
/// The working memory is wiped after every call, and is then kept for the next call that needs the same size. All methods are
/// thread-safe. Each call uses separate working memory.
/// </remarks>
/// <example>
/// <code>
/// byte[] salt = RandomNumberGenerator.GetBytes(16), key = new byte[32];
/// Argon2d.DeriveKey(password, salt, Argon2Parameters.Rfc9106Second, key);
/// </code>
/// </example>
public static class Argon2d
{
    /// <summary>Derives a key on the calling thread.</summary>
    /// <param name="password">The password.</param>
    /// <param name="salt">The salt, at least 8 bytes long. Use 16 random bytes.</param>
    /// <param name="parameters">The costs.</param>
    /// <param name="destination">
    /// Receives the derived key. The span must be at least 4 bytes long, and its length is an input to the hash.
    /// </param>
    /// <param name="secret">An additional secret (a pepper). An empty span means no secret.</param>
    /// <param name="associatedData">Additional data that the key depends on. An empty span means no additional data.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">The salt or the destination is too short.</exception>
    public static void DeriveKey(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default) =>
        Argon2Methods.DeriveKey(
            Argon2Variant.D, new Argon2Input(password, salt, secret, associatedData), parameters, destination, null);

    /// <summary>Derives a key on several cores.</summary>
    /// <param name="password">The password.</param>
    /// <param name="salt">The salt, at least 8 bytes long. Use 16 random bytes.</param>
    /// <param name="parameters">
    /// The costs. The parallelism limits the number of cores that work on the key at the same time.
    /// </param>
    /// <param name="destination">
    /// Receives the derived key. The span must be at least 4 bytes long, and its length is an input to the hash.
    /// </param>
    /// <param name="parallelOptions">
    /// The number of cores, the scheduler and the cancellation token. The token is checked four times in each iteration.
    /// </param>
    /// <param name="secret">An additional secret (a pepper). An empty span means no secret.</param>
    /// <param name="associatedData">Additional data that the key depends on. An empty span means no additional data.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">The salt or the destination is too short.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination is unchanged.</exception>
    public static void DeriveKey(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ParallelOptions parallelOptions, ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        Argon2Methods.DeriveKey(
            Argon2Variant.D, new Argon2Input(password, salt, secret, associatedData), parameters, destination,
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
    /// <param name="secret">An additional secret (a pepper). An empty span means no secret.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="keySizeInBytes"/> is too small, or <paramref name="maxMemoryKiB"/> is less than the memory that one key
    /// needs.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The number of salts differs from the number of passwords, or a salt is too short.
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
            Argon2Variant.D, passwords, salts, parameters, destination, keySizeInBytes, maxMemoryKiB, parallelOptions, secret);
}
