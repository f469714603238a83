using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Many packets at once give what each gives alone, wherever they lie, whatever their keys and tweaks.</summary>
public sealed class ThreefishPacketTests
{
    private delegate int Packed(ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode padding);

    private delegate int Unpacked(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, Span<int> plaintextLengths, PaddingMode padding);

    private delegate int Plain(ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination);

    private delegate void Scattered(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode padding);

    private delegate void ScatteredPlain(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations);

    public static TheoryData<int> Sizes => [256, 512, 1024];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void PacketsEqualOneByOne(int bits)
    {
        Random random = Seed.For(bits.ToString(CultureInfo.InvariantCulture));
        Face face = Face.Of(bits);
        int n = bits / 8;
        byte[] key = Pattern.Bytes(random, n);
        using ThreefishCipher one = face.Create(key);
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
                using ThreefishCipher own = face.Create(keys.AsSpan(n * i, n));
                ReadOnlySpan<byte> tweak = tweaks.Length == 0 ? default : tweaks.AsSpan(16 * i, 16);
                one.EncryptEcb(source.AsSpan(s, lengths[i]), expectedOne.AsSpan(d), padding, tweak);
                own.EncryptEcb(source.AsSpan(s, lengths[i]), expectedOwn.AsSpan(d), padding, tweak);
            }

            Guarded destination = new(total);
            int[] plaintextLengths = new int[count];
            Assert.Equal(total, one.EncryptMany(tweaks, source, lengths, destination.Span, padding));
            Digests.Equal(expectedOne, destination.Span, () => $"{count} packets, one key{Seed.Replay}");
            Assert.Equal(total, one.DecryptMany(tweaks, destination.Span, cipherLengths, destination.Span, plaintextLengths, padding));
            Compare("one key");
            Assert.Equal(total, one.DecryptMany(tweaks, expectedOne, cipherLengths, destination.Span));
            Compare("one key, padding kept");
            Assert.Equal(total, face.Encrypt(keys, tweaks, source, lengths, destination.Span, padding));
            Digests.Equal(expectedOwn, destination.Span, () => $"{count} packets, own keys{Seed.Replay}");
            Assert.Equal(total, face.Decrypt(keys, tweaks, destination.Span, cipherLengths, destination.Span, plaintextLengths, padding));
            Compare("own keys");
            Assert.Equal(total, face.DecryptPlain(keys, tweaks, expectedOwn, cipherLengths, destination.Span));
            Compare("own keys, padding kept");
            destination.CheckMargins(() => "packets");

            // Scattered: some in place in one buffer, some in a buffer of their own.
            byte[] shared = new byte[total];
            ArraySegment<byte>[] sources = new ArraySegment<byte>[count], destinations = new ArraySegment<byte>[count];
            for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
            {
                destinations[i] = i % 3 == 0 ? new ArraySegment<byte>(new byte[cipherLengths[i] + 5], 5, cipherLengths[i]) : new ArraySegment<byte>(shared, d, cipherLengths[i]);
                sources[i] = i % 2 == 0 ? destinations[i].Slice(0, lengths[i]) : new ArraySegment<byte>(source, s, lengths[i]);
                source.AsSpan(s, lengths[i]).CopyTo(sources[i]);
            }

            face.EncryptScattered(keys, tweaks, sources, destinations, padding);
            for (int i = 0, d = 0; i < count; d += cipherLengths[i++]) Digests.Equal(expectedOwn.AsSpan(d, cipherLengths[i]), destinations[i], () => $"scattered packet {i}{Seed.Replay}");
            face.DecryptScattered(keys, tweaks, destinations, destinations);
            CompareScattered("own keys");
            one.EncryptMany(tweaks, destinations, destinations);
            one.DecryptMany(tweaks, destinations, destinations);
            CompareScattered("one key");

            void Compare(string what)
            {
                Assert.Equal(lengths, plaintextLengths);
                for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
                {
                    Digests.Equal(source.AsSpan(s, lengths[i]), destination.Span.Slice(d, lengths[i]), () => $"packet {i} of {count} decrypted, {what}{Seed.Replay}");
                }
            }

            void CompareScattered(string what)
            {
                for (int i = 0, s = 0; i < count; s += lengths[i++]) Digests.Equal(source.AsSpan(s, lengths[i]), destinations[i].AsSpan(0, lengths[i]), () => $"scattered packet {i} decrypted, {what}{Seed.Replay}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void CoresGiveTheAnswerOfOne(int bits)
    {
        switch (bits)
        {
            case 256: OverCores(new Threefish256(new byte[32]), Threefish256.EncryptMany, Threefish256.DecryptMany, Threefish256.DecryptMany, Threefish256.EncryptMany, Threefish256.DecryptMany); break;
            case 512: OverCores(new Threefish512(new byte[64]), Threefish512.EncryptMany, Threefish512.DecryptMany, Threefish512.DecryptMany, Threefish512.EncryptMany, Threefish512.DecryptMany); break;
            default: OverCores(new Threefish1024(new byte[128]), Threefish1024.EncryptMany, Threefish1024.DecryptMany, Threefish1024.DecryptMany, Threefish1024.EncryptMany, Threefish1024.DecryptMany); break;
        }
    }

    private delegate int CorePacked(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination, PaddingMode padding, ParallelOptions options);

    private delegate int CoreUnpacked(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination, Memory<int> plaintextLengths, PaddingMode padding, ParallelOptions options);

    private delegate int CorePlain(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination, ParallelOptions options);

    private delegate void CoreScattered(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations, PaddingMode padding, ParallelOptions options);

    private delegate void CoreScatteredPlain(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations, ParallelOptions options);

    private static void OverCores(
        ThreefishCipher one, CorePacked encrypt, CoreUnpacked decrypt, CorePlain decryptPlain, CoreScattered encryptScattered, CoreScatteredPlain decryptScattered)
    {
        int n = one.BlockSizeInBytes, count = 3000;
        Face face = Face.Of(8 * n);
        Random random = Seed.For(one.GetType().Name);
        ParallelOptions options = new() { MaxDegreeOfParallelism = 2 };
        foreach (byte[] tweaks in new[] { [], Pattern.Bytes(random, 16 * count) })
        {
            int[] lengths = [.. Enumerable.Range(0, count).Select(_ => random.Next(3 * n))], cipherLengths = [.. lengths.Select(length => one.GetCiphertextLengthEcb(length, PaddingMode.PKCS7))];
            byte[] source = Pattern.Bytes(random, lengths.Sum()), keys = Pattern.Bytes(random, n * count), expected = new byte[cipherLengths.Sum()], actual = new byte[expected.Length], plain = new byte[expected.Length];
            int[] plaintextLengths = new int[count];

            one.EncryptMany(tweaks, source, lengths, expected, PaddingMode.PKCS7);
            Assert.Equal(expected.Length, one.EncryptMany(tweaks, source, lengths, actual, PaddingMode.PKCS7, options));
            Digests.Equal(expected, actual, () => $"one key{Seed.Replay}");
            one.DecryptMany(tweaks, expected, cipherLengths, plain);
            Assert.Equal(expected.Length, one.DecryptMany(tweaks, expected, cipherLengths, actual, options));
            Digests.Equal(plain, actual, () => $"one key, decrypted{Seed.Replay}");
            expected.CopyTo(actual, 0);
            one.DecryptMany(tweaks, actual, cipherLengths, actual, plaintextLengths, PaddingMode.PKCS7, options);
            Digests.Equal(plain, actual, () => $"one key, in place{Seed.Replay}");
            Assert.Equal(lengths, plaintextLengths);

            face.Encrypt(keys, tweaks, source, lengths, expected, PaddingMode.PKCS7);
            Assert.Equal(expected.Length, encrypt(keys, tweaks, source, lengths, actual, PaddingMode.PKCS7, options));
            Digests.Equal(expected, actual, () => $"own keys{Seed.Replay}");
            decryptPlain(keys, tweaks, expected, cipherLengths, actual, options);
            Digests.Equal(plain, actual, () => $"own keys, decrypted{Seed.Replay}");
            expected.CopyTo(actual, 0);
            plaintextLengths.AsSpan().Clear();
            decrypt(keys, tweaks, actual, cipherLengths, actual, plaintextLengths, PaddingMode.PKCS7, options);
            Assert.Equal(lengths, plaintextLengths);

            ArraySegment<byte>[] places = new ArraySegment<byte>[count];
            for (int i = 0, o = 0; i < count; o += cipherLengths[i++]) places[i] = new(actual, o, cipherLengths[i]);
            plain.CopyTo(actual, 0);
            encryptScattered(keys, tweaks, places, places, PaddingMode.None, options);
            Digests.Equal(expected, actual, () => $"own keys, scattered{Seed.Replay}");
            decryptScattered(keys, tweaks, places, places, options);
            Digests.Equal(plain, actual, () => $"own keys, scattered, decrypted{Seed.Replay}");
            one.EncryptMany(tweaks, places, places, PaddingMode.None, options);
            one.DecryptMany(tweaks, places, places, options);
            Digests.Equal(plain, actual, () => $"one key, scattered{Seed.Replay}");

            // Nothing is written where something is wrong, or where it was cancelled before.
            Assert.Throws<ArgumentNullException>("parallelOptions", () => one.DecryptMany(tweaks, actual, cipherLengths, actual, null!));
            Assert.Throws<ArgumentNullException>("parallelOptions", () => encryptScattered(keys, tweaks, places, places, PaddingMode.None, null!));
            Assert.Throws<ArgumentException>("keys", () => decryptPlain(new byte[n], tweaks, actual, cipherLengths, actual, options));
            Assert.Throws<ArgumentException>("tweaks", () => one.DecryptMany(new byte[15], actual, cipherLengths, actual, options));
            Assert.Throws<ArgumentException>("plaintextLengths", () => one.DecryptMany(tweaks, actual, cipherLengths, actual, new int[1], PaddingMode.PKCS7, options));
            Assert.ThrowsAny<OperationCanceledException>(() => one.DecryptMany(tweaks, actual, cipherLengths, actual, new ParallelOptions { CancellationToken = new CancellationToken(true) }));
            Digests.Equal(plain, actual, () => "refused calls");
        }

        one.Dispose();
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(default, default, default, default, options));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void EveryShapeGivesTheScalarAnswer(int bits)
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
    public void BadInputIsNamedAndNothingIsWritten(int bits)
    {
        Face face = Face.Of(bits);
        int n = bits / 8;
        using ThreefishCipher one = face.Create(new byte[n]);
        byte[] two = new byte[2 * n], output = new byte[2 * n], keys = new byte[2 * n], tweaks = new byte[32];
        int[] each = [n, n], lengths = new int[2];
        two.AsSpan().Fill(7);

        // Keys and tweaks: one per packet.
        Assert.Throws<ArgumentException>("keys", () => face.Encrypt(new byte[n], tweaks, two, each, output, PaddingMode.None));
        Assert.Throws<ArgumentException>("keys", () => face.Encrypt(new byte[(2 * n) + 1], tweaks, two, each, output, PaddingMode.None));
        Assert.Throws<ArgumentException>("keys", () => face.Encrypt([], tweaks, two, each, output, PaddingMode.None));
        Assert.Throws<ArgumentException>("keys", () => face.DecryptPlain(new byte[n], tweaks, two, each, output));
        Assert.Throws<ArgumentException>("keys", () => face.EncryptScattered(new byte[n], tweaks, [two, two], [output, new byte[2 * n]], PaddingMode.None));
        foreach (int wrong in new[] { 15, 16, 31, 33, 48 })
        {
            Assert.Throws<ArgumentException>("tweaks", () => face.Encrypt(keys, new byte[wrong], two, each, output, PaddingMode.None));
            Assert.Throws<ArgumentException>("tweaks", () => one.EncryptMany(new byte[wrong], two, each, output));
            Assert.Throws<ArgumentException>("tweaks", () => one.DecryptMany(new byte[wrong], two, each, output));
            Assert.Throws<ArgumentException>("tweaks", () => one.DecryptMany(new byte[wrong], [two, two], [output, new byte[2 * n]]));
        }

        // Lengths.
        Assert.Throws<ArgumentOutOfRangeException>("lengths", () => one.EncryptMany(tweaks, two, [3 * n, -n], output));
        Assert.Throws<ArgumentException>("source", () => one.EncryptMany(tweaks, two, [n, 2 * n], output));
        Assert.Throws<ArgumentException>("lengths", () => one.EncryptMany(tweaks, two, [n - 1, n + 1], output));
        Assert.Throws<CryptographicException>(() => one.DecryptMany(tweaks, two, [n - 1, n + 1], output));
        Assert.Throws<ArgumentException>("destination", () => one.EncryptMany(tweaks, two, each, output.AsSpan(1)));
        Assert.Throws<ArgumentException>("destination", () => one.EncryptMany(tweaks, two, each, output, PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("plaintextLengths", () => one.DecryptMany(tweaks, two, each, output, new int[1], PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("destinations", () => one.EncryptMany(tweaks, [two, two], [output]));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () => one.EncryptMany(tweaks, two, each, output, (PaddingMode)0));
        Assert.All(output, b => Assert.Equal(0, b));

        // Places.
        foreach (int shift in new[] { 1, 7, n, -1, -7, -n })
        {
            byte[] memory = new byte[4 * n], before = [.. memory];
            Assert.Throws<ArgumentException>("destination", () => one.EncryptMany(tweaks, memory.AsSpan(n, 2 * n), each, memory.AsSpan(n + shift, 2 * n)));
            Assert.Throws<ArgumentException>("destination", () => one.DecryptMany(tweaks, memory.AsSpan(n, 2 * n), each, memory.AsSpan(n + shift, 2 * n)));
            Assert.Equal(before, memory);
            if (Math.Abs(shift) == n) continue;

            // Shifted by a block, one block lies apart from itself.
            Assert.Throws<ArgumentException>("destination", () => one.EncryptMany(tweaks.AsSpan(0, 16), memory.AsSpan(n, n), [n], memory.AsSpan(n + shift, 2 * n), PaddingMode.PKCS7));
            Assert.Throws<ArgumentException>("destinations", () => one.EncryptMany(
                tweaks, [new(memory, n, n), new byte[n]], [new(memory, n + shift, n), new byte[n]]));
            Assert.Equal(before, memory);
        }

        byte[] all = new byte[8 * n];
        Assert.Throws<ArgumentException>("destination", () => face.Encrypt(all.AsSpan(0, 2 * n), tweaks, two, each, all.AsSpan(n, 2 * n), PaddingMode.None));
        Assert.Throws<ArgumentException>("destination", () => one.EncryptMany(all.AsSpan(0, 32), two, each, all.AsSpan(0, 2 * n)));
        Assert.Throws<ArgumentException>("destination", () => face.EncryptScattered(
            all.AsSpan(0, 2 * n), tweaks, [new(two, 0, n), new(two, n, n)], [new(output, 0, n), new(all, 0, n)], PaddingMode.None));
        Assert.All(all, b => Assert.Equal(0, b));

        // Wrong padding: its place is wiped, the others are there.
        byte[] sealedText = new byte[4 * n];
        one.EncryptMany(tweaks, two, each, sealedText, PaddingMode.PKCS7);
        sealedText[^1] ^= 1;
        one.DecryptMany(tweaks, sealedText, [2 * n, 2 * n], sealedText, lengths, PaddingMode.PKCS7);
        Assert.Equal([n, -1], lengths);
        Assert.All(sealedText[..n], b => Assert.Equal(7, b));
        Assert.All(sealedText[(2 * n)..], b => Assert.Equal(0, b));

        // The lengths may be written where they are, but not across.
        int[] own = [2 * n, 2 * n, n];
        one.EncryptMany(tweaks, two, each, sealedText, PaddingMode.PKCS7);
        Assert.Throws<ArgumentException>("plaintextLengths", () => one.DecryptMany(
            tweaks, sealedText, own.AsSpan(0, 2), sealedText, own.AsSpan(1), PaddingMode.PKCS7));
        one.DecryptMany(tweaks, sealedText, own.AsSpan(0, 2), sealedText, own.AsSpan(0, 2), PaddingMode.PKCS7);
        Assert.Equal([n, n, n], own);

        one.Dispose();
        Assert.Throws<ObjectDisposedException>(() => one.EncryptMany(tweaks, two, each, output));
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(tweaks, two, each, output));
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(tweaks, two, each, output, lengths, PaddingMode.PKCS7));
        Assert.Throws<ObjectDisposedException>(() => one.EncryptMany(tweaks, [two, two], [output, output]));
        Assert.Throws<ObjectDisposedException>(() => one.DecryptMany(tweaks, [two, two], [output, output]));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void NothingIsAllocated(int bits)
    {
        Face face = Face.Of(bits);
        int n = bits / 8, count = 70;
        using ThreefishCipher one = face.Create(new byte[n]);
        byte[] text = new byte[count * n], keys = new byte[count * n], tweaks = new byte[16 * count];
        int[] lengths = [.. Enumerable.Repeat(n, count)];
        ArraySegment<byte>[] places = [.. Enumerable.Range(0, count).Select(i => new ArraySegment<byte>(text, i * n, n))];
        Run();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 10; i++) Run();
        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());

        void Run()
        {
            one.EncryptMany(tweaks, text, lengths, text);
            one.DecryptMany(tweaks, text, lengths, text);
            one.EncryptMany(tweaks, places, places);
            face.Encrypt(keys, tweaks, text, lengths, text, PaddingMode.None);
            face.DecryptPlain(keys, tweaks, text, lengths, text);
            face.DecryptScattered(keys, tweaks, places, places);
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
                byte[] source = Pattern.Bytes(random, blocks * n), keys = Pattern.Bytes(random, blocks * n), tweaks = Pattern.Bytes(random, blocks * 16);
                byte[] expected = new byte[source.Length], actual = new byte[source.Length];
                for (int i = 0; i < blocks; i++)
                {
                    PlainThreefish.OfBits(8 * n).Encrypt(keys.AsSpan(i * n, n).ToArray(), tweaks.AsSpan(i * 16, 16).ToArray(), source.AsSpan(i * n, n).ToArray()).CopyTo(expected, i * n);
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

    // What the three types have in common without sharing a base: their forms with a key per packet.
    private sealed record Face(
        Func<byte[], ThreefishCipher> Make, Packed Encrypt, Unpacked Decrypt, Plain DecryptPlain, Scattered EncryptScattered, ScatteredPlain DecryptScattered)
    {
        public static Face Of(int bits) => bits switch
        {
            256 => new(key => new Threefish256(key), Threefish256.EncryptMany, Threefish256.DecryptMany, Threefish256.DecryptMany, Threefish256.EncryptMany, Threefish256.DecryptMany),
            512 => new(key => new Threefish512(key), Threefish512.EncryptMany, Threefish512.DecryptMany, Threefish512.DecryptMany, Threefish512.EncryptMany, Threefish512.DecryptMany),
            _ => new(key => new Threefish1024(key), Threefish1024.EncryptMany, Threefish1024.DecryptMany, Threefish1024.DecryptMany, Threefish1024.EncryptMany, Threefish1024.DecryptMany),
        };

        public ThreefishCipher Create(ReadOnlySpan<byte> key) => Make(key.ToArray());
    }
}
