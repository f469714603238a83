using System.Buffers;
using Lanewise.Api;
using Lanewise.Incremental;
using Lanewise.Md5Family;
using Lanewise.MerkleDamgard;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Appends data to many incremental hashes at once, for every row of the catalogue. The results must equal those of separate
/// calls.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class AppendManyTests
{
    private static readonly string[] InLanes =
        ["md5", "blake2b", "blake2s", "blake2xb", "blake2xs", "skein-256", "skein-512", "skein-1024", "sha3-256"];

    public static TheoryData<string> All => Rows.WithMacs;

    [Theory]
    [MemberData(nameof(All))]
    public void RandomSlicesEqualThePlainReference(string name)
    {
        HashRow row = Rows.Row(name);
        PlainReference reference = PlainReferences.For(name);
        Random random = Seed.For(name);
        foreach (int count in new[] { 1, 2, 3, 7, 16, 33, 70 })
        {
            byte[] key = Pattern.Bytes(random, Rows.RandomKeyLength(row, random));
            LanewiseHash[] hashes = [.. Enumerable.Range(0, count).Select(_ => row.Create(key, row.DefaultHashBytes))];
            List<byte>[] messages = [.. hashes.Select(_ => new List<byte>())];
            for (int round = 0; round < 5; round++)
            {
                int[] lengths = [.. hashes.Select(_ =>
                    random.Next(4) == 0 ? 0 : random.Next(random.Next(2) == 0 ? 3 * row.BlockBytes : 700))];
                if (round == 3) Array.Fill(lengths, 2 * row.BlockBytes);
                byte[] source = Pattern.Bytes(random, lengths.Sum());
                ReadOnlyMemory<byte>[] slices = Pattern.Cut(source, lengths);
                if (round == 3) LanewiseHash.AppendMany(hashes, Messages.Packed(source, 2 * row.BlockBytes));
                else if (round % 2 == 0) LanewiseHash.AppendMany(hashes, Messages.Packed(source, lengths));
                else LanewiseHash.AppendMany(hashes, slices);
                for (int i = 0; i < count; i++) messages[i].AddRange(slices[i].Span);
            }

            for (int i = 0; i < count; i++)
            {
                byte[] message = [.. messages[i]];
                Digests.Equal(
                    reference(key, message, row.DefaultHashBytes), hashes[i].GetHashAndReset(),
                    () => $"{name}, hash {i} of {count}, {message.Length} bytes{Seed.Replay}");
                hashes[i].Dispose();
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void EveryPositionInABlockOccursWithEveryLength(string name)
    {
        HashRow row = Rows.Row(name);
        int most = (2 * row.BlockBytes) + 2;
        byte[] source = Pattern.Bytes(2 * most), expected = new byte[row.DefaultHashBytes];
        LanewiseHash[] hashes = [.. Enumerable.Range(0, most).Select(_ => row.Create(default, row.DefaultHashBytes))];
        ReadOnlyMemory<byte>[] first = [.. Enumerable.Range(0, most).Select(i => (ReadOnlyMemory<byte>)source.AsMemory(0, i))];
        foreach (int length in new[] { 0, 1, row.BlockBytes - 1, row.BlockBytes, row.BlockBytes + 1, 2 * row.BlockBytes })
        {
            LanewiseHash.AppendMany(hashes, first);
            ReadOnlyMemory<byte>[] second =
                [.. first.Select(slice => (ReadOnlyMemory<byte>)source.AsMemory(slice.Length, length))];
            LanewiseHash.AppendMany(hashes, second);
            for (int i = 0; i < most; i++)
            {
                row.Hash(default, source.AsSpan(0, i + length), expected);
                Digests.Equal(expected, hashes[i].GetHashAndReset(), () => $"{name}, {i} bytes and {length} more");
            }
        }
    }

    [Fact]
    public void HashesOfSeveralAlgorithmsAdvanceTogether()
    {
        HashRow[] rows = [.. Catalog.Hashes, .. Catalog.Macs];
        byte[] key = Pattern.Bytes(20), source = Pattern.Bytes(5 * rows.Length * 1001);
        LanewiseHash[] hashes = [.. Enumerable.Range(0, 5 * rows.Length).Select(i => Create(i, rows[i % rows.Length]))];
        LanewiseHash.AppendMany(hashes, Messages.Packed(source.AsSpan(0, hashes.Length * 1000), 1000));
        LanewiseHash.AppendMany(hashes, Messages.Packed(source.AsSpan(hashes.Length * 1000), 1));
        for (int i = 0; i < hashes.Length; i++)
        {
            using LanewiseHash one = Create(i, rows[i % rows.Length]);
            one.AppendData(source.AsSpan(1000 * i, 1000));
            one.AppendData(source.AsSpan((1000 * hashes.Length) + i, 1));
            Digests.Equal(one.GetCurrentHash(), hashes[i].GetCurrentHash(), () => $"{one.AlgorithmName.Name}, hash {i}");
        }

        // The list contains keyed and unkeyed hashes of the same algorithm.
        LanewiseHash Create(int i, HashRow row) => row.Create(
            row.MinKeyBytes <= key.Length && row.MaxKeyBytes >= key.Length
            && (i / rows.Length) % 2 == 0 ? key : row.Name == "hmac-md5" ? key.AsSpan(1) : default, row.DefaultHashBytes);
    }

    [Fact]
    public void AHashThatIsListedTwiceTakesItsSlicesInOrder()
    {
        byte[] source = Pattern.Bytes(4000);
        using Md5 a = new(), b = new();
        LanewiseHash.AppendMany([a, b, a, a], Messages.Packed(source, 1000));
        Assert.Equal(Md5.HashData([.. source.AsSpan(0, 1000), .. source.AsSpan(2000)]), a.GetCurrentHash());
        Assert.Equal(Md5.HashData(source.AsSpan(1000, 1000)), b.GetCurrentHash());
    }

    [Fact]
    public void CountersBeyondTheirLowWordGiveTheRightDigests()
    {
        // In SIMD lanes, a counter is only one word long, so a BLAKE2s hash with more than 4 GiB of data is processed without
        // lanes.
        byte[] source = Pattern.Bytes(16 * 1024);
        foreach (ulong before in new ulong[] { 0, (1UL << 32) - 1024, (1UL << 32) - 512, (1UL << 32) - 64, 1UL << 32 })
        {
            Blake2s[] hashes = [.. Enumerable.Range(0, 16).Select(i => Start(i % 2 == 0 ? before : 0))];
            LanewiseHash.AppendMany(hashes, Messages.Packed(source, 1024));
            for (int i = 0; i < hashes.Length; i++)
            {
                using Blake2s one = Start(i % 2 == 0 ? before : 0);
                one.AppendData(source.AsSpan(1024 * i, 1024));
                Assert.Equal(one.GetCurrentHash(), hashes[i].GetCurrentHash());
            }
        }

        static Blake2s Start(ulong before)
        {
            Blake2s hash = new();
            ((Blake2Family.Blake2<uint, Blake2Family.Blake2sSpec>.Blake2Incremental)hash.Incremental).SkipTo(new(0, before));
            return hash;
        }
    }

    [Fact]
    public void MismatchedSlicesAreRejectedBeforeAnythingIsAppended()
    {
        using Md5 a = new(), b = new(), gone = new();
        gone.Dispose();
        byte[] source = new byte[30];
        Assert.Equal("slices",
            Assert.Throws<ArgumentException>(() => LanewiseHash.AppendMany([a, b], Messages.Packed(source, 10))).ParamName);
        Assert.Equal("slices", Assert.Throws<ArgumentException>(
            () => LanewiseHash.AppendMany([a, b], Array.Empty<ReadOnlyMemory<byte>>())).ParamName);
        Assert.Equal("source",
            Assert.Throws<ArgumentException>(() => LanewiseHash.AppendMany([a, b], Messages.Packed(source, 20))).ParamName);
        Assert.Throws<ArgumentException>(() => LanewiseHash.AppendMany([a, b], Messages.Packed(source, [10, 10])));
        Assert.Throws<ArgumentOutOfRangeException>(() => LanewiseHash.AppendMany([a, b], Messages.Packed(source, [-10, 40])));
        Assert.Equal("hashes", Assert.Throws<ArgumentException>(
            () => LanewiseHash.AppendMany([a, null!, b], Messages.Packed(source, 10))).ParamName);
        Assert.Throws<ObjectDisposedException>(() => LanewiseHash.AppendMany([a, b, gone], Messages.Packed(source, 10)));
        LanewiseHash.AppendMany([], default);
        LanewiseHash.AppendMany([a, b], Messages.Packed([], 0));
        Assert.Equal(Md5.HashData([]), a.GetCurrentHash());
        Assert.Equal(Md5.HashData([]), b.GetCurrentHash());
    }

    [Theory]
    [MemberData(nameof(All))]
    public void NothingIsAllocatedAfterTheFirstCall(string name)
    {
        HashRow row = Rows.Row(name);
        LanewiseHash[] hashes = [.. Enumerable.Range(0, 40).Select(_ => row.Create(default, row.DefaultHashBytes))];
        int[] lengths = [.. Enumerable.Range(0, 40).Select(i => i * 53)];
        byte[] source = Pattern.Bytes(lengths.Sum());
        ReadOnlyMemory<byte>[] slices = Pattern.Cut(source, lengths);
        long least = long.MaxValue;
        for (int round = 0; round < 20; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            LanewiseHash.AppendMany(hashes, slices);
            LanewiseHash.AppendMany(hashes, Messages.Packed(source, lengths));
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.True(least == 0, $"{name}: {least} bytes");
    }

    [Fact]
    public void AllDisposedInstancesAreWiped()
    {
        Md5[] hashes = [.. Enumerable.Range(0, 5).Select(_ => new Md5())];
        using DisposesWhenRead slice = new(hashes, Pattern.Bytes(10));
        ReadOnlyMemory<byte>[] slices = [.. hashes.Select(_ => (ReadOnlyMemory<byte>)slice.Memory)];
        Assert.Throws<ObjectDisposedException>(() => LanewiseHash.AppendMany(hashes, slices));
        Assert.All(hashes, hash => Assert.All(
            ((IncrementalBlocks<uint, Md<uint, Md5Spec>.MdBatch>)hash.Incremental.Inner).Block.ToArray(),
            b => Assert.Equal(0, b)));
    }

    private sealed class DisposesWhenRead(LanewiseHash[] hashes, byte[] bytes) : MemoryManager<byte>
    {
        public override Memory<byte> Memory => CreateMemory(bytes.Length);

        public override Span<byte> GetSpan()
        {
            foreach (LanewiseHash hash in hashes) hash.Dispose();
            return bytes;
        }

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin() => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
        }
    }

    [Fact]
    public void HashesThatAppendInLanesHaveTheLaneInterface() => Assert.All(InLanes, name =>
    {
        using LanewiseHash hash = Rows.Row(name).Create(default, Rows.Row(name).DefaultHashBytes);
        Assert.IsAssignableFrom<ILaneIncremental>(hash.Incremental.Inner);
    });
}
