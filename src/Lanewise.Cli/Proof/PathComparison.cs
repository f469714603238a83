using Lanewise.Api;
using Lanewise.Simd;

namespace Lanewise.Cli.Proof;

/// <summary>
/// Compares the results of all paths of a hash on random batches. The class makes three comparisons: every width and number of
/// streams with scalar code, every single-message kernel with the scalar kernel, and messages hashed in pieces with the same
/// messages hashed whole. The class also tests incremental hashes that are updated together. A seed reproduces the batches.
/// </summary>
internal sealed class PathComparison(HashRow row, int seed, Tally tally)
{
    private const int Batches = 6;

    // The number of threads may exceed the number of cores, because this test checks how the work is divided, not how fast it
    // is.
    private static readonly ParallelOptions OverCores = new() { MaxDegreeOfParallelism = 4 };

    // The random numbers do not depend on other algorithms, so a seed remains valid when an algorithm is added.
    private readonly Random random = new(seed);

    /// <summary>The number of messages that were compared.</summary>
    public long Messages { get; private set; }

    public void Run()
    {
        tally.Begin(Invariant($"{row.Name}, seed {seed}"));
        for (int b = 0; b < Batches; b++)
        {
            // If a kernel has two forms, both are tested, each with and without a key.
            ColdStart.Bytes = b % 4 < 2 ? 0 : long.MaxValue;

            // The first digest has the default length, and the others have random lengths. Every other digest is keyed.
            int hashBytes = b == 0 ? row.DefaultHashBytes : random.Next(row.MinHashBytes, row.MaxHashBytes + 1);
            bool isKeyed = b % 2 != 0 && row.MaxKeyBytes > 0;
            byte[] key = new byte[isKeyed ? random.Next(Math.Max(1, row.MinKeyBytes), row.LongestKeyTried + 1) : 0];
            random.NextBytes(key);
            Ragged(b, key, hashBytes);
            Equal(b, key, hashBytes);
            if (key.Length > 0) KeyPerMessage(b, key.Length, hashBytes);
        }

        // A message starts with one form of the kernel and may continue with the other form.
        ColdStart.Bytes = ColdStart.DefaultBytes;
        SingleKernels();
        Pieces();
        for (int i = 0; i < Batches; i++) Together();
    }

    // ---- many ----

    private void Ragged(int batch, byte[] key, int hashBytes)
    {
        int widest = row.Shapes.Max(s => s.Lanes(row.WordBits));
        int count = random.Next(1, (3 * widest) + 8);
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) lengths[i] = RandomLength();
        byte[] source = new byte[lengths.Sum()];
        random.NextBytes(source);
        ReadOnlyMemory<byte>[] messages = new ReadOnlyMemory<byte>[count];
        for (int i = 0, at = 0; i < count; at += lengths[i++]) messages[i] = source.AsMemory(at, lengths[i]);

        byte[] expected = OneByOne(key, messages, hashBytes), actual = new byte[count * hashBytes];
        foreach (LaneShape shape in row.Shapes)
        {
            actual.AsSpan().Clear();
            row.HashMany(Lanewise.Messages.Packed(source, lengths), HashKeys.One(key.AsSpan()), actual, hashBytes, shape);
            Compare($"{shape}, batch {batch + 1}, packed", expected, actual, hashBytes);
            actual.AsSpan().Clear();
            row.HashMany(messages, HashKeys.One(key.AsSpan()), actual, hashBytes, shape);
            Compare($"{shape}, batch {batch + 1}, scattered", expected, actual, hashBytes);
        }

        // The overload for several cores does not accept a key, but a MAC requires one.
        if (key.Length > 0 || Catalog.Macs.Contains(row)) return;

        actual.AsSpan().Clear();
        row.HashMany((MemoryMessages)messages, default, actual, hashBytes, OverCores);
        Compare($"batch {batch + 1}, over cores", expected, actual, hashBytes);
    }

    private void Equal(int batch, byte[] key, int hashBytes)
    {
        int widest = row.Shapes.Max(s => s.Lanes(row.WordBits));
        int count = random.Next(1, (3 * widest) + 8), length = RandomLength();
        byte[] source = new byte[count * length];
        random.NextBytes(source);
        ReadOnlyMemory<byte>[] messages = new ReadOnlyMemory<byte>[count];
        for (int i = 0; i < count; i++) messages[i] = source.AsMemory(i * length, length);

        byte[] expected = OneByOne(key, messages, hashBytes), actual = new byte[count * hashBytes];
        foreach (LaneShape shape in row.Shapes)
        {
            actual.AsSpan().Clear();
            row.HashMany(Lanewise.Messages.Packed(source, length), HashKeys.One(key.AsSpan()), actual, hashBytes, shape);
            Compare($"{shape}, batch {batch + 1}, {length} B each", expected, actual, hashBytes);
        }
    }

    private void KeyPerMessage(int batch, int keyBytes, int hashBytes)
    {
        int count = random.Next(1, (2 * row.Shapes.Max(s => s.Lanes(row.WordBits))) + 8);
        byte[] keys = new byte[count * keyBytes];
        random.NextBytes(keys);
        ReadOnlyMemory<byte>[] messages = new ReadOnlyMemory<byte>[count];
        byte[] expected = new byte[count * hashBytes], actual = new byte[count * hashBytes];
        for (int i = 0; i < count; i++)
        {
            messages[i] = RandomMessage();
            OneByOne(keys[(i * keyBytes)..((i + 1) * keyBytes)], [messages[i]], hashBytes).CopyTo(expected, i * hashBytes);
        }

        foreach (LaneShape shape in row.Shapes)
        {
            actual.AsSpan().Clear();
            row.HashMany(messages, HashKeys.PerMessage(keys, keyBytes), actual, hashBytes, shape);
            Compare($"{shape}, batch {batch + 1}, a key each", expected, actual, hashBytes);
        }
    }

    /// <summary>Computes the reference with scalar code, one message after another.</summary>
    private byte[] OneByOne(byte[] key, ReadOnlyMemory<byte>[] messages, int hashBytes)
    {
        byte[] digests = new byte[messages.Length * hashBytes];
        for (int i = 0; i < messages.Length; i++)
        {
            row.HashMany((ReadOnlySpan<ReadOnlyMemory<byte>>)messages.AsSpan(i, 1), HashKeys.One(key.AsSpan()),
                digests.AsSpan(i * hashBytes, hashBytes), hashBytes, LaneShape.Scalar);
        }

        return digests;
    }

    // ---- one ----

    private void SingleKernels()
    {
        SingleKernel reference = row.SingleKernels[0];
        byte[] expected = new byte[row.DefaultHashBytes], actual = new byte[row.DefaultHashBytes];
        for (int i = 0; i < 64; i++)
        {
            byte[] source = RandomMessage();
            reference.Hash(source, expected);
            foreach (SingleKernel kernel in row.SingleKernels)
            {
                actual.AsSpan().Clear();
                kernel.Hash(source, actual);
                Compare($"one message with {kernel.Name}, {source.Length} B", expected, actual, actual.Length);
            }

            actual.AsSpan().Clear();
            row.Hash(default, source, actual);
            Compare($"one message, {source.Length} B", expected, actual, actual.Length);
        }
    }

    private void Pieces()
    {
        using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
        byte[] expected = new byte[row.DefaultHashBytes], actual = new byte[row.DefaultHashBytes];
        for (int i = 0; i < 64; i++)
        {
            byte[] source = RandomMessage();
            row.SingleKernels[0].Hash(source, expected);
            for (int at = 0; at < source.Length;)
            {
                int piece = Math.Min(source.Length - at, random.Next(0, 3 * row.BlockBytes));
                hash.AppendData(source.AsSpan(at, piece));
                at += piece;
            }

            actual.AsSpan().Clear();
            hash.GetHashAndReset(actual);
            Compare($"in pieces, {source.Length} B", expected, actual, actual.Length);
        }
    }

    // Tests independent hashes to which slices of arbitrary lengths are appended together.
    private void Together()
    {
        LanewiseHash[] hashes =
            [.. Enumerable.Range(0, random.Next(2, 40)).Select(_ => row.Create(default, row.DefaultHashBytes))];
        byte[][] messages = [.. hashes.Select(_ => RandomMessage())];
        byte[] expected = OneByOne([], [.. messages.Select(m => (ReadOnlyMemory<byte>)m)], row.DefaultHashBytes),
            actual = new byte[expected.Length];
        int[] done = new int[hashes.Length];
        while (Enumerable.Range(0, done.Length).Any(i => done[i] < messages[i].Length))
        {
            ReadOnlyMemory<byte>[] slices = new ReadOnlyMemory<byte>[hashes.Length];
            for (int i = 0; i < hashes.Length; i++)
            {
                int length = Math.Min(messages[i].Length - done[i], random.Next(1, 8 * row.BlockBytes));
                slices[i] = messages[i].AsMemory(done[i], length);
                done[i] += length;
            }

            LanewiseHash.AppendMany(hashes, slices);
        }

        for (int i = 0; i < hashes.Length; i++)
        {
            hashes[i].GetHashAndReset(actual.AsSpan(i * row.DefaultHashBytes, row.DefaultHashBytes));
            hashes[i].Dispose();
        }

        Compare($"{hashes.Length} incremental hashes together", expected, actual, row.DefaultHashBytes);
    }

    // ---- shared ----

    // Many lengths are near block boundaries, where errors in padding and counters occur. A few messages are long enough to be
    // copied to a staging buffer.
    private int RandomLength() => random.Next(10) switch
    {
        0 => 0,
        < 4 => Math.Max(0, (random.Next(0, 9) * row.BlockBytes) + random.Next(-1, 2)),
        < 8 => random.Next(0, 5 * row.BlockBytes),
        8 => random.Next(0, 40 * row.BlockBytes),
        _ => random.Next(0, 48 * 1024),
    };

    private byte[] RandomMessage()
    {
        byte[] message = new byte[RandomLength()];
        random.NextBytes(message);
        return message;
    }

    private void Compare(string what, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, int hashBytes)
    {
        Messages += expected.Length / hashBytes;
        for (int i = 0; i < expected.Length; i += hashBytes)
        {
            if (expected.Slice(i, hashBytes).SequenceEqual(actual.Slice(i, hashBytes))) continue;

            tally.Fail(Invariant(
                $"{what}: message {(i / hashBytes) + 1} of {expected.Length / hashBytes} differs, digest of {hashBytes} bytes"));
            return;
        }

        tally.Pass();
    }
}
