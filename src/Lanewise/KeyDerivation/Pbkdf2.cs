namespace Lanewise;

/// <summary>
/// Computes PBKDF2 (RFC 8018, section 5.2) with HMAC-SHA-1, HMAC-SHA-256 or HMAC-SHA-512. SIMD lanes process many passwords or
/// salts in parallel, or the blocks of a long key that is derived from one password.
/// </summary>
/// <remarks>
/// Use this class to verify or derive many keys, for example for a migrated user database or many encrypted archives, or to
/// search for a forgotten password. For a single key, use <see cref="Rfc2898DeriveBytes"/>. If there are only a few keys, this
/// class itself calls <see cref="Rfc2898DeriveBytes"/>. GPU attacks on PBKDF2 are cheap. If you can choose, use a memory-hard
/// function such as <see cref="Argon2id"/>.
/// <para>All static methods are thread-safe. Intermediate values are wiped.</para>
/// </remarks>
public static class Pbkdf2
{
    /// <summary>Derives a key from each password.</summary>
    /// <param name="hashAlgorithm">The hash for the HMAC: <c>SHA1</c>, <c>SHA256</c> or <c>SHA512</c>.</param>
    /// <param name="passwords">The passwords, or one password for all salts.</param>
    /// <param name="salts">
    /// One salt per password, or one salt for all passwords. If there is only one password, a key is derived for each salt.
    /// </param>
    /// <param name="iterations">The number of iterations, at least 1.</param>
    /// <param name="destination">
    /// Receives the keys, one after another. The span must not overlap the passwords or the salts.
    /// </param>
    /// <param name="keySizeInBytes">The length of each key in bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="iterations"/> or <paramref name="keySizeInBytes"/> is not positive.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// There are no passwords or no salts, or the number of passwords differs from the number of salts and neither number is 1.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The length of the destination differs from the total length of the keys, or the destination overlaps an input.
    /// </exception>
    /// <exception cref="ArgumentException">The name of the algorithm is null or empty.</exception>
    /// <exception cref="CryptographicException">Lanewise has no HMAC with the given hash.</exception>
    public static void DeriveMany(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<ReadOnlyMemory<byte>> passwords, ReadOnlySpan<ReadOnlyMemory<byte>> salts,
        int iterations, Span<byte> destination, int keySizeInBytes)
    {
        HashRow row = Check(hashAlgorithm, passwords, salts, iterations, destination, keySizeInBytes);
        row.Pbkdf2!(new Pbkdf2Job(passwords, salts, iterations, destination, keySizeInBytes, default), null);
    }

    /// <summary>Uses several cores to derive a key from each password.</summary>
    /// <inheritdoc
    /// cref="DeriveMany(HashAlgorithmName, ReadOnlySpan{ReadOnlyMemory{byte}}, ReadOnlySpan{ReadOnlyMemory{byte}}, int,
    /// Span{byte}, int)"/>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled. The destination may be partially written.</exception>
    public static void DeriveMany(
        HashAlgorithmName hashAlgorithm, ReadOnlyMemory<ReadOnlyMemory<byte>> passwords,
        ReadOnlyMemory<ReadOnlyMemory<byte>> salts, int iterations, Memory<byte> destination, int keySizeInBytes,
        ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        HashRow row = Check(hashAlgorithm, passwords.Span, salts.Span, iterations, destination.Span, keySizeInBytes);
        int count = destination.Length / keySizeInBytes, cores = Partitioning.Count(parallelOptions);
        int lanes = Math.Max(1, row.ChosenShape.Lanes(row.WordBits));
        // Each core derives this number of keys, a multiple of the number of lanes.
        long groups = ((count - 1) / lanes) + 1;
        int each = (int)Math.Min(count, (((groups - 1) / cores) + 1) * lanes);
        Partitioning.Run(((count - 1) / each) + 1, parallelOptions, p =>
        {
            int first = p * each, keys = Math.Min(each, count - first);
            row.Pbkdf2!(
                new Pbkdf2Job(
                    Part(passwords, first, keys).Span, Part(salts, first, keys).Span, iterations,
                    destination.Span.Slice(first * keySizeInBytes, keys * keySizeInBytes), keySizeInBytes,
                    parallelOptions.CancellationToken),
                null);
        });
    }

    private static ReadOnlyMemory<ReadOnlyMemory<byte>> Part(ReadOnlyMemory<ReadOnlyMemory<byte>> all, int first, int count) =>
        all.Length == 1 ? all : all.Slice(first, count);

    private static HashRow Check(
        HashAlgorithmName hashAlgorithm, ReadOnlySpan<ReadOnlyMemory<byte>> passwords, ReadOnlySpan<ReadOnlyMemory<byte>> salts,
        int iterations, ReadOnlySpan<byte> destination, int keySizeInBytes)
    {
        HashRow row = MacOf(hashAlgorithm);
        if (row.Pbkdf2 is null) throw new CryptographicException($"Lanewise does not support PBKDF2 with {row.Title}.");

        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(iterations);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(keySizeInBytes);
        if (passwords.IsEmpty) throw new ArgumentException("There must be a password.", nameof(passwords));

        int count = Math.Max(passwords.Length, salts.Length);
        if (salts.IsEmpty || (salts.Length != count && salts.Length != 1) || (passwords.Length != count && passwords.Length != 1))
        {
            throw new ArgumentException(
                "There must be one salt per password, one salt for all passwords, or one password for all salts; "
                    + Invariant($"there are {salts.Length} salts for {passwords.Length} passwords."),
                nameof(salts));
        }

        BatchChecks.Destination(destination.Length, count, keySizeInBytes, "keys");
        Messages read = passwords, alsoRead = salts;
        if (read.Overlap(destination) || alsoRead.Overlap(destination))
        {
            throw new ArgumentException("The destination must not overlap passwords or salts.", nameof(destination));
        }

        return row;
    }

    /// <summary>Finds the HMAC that is based on a hash.</summary>
    internal static HashRow MacOf(HashAlgorithmName hashAlgorithm)
    {
        ArgumentException.ThrowIfNullOrEmpty(hashAlgorithm.Name, nameof(hashAlgorithm));
        if (Catalog.TryFind(hashAlgorithm.Name, out HashRow? hash, out _)
            && Catalog.TryFind("HMAC-" + hash.Title, out HashRow? mac, out _))
        {
            return mac;
        }

        throw new CryptographicException($"Lanewise has no HMAC based on '{hashAlgorithm.Name}'.");
    }
}
