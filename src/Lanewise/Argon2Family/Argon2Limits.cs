namespace Lanewise;

/// <summary>The most that a hash which somebody else wrote may cost when it is verified.</summary>
/// <remarks>
/// An encoded hash names its costs, so whoever can write a hash (a backup that is restored, an import, a row of a database)
/// decides how much memory and time a login takes. These limits are checked before memory is taken.
/// </remarks>
public sealed class Argon2Limits
{
    /// <summary>The longest encoded hash, in characters; no limit raises it.</summary>
    public const int MaxEncodedLength = 1024;

    /// <summary>256 MiB, 16 iterations, parallelism 16.</summary>
    public static Argon2Limits Default { get; } = new(256 * 1024, 16, 16);

    /// <summary>Sets the limits.</summary>
    /// <param name="maxMemoryKiB">The most memory in KiB.</param>
    /// <param name="maxIterations">The most iterations.</param>
    /// <param name="maxParallelism">The largest parallelism.</param>
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

    /// <summary>The most memory in KiB.</summary>
    public int MaxMemoryKiB { get; }

    /// <summary>The most iterations.</summary>
    public int MaxIterations { get; }

    /// <summary>The largest parallelism.</summary>
    public int MaxParallelism { get; }
}
