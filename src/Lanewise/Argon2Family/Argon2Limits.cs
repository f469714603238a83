namespace Lanewise;

/// <summary>Limits the cost of verifying an untrusted encoded hash.</summary>
/// <remarks>
/// An encoded hash specifies its own costs. Therefore, anyone who can supply a hash (for example in a restored backup, an import
/// or a database row) determines how much memory and time a login needs. <see cref="Argon2id"/> checks these limits before it
/// allocates memory.
/// </remarks>
public sealed class Argon2Limits
{
    /// <summary>The maximum length of an encoded hash in characters. The limit is fixed.</summary>
    public const int MaxEncodedLength = 1024;

    /// <summary>
    /// The default limits: 256 MiB, 16 iterations and parallelism 16. Hashes with more memory, such as those of
    /// <see cref="Argon2Parameters.Rfc9106First"/>, need higher limits.
    /// </summary>
    public static Argon2Limits Default { get; } = new(256 * 1024, 16, 16);

    /// <summary>Initializes the limits.</summary>
    /// <param name="maxMemoryKiB">The maximum memory, in KiB.</param>
    /// <param name="maxIterations">The maximum number of iterations.</param>
    /// <param name="maxParallelism">The maximum parallelism.</param>
    /// <exception cref="ArgumentOutOfRangeException">A limit is not positive.</exception>
    public Argon2Limits(int maxMemoryKiB, int maxIterations, int maxParallelism)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxMemoryKiB);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxIterations);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxParallelism);
        MaxMemoryKiB = maxMemoryKiB;
        MaxIterations = maxIterations;
        MaxParallelism = maxParallelism;
    }

    /// <summary>The maximum memory, in KiB.</summary>
    public int MaxMemoryKiB { get; }

    /// <summary>The maximum number of iterations.</summary>
    public int MaxIterations { get; }

    /// <summary>The maximum parallelism.</summary>
    public int MaxParallelism { get; }
}
