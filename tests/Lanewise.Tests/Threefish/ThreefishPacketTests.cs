using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Simd;
using Lanewise.ThreefishFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that a batch of packets produces the same output as single packets, at any position and with any keys and tweaks.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class ThreefishPacketTests
{
    public static TheoryData<int> Sizes => [256, 512, 1024];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void PacketsEqualSinglePackets(int bits)
    {
        Random random = Seed.For(bits.ToString(CultureInfo.InvariantCulture));
        int n = bits / 8;
        byte[] key = Pattern.Bytes(random, n);
        using ThreefishCipher one = Create(bits, key);
        for (int round = 0; round < 40; round++)
        {
            int count = random.Next(4) == 0 ? random.Next(4) : random.Next(150);
            PaddingMode padding = random.Next(2) == 0 ? PaddingMode.None : PaddingMode.PKCS7;
            int[] lengths = [.. Enumerable.Range(0, count).Select(_ => Length(random, n, padding))];
            int[] cipherLengths = [.. lengths.Select(length => one.GetCiphertextLengthEcb(length, padding))];
            int total = cipherLengths.Sum();
            byte[] source = Pattern.Bytes(random, lengths.Sum()), keys = Pattern.Bytes(random, n * count);
            byte[] tweaks = random.Next(4) == 0 ? [] : Pattern.Bytes(random, 16 * count);
            byte[] expectedOne = new byte[total], expectedOwn = new byte[total];
            for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
            {
                using ThreefishCipher own = Create(bits, keys.AsSpan(n * i, n));
                ReadOnlySpan<byte> tweak = tweaks.Length == 0 ? default : tweaks.AsSpan(16 * i, 16);
                one.EncryptEcb(source.AsSpan(s, lengths[i]), expectedOne.AsSpan(d), padding, tweak);
                own.EncryptEcb(source.AsSpan(s, lengths[i]), expectedOwn.AsSpan(d), padding, tweak);
            }

            Guarded destination = new(total);
            int[] plaintextLengths = new int[count];
            Assert.Equal(total, one.EncryptMany(Messages.Packed(source, lengths), destination.Span, padding, tweaks: tweaks));
            Digests.Equal(expectedOne, destination.Span, () => $"{count} packets, one key{Seed.Replay}");
            Assert.Equal(total, one.DecryptMany(Messages.Packed(destination.Span, cipherLengths), destination.Span,
                plaintextLengths, padding, tweaks: tweaks));
            Compare("one key");
            Assert.Equal(total, one.DecryptMany(Messages.Packed(expectedOne, cipherLengths), destination.Span, tweaks: tweaks));
            Compare("one shared key, padding kept");
            Assert.Equal(total, LanewiseCipher.EncryptMany(Own(bits, keys), Messages.Packed(source, lengths), destination.Span,
                padding, tweaks: tweaks));
            Digests.Equal(expectedOwn, destination.Span, () => $"{count} packets, own keys{Seed.Replay}");
            Assert.Equal(total, LanewiseCipher.DecryptMany(Own(bits, keys), Messages.Packed(destination.Span, cipherLengths),
                destination.Span, plaintextLengths, padding, tweaks: tweaks));
            Compare("separate keys");
            Assert.Equal(total, LanewiseCipher.DecryptMany(Own(bits, keys), Messages.Packed(expectedOwn, cipherLengths),
                destination.Span, tweaks: tweaks));
            Compare("separate keys, padding kept");
            destination.CheckMargins(() => "packets");

            // The packets are scattered. Some are processed in place in one buffer, and others use separate buffers.
            byte[] shared = new byte[total];
            ReadOnlyMemory<byte>[] sources = new ReadOnlyMemory<byte>[count];
            Memory<byte>[] destinations = new Memory<byte>[count];
            for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
            {
                destinations[i] = i % 3 == 0
                    ? new ArraySegment<byte>(new byte[cipherLengths[i] + 5], 5, cipherLengths[i])
                    : shared.AsMemory(d, cipherLengths[i]);
                sources[i] = i % 2 == 0 ? destinations[i].Slice(0, lengths[i]) : source.AsMemory(s, lengths[i]);
                if (i % 2 == 0) source.AsSpan(s, lengths[i]).CopyTo(destinations[i].Span);
            }

            LanewiseCipher.EncryptMany(Own(bits, keys), sources, destinations, padding, tweaks: tweaks);
            for (int i = 0, d = 0; i < count; d += cipherLengths[i++])
            {
                Digests.Equal(expectedOwn.AsSpan(d, cipherLengths[i]), destinations[i].Span, () =>
                    $"scattered packet {i}{Seed.Replay}");
            }
            LanewiseCipher.DecryptMany(Own(bits, keys), Same(destinations), destinations, tweaks: tweaks);
            CompareScattered("separate keys");
            one.EncryptMany(Same(destinations), destinations, tweaks: tweaks);
            one.DecryptMany(Same(destinations), destinations, tweaks: tweaks);
            CompareScattered("one key");

            void Compare(string what)
            {
                Assert.Equal(lengths, plaintextLengths);
                for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
                {
                    Digests.Equal(source.AsSpan(s, lengths[i]), destination.Span.Slice(d, lengths[i]), () =>
                        $"packet {i} of {count} decrypted, {what}{Seed.Replay}");
                }
            }

            void CompareScattered(string what)
            {
                for (int i = 0, s = 0; i < count; s += lengths[i++])
                {
                    Digests.Equal(source.AsSpan(s, lengths[i]), destinations[i].Span.Slice(0, lengths[i]), () =>
                        $"scattered packet {i} decrypted, {what}{Seed.Replay}");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void SeveralCoresEqualOneCore(int bits)
    {
        using ThreefishCipher one = Create(bits, new byte[bits / 8]);
        OverCores(one);
    }

    private static void OverCores(ThreefishCipher one)
    {
        int n = one.BlockLengthInBytes, count = 3000, bits = 8 * n;
        Random random = Seed.For(one.GetType().Name);
        ParallelOptions options = new() { MaxDegreeOfParallelism = 2 };
        foreach (byte[] tweaks in new[] { [], Pattern.Bytes(random, 16 * count) })
        {
            int[] lengths = [.. Enumerable.Range(0, count).Select(_ => random.Next(3 * n))],
                cipherLengths = [.. lengths.Select(length => one.GetCiphertextLengthEcb(length, PaddingMode.PKCS7))];
            byte[] source = Pattern.Bytes(random, lengths.Sum()), keys = Pattern.Bytes(random, n * count),
                expected = new byte[cipherLengths.Sum()], actual = new byte[expected.Length], plain = new byte[expected.Length];
            int[] plaintextLengths = new int[count];

            one.EncryptMany(Messages.Packed(source, lengths), expected, PaddingMode.PKCS7, tweaks: tweaks);
            Assert.Equal(expected.Length,
                one.EncryptMany(MemoryMessages.Packed(source, lengths), actual, options, PaddingMode.PKCS7, tweaks: tweaks));
            Digests.Equal(expected, actual, () => $"one key{Seed.Replay}");
            one.DecryptMany(Messages.Packed(expected, cipherLengths), plain, tweaks: tweaks);
            Assert.Equal(expected.Length,
                one.DecryptMany(MemoryMessages.Packed(expected, cipherLengths), actual, options, tweaks: tweaks));
            Digests.Equal(plain, actual, () => $"one key, decrypted{Seed.Replay}");
            expected.CopyTo(actual, 0);
            one.DecryptMany(MemoryMessages.Packed(actual, cipherLengths), actual, options, plaintextLengths, PaddingMode.PKCS7,
                tweaks: tweaks);
            Digests.Equal(plain, actual, () => $"one key, in place{Seed.Replay}");
            Assert.Equal(lengths, plaintextLengths);

            LanewiseCipher.EncryptMany(Own(bits, keys), Messages.Packed(source, lengths), expected, PaddingMode.PKCS7,
                tweaks: tweaks);
            Assert.Equal(expected.Length,
                LanewiseCipher.EncryptMany(Own(bits, keys), MemoryMessages.Packed(source, lengths), actual, options,
                    PaddingMode.PKCS7, tweaks: tweaks));
            Digests.Equal(expected, actual, () => $"separate keys{Seed.Replay}");
            LanewiseCipher.DecryptMany(Own(bits, keys), MemoryMessages.Packed(expected, cipherLengths), actual, options,
                tweaks: tweaks);
            Digests.Equal(plain, actual, () => $"separate keys, decrypted{Seed.Replay}");
            expected.CopyTo(actual, 0);
            plaintextLengths.AsSpan().Clear();
            LanewiseCipher.DecryptMany(Own(bits, keys), MemoryMessages.Packed(actual, cipherLengths), actual, options,
                plaintextLengths, PaddingMode.PKCS7, tweaks: tweaks);
            Assert.Equal(lengths, plaintextLengths);

            Memory<byte>[] buffers = new Memory<byte>[count];
            for (int i = 0, o = 0; i < count; o += cipherLengths[i++]) buffers[i] = actual.AsMemory(o, cipherLengths[i]);
            plain.CopyTo(actual, 0);
            LanewiseCipher.EncryptMany(Own(bits, keys), Same(buffers), buffers, options, PaddingMode.None, tweaks: tweaks);
            Digests.Equal(expected, actual, () => $"separate keys, scattered{Seed.Replay}");
            LanewiseCipher.DecryptMany(Own(bits, keys), Same(buffers), buffers, options, tweaks: tweaks);
            Digests.Equal(plain, actual, () => $"separate keys, scattered, decrypted{Seed.Replay}");
            one.EncryptMany(Same(buffers), buffers, options, PaddingMode.None, tweaks: tweaks);
            one.DecryptMany(Same(buffers), buffers, options, tweaks: tweaks);
            Digests.Equal(plain, actual, () => $"one key, scattered{Seed.Replay}");

            // Nothing is written if an argument is invalid or the call was cancelled beforehand.
            Assert.Throws<ArgumentNullException>("parallelOptions", () =>
                one.DecryptMany(MemoryMessages.Packed(actual, cipherLengths), actual, null!, tweaks: tweaks));
            Assert.Throws<ArgumentNullException>("parallelOptions", () =>
                LanewiseCipher.EncryptMany(Own(bits, keys), Same(buffers), buffers, null!, PaddingMode.None, tweaks: tweaks));
            Assert.Throws<ArgumentException>("keys", () =>
                LanewiseCipher.DecryptMany(Own(bits, new byte[n]), MemoryMessages.Packed(actual, cipherLengths), actual, options,
                    tweaks: tweaks));
            Assert.Throws<ArgumentException>("tweaks", () =>
                one.DecryptMany(MemoryMessages.Packed(actual, cipherLengths), actual, options, tweaks: new byte[15]));
            Assert.Throws<ArgumentException>("plaintextLengths", () =>
                one.DecryptMany(MemoryMessages.Packed(actual, cipherLengths), actual, options, new int[1], PaddingMode.PKCS7,
                    tweaks: tweaks));
            Assert.ThrowsAny<OperationCanceledException>(() =>
                one.DecryptMany(MemoryMessages.Packed(actual, cipherLengths), actual,
                    new ParallelOptions { CancellationToken = new CancellationToken(true) }, tweaks: tweaks));
            Digests.Equal(plain, actual, () => "refused calls");
        }

        one.Dispose();
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(default(MemoryMessages), Memory<byte>.Empty, options));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void EveryShapeGivesTheScalarResult(int bits)
    {
        switch (bits)
        {
            case 256: EveryShape<Threefish256Spec>(); break;
            case 512: EveryShape<Threefish512Spec>(); break;
            default: EveryShape<Threefish1024Spec>(); break;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void InvalidArgumentsThrowWithTheParameterNameBeforeAnythingIsWritten(int bits)
    {
        int n = bits / 8;
        using ThreefishCipher one = Create(bits, new byte[n]);
        byte[] two = new byte[2 * n], output = new byte[2 * n], keys = new byte[2 * n], tweaks = new byte[32];
        int[] each = [n, n], lengths = new int[2];
        two.AsSpan().Fill(7);

        // The following calls use a separate key and tweak for each packet.
        Assert.Throws<ArgumentException>("keys", () =>
            LanewiseCipher.EncryptMany(Own(bits, new byte[n]), Messages.Packed(two, each), output, PaddingMode.None,
                tweaks: tweaks));
        Assert.Throws<ArgumentException>("keys", () =>
            LanewiseCipher.EncryptMany(Own(bits, new byte[(2 * n) + 1]), Messages.Packed(two, each), output, PaddingMode.None,
                tweaks: tweaks));
        Assert.Throws<ArgumentException>("keys", () =>
            LanewiseCipher.EncryptMany(Own(bits, default), Messages.Packed(two, each), output, PaddingMode.None, tweaks: tweaks));
        Assert.Throws<ArgumentException>("keys", () =>
            LanewiseCipher.DecryptMany(Own(bits, new byte[n]), Messages.Packed(two, each), output, tweaks: tweaks));
        Assert.Throws<ArgumentException>("keys", () =>
            LanewiseCipher.EncryptMany(Own(bits, new byte[n]), Of(two, two), [output, new byte[2 * n]], PaddingMode.None,
                tweaks: tweaks));
        foreach (int wrong in new[] { 15, 16, 31, 33, 48 })
        {
            Assert.Throws<ArgumentException>("tweaks", () =>
                LanewiseCipher.EncryptMany(Own(bits, keys), Messages.Packed(two, each), output, PaddingMode.None,
                    tweaks: new byte[wrong]));
            Assert.Throws<ArgumentException>("tweaks", () =>
                one.EncryptMany(Messages.Packed(two, each), output, tweaks: new byte[wrong]));
            Assert.Throws<ArgumentException>("tweaks", () =>
                one.DecryptMany(Messages.Packed(two, each), output, tweaks: new byte[wrong]));
            Assert.Throws<ArgumentException>("tweaks", () =>
                one.DecryptMany(Of(two, two), [output, new byte[2 * n]], tweaks: new byte[wrong]));
        }

        // Invalid lengths are rejected.
        Assert.Throws<ArgumentOutOfRangeException>("messageLengths", () =>
            one.EncryptMany(Messages.Packed(two, [3 * n, -n]), output, tweaks: tweaks));
        Assert.Throws<ArgumentException>("source", () =>
            one.EncryptMany(Messages.Packed(two, [n, 2 * n]), output, tweaks: tweaks));
        Assert.Throws<ArgumentException>("packets", () =>
            one.EncryptMany(Messages.Packed(two, [n - 1, n + 1]), output, tweaks: tweaks));
        Assert.Throws<CryptographicException>(() =>
            one.DecryptMany(Messages.Packed(two, [n - 1, n + 1]), output, tweaks: tweaks));
        Assert.Throws<ArgumentException>("destination", () =>
            one.EncryptMany(Messages.Packed(two, each), output.AsSpan(1), tweaks: tweaks));
        Assert.Throws<ArgumentException>("destination", () =>
            one.EncryptMany(Messages.Packed(two, each), output, PaddingMode.PKCS7, tweaks: tweaks));
        Assert.Throws<ArgumentException>("plaintextLengths", () =>
            one.DecryptMany(Messages.Packed(two, each), output, new int[1], PaddingMode.PKCS7, tweaks: tweaks));
        Assert.Throws<ArgumentException>("destinations", () => one.EncryptMany(Of(two, two), [output], tweaks: tweaks));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () =>
            one.EncryptMany(Messages.Packed(two, each), output, (PaddingMode)0, tweaks: tweaks));
        Assert.All(output, b => Assert.Equal(0, b));

        // Invalid positions are rejected.
        foreach (int shift in new[] { 1, 7, n, -1, -7, -n })
        {
            byte[] memory = new byte[4 * n], before = [.. memory];
            Assert.Throws<ArgumentException>("destination", () =>
                one.EncryptMany(Messages.Packed(memory.AsSpan(n, 2 * n), each), memory.AsSpan(n + shift, 2 * n), tweaks: tweaks));
            Assert.Throws<ArgumentException>("destination", () =>
                one.DecryptMany(Messages.Packed(memory.AsSpan(n, 2 * n), each), memory.AsSpan(n + shift, 2 * n), tweaks: tweaks));
            Assert.Equal(before, memory);
            if (Math.Abs(shift) == n) continue;

            // If the destination of a single block is shifted by one block, it does not overlap the source.
            Assert.Throws<ArgumentException>("destination", () =>
                one.EncryptMany(Messages.Packed(memory.AsSpan(n, n), [n]), memory.AsSpan(n + shift, 2 * n), PaddingMode.PKCS7,
                    tweaks: tweaks.AsSpan(0, 16)));
            Assert.Throws<ArgumentException>("destinations", () =>
                one.EncryptMany(Of(new(memory, n, n), new byte[n]), [new(memory, n + shift, n), new byte[n]], tweaks: tweaks));
            Assert.Equal(before, memory);
        }

        byte[] all = new byte[8 * n];
        Assert.Throws<ArgumentException>("destination", () =>
            LanewiseCipher.EncryptMany(Own(bits, all.AsMemory(0, 2 * n)), Messages.Packed(two, each), all.AsSpan(n, 2 * n),
                PaddingMode.None, tweaks: tweaks));
        Assert.Throws<ArgumentException>("destination", () =>
            one.EncryptMany(Messages.Packed(two, each), all.AsSpan(0, 2 * n), tweaks: all.AsSpan(0, 32)));
        Memory<byte>[] inside = [output.AsMemory(0, n), all.AsMemory(0, n)];
        Assert.Throws<ArgumentException>("destinations", () => LanewiseCipher.EncryptMany(
            Own(bits, all.AsMemory(0, 2 * n)), Of(two.AsMemory(0, n), two.AsMemory(n, n)), inside, PaddingMode.None, tweaks));
        Assert.All(all, b => Assert.Equal(0, b));

        // If the padding of a packet is invalid, its destination is wiped, but the other packets are complete.
        byte[] sealedText = new byte[4 * n];
        one.EncryptMany(Messages.Packed(two, each), sealedText, PaddingMode.PKCS7, tweaks: tweaks);
        sealedText[^1] ^= 1;
        one.DecryptMany(Messages.Packed(sealedText, [2 * n, 2 * n]), sealedText, lengths, PaddingMode.PKCS7, tweaks: tweaks);
        Assert.Equal([n, -1], lengths);
        Assert.All(sealedText[..n], b => Assert.Equal(7, b));
        Assert.All(sealedText[(2 * n)..], b => Assert.Equal(0, b));

        // The plaintext lengths may be written to the memory of the packet lengths, but the two spans must not overlap partially.
        int[] own = [2 * n, 2 * n, n];
        one.EncryptMany(Messages.Packed(two, each), sealedText, PaddingMode.PKCS7, tweaks: tweaks);
        Assert.Throws<ArgumentException>("plaintextLengths", () =>
            one.DecryptMany(Messages.Packed(sealedText, own.AsSpan(0, 2)), sealedText, own.AsSpan(1), PaddingMode.PKCS7,
                tweaks: tweaks));
        one.DecryptMany(Messages.Packed(sealedText, own.AsSpan(0, 2)), sealedText, own.AsSpan(0, 2), PaddingMode.PKCS7,
            tweaks: tweaks);
        Assert.Equal([n, n, n], own);

        one.Dispose();
        Assert.Throws<ObjectDisposedException>(() => one.EncryptMany(Messages.Packed(two, each), output, tweaks: tweaks));
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(Messages.Packed(two, each), output, tweaks: tweaks));
        Assert.Throws<ObjectDisposedException>(() =>
            one.DecryptMany(Messages.Packed(two, each), output, lengths, PaddingMode.PKCS7, tweaks: tweaks));
        Assert.Throws<ObjectDisposedException>(() => one.EncryptMany(Of(two, two), [output, output], tweaks: tweaks));
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(Of(two, two), [output, output], tweaks: tweaks));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void NothingIsAllocated(int bits)
    {
        int n = bits / 8, count = 70;
        using ThreefishCipher one = Create(bits, new byte[n]);
        byte[] text = new byte[count * n], keys = new byte[count * n], tweaks = new byte[16 * count];
        int[] lengths = [.. Enumerable.Repeat(n, count)];
        Memory<byte>[] buffers = [.. Enumerable.Range(0, count).Select(i => text.AsMemory(i * n, n))];
        ReadOnlyMemory<byte>[] packets = Same(buffers);
        CipherKeys own = Own(bits, keys);
        Assert.Equal(0, Allocated.Least(Run));

        void Run()
        {
            one.EncryptMany(Messages.Packed(text, lengths), text, tweaks: tweaks);
            one.DecryptMany(Messages.Packed(text, lengths), text, tweaks: tweaks);
            one.EncryptMany(packets, buffers, tweaks: tweaks);
            LanewiseCipher.EncryptMany(Own(bits, keys), Messages.Packed(text, lengths), text, PaddingMode.None, tweaks: tweaks);
            LanewiseCipher.DecryptMany(Own(bits, keys), Messages.Packed(text, lengths), text, tweaks: tweaks);
            LanewiseCipher.DecryptMany(own, packets, buffers, tweaks: tweaks);
        }
    }

    private static void EveryShape<TSpec>()
        where TSpec : struct, IThreefishSpec
    {
        Random random = Seed.For(TSpec.Name);
        int n = 8 * TSpec.Words;
        foreach (LaneShape shape in LaneDispatch.Supported)
        {
            if (shape.Streams > 2) continue;

            foreach (int blocks in new[] { 1, 2, 3, shape.Lanes(64), (2 * shape.Lanes(64)) + 1 })
            {
                byte[] source = Pattern.Bytes(random, blocks * n), keys = Pattern.Bytes(random, blocks * n),
                    tweaks = Pattern.Bytes(random, blocks * 16);
                byte[] expected = new byte[source.Length], actual = new byte[source.Length];
                for (int i = 0; i < blocks; i++)
                {
                    PlainThreefish.OfBits(8 * n)
                        .Encrypt(keys.AsSpan(i * n, n).ToArray(), tweaks.AsSpan(i * 16, 16).ToArray(),
                            source.AsSpan(i * n, n).ToArray()).CopyTo(expected, i * n);
                }

                int[] packets = [.. Enumerable.Range(0, blocks), .. new int[PacketRun.SpareOffsets]];
                BlockRun.Run<ulong, ThreefishOwnBlocks<TSpec>>(new(true, default, keys, tweaks, packets), source, actual, shape);
                Digests.Equal(expected, actual, () => $"{TSpec.Name} {shape}, {blocks} blocks{Seed.Replay}");
                BlockRun.Run<ulong, ThreefishOwnBlocks<TSpec>>(new(false, default, keys, tweaks, packets), actual, actual, shape);
                Digests.Equal(source, actual, () => $"{TSpec.Name} {shape}, {blocks} blocks decrypted{Seed.Replay}");
            }
        }
    }

    private static int Length(Random random, int n, PaddingMode padding)
    {
        int length = random.Next(40) == 0 ? random.Next(120 * n) : random.Next(5 * n);
        return padding == PaddingMode.None ? length - (length % n) : length;
    }

    private static ThreefishCipher Create(int bits, ReadOnlySpan<byte> key) => bits switch
    {
        256 => new Threefish256(key),
        512 => new Threefish512(key),
        _ => new Threefish1024(key),
    };

    private static CipherKeys Own(int bits, ReadOnlyMemory<byte> keys) => bits switch
    {
        256 => Threefish256.KeyPerPacket(keys),
        512 => Threefish512.KeyPerPacket(keys),
        _ => Threefish1024.KeyPerPacket(keys),
    };

    private static ReadOnlyMemory<byte>[] Of(params ReadOnlyMemory<byte>[] packets) => packets;

    private static ReadOnlyMemory<byte>[] Same(Memory<byte>[] buffers) => [.. buffers];
}
