using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Lanes;
using Lanewise.MerkleDamgard;
using Lanewise.Sha1Family;
using Lanewise.Sha2Family;
using Xunit;

namespace Lanewise.Tests;

/// <summary>The kernels of SHA-1 and SHA-2 alone, at every shape, against the base library: padded here, in rows that lie anyhow.</summary>
public sealed class ShaKernelTests
{
    private const int MostBlocks = 4;

    public static TheoryData<string> Shapes =>
        [.. LaneDispatch.Supported.Where(shape => shape.Streams <= 4).Select(shape => shape.ToString())];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Sha1AtEveryShape(string shape) => Check<uint, Sha1Spec>(shape, SHA1.HashData);

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Sha256AtEveryShape(string shape) => Check<uint, Sha256Spec>(shape, SHA256.HashData);

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Sha384AtEveryShape(string shape) => Check<ulong, Sha384Spec>(shape, SHA384.HashData);

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Sha512AtEveryShape(string shape) => Check<ulong, Sha512Spec>(shape, SHA512.HashData);

    // What the base library does not have: FIPS 180-4's examples, "abc".
    [Theory]
    [MemberData(nameof(Shapes))]
    public void TruncatedOnesAtEveryShape(string shape)
    {
        Assert.Equal("23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7", Abc<uint, Sha224Spec>(shape));
        Assert.Equal("53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23", Abc<ulong, Sha512T256Spec>(shape));
    }

    private static string Abc<TWord, TSpec>(string shape)
        where TWord : unmanaged
        where TSpec : struct, IMdSpec<TWord>
    {
        byte[] block = Padded("abc"u8, 16 * Word<TWord>.Bytes);
        Job<TWord, TSpec> job = new(block, lane => 0, [1]);
        LaneDispatch.Run<TWord, Job<TWord, TSpec>>(Find(shape), ref job);
        Assert.All(job.Digests, digest => Assert.Equal(job.Digests[0], digest));
        return Convert.ToHexStringLower(job.Digests[0]);
    }

    private static void Check<TWord, TSpec>(string shapeName, Func<byte[], byte[]> hash)
        where TWord : unmanaged
        where TSpec : struct, IMdSpec<TWord>
    {
        LaneShape shape = Find(shapeName);
        int lanes = shape.Lanes(8 * Word<TWord>.Bytes), blockBytes = 16 * Word<TWord>.Bytes;
        Random random = new(18);
        for (int blocks = 1; blocks <= MostBlocks; blocks++)
        {
            // The longest and the shortest message with so many blocks, and some in between.
            int least = Math.Max(0, ((blocks - 1) * blockBytes) - (blockBytes / 8)), most = (blocks * blockBytes) - (blockBytes / 8) - 1;
            byte[][] messages = [.. Enumerable.Range(0, lanes).Select(lane =>
                Pattern.Bytes(random, lane == 0 ? most : lane == 1 ? least : random.Next(least, most + 1)))];
            // Rows in the other order, with a byte between them.
            int stride = (blocks * blockBytes) + 1;
            byte[] source = new byte[lanes * stride];
            int At(int lane) => (lanes - 1 - lane) * stride;
            for (int lane = 0; lane < lanes; lane++) Padded(messages[lane], blockBytes).CopyTo(source, At(lane));

            foreach (int[] runs in (int[][])[[blocks], [.. Enumerable.Repeat(1, blocks)]])
            {
                Job<TWord, TSpec> job = new(source, At, runs);
                LaneDispatch.Run<TWord, Job<TWord, TSpec>>(shape, ref job);
                for (int lane = 0; lane < lanes; lane++)
                {
                    Digests.Equal(hash(messages[lane]), job.Digests[lane], () => $"{TSpec.Name} of {messages[lane].Length} bytes at {shape}, lane {lane}");
                }
            }
        }
    }

    private static LaneShape Find(string name) => LaneDispatch.Supported.Single(shape => shape.ToString() == name);

    // FIPS 180-4, section 5.1: a bit, zeros, and the length in bits, big-endian, in an eighth of a block.
    private static byte[] Padded(ReadOnlySpan<byte> message, int blockBytes)
    {
        int blocks = (message.Length + 1 + (blockBytes / 8) + blockBytes - 1) / blockBytes;
        byte[] padded = new byte[blocks * blockBytes];
        message.CopyTo(padded);
        padded[message.Length] = 0x80;
        BinaryPrimitives.WriteInt64BigEndian(padded.AsSpan(padded.Length - 8), 8L * message.Length);
        return padded;
    }

    private struct Job<TWord, TSpec>(byte[] source, Func<int, int> at, int[] runs) : ILaneJob<TWord>
        where TWord : unmanaged
        where TSpec : struct, IMdSpec<TWord>
    {
        public byte[][] Digests = [];

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int lanes = TLanes.Count, words = TSpec.Iv.Length;
            // One lane has no room for words of the message behind its record.
            TWord[] records = new TWord[(words + (lanes == 1 ? 0 : TSpec.MessageWords)) * lanes];
            for (int w = 0; w < words; w++) records.AsSpan(w * lanes, lanes).Fill(TSpec.Iv[w]);
            int[] offsets = [.. Enumerable.Range(0, lanes).Select(at)];
            foreach (int blocks in runs)
            {
                TSpec.Run<TLanes>(records, source, offsets, blocks);
                for (int lane = 0; lane < lanes; lane++) offsets[lane] += blocks * 16 * Word<TWord>.Bytes;
            }

            Digests = new byte[lanes][];
            for (int lane = 0; lane < lanes; lane++)
            {
                byte[] bytes = new byte[words * Word<TWord>.Bytes];
                for (int w = 0; w < words; w++) Word<TWord>.WriteLittleEndian(bytes.AsSpan(w * Word<TWord>.Bytes), records[(w * lanes) + lane]);
                Digests[lane] = bytes[..TSpec.HashBytes];
            }
        }
    }
}
