using System.Security.Cryptography;

namespace Lanewise.Gpu.Tests;

/// <summary>
/// Tests that every method rejects every kind of invalid input before it queues any work. The message must state what is
/// required.
/// </summary>
[Collection(nameof(StandIn))]
public sealed class BadInputTests(OpenCl device) : IClassFixture<OpenCl>
{
    private const int BufferBytes = 4096;

    private static readonly byte[] Key = [.. Enumerable.Range(0, 128).Select(i => (byte)i)];

    /// <summary>
    /// Calls every method that works on buffers. Each call reads 256 bytes from the first buffer and writes at least 64 bytes to
    /// the second.
    /// </summary>
    private static readonly Dictionary<string, Action<AcceleratorBuffer, AcceleratorBuffer>> Methods = new()
    {
        ["MD5"] = (source, destination) => AcceleratorMd5.HashMany(source, 64, 4, destination),
        ["MD5, ragged"] = (source, destination) => AcceleratorMd5.HashMany(source, [64, 0, 130, 62], destination),
        ["BLAKE2b"] = (source, destination) => AcceleratorBlake2b.HashMany(source, 256, 1, destination),
        ["BLAKE2b, ragged"] = (source, destination) => AcceleratorBlake2b.HashMany(source, [256], destination),
        ["BLAKE2s"] = (source, destination) => AcceleratorBlake2s.HashMany(source, 128, 2, destination),
        ["BLAKE2s, ragged"] = (source, destination) => AcceleratorBlake2s.HashMany(source, [250, 6], destination),
        ["BLAKE3"] = (source, destination) => AcceleratorBlake3.HashMany(source, 128, 2, destination),
        ["BLAKE3, ragged"] = (source, destination) => AcceleratorBlake3.HashMany(source, [250, 6], destination),
        ["BLAKE3, one"] = (source, destination) => AcceleratorBlake3.HashData(source, 256, destination, 64),
        ["Skein-512"] = (source, destination) => AcceleratorSkein512.HashMany(source, 256, 1, destination),
        ["Skein-512, ragged"] = (source, destination) => AcceleratorSkein512.HashMany(source, [256], destination),
        ["XTEA, encrypt"] = (source, destination) =>
            Under(new Xtea(Key.AsSpan(0, 16)), c => AcceleratorXtea.EncryptEcb(c, source, destination, 256)),
        ["XTEA, decrypt"] = (source, destination) =>
            Under(new Xtea(Key.AsSpan(0, 16)), c => AcceleratorXtea.DecryptEcb(c, source, destination, 256)),
        ["XTEA, CTR"] = (source, destination) =>
            Under(new Xtea(Key.AsSpan(0, 16)), c => AcceleratorXtea.TransformCtr(c, source, Key.AsSpan(0, 8), destination, 253)),
        ["XTEA, packets"] = (source, destination) =>
        {
            using AcceleratorBuffer keys = source.Accelerator.Allocate(32);
            AcceleratorXtea.EncryptMany(keys, source, [128, 128], destination);
        },
        ["Threefish, encrypt"] = (source, destination) =>
            Under(new Threefish256(Key.AsSpan(0, 32)), c => AcceleratorThreefish.EncryptEcb(c, source, destination, 256)),
        ["Threefish, decrypt"] = (source, destination) =>
            Under(new Threefish512(Key.AsSpan(0, 64)), c => AcceleratorThreefish.DecryptEcb(c, source, destination, 256)),
        ["Threefish, CTR"] = (source, destination) =>
            Under(new Threefish1024(Key), c => AcceleratorThreefish.TransformCtr(c, source, Key, destination, 253)),
    };

    public static TheoryData<string> Names => [.. Methods.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void BuffersOfAnotherAcceleratorAreRejected(string method)
    {
        using Accelerator other = OpenCl.Open();
        using AcceleratorBuffer source = device.Shared.Allocate(BufferBytes), destination = other.Allocate(BufferBytes);
        ArgumentException e = Assert.Throws<ArgumentException>(() => Methods[method](source, destination));
        Assert.Equal("destination", e.ParamName);
        Assert.Contains("another accelerator", e.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void DisposedBuffersAreRejected(string method)
    {
        AcceleratorBuffer gone = device.Shared.Allocate(BufferBytes);
        gone.Dispose();
        using AcceleratorBuffer there = device.Shared.Allocate(BufferBytes);
        Assert.Throws<ObjectDisposedException>(() => Methods[method](gone, there));
        Assert.Throws<ObjectDisposedException>(() => Methods[method](there, gone));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void NothingRunsAfterTheAcceleratorIsDisposed(string method)
    {
        Accelerator accelerator = OpenCl.Open();
        using AcceleratorBuffer source = accelerator.Allocate(BufferBytes), destination = accelerator.Allocate(BufferBytes);
        accelerator.Dispose();
        accelerator.Dispose();
        Assert.Throws<ObjectDisposedException>(() => Methods[method](source, destination));
        Assert.Throws<ObjectDisposedException>(() => source.Read(new byte[1]));
        Assert.Throws<ObjectDisposedException>(() => accelerator.Allocate(1));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void BuffersThatAreTooSmallAreRejectedAndNothingIsWritten(string method)
    {
        byte[] before = RandomNumberGenerator.GetBytes(63), after = new byte[63];
        using AcceleratorBuffer buffer = device.Shared.Allocate(BufferBytes), small = device.Shared.Allocate(252);
        using AcceleratorBuffer smaller = device.Shared.Allocate(63);
        smaller.Write(before);
        ArgumentException e = Assert.Throws<ArgumentException>(() => Methods[method](small, buffer));
        Assert.Equal("source", e.ParamName);
        Assert.Contains("it has 252", e.Message, StringComparison.Ordinal);
        e = Assert.Throws<ArgumentException>(() => Methods[method](buffer, smaller));
        Assert.Equal("destination", e.ParamName);
        Assert.Contains("it has 63", e.Message, StringComparison.Ordinal);
        smaller.Read(after);
        Assert.Equal(before, after);
    }

    [Fact]
    public void ImpossibleBufferSizesAreRejected()
    {
        using AcceleratorBuffer source = device.Shared.Allocate(BufferBytes), destination = device.Shared.Allocate(BufferBytes);
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(source, int.MaxValue, long.MaxValue, destination));
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(source, 0, long.MaxValue, destination));
        Assert.Throws<ArgumentException>(() => AcceleratorSkein512.HashMany(source, 0, 1 << 40, destination, int.MaxValue));
        Assert.Throws<ArgumentException>(() => AcceleratorBlake3.HashData(source, long.MaxValue, destination));
        Assert.Throws<ArgumentException>(() => AcceleratorBlake3.HashData(source, 1, destination, long.MaxValue));
        using Xtea cipher = new(Key.AsSpan(0, 16));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptEcb(cipher, source, destination, long.MaxValue - 7));
        Assert.Throws<ArgumentException>(
            () => AcceleratorXtea.TransformCtr(cipher, source, Key.AsSpan(0, 8), destination, long.MaxValue));

        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorMd5.HashMany(source, -1, 1, destination));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorMd5.HashMany(source, 1, -1, destination));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorMd5.HashMany(source, [4, -1], destination));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorBlake3.HashData(source, -1, destination));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => AcceleratorBlake3.HashData(source, 1, destination, 2, ulong.MaxValue - 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorXtea.EncryptEcb(cipher, source, destination, -8));
        Assert.Throws<ArgumentOutOfRangeException>(() => device.Shared.Allocate(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => device.Shared.Allocate(-1));
    }

    [Fact]
    public void ABufferBeyondTheDeviceLimitIsRejectedWithTheLimit()
    {
        long most = device.Shared.MaxBufferBytes;
        foreach (long length in (ReadOnlySpan<long>)[most + 1, long.MaxValue])
        {
            AcceleratorException e = Assert.Throws<AcceleratorException>(() => device.Shared.Allocate(length));
            Assert.Contains(
                most.ToString(System.Globalization.CultureInfo.InvariantCulture), e.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void CopiesStayWithinTheBuffer()
    {
        using AcceleratorBuffer buffer = device.Shared.Allocate(100), other = device.Shared.Allocate(50);
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.Write(new byte[101]));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.Write(new byte[1], 100));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.Write(new byte[1], -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.Read(new byte[2], 99));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.Read(new byte[2], long.MaxValue));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.CopyTo(other, 0, 0, 51));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.CopyTo(other, 60, 0, 41));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.CopyTo(other, 0, 0, -1));
        Assert.Throws<ArgumentException>(() => buffer.CopyTo(buffer, 0, 50, 10));
        using Accelerator another = OpenCl.Open();
        using AcceleratorBuffer elsewhere = another.Allocate(100);
        Assert.Throws<ArgumentException>(() => buffer.CopyTo(elsewhere, 0, 0, 10));

        byte[] data = RandomNumberGenerator.GetBytes(100), got = new byte[30];
        buffer.Write(data);
        buffer.CopyTo(other, 20, 10, 30);
        other.Read(got, 10);
        Assert.Equal(data.AsSpan(20, 30).ToArray(), got);
        buffer.Clear();
        buffer.Read(data);
        Assert.All(data, b => Assert.Equal(0, b));
    }

    [Fact]
    public void KeysCountersAndPositionsOutOfRangeAreRejected()
    {
        Accelerator gpu = device.Shared;
        using AcceleratorBuffer source = gpu.Allocate(BufferBytes), destination = gpu.Allocate(BufferBytes),
            keys = gpu.Allocate(32);
        using Xtea xtea = new(Key.AsSpan(0, 16));
        using Threefish512 threefish = new(Key.AsSpan(0, 64));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptEcb(xtea, source, destination, 12));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.TransformCtr(xtea, source, Key.AsSpan(0, 7), destination, 12));
        Assert.Throws<ArgumentException>(() => AcceleratorThreefish.EncryptEcb(threefish, source, destination, 96));
        Assert.Throws<ArgumentException>(
            () => AcceleratorThreefish.EncryptEcb(threefish, source, destination, 64, Key.AsSpan(0, 15)));
        Assert.Throws<ArgumentException>(
            () => AcceleratorThreefish.TransformCtr(threefish, source, Key.AsSpan(0, 16), destination, 64));
        Assert.Throws<CryptographicException>(() => AcceleratorXtea.DecryptEcb(xtea, source, destination, 12));
        Assert.Throws<CryptographicException>(() => AcceleratorThreefish.DecryptEcb(threefish, source, destination, 96));
        Assert.Throws<CryptographicException>(() => AcceleratorXtea.DecryptMany(keys, source, [8, 4], destination));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptMany(keys, source, [8, 4], destination));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptMany(keys, source, [8, 8, 8], destination));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptMany(keys, source, [8, 8], keys));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptMany(source, source, [8, 8], destination));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorXtea.EncryptMany(keys, source, [8, -8], destination));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => AcceleratorXtea.DecryptMany(keys, source, [8, 8], destination, cycles: 65));
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(source, 8, 8, source));
        Assert.Throws<ArgumentException>(() => AcceleratorBlake3.HashData(source, 8, source));
        Assert.Throws<CryptographicException>(
            () => AcceleratorBlake2b.HashMany(source, 8, 8, destination, 64, Key.AsSpan(0, 65)));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorBlake2b.HashMany(source, 8, 8, destination, 65));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorBlake2s.HashMany(source, 8, 8, destination, 0));
        Assert.Throws<CryptographicException>(() => AcceleratorBlake3.HashMany(source, 8, 8, destination, 32, Key.AsSpan(0, 31)));
        Assert.Throws<CryptographicException>(() => AcceleratorBlake3.HashData(source, 8, destination, 32, 0, Key.AsSpan(0, 33)));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorSkein512.HashMany(source, 8, 8, destination, 0));

        xtea.Dispose();
        threefish.Dispose();
        Assert.Throws<ObjectDisposedException>(() => AcceleratorXtea.EncryptEcb(xtea, source, destination, 8));
        Assert.Throws<ObjectDisposedException>(() => AcceleratorThreefish.EncryptEcb(threefish, source, destination, 64));
    }

    [Fact]
    public void SpansOfWrongLengthsAreRejected()
    {
        Accelerator gpu = device.Shared;
        byte[] data = new byte[320];
        using Xtea xtea = new(Key.AsSpan(0, 16));
        // The destination must have room for exactly one digest per message and must not overlap the source. Blocks may be
        // processed in place, but the buffers must not overlap partially.
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(gpu, data.AsSpan(0, 64), 64, data.AsSpan(64, 17)));
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(gpu, data.AsSpan(0, 64), 64, data.AsSpan(48, 16)));
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(gpu, data.AsSpan(0, 64), [30, 33], data.AsSpan(64, 32)));
        Assert.Throws<ArgumentException>(() => AcceleratorMd5.HashMany(gpu, data.AsSpan(0, 64), [30, 34], data.AsSpan(32, 32)));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptEcb(gpu, xtea, data.AsSpan(0, 64), data.AsSpan(64, 63)));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptEcb(gpu, xtea, data.AsSpan(0, 64), data.AsSpan(8, 64)));
        Assert.Throws<ArgumentException>(() => AcceleratorXtea.EncryptEcb(gpu, xtea, data.AsSpan(0, 63), data));
        Assert.Throws<ArgumentException>(
            () => AcceleratorXtea.EncryptMany(gpu, data.AsSpan(0, 16), data.AsSpan(16, 64), [64], data.AsSpan(0, 64)));
        Assert.Throws<ArgumentException>(
            () => AcceleratorXtea.EncryptMany(gpu, data.AsSpan(0, 17), data.AsSpan(32, 64), [64], data.AsSpan(32, 64)));
        Assert.Throws<ArgumentException>(
            () => AcceleratorXtea.EncryptMany(gpu, data.AsSpan(0, 16), data.AsSpan(32, 64), [56], data.AsSpan(32, 64)));
        Assert.Throws<ArgumentNullException>(() => AcceleratorMd5.HashMany((Accelerator)null!, data, 64, data));
        Assert.All(data, b => Assert.Equal(0, b));
    }

    [Fact]
    public void InvalidSearchesAreRejected()
    {
        Accelerator gpu = device.Shared;
        Assert.Throws<ArgumentException>(() => AcceleratorSearch.TryFind(gpu, SearchHash.Md5, new byte[48], 8, 0, 10, out _));
        Assert.Throws<ArgumentException>(() => AcceleratorSearch.TryFind(gpu, SearchHash.Blake3, new byte[57], 8, 0, 10, out _));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorSearch.TryFind(gpu, (SearchHash)7, [], 8, 0, 10, out _));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorSearch.TryFind(gpu, SearchHash.Md5, [], 65, 0, 10, out _));
        Assert.Throws<ArgumentOutOfRangeException>(() => AcceleratorSearch.TryFind(gpu, SearchHash.Md5, [], -1, 0, 10, out _));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => AcceleratorSearch.TryFind(gpu, SearchHash.Md5, [], 8, ulong.MaxValue, 1, out _));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => AcceleratorSearch.TryFind(gpu, SearchHash.Md5, [], 8, 1UL << 63, 1, out _));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => AcceleratorSearch.TryFind(gpu, SearchHash.Md5, [], 8, 1, 1UL << 63, out _));
    }

    private static void Under<TCipher>(TCipher cipher, Action<TCipher> action)
        where TCipher : IDisposable
    {
        using (cipher) action(cipher);
    }
}
