using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Simd;

namespace Lanewise.Cli.Proof;

/// <summary>
/// Compares the results of every width and number of streams of a block cipher with those of scalar code. The class tests ECB in
/// both directions, CTR, and packets that each have their own key. The class then compares the public API with the same scalar
/// code. A seed reproduces the random runs.
/// </summary>
internal sealed class CipherComparison(CipherRow row, int seed, Tally tally)
{
    private const int Batches = 6;

    // The random numbers do not depend on other algorithms, so a seed remains valid when an algorithm is added.
    private readonly Random random = new(seed);

    /// <summary>The number of blocks that were compared.</summary>
    public long Blocks { get; private set; }

    public void Run()
    {
        tally.Begin(Invariant($"{row.Name}, seed {seed}"));
        for (int b = 1; b <= Batches; b++)
        {
            byte[] key = RandomBytes(row.KeyBytes);
            Ecb(b, key);
            Counter(b, key);
            Packets(b);
            Public(b, key);
        }
    }

    private int WidestLanes => row.Shapes.Max(s => s.Lanes(row.WordBits));

    private void Ecb(int batch, byte[] key)
    {
        byte[] source = RandomBytes(RandomBlocks() * row.BlockBytes), expected = new byte[source.Length],
            actual = new byte[source.Length], back = new byte[source.Length];
        row.Encrypt(key, source, expected, LaneShape.Scalar);
        row.Decrypt(key, expected, actual, LaneShape.Scalar);
        Compare($"scalar, run {batch}, decrypted", source, actual);
        foreach (LaneShape shape in row.Shapes)
        {
            actual.AsSpan().Clear();
            row.Encrypt(key, source, actual, shape);
            Compare($"{shape}, run {batch}, encrypt", expected, actual);
            row.Decrypt(key, actual, actual, shape);
            Compare($"{shape}, run {batch}, decrypt in place", source, actual);

            // Every path must correctly decrypt the ciphertext of every other path.
            row.Encrypt(key, source, actual, shape);
            foreach (LaneShape other in row.Shapes)
            {
                row.Decrypt(key, actual, back, other);
                Compare($"{other} decrypts {shape}, run {batch}", source, back);
            }
        }
    }

    private void Counter(int batch, byte[] key)
    {
        // The last block may be truncated. Half of the counters start just below a carry, so that the carry occurs during the
        // run.
        int length = Math.Max(1, (RandomBlocks() * row.BlockBytes) - random.Next(row.BlockBytes));
        byte[] source = RandomBytes(length), counter = RandomBytes(row.BlockBytes), expected = new byte[length],
            actual = new byte[length];
        if (batch % 2 == 0)
        {
            counter.AsSpan().Fill(0xFF);
            BinaryPrimitives.WriteUInt32BigEndian(
                counter.AsSpan(counter.Length - 4), uint.MaxValue - (uint)random.Next(2 * WidestLanes));
        }

        row.Count(key, counter, source, expected, LaneShape.Scalar);
        foreach (LaneShape shape in row.Shapes)
        {
            actual.AsSpan().Clear();
            row.Count(key, counter, source, actual, shape);
            Compare($"{shape}, run {batch}, CTR of {length} B", expected, actual);
        }
    }

    private void Packets(int batch)
    {
        int count = random.Next(1, (3 * WidestLanes) + 8);
        int[] lengths = [.. Enumerable.Range(0, count).Select(_ => RandomPacketBlocks() * row.BlockBytes)];
        byte[] source = RandomBytes(lengths.Sum()), keys = RandomBytes(count * row.KeyBytes), expected = new byte[source.Length],
            actual = new byte[source.Length];
        for (int i = 0, at = 0; i < count; at += lengths[i++])
        {
            row.Encrypt(keys.AsSpan(i * row.KeyBytes, row.KeyBytes), source.AsSpan(at, lengths[i]),
                expected.AsSpan(at, lengths[i]), LaneShape.Scalar);
        }

        foreach (LaneShape shape in row.Shapes)
        {
            actual.AsSpan().Clear();
            row.EncryptPackets(keys, source, lengths, actual, shape);
            Compare($"{shape}, {count} packets {batch}, encrypt", expected, actual);
            row.DecryptPackets(keys, actual, lengths, actual, shape);
            Compare($"{shape}, {count} packets {batch}, decrypt in place", source, actual);
        }
    }

    // Tests the paths that this machine selects, through the public type.
    private void Public(int batch, byte[] key)
    {
        using LanewiseCipher cipher = row.Create(key);
        byte[] source = RandomBytes(RandomBlocks() * row.BlockBytes), iv = RandomBytes(row.BlockBytes),
            expected = new byte[source.Length];
        row.Encrypt(key, source, expected, LaneShape.Scalar);
        Compare($"public calls, run {batch}, ECB", expected, cipher.EncryptEcb(source, PaddingMode.None));
        Compare($"public calls, run {batch}, ECB decrypted", source, cipher.DecryptEcb(expected, PaddingMode.None));
        row.Count(key, iv, source, expected, LaneShape.Scalar);
        Compare($"public calls, run {batch}, CTR", expected, cipher.TransformCtr(source, iv));

        byte[] previous = iv;
        for (int o = 0; o < source.Length; o += row.BlockBytes)
        {
            Span<byte> block = expected.AsSpan(o, row.BlockBytes);
            for (int i = 0; i < block.Length; i++) block[i] = (byte)(source[o + i] ^ previous[i]);
            row.Encrypt(key, block, block, LaneShape.Scalar);
            previous = block.ToArray();
        }

        Compare($"public calls, run {batch}, CBC", expected, cipher.EncryptCbc(source, iv, PaddingMode.None));
        Compare($"public calls, run {batch}, CBC decrypted", source, cipher.DecryptCbc(expected, iv, PaddingMode.None));
    }

    // Returns a number of blocks: either at most 8, or at most two more than four groups of lanes can process.
    private int RandomBlocks() => random.Next(4) == 0 ? random.Next(1, 9) : random.Next(1, (4 * WidestLanes) + 3);

    // Most packets are short. Occasionally, a packet is long enough to fill all lanes by itself.
    private int RandomPacketBlocks() => random.Next(12) switch
    {
        0 => 0,
        11 => random.Next(64, 160),
        _ => random.Next(1, 6),
    };

    private byte[] RandomBytes(int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }

    private void Compare(string what, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        Blocks += (expected.Length + row.BlockBytes - 1) / row.BlockBytes;
        int same = expected.CommonPrefixLength(actual);
        if (same == expected.Length && same == actual.Length) tally.Pass();
        else
        {
            tally.Fail(Invariant(
                $"{what}: block {(same / row.BlockBytes) + 1} of {(expected.Length + row.BlockBytes - 1) / row.BlockBytes} "
                + $"differs"));
        }
    }
}
