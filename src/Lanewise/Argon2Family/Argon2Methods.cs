namespace Lanewise.Argon2Family;

/// <summary>Checks the arguments of the public methods of all Argon2 variants.</summary>
internal static class Argon2Methods
{
    public static void DeriveKey(
        Argon2Variant variant, scoped in Argon2Input input, Argon2Parameters parameters, Span<byte> destination,
        ParallelOptions? options)
    {
        Check(input.Salt.Length, parameters, destination.Length);
        Argon2Engine.Derive(input, parameters.Plan(variant), destination, options);
    }

    public static void DeriveMany(
        Argon2Variant variant, ReadOnlyMemory<ReadOnlyMemory<byte>> passwords, ReadOnlyMemory<ReadOnlyMemory<byte>> salts,
        Argon2Parameters parameters, Memory<byte> destination, int keyBytes, int maxMemoryKiB, ParallelOptions options,
        ReadOnlyMemory<byte> secret)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfLessThan(keyBytes, Argon2Parameters.MinHashSizeInBytes, "keySizeInBytes");
        ArgumentOutOfRangeException.ThrowIfLessThan(maxMemoryKiB, parameters.MemoryKiB);
        if (salts.Length != passwords.Length)
        {
            throw new ArgumentException(
                Invariant($"There must be a salt for each password; there are {salts.Length} for {passwords.Length}."),
                nameof(salts));
        }

        foreach (ReadOnlyMemory<byte> salt in salts.Span) Check(salt.Length, parameters, keyBytes);
        BatchChecks.Destination(destination.Length, passwords.Length, keyBytes, "keys");
        Messages read = passwords.Span, alsoRead = salts.Span;
        if (read.Overlap(destination.Span) || alsoRead.Overlap(destination.Span) || secret.Span.Overlaps(destination.Span))
        {
            throw new ArgumentException(
                "The destination must not overlap passwords, salts or the secret.", nameof(destination));
        }

        ParallelOptions within = new()
        {
            CancellationToken = options.CancellationToken,
            TaskScheduler = options.TaskScheduler,
            MaxDegreeOfParallelism = Math.Min(Partitioning.Count(options), maxMemoryKiB / parameters.MemoryKiB),
        };
        // Each key is computed on a single thread. The options carry the cancellation token, which is checked in every slice.
        ParallelOptions each = new() { CancellationToken = options.CancellationToken, MaxDegreeOfParallelism = 1 };
        Argon2Plan plan = parameters.Plan(variant);
        Partitioning.Run(passwords.Length, within, i => Argon2Engine.Derive(
            new Argon2Input(passwords.Span[i].Span, salts.Span[i].Span, secret.Span, default), plan,
            destination.Span.Slice(i * keyBytes, keyBytes), each));
    }

    public static void Check(int saltBytes, Argon2Parameters parameters, int destinationBytes)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        if (saltBytes < Argon2Parameters.MinSaltSizeInBytes)
        {
            throw new ArgumentException(
                Invariant($"The salt must have at least {Argon2Parameters.MinSaltSizeInBytes} bytes; it has {saltBytes}."),
                "salt");
        }

        if (destinationBytes < Argon2Parameters.MinHashSizeInBytes)
        {
            throw new ArgumentException(
                Invariant($"A key must have at least {Argon2Parameters.MinHashSizeInBytes} bytes; the destination has ")
                    + Invariant($"{destinationBytes}."),
                "destination");
        }
    }
}
