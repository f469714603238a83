using System.Numerics;

namespace Lanewise.Blake3Family;

/// <summary>
/// Hashes the tree of one message on several cores. Each core hashes subtrees of equal size, and then the subtrees are merged.
/// </summary>
internal static class Blake3Parallel
{
    // The minimum size of a unit, which is the work that one core does at once. The size is small enough to divide 1 MiB among
    // several cores, and large enough for a few microseconds of work.
    public const int SmallestUnitChunks = 32;
    private const int LargestUnitChunks = 4096;

    /// <summary>Returns the number of chunks per unit, a power of two.</summary>
    public static int UnitChunks(int chunks, ParallelOptions options)
    {
        long share = Math.Min(Partitioning.Share(chunks, SmallestUnitChunks, options), LargestUnitChunks);
        return 1 << BitOperations.Log2((uint)share);
    }

    /// <summary>Divides the source into units, and computes their chaining values. The last unit may be smaller.</summary>
    public static void Values(
        uint[] key, uint mode, ulong counter, ReadOnlyMemory<byte> source, int unitChunks, byte[] values, ParallelOptions options)
    {
        int unitBytes = unitChunks * Blake3Spec.ChunkBytes, units = (int)(((long)source.Length + unitBytes - 1) / unitBytes);
        Partitioning.Run(units, options, i =>
        {
            ReadOnlySpan<byte> piece = source.Span.Slice(
                i * unitBytes, (int)Math.Min(unitBytes, source.Length - ((long)i * unitBytes)));
            Blake3Tree.SubtreeValue(
                key, mode, counter + ((ulong)(uint)i * (uint)unitChunks), piece,
                values.AsSpan(i * Blake3Spec.HashBytes, Blake3Spec.HashBytes));
        });
    }

    /// <summary>
    /// Hashes a message. The length of the destination determines the output length. The destination may overlap the source.
    /// </summary>
    public static void Hash(
        ReadOnlySpan<uint> key, uint mode, ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions)
    {
        HashMethods<Blake3Engine>.Default.CheckHashSize(destination);
        ArgumentNullException.ThrowIfNull(parallelOptions);
        parallelOptions.CancellationToken.ThrowIfCancellationRequested();
        int chunks = (int)Blake3Spec.Chunks((uint)source.Length), unit = UnitChunks(chunks, parallelOptions);
        if (chunks <= unit) Blake3OneShot.Hash(key, mode, source.Span, destination);
        else HashUnits(key.ToArray(), mode, source, unit, destination, parallelOptions);
    }

    /// <inheritdoc cref="Hash"/>
    public static void HashKeyed(
        ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions)
    {
        Span<uint> words = stackalloc uint[Blake3State.ChainingWords];
        Blake3OneShot.ReadKey(key, words);
        try
        {
            Hash(words, Blake3Spec.KeyedHash, source, destination, parallelOptions);
        }
        finally
        {
            words.Clear();
        }
    }

    private static void HashUnits(
        uint[] key, uint mode, ReadOnlyMemory<byte> source, int unit, Span<byte> destination, ParallelOptions options)
    {
        int units = (int)((Blake3Spec.Chunks((uint)source.Length) + (uint)unit - 1) / (uint)unit);
        byte[] values = new byte[units * Blake3Spec.HashBytes];
        try
        {
            Values(key, mode, 0, source, unit, values, options);
            // The same buffer contains the values and the stack. The stack overwrites a value only after that value has been
            // read.
            for (int i = 0; i < units; i++)
            {
                Blake3Tree.Push(
                    key, mode, values, (ulong)i * (uint)unit, (uint)unit,
                    values.AsSpan(i * Blake3Spec.HashBytes, Blake3Spec.HashBytes), isLast: i == units - 1);
            }

            Blake3OneShot.ParentValue(key, mode, values, destination, Blake3Spec.Root);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(key.AsSpan()));
            CryptographicOperations.ZeroMemory(values);
        }
    }
}
