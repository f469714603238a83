using Lanewise.Api;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// The algorithms in the catalogue as test data. Each algorithm is passed by name so that a test explorer can show it.
/// </summary>
internal static class Rows
{
    public static TheoryData<string> All => [.. Catalog.Hashes.Select(row => row.Name)];

    public static TheoryData<string> WithMacs => [.. Catalog.Hashes.Concat(Catalog.Macs).Select(row => row.Name)];

    public static TheoryData<string> Keyed =>
        [.. Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0).Select(row => row.Name)];

    public static TheoryData<string, string> AllShapes
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach (HashRow row in Catalog.Hashes)
            {
                foreach (LaneShape shape in row.Shapes) data.Add(row.Name, shape.ToString());
            }

            return data;
        }
    }

    public static HashRow Row(string name) => Catalog.Hashes.Concat(Catalog.Macs).Single(row => row.Name == name);

    public static LaneShape Shape(HashRow row, string shape) => row.Shapes.Single(s => s.ToString() == shape);

    /// <summary>
    /// Returns the digest lengths to test: the default, the minimum, the maximum, and some that are not a multiple of the word
    /// size.
    /// </summary>
    public static int[] HashLengths(HashRow row) =>
        [.. new[] { row.DefaultHashBytes, row.MinHashBytes, 4, 16, 20, 31, 33, row.MaxHashBytes }
            .Where(n => n >= row.MinHashBytes && n <= row.MaxHashBytes).Distinct()];

    public static int[] KeyLengths(HashRow row) => row.MaxKeyBytes == 0
        ? [0]
        : [.. new[] { 0, row.MinKeyBytes, Math.Max(row.MinKeyBytes, row.LongestKeyTried - 1), row.LongestKeyTried }.Distinct()];

    /// <summary>Returns 0 (no key) or any allowed key length.</summary>
    public static int RandomKeyLength(HashRow row, Random random)
    {
        int length = random.Next(row.LongestKeyTried + 1);
        return length >= row.MinKeyBytes ? length : 0;
    }

    /// <summary>
    /// Returns message lengths at the boundaries of blocks and lane groups, and one byte below and above them.
    /// </summary>
    public static int[] EdgeLengths(HashRow row)
    {
        int block = row.BlockBytes;
        SortedSet<int> lengths = [0, 1, 2, 3];
        foreach (int n in new[] { block, 2 * block, 3 * block, 4 * block, 8 * block, 16 * block, 32 * block })
        {
            // The padding of MD5 and SHA needs at least 9 bytes. If there is not enough room in the last block, another block
            // follows.
            foreach (int d in new[] { -17, -16, -9, -8, -1, 0, 1 })
            {
                if (n + d > 0) lengths.Add(n + d);
            }
        }

        return [.. lengths];
    }

    public static byte[] OneByOne(HashRow row, ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> messages, int hashBytes)
    {
        byte[] digests = new byte[messages.Length * hashBytes];
        for (int i = 0; i < messages.Length; i++) row.Hash(key, messages[i].Span, digests.AsSpan(i * hashBytes, hashBytes));
        return digests;
    }
}
