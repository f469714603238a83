using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Tests;

/// <summary>
/// Tests spans that are processed in pieces, using two slots that each have a separate queue. Also tests other kinds of divided
/// work.
/// </summary>
[Collection(nameof(StandIn))]
public sealed class PipelineTests(OpenCl device) : IClassFixture<OpenCl>
{
    [Theory]
    [InlineData(true, 1)]
    [InlineData(true, 64)]
    [InlineData(true, 1000)]
    [InlineData(true, 1 << 20)]
    [InlineData(false, 64)]
    [InlineData(false, 1000)]
    public void PiecesOfAnySizeGiveTheSameResult(bool overlaps, int pieceBytes)
    {
        using Accelerator accelerator = OpenCl.Open();
        (accelerator.Overlaps, accelerator.PieceBytes) = (overlaps, pieceBytes);
        SpansAreRight(accelerator, 1);
    }

    [Fact]
    public void TheFakeDriverDetectsNoMisuseOfTheStreams()
    {
        foreach (bool overlaps in (ReadOnlySpan<bool>)[true, false])
        {
            using (Accelerator accelerator = StandIn.Use().Open())
            {
                (accelerator.Overlaps, accelerator.PieceBytes) = (overlaps, 700);
                SpansAreRight(accelerator, 2);
            }

            // This call also checks that the arrays have been unlocked and that all released memory was wiped.
            StandIn.ExpectClean();
        }
    }

    [Fact]
    public async Task ThreadsSerializePipelineUseAndShareTheQueue()
    {
        Accelerator accelerator = device.Shared;
        accelerator.PieceBytes = 500;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(i => Task.Run(() =>
        {
            for (int round = 0; round < 5; round++)
            {
                SpansAreRight(accelerator, i);
                byte[] messages = RandomNumberGenerator.GetBytes(30 * 100), got = new byte[30 * 16], wanted = new byte[30 * 16];
                using AcceleratorBuffer source = accelerator.Allocate(messages.Length);
                using AcceleratorBuffer digests = accelerator.Allocate(got.Length);
                source.Write(messages);
                AcceleratorMd5.HashMany(source, 100, 30, digests);
                digests.Read(got);
                Md5.HashMany(messages, 100, wanted);
                Assert.Equal(wanted, got);
            }
        })));
    }

    [Fact]
    public void ACancelledCallLeavesThePipelineUsable()
    {
        using Accelerator accelerator = OpenCl.Open();
        accelerator.PieceBytes = 64;
        using Xtea cipher = new(new byte[16]);
        byte[] text = new byte[640], got = new byte[640];
        using CancellationTokenSource cancelled = new();
        cancelled.Cancel();
        Assert.Throws<OperationCanceledException>(
            () => AcceleratorXtea.EncryptEcb(accelerator, cipher, text, got, cancelled.Token));
        Assert.All(got, b => Assert.Equal(0, b));

        using CancellationTokenSource later = new();
        Copied pieces = new(accelerator, piece => { if (piece == 5) later.Cancel(); });
        Assert.Throws<OperationCanceledException>(() => accelerator.RunPieces(pieces, later.Token));
        // When the call is cancelled, two pieces may be in progress. The results of completed pieces are kept, in order.
        Assert.Equal(Enumerable.Range(0, pieces.Taken.Count), pieces.Taken);
        Assert.InRange(pieces.Taken.Count, 4, 6);
        SpansAreRight(accelerator, 3);
    }

    [Fact]
    public void AnExceptionInAPieceLeavesThePipelineUsable()
    {
        using Accelerator accelerator = OpenCl.Open();
        Copied pieces = new(accelerator, piece => { if (piece == 3) throw new InvalidOperationException("piece 3"); });
        Assert.Throws<InvalidOperationException>(() => accelerator.RunPieces(pieces, CancellationToken.None));
        SpansAreRight(accelerator, 4);
        pieces = new Copied(accelerator, _ => { });
        accelerator.RunPieces(pieces, CancellationToken.None);
        Assert.Equal(Enumerable.Range(0, pieces.Count), pieces.Taken);
    }

    [Fact]
    public void ADisposedAcceleratorRejectsSpans()
    {
        Accelerator accelerator = OpenCl.Open();
        SpansAreRight(accelerator, 5);
        accelerator.Dispose();
        Assert.Throws<ObjectDisposedException>(() => AcceleratorMd5.HashMany(accelerator, new byte[64], 64, new byte[16]));
        Assert.Throws<ObjectDisposedException>(
            () => accelerator.RunPieces(new Copied(accelerator, _ => { }), CancellationToken.None));
    }

    [Fact]
    public void TheStagingArrayIsWipedAndChecksItsLength()
    {
        PinnedBytes pinned = device.Shared.Device.Pin(100);
        pinned.Array.AsSpan().Fill(7);
        pinned.Check(100);
        Assert.Throws<ArgumentOutOfRangeException>(() => pinned.Check(101));
        Assert.Throws<ArgumentOutOfRangeException>(() => pinned.Check(-1));
        pinned.Dispose();
        Assert.All(pinned.Array, b => Assert.Equal(0, b));
    }

    [Fact]
    public void MemoryIsWipedBeforeItsRelease()
    {
        byte[] secret = RandomNumberGenerator.GetBytes(1000), back = new byte[1000];
        DeviceMemory memory = device.Shared.AllocateMemory(secret.Length);
        device.Shared.Device.Write(memory, 0, secret);
        device.Shared.Device.Read(memory, 0, back);
        Assert.Equal(secret, back);
        Assert.All(OpenCl.AfterRelease(memory, secret.Length), b => Assert.Equal(0, b));
    }

    [Fact]
    public void ACounterIsCarriedFromPieceToPiece()
    {
        byte[] counter = Convert.FromHexString("00000000000000ffffffffffffffffffffffffffffffffff".PadLeft(64, '0'));
        Assert.Equal(
            "0000000000000000000000000000010000000000000000000000000000000000", Convert.ToHexString(CipherRun.Later(counter, 1)));
        Assert.Equal(counter, CipherRun.Later(counter, 0));
        counter.AsSpan().Fill(0xFF);
        Assert.Equal("FFFFFFFFFFFFFFFE", Convert.ToHexString(CipherRun.Later(counter, ulong.MaxValue).AsSpan(24)));
        Assert.All(CipherRun.Later(counter, 1), b => Assert.Equal(0, b));
    }

    /// <summary>Tests searches over numbers that exceed 32 bits and over numbers at the end of the range.</summary>
    [Fact]
    public void SearchesFindTheLowestNumberOfAnyRange()
    {
        Accelerator accelerator = device.Shared;
        Assert.True(
            AcceleratorSearch.TryFind(
                accelerator, SearchHash.Blake3, "text"u8, 0, uint.MaxValue - 5UL, 100_000, out ulong nonce));
        Assert.Equal(uint.MaxValue - 5UL, nonce);
        Assert.False(AcceleratorSearch.TryFind(accelerator, SearchHash.Blake3, "text"u8, 64, (1UL << 40) - 50, 5000, out nonce));
        Assert.Equal(0UL, nonce);
        Assert.True(AcceleratorSearch.TryFind(accelerator, SearchHash.Md5, [], 0, long.MaxValue, 1, out nonce));
        Assert.Equal((ulong)long.MaxValue, nonce);
        Assert.False(AcceleratorSearch.TryFind(accelerator, SearchHash.Md5, [], 0, 7, 0, out _));

        using CancellationTokenSource cancelled = new();
        cancelled.Cancel();
        Assert.Throws<OperationCanceledException>(() => AcceleratorSearch.TryFind(
            accelerator, SearchHash.Md5, [], 64, 0, 1UL << 63, out _, cancelled.Token));
    }

    private static void SpansAreRight(Accelerator accelerator, int seed)
    {
        Random random = new(seed);
        byte[] data = new byte[4000];
        random.NextBytes(data);

        int[] lengths = [.. Enumerable.Range(0, 40).Select(i => i % 7 == 2 ? 0 : i == 20 ? 1500 : random.Next(60))];
        byte[] messages = data[..lengths.Sum()], wanted = new byte[lengths.Length * 16], got = new byte[wanted.Length];
        Md5.HashMany(messages, lengths, wanted);
        AcceleratorMd5.HashMany(accelerator, messages, lengths, got);
        Assert.Equal(wanted, got);

        got.AsSpan().Clear();
        Md5.HashMany(data.AsSpan(0, 40 * 57), 57, wanted);
        AcceleratorMd5.HashMany(accelerator, data.AsSpan(0, 40 * 57), 57, got);
        Assert.Equal(wanted, got);

        using Xtea xtea = new(data.AsSpan(0, 16));
        byte[] text = new byte[3333], counter = [255, 255, 255, 255, 255, 255, 255, 250];
        AcceleratorXtea.TransformCtr(accelerator, xtea, data.AsSpan(0, text.Length), counter, text);
        Assert.Equal(xtea.TransformCtr(data.AsSpan(0, text.Length), counter), text);

        byte[] inPlace = [.. data];
        AcceleratorXtea.EncryptEcb(accelerator, xtea, inPlace, inPlace);
        Assert.Equal(xtea.EncryptEcb(data, PaddingMode.None), inPlace);
        AcceleratorXtea.DecryptEcb(accelerator, xtea, inPlace, inPlace);
        Assert.Equal(data, inPlace);

        int[] packets = [8, 0, 1600, 16, 8, 800, 0];
        byte[] keys = new byte[packets.Length * 16], encrypted = new byte[packets.Sum()];
        random.NextBytes(keys);
        Xtea.EncryptMany(Xtea.KeyPerPacket(keys), Messages.Packed(data.AsSpan(0, encrypted.Length), packets), encrypted);
        byte[] packed = data[..encrypted.Length];
        AcceleratorXtea.EncryptMany(accelerator, keys, packed, packets, packed);
        Assert.Equal(encrypted, packed);
    }

    /// <summary>A job whose pieces copy their input to the output. The job records which pieces were processed.</summary>
    private sealed class Copied(Accelerator accelerator, Action<int> atLaunch) : IPieces
    {
        public int Count => 10;

        public List<int> Taken { get; } = [];

        public PieceSize Size(int piece) => new(64, 0, 0, 0, 64);

        public void Fill(int piece, Span<byte> input, Span<byte> table, Span<byte> keys) => input.Fill((byte)piece);

        public void Launch(int piece, int queue, PieceMemory memory, CancellationToken cancellationToken)
        {
            atLaunch(piece);
            // The second launch decrypts the output of the first one, so the output of each piece equals its input.
            using Xtea cipher = new(new byte[16]);
            using DeviceXtea blocks = new(cipher);
            CipherRun.Launch(
                accelerator, queue, blocks, CipherOperation.Encrypt, memory.Input, memory.Output, 64, [], CancellationToken.None);
            CipherRun.Launch(
                accelerator, queue, blocks, CipherOperation.Decrypt, memory.Output, memory.Output, 64, [],
                CancellationToken.None);
        }

        public void Take(int piece, ReadOnlySpan<byte> output)
        {
            Assert.All(output.ToArray(), b => Assert.Equal(piece, b));
            Taken.Add(piece);
        }
    }

    [Fact]
    public void ALaunchAllocatesNothing()
    {
        using Accelerator accelerator = OpenCl.Open();
        accelerator.LaunchBytes = 1024;
        using Xtea cipher = new("sixteen bytes..."u8);
        using AcceleratorBuffer buffer = accelerator.Allocate(1 << 18);
        AcceleratorXtea.EncryptEcb(cipher, buffer, buffer, 1 << 18);
        Assert.Equal(Allocated(1 << 11), Allocated(1 << 18));

        long Allocated(long length)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            AcceleratorXtea.EncryptEcb(cipher, buffer, buffer, length);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    /// <summary>OpenCL has no pinned memory, so its figures must not be labeled as pinned.</summary>
    [Fact]
    public void UnpinnedStagingIsReported()
    {
        using Accelerator accelerator = OpenCl.Open();
        Assert.Null(accelerator.PinningProblem);
        AcceleratorMd5.HashMany(accelerator, new byte[64], 64, new byte[16]);
        Assert.StartsWith("OpenCL", accelerator.PinningProblem, StringComparison.Ordinal);
    }
}
