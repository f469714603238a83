using System.Buffers.Binary;
using Lanewise.Common;
using Lanewise.SkeinFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Hashes Skein trees incrementally. The digest must equal that of a single call, and the memory use must not depend on the
/// message length.
/// </summary>
[Collection(Alone.Name)] // These tests run alone, because their workers on all cores would otherwise wait for other tests.
public sealed class SkeinTreeIncrementalTests
{
    private static readonly int[] Sizes = [256, 512, 1024];

    [Fact]
    public void MemoryDoesNotGrowWithTheMessageLength()
    {
        const int Total = 64 << 20, Bound = 1 << 20;
        byte[] piece = Pattern.Bytes(1_000_003);
        foreach (int nodeExponent in new[] { 1, 6, 16 })
        {
            foreach (int height in new[] { 2, 255 })
            {
                using Skein512 hash = new(
                    new SkeinParameters { LeafExponent = 1, NodeExponent = nodeExponent, MaxLevel = height }, 64);
                long most = 0;
                for (int done = 0; done < Total; done += piece.Length)
                {
                    hash.AppendData(piece.AsSpan(0, Math.Min(piece.Length, Total - done)));
                    most = Math.Max(most, Secrets.AllArrays(hash.Incremental).Sum(Buffer.ByteLength));
                }

                Assert.InRange(most, 1, Bound);
                long before = GC.GetAllocatedBytesForCurrentThread();
                int state = hash.ExportState().Length;
                hash.GetCurrentHash();
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 8 * Bound);
                Assert.InRange(state, 1, Bound);
            }
        }
    }

    [Fact]
    public void PiecesAndSavedStatesEqualASingleCall()
    {
        Random random = Seed.For();
        byte[] data = Pattern.Bytes(random, 3 << 20);
        for (int round = 0; round < 300; round++)
        {
            int bits = Sizes[round % 3];
            SkeinParameters p = new()
            {
                LeafExponent = random.Next(10) == 0 ? random.Next(1, 256) : random.Next(1, 5),
                NodeExponent = random.Next(10) == 0 ? random.Next(1, 256) : random.Next(1, 10),
                MaxLevel = random.Next(3) == 0 ? 255 : random.Next(2, 8),
            };
            int length = Length(random, bits / 8, p, round % 10 == 0 ? data.Length : 200_000);
            byte[] key = random.Next(2) == 0 ? [] : Pattern.Bytes(random, 20),
                expected = OneCall(bits, p, key, data.AsSpan(0, length));
            string what =
                $"Skein-{bits}, {length} bytes, leaves {p.LeafExponent}, nodes {p.NodeExponent}, height {p.MaxLevel}{Seed.Replay}";
            LanewiseHash hash = Start(bits, p, key);
            for (int twice = 0; twice < 2; twice++)
            {
                int largest = random.Next(2) == 0 ? length + 1 : random.Next(1, 40_000);
                for (int done = 0, n; done < length; done += n)
                {
                    n = Math.Min(random.Next(largest) + 1, length - done);
                    hash.AppendData(data.AsSpan(done, n));
                    if (random.Next(4) != 0) continue;

                    byte[] state = hash.ExportState();
                    if (random.Next(2) == 0) hash.GetCurrentHash();
                    Assert.Equal(state, hash.ExportState());
                    hash.Dispose();
                    hash = LanewiseHash.FromState(state, key.AsSpan());
                    Assert.Equal(state, hash.ExportState());
                }

                Digests.Equal(expected, hash.GetCurrentHash(), () => what);
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"twice, {what}");
            }

            hash.Dispose();
        }
    }

    [Fact]
    public void ACopyIsIndependent()
    {
        SkeinParameters p = new() { LeafExponent = 1, NodeExponent = 1, MaxLevel = 255 };
        byte[] data = Pattern.Bytes(500_000);
        using Skein512 hash = new(p, 40);
        hash.AppendData(data.AsSpan(0, 300_001));
        using Skein512 copy = hash.Clone();
        hash.AppendData(data.AsSpan(300_001));
        copy.AppendData(data.AsSpan(0, 77));
        Digests.Equal(OneCall(512, p, [], data), hash.GetCurrentHash(), () => "the hash");
        Digests.Equal(OneCall(512, p, [], [.. data.AsSpan(0, 300_001), .. data.AsSpan(0, 77)]), copy.GetCurrentHash(), () =>
            "its copy");
    }

    [Fact]
    public void AStateOfTheFirstVersionIsRejectedOnlyForTrees()
    {
        using Skein512 tree = new(new SkeinParameters { LeafExponent = 1, NodeExponent = 1, MaxLevel = 3 }, 64),
            plain = new();
        using Md5 md5 = new();
        byte[] state = tree.ExportState();
        Assert.Equal(2, state[4]);
        state[4] = 1;
        string message = Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(Summed(state))).Message;
        Assert.Contains("version 1", message, StringComparison.Ordinal);
        Assert.Contains("tree of Skein", message, StringComparison.Ordinal);
        foreach (byte[] first in new[] { plain.ExportState(), md5.ExportState() })
        {
            Assert.Equal(1, first[4]);
            first[4] = 2;
            Assert.Contains("version 2", Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(Summed(first))).Message,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public void ForgedCountersOfATreeAreRejected()
    {
        using Skein512 hash = new(new SkeinParameters { LeafExponent = 1, NodeExponent = 1, MaxLevel = 255 }, 64);
        hash.AppendData(Pattern.Bytes(70_000));
        byte[] state = hash.ExportState();
        // The position follows the magic number, the version, the name, two numbers, three bytes of tree parameters and four
        // empty strings.
        int position = 6 + state[5] + 16 + 3 + 32;
        Assert.Equal(70_000ul, BinaryPrimitives.ReadUInt64LittleEndian(state.AsSpan(position)));
        foreach (ulong total in new ulong[] { 0, 1, 69_999, 70_001, 70_000 + 128, 70_000 + (1 << 20), 1ul << 62, ulong.MaxValue })
        {
            for (int aligned = 0; aligned < 2; aligned++)
            {
                byte[] forged = (byte[])state.Clone();
                BinaryPrimitives.WriteUInt64LittleEndian(forged.AsSpan(position), total);
                // An incomplete leaf would have to start at this offset.
                if (aligned == 1)
                {
                    BinaryPrimitives.WriteUInt64LittleEndian(forged.AsSpan(position + 16), total == 0 ? 0 : (total - 1) & ~127ul);
                }
                long before = GC.GetAllocatedBytesForCurrentThread();
                Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(Summed(forged)));
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
            }
        }
    }

    [Fact]
    public void LeafPositionsBeyondTheLowWordGiveTheRightHash()
    {
        // The position on this tree level starts just below 2^64. The data is hashed both in one piece, in lanes, and byte by
        // byte. If the lanes updated only the low word of the position, the two results would differ.
        SkeinParameters p = new() { LeafExponent = 1, NodeExponent = 1, MaxLevel = 255 };
        byte[] data = Pattern.Bytes(4000);
        const int ValueBytes = 4000 / 128 * 64;
        ulong[] start = new ulong[8];
        SkeinOneShot<Skein512Spec>.Start(start, p, default, 512);
        foreach (ulong before in new ulong[] { 0, 128, 1024, 4096 })
        {
            string[] all = new string[2];
            for (int i = 0; i < 2; i++)
            {
                SkeinLevel<Skein512Spec> level = new(start, p);
                level.Text.SkipTo(new ByteCount(1, 0) - before);
                level.Text.Next();
                int piece = i == 0 ? data.Length : 1;
                for (int done = 0; done < data.Length; done += piece) level.Append(data.AsSpan(done, piece));
                Assert.Equal(ValueBytes, Secrets.Field(level, "filled"));
                all[i] = Convert.ToHexString(((byte[])Secrets.Field(level, "values")).AsSpan(0, ValueBytes));
                level.Wipe();
            }

            Assert.Equal(all[0], all[1]);
        }
    }

    // Returns a message length close to the boundary of a tree unit or of a group of units.
    private static int Length(Random random, int block, SkeinParameters p, int most)
    {
        long unit = (long)block << Math.Min(p.LeafExponent, 20), nodes = unit << random.Next(0, 12);
        long length = random.Next(3) == 0 ? random.Next(most) : (nodes * random.Next(1, 4)) + random.Next(-1, 2);
        return (int)Math.Clamp(length, 0, most);
    }

    private static LanewiseHash Start(int bits, SkeinParameters p, byte[] key) => Either.Skein(bits, p, key, 40);

    private static byte[] OneCall(int bits, SkeinParameters p, byte[] key, ReadOnlySpan<byte> source)
    {
        byte[] digest = new byte[40];
        if (key.Length == 0 && bits == 256) Skein256.HashData(p, source, digest);
        else if (key.Length == 0 && bits == 512) Skein512.HashData(p, source, digest);
        else if (key.Length == 0) Skein1024.HashData(p, source, digest);
        else if (bits == 256) Skein256Mac.HashData(p, key, source, digest);
        else if (bits == 512) Skein512Mac.HashData(p, key, source, digest);
        else Skein1024Mac.HashData(p, key, source, digest);
        return digest;
    }

    private static byte[] Summed(byte[] state)
    {
        Span<byte> sum = state.AsSpan(^8..);
        Blake2b.HashData(
            new Blake2Parameters { Personalization = "saved state sum"u8.ToArray() }, state.AsSpan(0, state.Length - 8), sum);
        return state;
    }
}
