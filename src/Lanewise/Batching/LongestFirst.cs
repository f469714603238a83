using System.Numerics;

namespace Lanewise.Batching;

/// <summary>Defines the order in which messages of different lengths are assigned to lanes.</summary>
internal static class LongestFirst
{
    /// <summary>
    /// Sorts messages by their number of blocks, in descending order. The order is exact for up to 127 blocks. Larger numbers
    /// that differ by less than 1/64 may be treated as equal. Messages with the same number of blocks keep their order.
    /// <paramref name="sorted"/> receives the indexes of the messages.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Sort(ReadOnlySpan<int> blocks, Span<int> sorted)
    {
        const int Buckets = 128 + (64 * 25);
        Span<int> starts = stackalloc int[Buckets];
        starts.Clear();
        foreach (int b in blocks) starts[Buckets - 1 - Bucket(b)]++;
        int sum = 0;
        for (int i = 0; i < Buckets; i++)
        {
            int n = starts[i];
            starts[i] = sum;
            sum += n;
        }

        for (int i = 0; i < blocks.Length; i++) sorted[starts[Buckets - 1 - Bucket(blocks[i])]++] = i;
    }

    private static int Bucket(int blocks)
    {
        if (blocks < 128) return blocks;

        int exponent = BitOperations.Log2((uint)blocks);
        return 128 + ((exponent - 7) * 64) + ((blocks >> (exponent - 6)) & 63);
    }
}
