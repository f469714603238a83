using Lanewise.Argon2Family;

namespace Lanewise;

/// <summary>The costs of Argon2: memory, iterations and parallelism.</summary>
/// <remarks>
/// A large amount of memory makes password guessing expensive. Use as much memory as you can afford for each login. Then increase
/// the number of iterations as long as the delay is acceptable to users. A parallelism above 1 is useful only if a single hash
/// may use several cores. The command <c>lanewise tune --argon2 MS</c> suggests costs for a computation that takes MS
/// milliseconds on this machine.
/// </remarks>
public sealed class Argon2Parameters
{
    /// <summary>The minimum memory for each unit of parallelism, in KiB.</summary>
    public const int MinMemoryKiBPerLane = Argon2Block.FewestPerLane;

    /// <summary>
    /// The maximum memory in KiB: 1 KiB less than 16 GiB, because of the maximum array length in .NET.
    /// </summary>
    public const int MaxMemoryKiB = 16 * 1024 * 1024 - 1;

    /// <summary>The maximum parallelism that the algorithm allows.</summary>
    public const int MaxParallelism = (1 << 24) - 1;

    /// <summary>The minimum salt length in bytes.</summary>
    public const int MinSaltSizeInBytes = 8;

    /// <summary>The minimum hash or key length in bytes.</summary>
    public const int MinHashSizeInBytes = 4;

    /// <summary>
    /// The first configuration that RFC 9106 recommends: 2 GiB, 1 iteration and parallelism 4. To verify such hashes, create an
    /// <see cref="Argon2Limits"/>, because <see cref="Argon2Limits.Default"/> allows only 256 MiB.
    /// </summary>
    public static Argon2Parameters Rfc9106First { get; } = new(2 * 1024 * 1024, 1, 4);

    /// <summary>
    /// The second configuration that RFC 9106 recommends, for systems with less memory: 64 MiB, 3 iterations and parallelism 4.
    /// </summary>
    public static Argon2Parameters Rfc9106Second { get; } = new(64 * 1024, 3, 4);

    /// <summary>A configuration that OWASP recommends: 46 MiB, 1 iteration and parallelism 1.</summary>
    public static Argon2Parameters Owasp46MiB { get; } = new(46 * 1024, 1, 1);

    /// <summary>The minimum configuration that OWASP recommends: 19 MiB, 2 iterations and parallelism 1.</summary>
    public static Argon2Parameters Owasp19MiB { get; } = new(19 * 1024, 2, 1);

    /// <summary>A configuration that OWASP recommends: 12 MiB, 3 iterations and parallelism 1.</summary>
    public static Argon2Parameters Owasp12MiB { get; } = new(12 * 1024, 3, 1);

    /// <summary>A configuration that OWASP recommends: 9 MiB, 4 iterations and parallelism 1.</summary>
    public static Argon2Parameters Owasp9MiB { get; } = new(9 * 1024, 4, 1);

    /// <summary>A configuration that OWASP recommends: 7 MiB, 5 iterations and parallelism 1.</summary>
    public static Argon2Parameters Owasp7MiB { get; } = new(7 * 1024, 5, 1);

    /// <summary>Initializes the costs.</summary>
    /// <param name="memoryKiB">The memory in KiB, at least 8 for each unit of parallelism.</param>
    /// <param name="iterations">The number of passes over the memory, at least 1.</param>
    /// <param name="parallelism">The number of Argon2 lanes. Lanes can be computed in parallel.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="iterations"/> or <paramref name="parallelism"/> is not positive, or <paramref name="parallelism"/> is
    /// above <see cref="MaxParallelism"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="memoryKiB"/> is less than 8 times the parallelism, or more than <see cref="MaxMemoryKiB"/>.
    /// </exception>
    public Argon2Parameters(int memoryKiB, int iterations, int parallelism = 1)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(iterations);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(parallelism);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(parallelism, MaxParallelism);
        if (memoryKiB < (long)MinMemoryKiBPerLane * parallelism || memoryKiB > MaxMemoryKiB)
        {
            throw new ArgumentOutOfRangeException(
                nameof(memoryKiB), memoryKiB,
                Invariant($"Memory must be from {(long)MinMemoryKiBPerLane * parallelism} KiB (8 KiB for each of {parallelism} ")
                    + Invariant($"lanes) to {MaxMemoryKiB} KiB."));
        }

        MemoryKiB = memoryKiB;
        Iterations = iterations;
        Parallelism = parallelism;
    }

    /// <summary>The memory in KiB.</summary>
    public int MemoryKiB { get; }

    /// <summary>The number of passes over the memory.</summary>
    public int Iterations { get; }

    /// <summary>The number of Argon2 lanes. Lanes can be computed in parallel.</summary>
    public int Parallelism { get; }

    /// <summary>Returns the costs in the format of an encoded hash: <c>m=65536,t=3,p=4</c>.</summary>
    /// <returns>The costs in the format of an encoded hash.</returns>
    public override string ToString() => Invariant($"m={MemoryKiB},t={Iterations},p={Parallelism}");

    internal Argon2Plan Plan(Argon2Variant variant, int version = Argon2Version.V13) =>
        new(variant, version, MemoryKiB, Iterations, Parallelism);
}
