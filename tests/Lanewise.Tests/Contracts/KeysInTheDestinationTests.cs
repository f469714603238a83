using Xunit;

namespace Lanewise.Tests;

/// <summary>Digests of messages with a key each, written over the keys: more messages than are taken at once.</summary>
public sealed class KeysInTheDestinationTests
{
    private const int Count = 1200;
    private const int KeyBytes = 16;
    private const int MessageBytes = 50;

    // Empty messages are blocks of the key alone.
    private static readonly int[] Lengths =
        [MessageBytes - 1, MessageBytes + 1, .. Enumerable.Range(0, (Count / 2) - 1).SelectMany(i => new[] { 0, 2 * MessageBytes })];

    private delegate void Equal(ReadOnlySpan<byte> keys, int keySize, ReadOnlySpan<byte> source, int messageLength, Span<byte> digests, int hashSize);

    private delegate void Ragged(ReadOnlySpan<byte> keys, int keySize, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> digests, int hashSize);

    private delegate void EqualOnCores(
        ReadOnlyMemory<byte> keys, int keySize, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> digests, int hashSize, ParallelOptions options);

    private delegate void RaggedOnCores(
        ReadOnlyMemory<byte> keys, int keySize, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> digests, int hashSize, ParallelOptions options);

    private delegate void ScatteredOnCores(
        ReadOnlyMemory<byte> keys, int keySize, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> digests, int hashSize, ParallelOptions options);

    private delegate void Scattered(ReadOnlySpan<byte> keys, int keySize, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> digests, int hashSize);

    [Fact]
    public void Blake2b()
    {
        Check(64, Lanewise.Blake2b.HashMany, Lanewise.Blake2b.HashMany, Lanewise.Blake2b.HashMany);
        OnCores(64, Lanewise.Blake2b.HashMany, Lanewise.Blake2b.HashMany, Lanewise.Blake2b.HashMany);
    }

    [Fact]
    public void Blake2s()
    {
        Check(32, Lanewise.Blake2s.HashMany, Lanewise.Blake2s.HashMany, Lanewise.Blake2s.HashMany);
        OnCores(32, Lanewise.Blake2s.HashMany, Lanewise.Blake2s.HashMany, Lanewise.Blake2s.HashMany);
    }

    [Fact]
    public void Blake2bp()
    {
        Check(40, Lanewise.Blake2bp.HashMany, Lanewise.Blake2bp.HashMany, Lanewise.Blake2bp.HashMany);
        OnCores(40, Lanewise.Blake2bp.HashMany, Lanewise.Blake2bp.HashMany, Lanewise.Blake2bp.HashMany);
    }

    [Fact]
    public void Blake2sp()
    {
        Check(32, Lanewise.Blake2sp.HashMany, Lanewise.Blake2sp.HashMany, Lanewise.Blake2sp.HashMany);
        OnCores(32, Lanewise.Blake2sp.HashMany, Lanewise.Blake2sp.HashMany, Lanewise.Blake2sp.HashMany);
    }

    [Fact]
    public void Blake2xb()
    {
        Check(100, Lanewise.Blake2xb.HashMany, Lanewise.Blake2xb.HashMany, Lanewise.Blake2xb.HashMany);
        OnCores(100, Lanewise.Blake2xb.HashMany, Lanewise.Blake2xb.HashMany, Lanewise.Blake2xb.HashMany);
    }

    [Fact]
    public void Blake2xs()
    {
        Check(70, Lanewise.Blake2xs.HashMany, Lanewise.Blake2xs.HashMany, Lanewise.Blake2xs.HashMany);
        OnCores(70, Lanewise.Blake2xs.HashMany, Lanewise.Blake2xs.HashMany, Lanewise.Blake2xs.HashMany);
    }

    [Fact]
    public void Skein512()
    {
        Check(100, Lanewise.Skein512.HashMany, Lanewise.Skein512.HashMany, Lanewise.Skein512.HashMany);
        OnCores(100, Lanewise.Skein512.HashMany, Lanewise.Skein512.HashMany, Lanewise.Skein512.HashMany);
    }

    private static void Check(int hashBytes, Equal equal, Ragged ragged, Scattered scattered)
    {
        byte[] source = Pattern.Bytes(Count * MessageBytes), keys = Pattern.Bytes(Seed.For("keys in the destination"), Count * KeyBytes);
        int[] lengths = Lengths;
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        byte[] expected = new byte[Count * hashBytes], expectedRagged = new byte[Count * hashBytes], expectedEmpty = new byte[Count * hashBytes];
        equal(keys, KeyBytes, source, MessageBytes, expected, hashBytes);
        equal(keys, KeyBytes, default, 0, expectedEmpty, hashBytes);
        ragged(keys, KeyBytes, source, lengths, expectedRagged, hashBytes);
        foreach (int shift in new[] { 0, 1, expected.Length - keys.Length })
        {
            byte[] memory = Keys();
            equal(memory.AsSpan(shift, keys.Length), KeyBytes, source, MessageBytes, memory, hashBytes);
            Digests.EqualMany(expected, memory, hashBytes, () => $"one length, keys at {shift}");
            memory = Keys();
            equal(memory.AsSpan(shift, keys.Length), KeyBytes, default, 0, memory, hashBytes);
            Digests.EqualMany(expectedEmpty, memory, hashBytes, () => $"empty messages, keys at {shift}");
            memory = Keys();
            ragged(memory.AsSpan(shift, keys.Length), KeyBytes, source, lengths, memory, hashBytes);
            Digests.EqualMany(expectedRagged, memory, hashBytes, () => $"many lengths, keys at {shift}");
            memory = Keys();
            scattered(memory.AsSpan(shift, keys.Length), KeyBytes, messages, memory, hashBytes);
            Digests.EqualMany(expectedRagged, memory, hashBytes, () => $"scattered, keys at {shift}");

            byte[] Keys()
            {
                byte[] bytes = new byte[expected.Length];
                keys.CopyTo(bytes, shift);
                return bytes;
            }
        }
    }

    // Shifts of the keys make pieces on one core overwrite those of another.
    private static void OnCores(int hashBytes, EqualOnCores equal, RaggedOnCores ragged, ScatteredOnCores scattered)
    {
        const int times = 10;
        ParallelOptions one = new() { MaxDegreeOfParallelism = 1 }, several = new() { MaxDegreeOfParallelism = 4 };
        byte[] source = Pattern.Bytes(times * Count * MessageBytes), keys = Pattern.Bytes(Seed.For("keys on cores"), times * Count * KeyBytes);
        int[] lengths = [.. Enumerable.Repeat(Lengths, times).SelectMany(l => l)];
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        byte[] expected = new byte[times * Count * hashBytes], expectedRagged = new byte[times * Count * hashBytes];
        equal(keys, KeyBytes, source, MessageBytes, expected, hashBytes, one);
        ragged(keys, KeyBytes, source, lengths, expectedRagged, hashBytes, one);

        byte[] memory = Keys();
        equal(memory.AsMemory(1, keys.Length), KeyBytes, source, MessageBytes, memory, hashBytes, several);
        Digests.EqualMany(expected, memory, hashBytes, () => "one length on several cores");
        memory = Keys();
        ragged(memory.AsMemory(1, keys.Length), KeyBytes, source, lengths, memory, hashBytes, several);
        Digests.EqualMany(expectedRagged, memory, hashBytes, () => "many lengths on several cores");
        memory = Keys();
        scattered(memory.AsMemory(1, keys.Length), KeyBytes, messages, memory, hashBytes, several);
        Digests.EqualMany(expectedRagged, memory, hashBytes, () => "scattered on several cores");

        byte[] Keys()
        {
            byte[] bytes = new byte[expected.Length];
            keys.CopyTo(bytes, 1);
            return bytes;
        }
    }
}
