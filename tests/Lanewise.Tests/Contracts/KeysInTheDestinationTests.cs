using Xunit;

namespace Lanewise.Tests;

/// <summary>Digests of messages with a key each, written over the keys: more messages than are taken at once.</summary>
public sealed class KeysInTheDestinationTests
{
    private const int Count = 1200;
    private const int KeyBytes = 16;
    private const int MessageBytes = 50;

    private delegate void Equal(ReadOnlySpan<byte> keys, int keySize, ReadOnlySpan<byte> source, int messageLength, Span<byte> digests, int hashSize);

    private delegate void Ragged(ReadOnlySpan<byte> keys, int keySize, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> digests, int hashSize);

    private delegate void Scattered(ReadOnlySpan<byte> keys, int keySize, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> digests, int hashSize);

    [Fact]
    public void Blake2bp() => Check(40, Lanewise.Blake2bp.HashMany, Lanewise.Blake2bp.HashMany, Lanewise.Blake2bp.HashMany);

    [Fact]
    public void Blake2sp() => Check(32, Lanewise.Blake2sp.HashMany, Lanewise.Blake2sp.HashMany, Lanewise.Blake2sp.HashMany);

    [Fact]
    public void Blake2xb() => Check(100, Lanewise.Blake2xb.HashMany, Lanewise.Blake2xb.HashMany, Lanewise.Blake2xb.HashMany);

    [Fact]
    public void Blake2xs() => Check(70, Lanewise.Blake2xs.HashMany, Lanewise.Blake2xs.HashMany, Lanewise.Blake2xs.HashMany);

    [Fact]
    public void Skein512() => Check(100, Lanewise.Skein512.HashMany, Lanewise.Skein512.HashMany, Lanewise.Skein512.HashMany);

    private static void Check(int hashBytes, Equal equal, Ragged ragged, Scattered scattered)
    {
        byte[] source = Pattern.Bytes(Count * MessageBytes), keys = Pattern.Bytes(Seed.For("keys in the destination"), Count * KeyBytes);
        int[] lengths = [MessageBytes - 1, MessageBytes + 1, .. Enumerable.Repeat(MessageBytes, Count - 2)];
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        byte[] expected = new byte[Count * hashBytes], expectedRagged = new byte[Count * hashBytes];
        equal(keys, KeyBytes, source, MessageBytes, expected, hashBytes);
        ragged(keys, KeyBytes, source, lengths, expectedRagged, hashBytes);
        foreach (int shift in new[] { 0, 1, expected.Length - keys.Length })
        {
            byte[] memory = Keys();
            equal(memory.AsSpan(shift, keys.Length), KeyBytes, source, MessageBytes, memory, hashBytes);
            Digests.EqualMany(expected, memory, hashBytes, () => $"one length, keys at {shift}");
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
}
