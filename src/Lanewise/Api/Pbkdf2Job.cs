namespace Lanewise.Api;

/// <summary>Describes keys to derive from passwords. If the job has only one password or one salt, all keys share it.</summary>
internal readonly ref struct Pbkdf2Job(
    ReadOnlySpan<ReadOnlyMemory<byte>> passwords, ReadOnlySpan<ReadOnlyMemory<byte>> salts, int iterations,
    Span<byte> destination, int keyBytes, CancellationToken cancellation)
{
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> passwords = passwords;
    private readonly ReadOnlySpan<ReadOnlyMemory<byte>> salts = salts;
    private readonly Span<byte> destination = destination;

    public int Iterations => iterations;

    public int KeyBytes => keyBytes;

    public CancellationToken Cancellation => cancellation;

    public int Count => destination.Length / keyBytes;

    public ReadOnlySpan<byte> Password(int i) => passwords[passwords.Length == 1 ? 0 : i].Span;

    public ReadOnlySpan<byte> Salt(int i) => salts[salts.Length == 1 ? 0 : i].Span;

    public Span<byte> Key(int i) => destination.Slice(i * keyBytes, keyBytes);
}

/// <summary>Derives the keys that a <see cref="Pbkdf2Job"/> describes.</summary>
internal delegate void Pbkdf2Batch(in Pbkdf2Job job, LaneShape? shape);
