using Lanewise.Argon2Family;

namespace Lanewise;

/// <summary>
/// Computes Argon2d (RFC 9106), version 1.3. Argon2d's memory access pattern depends on the password, so other programs on the
/// same machine might learn something about the password. Use Argon2d for proof of work, and for formats that require it, such
/// as KeePass. For passwords, use <see cref="Argon2id"/>.
/// </summary>
/// <inheritdoc cref="Argon2id" path="/remarks"/>
/// <example>
/// <code>
/// byte[] salt = RandomNumberGenerator.GetBytes(16), key = new byte[32];
/// Argon2d.DeriveKey(password, salt, Argon2Parameters.Rfc9106Second, key);
/// </code>
/// </example>
public static class Argon2d
{
    /// <inheritdoc
    /// cref="Argon2id.DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ReadOnlySpan{byte},
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

    /// <inheritdoc
    /// cref="Argon2id.DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ReadOnlySpan{byte},
    /// ReadOnlySpan{byte})"/>
    public static void DeriveKey(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default) =>
        Argon2Methods.DeriveKey(
            Argon2Variant.D, new Argon2Input(password, salt, secret, associatedData), parameters, destination, null);

    /// <inheritdoc
    /// cref="Argon2id.DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ParallelOptions,
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

    /// <inheritdoc
    /// cref="Argon2id.DeriveKey(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Argon2Parameters, Span{byte}, ParallelOptions,
    /// ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    public static void DeriveKey(
        ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, Argon2Parameters parameters, Span<byte> destination,
        ParallelOptions parallelOptions, ReadOnlySpan<byte> secret = default, ReadOnlySpan<byte> associatedData = default)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        Argon2Methods.DeriveKey(
            Argon2Variant.D, new Argon2Input(password, salt, secret, associatedData), parameters, destination,
            parallelOptions);
    }

    /// <inheritdoc cref="Argon2id.DeriveMany"/>
    public static void DeriveMany(
        ReadOnlyMemory<ReadOnlyMemory<byte>> passwords, ReadOnlyMemory<ReadOnlyMemory<byte>> salts, Argon2Parameters parameters,
        Memory<byte> destination, int keySizeInBytes, int maxMemoryKiB, ParallelOptions parallelOptions,
        ReadOnlyMemory<byte> secret = default) =>
        Argon2Methods.DeriveMany(
            Argon2Variant.D, passwords, salts, parameters, destination, keySizeInBytes, maxMemoryKiB, parallelOptions, secret);
}
