using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares outboards and verified slices with a plain recursive implementation and with published values. Also tests
/// that every changed byte is detected.</summary>
public sealed class Blake3OutboardTests
{
    public static TheoryData<int> Lengths
    {
        get
        {
            TheoryData<int> lengths = [];
            for (int chunks = 0; chunks <= 20; chunks++)
            {
                foreach (int more in new[] { -1, 0, 1, 500 })
                {
                    if ((1024 * chunks) + more >= 0) lengths.Add((1024 * chunks) + more);
                }
            }

            foreach (int n in new[] { 64 * 1024, (64 * 1024) + 1, 65 * 1024, (129 * 1024) - 3, 300 * 1024 }) lengths.Add(n);
            return lengths;
        }
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void EveryChangedBitOfTheLengthIsRejected(int n)
    {
        byte[] data = Pattern.Bytes(n), root = new byte[32], outboard = new byte[Blake3Outboard.GetSize(n)];
        Blake3Outboard.Write(data, outboard, root);
        byte[] part = new byte[Math.Min(n, 100)];
        Blake3Outboard.Read(root, new MemoryStream(data), new MemoryStream(outboard), 0, part);
        for (int bit = 0; bit < 64; bit++)
        {
            outboard[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.ThrowsAny<Exception>(() =>
                Blake3Outboard.Read(root, new MemoryStream(data), new MemoryStream(outboard), 0, part));
            outboard[bit / 8] ^= (byte)(1 << (bit % 8));
        }

        // If the content is truncated, the part that remains can still be read.
        if (n > 3000) Blake3Outboard.Read(root, new MemoryStream(data[..^1]), new MemoryStream(outboard), 0, part);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void OutboardsEqualThePlainRecursion(int n)
    {
        byte[] data = Pattern.Bytes(n), root = new byte[32], inSpan = new byte[Blake3Outboard.GetSize(n)];
        byte[] expected = PlainOutboard(data);
        Blake3Outboard.Write(data, inSpan, root);
        Digests.Equal(expected, inSpan, () => $"{n} bytes in memory");
        Digests.Equal(PlainBlake3.Hash(default, data, 32), root, () => $"root of {n} bytes");

        using MemoryStream outboard = new();
        root.AsSpan().Clear();
        Blake3Outboard.Write(new MemoryStream(data), outboard, root);
        Digests.Equal(expected, outboard.ToArray(), () => $"{n} bytes in a stream");
        Digests.Equal(PlainBlake3.Hash(default, data, 32), root, () => $"root of a stream of {n} bytes");
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void RangesAreReadAndSlicesDecoded(int n)
    {
        Random random = Seed.For(n.ToString(CultureInfo.InvariantCulture));
        (byte[] data, byte[] root, byte[] outboard) = Object(n);
        (int, int)[] ranges = [(0, n), (0, 0), (n, 0), (n / 2, 0), (n / 2, n - (n / 2)), .. Enumerable.Range(0, 5).Select(_ =>
        {
            int start = random.Next(n + 1);
            return (start, random.Next(n - start + 1));
        })];
        foreach ((int start, int length) in ranges)
        {
            string what = $"{start}+{length} of {n}{Seed.Replay}";
            byte[] expected = data[start..(start + length)], part = new byte[length];
            Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream(outboard), start, length);
            Blake3Outboard.Read(root, new MemoryStream(data), new MemoryStream(outboard), start, part);
            Digests.Equal(expected, part, () => what);

            byte[] slice = Slice(outboard, data, start, length);
            Digests.Equal(PlainSlice(data, start, length), slice, () => "slice " + what);
            part.AsSpan().Clear();
            Blake3Outboard.Decode(root, slice, start, part);
            Digests.Equal(expected, part, () => "decoded " + what);
            using MemoryStream decoded = new();
            Blake3Outboard.Decode(root, new DribblingStream([.. slice, 1, 2, 3]), start, length, decoded);
            Digests.Equal(expected, decoded.ToArray(), () => "decoded stream " + what);
        }

        Assert.Equal(n, Blake3Outboard.VerifyLength(root, new MemoryStream(data), new MemoryStream(outboard)));
    }

    [Fact]
    public void OutboardsAndSlicesEqualThePublishedAnswers()
    {
        byte[] data = [], outboard = [];
        int slices = 0, outboards = 0;
        foreach (string[] words in File.ReadLines(Repository.File("tests", "vectors", "blake3", "bao-outboard.txt"))
            .Where(line => line[0] != '#').Select(line => line.Split(' ')))
        {
            if (words[0] == "outboard")
            {
                data = new byte[Number(words[1])];
                for (int i = 0; i < data.Length; i++) data[i] = (byte)(((i / 4) + 1) >> (8 * (i % 4)));
                (_, byte[] root, outboard) = Object(data);
                Assert.Equal(words[2], Convert.ToHexStringLower(root));
                Assert.Equal(Number(words[3]), outboard.Length);
                // For this outboard, only a digest of the whole outboard has been published.
                Assert.Equal(words[4], Convert.ToHexStringLower(PlainBlake3.Hash(default, outboard, 32)));
                outboards++;
            }
            else
            {
                byte[] slice = Slice(outboard, data, Number(words[1]), Number(words[2]));
                Assert.Equal(Number(words[3]), slice.Length);
                Assert.Equal(words[4], Convert.ToHexStringLower(PlainBlake3.Hash(default, slice, 32)));
                slices++;
            }
        }

        Assert.Equal((13, 222), (outboards, slices));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1025)]
    [InlineData(3000)]
    public void EveryChangedByteIsFound(int n)
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(n);
        for (int i = 0; i < outboard.Length; i++)
        {
            outboard[i] ^= 0x80;
            byte[] part = Filled(n);
            Bad(() => Blake3Outboard.Read(root, new MemoryStream(data), new MemoryStream(outboard), 0, part),
                $"byte {i} of the outboard of {n} bytes");
            Assert.Equal(new byte[n], part);
            outboard[i] ^= 0x80;
        }

        byte[] slice = Slice(outboard, data, 0, n);
        for (int i = 0; i < slice.Length; i++)
        {
            slice[i] ^= 1;
            byte[] part = Filled(n);
            Bad(() => Blake3Outboard.Decode(root, slice, 0, part), $"byte {i} of the slice of {n} bytes");
            Assert.Equal(new byte[n], part);
            using MemoryStream decoded = new();
            Bad(() => Blake3Outboard.Decode(root, new MemoryStream(slice), 0, n, decoded),
                $"byte {i} of the streamed slice of {n} bytes");
            Assert.Equal(0, decoded.Length);
            slice[i] ^= 1;
        }

        for (int i = 0; i < root.Length; i++)
        {
            root[i] ^= 1;
            Assert.Throws<CryptographicException>(() =>
                Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream(outboard), 0, n));
            root[i] ^= 1;
        }
    }

    [Fact]
    public void AGroupWithAChangedNodeOrChunkIsFound()
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(100_000);
        for (int i = 8; i < outboard.Length; i += 61)
        {
            outboard[i] ^= 4;
            Assert.Throws<CryptographicException>(() =>
                Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream(outboard), 0, data.Length));
            outboard[i] ^= 4;
        }

        data[70_000] ^= 1;
        CryptographicException e = Assert.Throws<CryptographicException>(() =>
            Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream(outboard), 0, data.Length));
        Assert.Contains("Chunk 68 (", e.Message, StringComparison.Ordinal);
        // The method does not read any content outside the range.
        Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream(outboard), 0, 60_000);
    }

    [Theory]
    [InlineData(3000)]
    [InlineData(200_000)]
    public void NoByteIsReleasedBeforeItIsVerified(int n)
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(n);
        for (int at = 0; at < n; at += 1024)
        {
            byte[] changed = [.. data];
            changed[at] ^= 1;
            byte[] slice = Slice(outboard, changed, 0, n);
            // Written bytes cannot be taken back, so only verified chunks may be written.
            using UnseekableStream written = new();
            Assert.Throws<CryptographicException>(() => Blake3Outboard.Decode(root, new MemoryStream(slice), 0, n, written));
            Assert.Equal(data[..at], written.ToArray());

            // The destination is cleared at the end, so the stream reads the destination during the call.
            byte[] destination = new byte[n];
            destination[at] = (byte)(data[at] ^ 0x80);
            bool isReleased = false;
            using WatchedStream content = new(changed, () => isReleased |= destination[at] == changed[at]);
            Assert.Throws<CryptographicException>(() =>
                Blake3Outboard.Read(root, content, new MemoryStream(outboard), 0, destination));
            Assert.False(isReleased, $"byte {at} of {n}");
        }
    }

    [Fact]
    public void WrongLengthsAreRejected()
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(5000);
        byte[] slice = Slice(outboard, data, 1000, 2000), part = new byte[2000];
        foreach (ulong lie in new ulong[] { 0, 1, 1024, 4999, 5001, 6000, 1UL << 40, long.MaxValue, 1UL << 63, ulong.MaxValue - 1,
            ulong.MaxValue })
        {
            BinaryPrimitives.WriteUInt64LittleEndian(outboard, lie);
            Bad(() => Blake3Outboard.VerifyLength(root, new MemoryStream(data), new MemoryStream(outboard)),
                $"outboard of {lie} bytes");
            BinaryPrimitives.WriteUInt64LittleEndian(slice, lie);
            // Some incorrect lengths result in the same tree nodes above the range. Only the final chunk reveals such a length,
            // and the returned bytes are still correct.
            if (lie is 4999 or 5001 or 6000) continue;

            Bad(() => Blake3Outboard.Decode(root, slice, 1000, part), $"slice of {lie} bytes");
            Assert.Equal(new byte[2000], part);
        }

        BinaryPrimitives.WriteUInt64LittleEndian(slice, 5000);
        foreach (int cut in new[] { 0, 7, 8, 71, 72, slice.Length - 1 })
        {
            Assert.Throws<InvalidDataException>(() => Blake3Outboard.Decode(root, slice.AsSpan(0, cut), 1000, part));
        }
        Assert.Throws<InvalidDataException>(() => Blake3Outboard.Decode(root, [.. slice, 0], 1000, part));
    }

    [Fact]
    public void ARangeOutsideTheObjectIsReportedOnlyWithAProvenLength()
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(5000);
        foreach ((int start, int length) in new[] { (5001, 0), (5000, 1), (4000, 1001), (0, 5001), (9000, 10) })
        {
            byte[] part = Filled(length);
            Exception e = Assert.Throws<ArgumentOutOfRangeException>(() =>
                Blake3Outboard.Read(root, new MemoryStream(data), new MemoryStream(outboard), start, part));
            Assert.Contains("5000 bytes", e.Message, StringComparison.Ordinal);
            Assert.Equal(new byte[length], part);
            byte[] slice = Slice(outboard, data, start, length);
            Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Outboard.Decode(root, slice, start, part));
            using MemoryStream decoded = new();
            Assert.Throws<ArgumentOutOfRangeException>(() =>
                Blake3Outboard.Decode(root, new MemoryStream(slice), start, length, decoded));
            Assert.Equal(0, decoded.Length);
            slice[^1] ^= 1;
            Assert.Throws<CryptographicException>(() => Blake3Outboard.Decode(root, slice, start, part));
        }
    }

    [Fact]
    public void ThePresentPartOfADownloadIsVerified()
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(200_000);
        byte[] half = data[..100_352];
        Blake3Outboard.CheckRange(root, new MemoryStream(half), new MemoryStream(outboard), 0, half.Length);
        Assert.Throws<InvalidDataException>(() =>
            Blake3Outboard.CheckRange(root, new MemoryStream(half), new MemoryStream(outboard), 0, half.Length + 1));
        Assert.Throws<InvalidDataException>(() =>
            Blake3Outboard.CheckRange(root, new MemoryStream([.. data, 0]), new MemoryStream(outboard), 0, 10));
        Assert.Throws<InvalidDataException>(() =>
            Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream([.. outboard, 0]), 0, 10));
        Assert.Throws<InvalidDataException>(() =>
            Blake3Outboard.CheckRange(root, new MemoryStream(data), new MemoryStream(outboard[..^1]), 0, 10));
    }

    [Fact]
    public void WrongArgumentsAreRejected()
    {
        (byte[] data, byte[] root, byte[] outboard) = Object(2000);
        MemoryStream o = new(outboard), d = new(data);
        Assert.Throws<ArgumentException>(() => Blake3Outboard.CheckRange(root.AsSpan(1), d, o, 0, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Outboard.CheckRange(root, d, o, -1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Outboard.CheckRange(root, d, o, 1, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Outboard.CheckRange(root, d, o, 1, long.MaxValue));
        Assert.Throws<ArgumentNullException>(() => Blake3Outboard.CheckRange(root, d, null!, 0, 1));
        Assert.Throws<ArgumentException>(() => Blake3Outboard.CheckRange(root, new DribblingStream(data), o, 0, 1));
        Assert.Throws<ArgumentException>(() => Blake3Outboard.CheckRange(root, o, o, 0, 1));
        Assert.Throws<ArgumentException>(() => Blake3Outboard.Write(data, new byte[71], root));
        Assert.Throws<ArgumentException>(() => Blake3Outboard.Write(d, new MemoryStream(), new byte[33]));
        // Exchanged streams: the object is not overwritten.
        Assert.Throws<ArgumentException>("outboard", () => Blake3Outboard.Write(o, d, root));
        Assert.Equal(data, d.ToArray());
        Assert.Throws<ArgumentOutOfRangeException>(() => Blake3Outboard.GetSize(-1));
    }

    private static int Number(string word) => int.Parse(word, CultureInfo.InvariantCulture);

    private static byte[] Filled(int length)
    {
        byte[] bytes = new byte[length];
        bytes.AsSpan().Fill(0xee);
        return bytes;
    }

    private static void Bad(Action action, string what)
    {
        Exception? e = Record.Exception(action);
        Assert.True(e is InvalidDataException or CryptographicException or ArgumentOutOfRangeException,
            $"{what}: {e?.GetType().Name ?? "nothing was found"}");
    }

    private static (byte[] Data, byte[] Root, byte[] Outboard) Object(int length) => Object(Pattern.Bytes(length));

    private static (byte[] Data, byte[] Root, byte[] Outboard) Object(byte[] data)
    {
        byte[] root = new byte[32], outboard = new byte[Blake3Outboard.GetSize(data.Length)];
        Blake3Outboard.Write(data, outboard, root);
        return (data, root, outboard);
    }

    private static byte[] Slice(byte[] outboard, byte[] data, long start, long length)
    {
        using MemoryStream slice = new();
        Blake3Outboard.Extract(new MemoryStream(data), new MemoryStream(outboard), start, length, slice);
        return slice.ToArray();
    }

    // ---- the format, implemented literally from its specification ----

    private static byte[] PlainOutboard(byte[] data) =>
        [.. BitConverter.GetBytes((ulong)data.Length), .. PlainNodes(data, 0, 0, data.Length, false)];

    private static byte[] PlainSlice(byte[] data, int start, int length)
    {
        int from = Math.Min(start, Math.Max(data.Length - 1, 0));
        return [.. BitConverter.GetBytes((ulong)data.Length),
            .. PlainNodes(data, 0, from, Math.Max(start + length, from + 1), true)];
    }

    private static byte[] PlainNodes(byte[] part, int position, int from, int to, bool withChunks)
    {
        if (withChunks && (position >= to || (position + part.Length <= from && part.Length > 0))) return [];
        if (part.Length <= 1024) return withChunks ? part : [];

        int left = 1024;
        while (2 * left < part.Length) left *= 2;
        return
        [
            .. PlainBlake3.Subtree(default, (ulong)position / 1024, part.AsSpan(0, left)),
            .. PlainBlake3.Subtree(default, (ulong)(position + left) / 1024, part.AsSpan(left)),
            .. PlainNodes(part[..left], position, from, to, withChunks),
            .. PlainNodes(part[left..], position + left, from, to, withChunks),
        ];
    }

    private sealed class UnseekableStream : MemoryStream
    {
        public override bool CanSeek => false;
    }

    /// <summary>A stream that calls a method before each read.</summary>
    private sealed class WatchedStream(byte[] content, Action onRead) : MemoryStream(content)
    {
        public override int Read(Span<byte> buffer)
        {
            onRead();
            return base.Read(buffer);
        }

        public override int Read(byte[] buffer, int offset, int count)
        {
            onRead();
            return base.Read(buffer, offset, count);
        }
    }
}
