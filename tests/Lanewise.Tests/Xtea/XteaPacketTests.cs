using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that a batch of packets produces the same output as single packets, at any position and with any
/// keys.</summary>
[Trait("Category", "Lanes")]
public sealed class XteaPacketTests
{
    private static readonly byte[] Key = Convert.FromHexString("0123456712345678234567893456789a");

    [Fact]
    public void PackedPacketsEqualSinglePackets()
    {
        Random random = Seed.For();
        for (int round = 0; round < 60; round++)
        {
            int count = random.Next(4) == 0 ? random.Next(4) : random.Next(700), rounds = 2 * random.Next(1, 65);
            XteaByteOrder order = (XteaByteOrder)random.Next(2);
            PaddingMode padding = random.Next(2) == 0 ? PaddingMode.None : PaddingMode.PKCS7;
            int unit = padding == PaddingMode.None ? 8 : 1;
            int[] lengths = [.. Enumerable.Range(0, count)
                .Select(_ => unit * (random.Next(50) == 0 ? random.Next(3000) : random.Next(33) * 8 / unit / 8))];
            byte[] source = Pattern.Bytes(random, lengths.Sum()), keys = Pattern.Bytes(random, 16 * count);
            using Xtea one = new(Key, order, rounds / 2);
            int total = lengths.Sum(n => one.GetCiphertextLengthEcb(n, padding));

            byte[] expectedOne = new byte[total], expectedOwn = new byte[total];
            int[] cipherLengths = [.. lengths.Select(n => one.GetCiphertextLengthEcb(n, padding))];
            for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
            {
                using Xtea own = new(keys.AsSpan(16 * i, 16), order, rounds / 2);
                one.EncryptEcb(source.AsSpan(s, lengths[i]), expectedOne.AsSpan(d), padding);
                own.EncryptEcb(source.AsSpan(s, lengths[i]), expectedOwn.AsSpan(d), padding);
            }

            Guarded destination = new(total);
            Assert.Equal(total, one.EncryptMany(Messages.Packed(source, lengths), destination.Span, padding));
            Digests.Equal(expectedOne, destination.Span, () => $"{count} packets, one key{Seed.Replay}");
            int[] plaintextLengths = new int[count];
            Assert.Equal(total, one.DecryptMany(Messages.Packed(destination.Span, cipherLengths), destination.Span,
                plaintextLengths, padding));
            Compare("one key");
            Assert.Equal(total, Xtea.EncryptMany(Xtea.KeyPerPacket(keys, order, rounds / 2), Messages.Packed(source, lengths),
                destination.Span, padding));
            Digests.Equal(expectedOwn, destination.Span, () => $"{count} packets, own keys{Seed.Replay}");
            Assert.Equal(total, Xtea.DecryptMany(Xtea.KeyPerPacket(keys, order, rounds / 2),
                Messages.Packed(destination.Span, cipherLengths), destination.Span, plaintextLengths, padding));
            Compare("separate keys");
            destination.CheckMargins(() => "packets");

            // The packets are scattered. Some are processed in place in one buffer, and others use separate buffers. The keys
            // come from cipher objects.
            byte[] shared = new byte[total];
            ReadOnlyMemory<byte>[] sources = new ReadOnlyMemory<byte>[count];
            Memory<byte>[] destinations = new Memory<byte>[count];
            Xtea[] ciphers = new Xtea[count];
            for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
            {
                destinations[i] = i % 3 == 0
                    ? new ArraySegment<byte>(new byte[cipherLengths[i] + 5], 5, cipherLengths[i])
                    : shared.AsMemory(d, cipherLengths[i]);
                sources[i] = i % 2 == 0 ? destinations[i].Slice(0, lengths[i]) : source.AsMemory(s, lengths[i]);
                if (i % 2 == 0) source.AsSpan(s, lengths[i]).CopyTo(destinations[i].Span);
                ciphers[i] = new Xtea(keys.AsSpan(16 * i, 16), order, rounds / 2);
            }

            Xtea.EncryptMany(ciphers, sources, destinations, padding);
            for (int i = 0, d = 0; i < count; d += cipherLengths[i++])
            {
                Digests.Equal(expectedOwn.AsSpan(d, cipherLengths[i]), destinations[i].Span, () =>
                    $"scattered packet {i}{Seed.Replay}");
            }
            Xtea.DecryptMany(ciphers, Same(destinations), destinations);
            for (int i = 0, s = 0; i < count; s += lengths[i++])
            {
                Digests.Equal(source.AsSpan(s, lengths[i]), destinations[i].Span.Slice(0, lengths[i]), () =>
                    $"scattered packet {i} decrypted{Seed.Replay}");
            }
            one.EncryptMany(Same(destinations), destinations);
            one.DecryptMany(Same(destinations), destinations);
            for (int i = 0, s = 0; i < count; s += lengths[i++])
            {
                Digests.Equal(source.AsSpan(s, lengths[i]), destinations[i].Span.Slice(0, lengths[i]), () =>
                    $"scattered packet {i}, one key{Seed.Replay}");
            }

            void Compare(string what)
            {
                Assert.Equal(lengths, plaintextLengths);
                for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += cipherLengths[i++])
                {
                    Digests.Equal(source.AsSpan(s, lengths[i]), destination.Span.Slice(d, lengths[i]), () =>
                        $"packet {i} of {count} decrypted, {what}{Seed.Replay}");
                }
            }
        }
    }

    [Theory]
    [InlineData(1, PaddingMode.None)]
    [InlineData(50, PaddingMode.PKCS7)]
    [InlineData(9000, PaddingMode.None)]
    [InlineData(9000, PaddingMode.PKCS7)]
    public void SeveralCoresEqualOneCoreForPackets(int count, PaddingMode padding)
    {
        Random random = Seed.For(padding.ToString());
        int[] lengths = [.. Enumerable.Range(0, count)
            .Select(_ =>
                8 * (random.Next(200) == 0 ? random.Next(1, 3000) : random.Next(1, 5)) - (
                padding == PaddingMode.None ? 0 : random.Next(8)))];
        byte[] source = Pattern.Bytes(random, lengths.Sum()), keys = Pattern.Bytes(random, 16 * count);
        using Xtea one = new(Key, XteaByteOrder.LittleEndian);
        int[] padded = [.. lengths.Select(n => one.GetCiphertextLengthEcb(n, padding))], plaintextLengths = new int[count];
        byte[] expectedOne = new byte[padded.Sum()], expectedOwn = new byte[expectedOne.Length];
        one.EncryptMany(Messages.Packed(source, lengths), expectedOne, padding);
        Xtea.EncryptMany(Xtea.KeyPerPacket(keys, XteaByteOrder.LittleEndian, 32), Messages.Packed(source, lengths),
            expectedOwn, padding);
        ParallelOptions options = new() { MaxDegreeOfParallelism = 4 };
        byte[] text = new byte[expectedOne.Length];

        Assert.Equal(text.Length, one.EncryptMany(MemoryMessages.Packed(source, lengths), text, options, padding));
        Digests.Equal(expectedOne, text, () => $"one key{Seed.Replay}");
        Assert.Equal(text.Length, one.DecryptMany(MemoryMessages.Packed(text, padded), text, options, plaintextLengths, padding));
        CheckPlain("one key");
        Assert.Equal(text.Length,
            Xtea.EncryptMany(Xtea.KeyPerPacket(keys, XteaByteOrder.LittleEndian, 32), MemoryMessages.Packed(source, lengths),
                text, options, padding));
        Digests.Equal(expectedOwn, text, () => $"separate keys{Seed.Replay}");
        Assert.Equal(text.Length,
            Xtea.DecryptMany(Xtea.KeyPerPacket(keys, XteaByteOrder.LittleEndian, 32), MemoryMessages.Packed(text, padded), text,
                options, plaintextLengths, padding));
        CheckPlain("separate keys");
        if (padding == PaddingMode.None)
        {
            one.EncryptMany(MemoryMessages.Packed(text, lengths), text, options, padding);
            Digests.Equal(expectedOne, text, () => $"in place{Seed.Replay}");
            one.DecryptMany(MemoryMessages.Packed(text, lengths), text, options);
            CheckPlain("in place");
            Xtea.DecryptMany(Xtea.KeyPerPacket(keys, XteaByteOrder.LittleEndian, 32), MemoryMessages.Packed(expectedOwn, lengths),
                text, options);
            CheckPlain("separate keys, padding removed");
        }

        Xtea[] ciphers = [.. Enumerable.Range(0, count)
            .Select(i => new Xtea(keys.AsSpan(16 * i, 16), XteaByteOrder.LittleEndian))];
        ReadOnlyMemory<byte>[] sources = new ReadOnlyMemory<byte>[count];
            Memory<byte>[] destinations = new Memory<byte>[count];
        for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += padded[i++])
        {
            sources[i] = source.AsMemory(s, lengths[i]);
            destinations[i] = text.AsMemory(d, padded[i]);
        }

        Xtea.EncryptMany(ciphers, sources, destinations, options, padding);
        Digests.Equal(expectedOwn, text, () => $"scattered, separate ciphers{Seed.Replay}");
        Xtea.DecryptMany(ciphers, Same(destinations), destinations, options);
        CheckPlain("scattered, separate ciphers");
        one.EncryptMany(sources, destinations, options, padding);
        Digests.Equal(expectedOne, text, () => $"scattered, one key{Seed.Replay}");
        one.DecryptMany(Same(destinations), destinations, options);
        CheckPlain("scattered, one key");
        foreach (Xtea cipher in ciphers) cipher.Dispose();

        void CheckPlain(string what)
        {
            if (plaintextLengths.Any(n => n != 0)) Assert.Equal(lengths, plaintextLengths);
            for (int i = 0, s = 0, d = 0; i < count; s += lengths[i], d += padded[i++])
            {
                Digests.Equal(source.AsSpan(s, lengths[i]), text.AsSpan(d, lengths[i]), () =>
                    $"packet {i} of {count}, {what}{Seed.Replay}");
            }
        }
    }

    [Fact]
    public void SeveralCoresRejectBeforeAnythingIsWritten()
    {
        using Xtea xtea = new(Key);
        ParallelOptions options = new(), cancelled = new() { CancellationToken = new CancellationToken(canceled: true) };
        byte[] a = Pattern.Bytes(128), before = [.. a];
        Memory<byte> half = a.AsMemory(0, 64), shifted = a.AsMemory(8, 64);
        int[] whole = [32, 32], wrong = [32, 24];
        Memory<byte>[] overlapping = [a.AsMemory(0, 16), a.AsMemory(8, 16)], apart = [a.AsMemory(0, 16), a.AsMemory(16, 16)];
        Assert.Throws<ArgumentNullException>("parallelOptions", () =>
            xtea.EncryptMany(MemoryMessages.Packed(half, whole), half, null!, PaddingMode.None));
        Assert.Throws<ArgumentNullException>("parallelOptions", () =>
            xtea.EncryptMany(Same(apart), apart, null!, PaddingMode.None));
        Assert.Throws<ArgumentException>("source", () =>
            xtea.EncryptMany(MemoryMessages.Packed(half, wrong), half, options, PaddingMode.None));
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptMany(MemoryMessages.Packed(half, whole), shifted, options, PaddingMode.None));
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.DecryptMany(MemoryMessages.Packed(half, whole), a.AsMemory(64, 56), options));
        Assert.Throws<ArgumentException>("plaintextLengths", () =>
            xtea.DecryptMany(MemoryMessages.Packed(half, whole), half, options, new int[1], PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("keys", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(new byte[16], XteaByteOrder.BigEndian, 32), MemoryMessages.Packed(half, whole),
                half, options, PaddingMode.None));
        Assert.Throws<ArgumentOutOfRangeException>("cycles", () =>
            Xtea.DecryptMany(Xtea.KeyPerPacket(new byte[32], XteaByteOrder.BigEndian, 65), MemoryMessages.Packed(half, whole),
                half, options));
        Assert.Throws<ArgumentException>("destinations", () =>
            xtea.EncryptMany(Same(overlapping), overlapping, options, PaddingMode.None));
        Assert.Throws<ArgumentException>("keys", () => Xtea.DecryptMany((Xtea[])[xtea], Same(apart), apart, options));
        Assert.Throws<OperationCanceledException>(() =>
            xtea.EncryptMany(MemoryMessages.Packed(half, whole), half, cancelled, PaddingMode.None));
        Assert.Throws<OperationCanceledException>(() => xtea.DecryptMany(Same(apart), apart, cancelled));
        Assert.Equal(before, a);
        xtea.Dispose();
        Assert.Throws<ObjectDisposedException>(() =>
            xtea.EncryptMany(MemoryMessages.Packed(half, whole), half, options, PaddingMode.None));
    }

    [Theory]
    [InlineData(PaddingMode.None)]
    [InlineData(PaddingMode.PKCS7)]
    [InlineData(PaddingMode.Zeros)]
    public void FewPacketsEqualSinglePackets(PaddingMode padding)
    {
        // Tests packet counts and lengths near the number of lanes, with empty packets in between, and with few and many rounds.
        foreach (int rounds in (int[])[2, 6, 64, 66, 128])
        {
            foreach (XteaByteOrder order in Enum.GetValues<XteaByteOrder>())
            {
                for (int count = 1; count <= 6; count++)
                {
                    for (int longest = 0; longest <= 40; longest += padding == PaddingMode.None ? 8 : 3)
                    {
                        Check(rounds, order, count, longest);
                    }
                }
            }
        }

        void Check(int rounds, XteaByteOrder order, int count, int longest)
        {
            int[] lengths = [.. Enumerable.Range(0, count)
                .Select(i => i % 3 == 1 ? 0 : i % 3 == 0 ? longest : Math.Min(longest, 8))];
            byte[] source = Pattern.Bytes(lengths.Sum(), count), keys = Pattern.Bytes(16 * count, longest);
            using Xtea one = new(Key, order, rounds / 2);
            Xtea[] ciphers = [.. Enumerable.Range(0, count).Select(i => new Xtea(keys.AsSpan(16 * i, 16), order, rounds / 2))];
            int[] padded = [.. lengths.Select(n => one.GetCiphertextLengthEcb(n, padding))], plaintextLengths = new int[count];
            List<byte> expectedOne = [], expectedOwn = [];
            ReadOnlyMemory<byte>[] sources = new ReadOnlyMemory<byte>[count];
            Memory<byte>[] destinations = new Memory<byte>[count];
            for (int i = 0, o = 0; i < count; o += lengths[i++])
            {
                sources[i] = source.AsMemory(o, lengths[i]);
                destinations[i] = new byte[padded[i] + 3].AsMemory(2, padded[i]);
                expectedOne.AddRange(Plain(Key, sources[i].Span, padded[i]));
                expectedOwn.AddRange(Plain(keys[(16 * i)..(16 * (i + 1))], sources[i].Span, padded[i]));
            }

            string What(string what) => $"{what}: {count} packets of {longest} bytes, {padding}, {rounds} rounds, {order}";
            Guarded destination = new(padded.Sum());
            Assert.Equal(padded.Sum(), one.EncryptMany(Messages.Packed(source, lengths), destination.Span, padding));
            Digests.Equal([.. expectedOne], destination.Span, () => What("one key"));
            one.DecryptMany(Messages.Packed(destination.Span, padded), destination.Span, plaintextLengths, padding);
            Assert.Equal(padding == PaddingMode.Zeros ? padded : lengths, plaintextLengths);
            Assert.Equal(padded.Sum(),
                Xtea.EncryptMany(Xtea.KeyPerPacket(keys, order, rounds / 2), Messages.Packed(source, lengths),
                    destination.Span, padding));
            Digests.Equal([.. expectedOwn], destination.Span, () => What("separate keys"));
            Xtea.DecryptMany(Xtea.KeyPerPacket(keys, order, rounds / 2), Messages.Packed(destination.Span, padded),
                destination.Span, plaintextLengths, padding);
            Assert.Equal(padding == PaddingMode.Zeros ? padded : lengths, plaintextLengths);
            for (int i = 0, o = 0, p = 0; i < count; o += lengths[i], p += padded[i++])
            {
                Digests.Equal(source.AsSpan(o, lengths[i]), destination.Span.Slice(p, lengths[i]), () =>
                    What("separate keys, decrypted"));
            }
            destination.CheckMargins(() => What("packed"));

            Xtea.EncryptMany(ciphers, sources, destinations, padding);
            Digests.Equal([.. expectedOwn], destinations.SelectMany(d => d.ToArray()).ToArray(), () =>
                What("scattered, own keys"));
            Xtea.DecryptMany(ciphers, Same(destinations), destinations);
            one.EncryptMany(Same(destinations), destinations);
            Digests.Equal([.. expectedOne], destinations.SelectMany(d => d.ToArray()).ToArray(), () =>
                What("scattered, one key"));
            Assert.All(destinations, d =>
                Assert.True(System.Runtime.InteropServices.MemoryMarshal.TryGetArray(d, out ArraySegment<byte> a)
                    && a.Array![0] == 0 && a.Array[1] == 0 && a.Array[^1] == 0, What("scattered, margins")));

            byte[] Plain(byte[] key, ReadOnlySpan<byte> plain, int length)
            {
                byte[] result = new byte[length];
                result.AsSpan().Fill((byte)(padding == PaddingMode.PKCS7 ? length - plain.Length : 0));
                plain.CopyTo(result);
                PlainXtea.Encrypt(key, rounds, order == XteaByteOrder.BigEndian, result, result);
                return result;
            }
        }
    }

    [Fact]
    public void WrongPaddingOfOnePacketDoesNotChangeTheOthers()
    {
        using Xtea xtea = new(Key);
        byte[] ciphertext = [.. xtea.EncryptEcb([1, 2, 3], PaddingMode.PKCS7), .. xtea.EncryptEcb(new byte[16], PaddingMode.None),
            .. xtea.EncryptEcb([4, 5], PaddingMode.PKCS7)];
        int[] plaintextLengths = new int[3];
        byte[] plaintext = new byte[32];
        plaintext.AsSpan().Fill(7);
        Assert.Equal(32, xtea.DecryptMany(Messages.Packed(ciphertext, [8, 16, 8]), plaintext, plaintextLengths,
            PaddingMode.PKCS7));
        Assert.Equal([3, -1, 2], plaintextLengths);
        Assert.Equal([1, 2, 3], plaintext.AsSpan(0, 3).ToArray());
        Assert.Equal(new byte[16], plaintext.AsSpan(8, 16).ToArray());
        Assert.Equal([4, 5], plaintext.AsSpan(24, 2).ToArray());
    }

    [Fact]
    public void PlaintextLengthsMayReplaceThePacketLengths()
    {
        using Xtea xtea = new(Key);
        byte[] block = xtea.EncryptEcb([1, 2, 3], PaddingMode.PKCS7);
        foreach (int count in new[] { 1, 2, 3, 100 })
        {
            byte[] ciphertext = [.. Enumerable.Repeat(block, count).SelectMany(b => b)],
                keys = [.. Enumerable.Repeat(Key, count).SelectMany(k => k)];
            int[] lengths = [.. Enumerable.Repeat(8, count + 1)];
            ParallelOptions options = new();
            // If there is only one length, spans that are shifted by one element do not overlap.
            if (count > 1) Shifted();
            Assert.All(lengths, n => Assert.Equal(8, n));
            Same((l, p) => xtea.DecryptMany(Messages.Packed(ciphertext, l.Span), new byte[8 * count], p.Span, PaddingMode.PKCS7));
            Same((l, p) =>
                Xtea.DecryptMany(Xtea.KeyPerPacket(keys), Messages.Packed(ciphertext, l.Span), new byte[8 * count], p.Span,
                    PaddingMode.PKCS7));
            Same((l, p) =>
                xtea.DecryptMany(MemoryMessages.Packed(ciphertext, l), new byte[8 * count], options, p, PaddingMode.PKCS7));

            void Shifted()
            {
                Assert.Throws<ArgumentException>("plaintextLengths", () =>
                    xtea.DecryptMany(Messages.Packed(ciphertext, lengths.AsSpan(1)), new byte[8 * count],
                        lengths.AsSpan(0, count), PaddingMode.PKCS7));
                Assert.Throws<ArgumentException>("plaintextLengths", () =>
                    Xtea.DecryptMany(Xtea.KeyPerPacket(keys), Messages.Packed(ciphertext, lengths.AsSpan(0, count)),
                        new byte[8 * count], lengths.AsSpan(1), PaddingMode.PKCS7));
                Assert.Throws<ArgumentException>("plaintextLengths", () =>
                    xtea.DecryptMany(MemoryMessages.Packed(ciphertext, lengths.AsMemory(0, count)), new byte[8 * count], options,
                        lengths.AsMemory(1), PaddingMode.PKCS7));
            }

            void Same(Action<ReadOnlyMemory<int>, Memory<int>> decrypt)
            {
                int[] own = [.. Enumerable.Repeat(8, count)];
                decrypt(own, own);
                Assert.All(own, n => Assert.Equal(3, n));
            }
        }
    }

    [Fact]
    public void InvalidListsAreRejectedBeforeAnythingIsWritten()
    {
        using Xtea xtea = new(Key);
        byte[] source = new byte[64];
        Guarded destination = new(64);
        Assert.Throws<ArgumentException>("source", () => xtea.EncryptMany(Messages.Packed(source, [8, 16]), destination.Span));
        Assert.Throws<ArgumentException>("source", () =>
            xtea.EncryptMany(Messages.Packed(source, [int.MaxValue / 8 * 8, int.MaxValue / 8 * 8, int.MaxValue / 8 * 8]),
                destination.Span));
        // The sum of these lengths equals the source length only because of a 32-bit overflow.
        int[] around = [1 << 30, 1 << 30, 1 << 30, 1 << 30, 64];
        Assert.Throws<ArgumentException>("source", () => xtea.EncryptMany(Messages.Packed(source, around), destination.Span));
        Assert.Throws<ArgumentException>("source", () =>
            Xtea.DecryptMany(Xtea.KeyPerPacket(new byte[16 * around.Length]), Messages.Packed(source, around), destination.Span));
        Assert.Throws<ArgumentOutOfRangeException>("messageLengths", () =>
            xtea.EncryptMany(Messages.Packed(source, [72, -8]), destination.Span));
        Assert.Throws<ArgumentException>("packets", () => xtea.EncryptMany(Messages.Packed(source, [60, 4]), destination.Span));
        Assert.Throws<CryptographicException>(() => xtea.DecryptMany(Messages.Packed(source, [60, 4]), destination.Span));
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptMany(Messages.Packed(source, [64]), destination.Span, PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("plaintextLengths", () =>
            xtea.DecryptMany(Messages.Packed(source, [64]), destination.Span, new int[2], PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("keys", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(new byte[16]), Messages.Packed(source, [32, 32]), destination.Span));
        Assert.Throws<ArgumentException>("keys", () =>
            Xtea.DecryptMany(Xtea.KeyPerPacket(new byte[33]), Messages.Packed(source, [32, 32]), destination.Span));
        foreach (int[] lengths in (int[][])[[64], [32, 32], [0]])
        {
            byte[] text = source[..lengths.Sum()];
            foreach (PaddingMode padding in (PaddingMode[])[PaddingMode.None, PaddingMode.PKCS7])
            {
                Assert.Throws<ArgumentException>("keys", () =>
                    Xtea.EncryptMany(default(CipherKeys), Messages.Packed(text, lengths), new byte[128], padding));
                Assert.Throws<ArgumentException>("keys", () =>
                    Xtea.EncryptMany((Xtea[])[], Of([.. lengths.Select(n => new byte[n])]), [new byte[128]], padding));
            }
        }

        Assert.Throws<ArgumentOutOfRangeException>("cycles", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(new byte[16], XteaByteOrder.BigEndian, 0), Messages.Packed(source, [64]),
                destination.Span));
        destination.CheckUntouched(0, () => "bad lists");

        byte[] buffer = Pattern.Bytes(128), before = [.. buffer];
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptMany(Messages.Packed(buffer.AsSpan(0, 64), [64]), buffer.AsSpan(8, 64)));
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptMany(Messages.Packed(buffer.AsSpan(0, 60), [60]), buffer.AsSpan(0, 64), PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("destination", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(buffer.AsMemory(56, 16)), Messages.Packed(new byte[64], [64]),
                buffer.AsSpan(0, 64)));
        Assert.Equal(before, buffer);
    }

    [Fact]
    public void APacketOfOneBlockIsCheckedLikeManyPackets()
    {
        // A single packet is processed by a separate code path without lists.
        Xtea xtea = new(Key);
        byte[] buffer = Pattern.Bytes(64), before = [.. buffer], key = Pattern.Bytes(16), one = [8, 0, 0, 0, 0, 0, 0, 0];
        ArraySegment<byte> S(int offset, int count) => new(buffer, offset, count);
        Assert.Throws<ArgumentException>("destination", () => xtea.EncryptMany(Messages.Packed(S(0, 8), [8]), S(4, 8)));
        Assert.Throws<ArgumentException>("destination", () => xtea.DecryptMany(Messages.Packed(S(4, 8), [8]), S(0, 8)));
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptMany(Messages.Packed(S(0, 5), [5]), S(0, 8), PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("destination", () => xtea.EncryptMany(Messages.Packed(S(0, 8), [8]), S(32, 7)));
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptMany(Messages.Packed(S(0, 5), [5]), S(32, 7), PaddingMode.Zeros));
        Assert.Throws<ArgumentException>("destination", () => xtea.EncryptMany(
            Messages.Packed(S(0, 8), MemoryMarshal.Cast<byte, int>(one.AsSpan())), one));
        Assert.Throws<ArgumentException>("source", () => xtea.EncryptMany(Messages.Packed(S(0, 8), [16]), S(32, 16)));
        Assert.Throws<ArgumentException>("source", () =>
            xtea.EncryptMany(Messages.Packed(S(0, 5), [4]), S(32, 8), PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("packets", () => xtea.EncryptMany(Messages.Packed(S(0, 5), [5]), S(32, 8)));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () =>
            xtea.EncryptMany(Messages.Packed(S(0, 8), [8]), S(32, 8), (PaddingMode)9));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () =>
            xtea.DecryptMany(Messages.Packed(S(0, 8), [8]), S(32, 8), new int[1], 0));
        Assert.Throws<ArgumentException>("plaintextLengths", () =>
            xtea.DecryptMany(Messages.Packed(S(0, 8), [8]), S(32, 8), new int[2], PaddingMode.PKCS7));
        Assert.Throws<ArgumentException>("destination", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(key), Messages.Packed(S(0, 8), [8]), S(4, 8)));
        Assert.Throws<ArgumentException>("destination", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(S(36, 16)), Messages.Packed(S(0, 8), [8]), S(32, 16)));
        Assert.Throws<ArgumentException>("keys", () =>
            Xtea.DecryptMany(Xtea.KeyPerPacket(key.AsMemory(0, 15)), Messages.Packed(S(0, 8), [8]), S(32, 8)));
        Assert.Throws<ArgumentOutOfRangeException>("cycles", () =>
            Xtea.DecryptMany(Xtea.KeyPerPacket(key, XteaByteOrder.BigEndian, 130), Messages.Packed(S(0, 8), [8]), S(32, 8)));
        Assert.Throws<ArgumentOutOfRangeException>("byteOrder", () =>
            Xtea.EncryptMany(Xtea.KeyPerPacket(key, (XteaByteOrder)7), Messages.Packed(S(0, 8), [8]), S(32, 8)));
        Assert.Throws<ArgumentException>("destinations", () => xtea.EncryptMany(Of(S(0, 8)), [S(4, 8)]));
        Assert.Throws<ArgumentException>("destinations", () => xtea.DecryptMany(Of(S(0, 8)), [S(32, 7)]));
        Assert.Throws<ArgumentException>("keys", () => Xtea.EncryptMany((Xtea[])[null!], Of(S(0, 8)), [S(0, 8)]));
        xtea.Dispose();
        Assert.Throws<ObjectDisposedException>(() => xtea.EncryptMany(Messages.Packed(S(0, 8), [8]), S(32, 8)));
        Assert.Throws<ObjectDisposedException>(() => xtea.DecryptMany(Of(S(0, 8)), [S(0, 8)]));
        Assert.Throws<ObjectDisposedException>(() => Xtea.DecryptMany((Xtea[])[xtea], Of(S(0, 8)), [S(0, 8)]));
        Assert.Equal(before, buffer);
    }

    [Fact]
    public void OverlappingScatteredPacketsAreRejectedBeforeAnythingIsWritten()
    {
        using Xtea xtea = new(Key);
        byte[] a = Pattern.Bytes(256), b = Pattern.Bytes(64), before = [.. a];
        Memory<byte> S(int offset, int count) => a.AsMemory(offset, count);
        Refuse([S(0, 16), S(8, 16)], [S(0, 16), S(8, 16)]);
        Refuse([S(0, 16), b, S(15, 8)], [S(0, 16), b, S(15, 8)]);
        Refuse([S(64, 8), S(0, 72)], [S(64, 8), S(0, 72)]);
        Refuse([S(0, 8), S(0, 8)], [S(0, 8), S(0, 8)]);
        Refuse([S(0, 16)], [S(8, 16)]);
        Refuse([S(0, 16), S(32, 16)], [S(0, 16), S(0, 16)]);
        Refuse([S(0, 16), b], [S(100, 16), S(8, 64)]);
        Refuse([new byte[8], S(0, 16)], [S(8, 8), S(0, 16)]);
        // The last two packets are the same eight bytes at the end of the array.
        Memory<byte>[] full = [.. Enumerable.Range(0, 16).Select(i => S(128 + (8 * i), 8)), S(248, 8)];
        Refuse(Same(full), full);
        Assert.Equal(before, a);
        Assert.Throws<ArgumentException>("destinations", () => xtea.EncryptMany(Of(S(0, 8)), [S(0, 8), S(8, 8)]));
        Assert.Throws<ArgumentException>("destinations", () => xtea.EncryptMany(Of(S(0, 8)), [S(8, 7)]));
        Assert.Throws<ArgumentException>("keys", () =>
            Xtea.EncryptMany((Xtea[])[xtea], Of(S(0, 8), S(8, 8)), [S(0, 8), S(8, 8)]));
        using Xtea other = new(Key, cycles: 16);
        Assert.Throws<ArgumentException>("keys", () =>
            Xtea.EncryptMany((Xtea[])[xtea, other], Of(S(0, 8), S(8, 8)), [S(0, 8), S(8, 8)]));
        Assert.Equal(before, a);

        // Adjacent packets, packets in another order, and two packets with the same source do not overlap.
        xtea.EncryptMany(Of(S(16, 16), S(0, 16)), [S(16, 16), S(0, 16)]);
        xtea.EncryptMany(Of(S(32, 16), S(32, 16)), [S(64, 16), S(80, 16)]);
        Assert.Equal(a.AsSpan(64, 16).ToArray(), a.AsSpan(80, 16).ToArray());

        void Refuse(ReadOnlyMemory<byte>[] sources, Memory<byte>[] destinations) =>
            Assert.Throws<ArgumentException>(nameof(destinations), () => xtea.EncryptMany(sources, destinations));
    }

    [Fact]
    public void OverlapsAreFoundInAnyOrderAndInAnyBuffers()
    {
        Random random = Seed.For();
        using Xtea xtea = new(Key);
        for (int round = 0; round < 3000; round++)
        {
            // Each packet is a segment of one of a few buffers. Sometimes two packets share a byte. There are at least two
            // packets, because for a single packet, the library checks only the bytes that it writes instead of the whole
            // destination.
            int count = random.Next(2, 40), buffers = random.Next(1, count + 2), apart = random.Next(3);
            byte[][] all = [.. Enumerable.Range(0, buffers).Select(_ => new byte[16 * (3 * count + 1)])];
            int[] cells = [.. Enumerable.Range(0, 2 * count * buffers)];
            if (random.Next(2) == 0) random.Shuffle(cells);
            (int Buffer, int Start, int Length)[] ranges = [.. cells.Take(2 * count).Select(cell => (
                cell % buffers, (16 * (cell / buffers)) + (random.Next(100) == 0 ? random.Next(9) : 0),
                random.Next(9) == 0 ? 0 : 8))];
            (int Buffer, int Start, int Length)[] from = ranges[..count], to = ranges[count..];
            for (int i = 0; i < count; i++)
            {
                if (apart == 0 || (apart == 1 && i < count / 2)) from[i] = to[i];
                to[i].Length += 8;
                from[i].Length = Math.Min(from[i].Length, to[i].Length);
            }

            bool overlap = false;
            for (int i = 0; i < count; i++)
            {
                overlap |= Overlap(from[i], to[i]) && (from[i].Buffer, from[i].Start) != (to[i].Buffer, to[i].Start);
                for (int j = 0; j < count; j++) overlap |= i != j && (Overlap(to[i], to[j]) || Overlap(to[i], from[j]));
            }

            ReadOnlyMemory<byte>[] sources = [.. from.Select(x => (ReadOnlyMemory<byte>)Of(x))];
            Check(overlap, () => xtea.EncryptMany(sources, [.. to.Select(Of)]));

            // Keys follow the segments in a buffer, and sometimes overlap the end of the last segment or of a source.
            (int Buffer, int Start, int Length) keys = (random.Next(buffers), (16 * (2 * count + 1)) - random.Next(40),
                16 * count);
            Check(
                overlap || to.Any(range => Overlap(range, keys)),
                () => Xtea.EncryptMany(Xtea.KeyPerPacket(Of(keys)), sources, [.. to.Select(Of)]));

            static void Check(bool overlap, Action encrypt)
            {
                Exception? thrown = Record.Exception(encrypt);
                if (overlap) Assert.Equal("destinations", Assert.IsType<ArgumentException>(thrown).ParamName);
                else Assert.Null(thrown);
            }

            Memory<byte> Of((int Buffer, int Start, int Length) x) => all[x.Buffer].AsMemory(x.Start, x.Length);
        }

        static bool Overlap((int Buffer, int Start, int Length) a, (int Buffer, int Start, int Length) b) =>
            a.Buffer == b.Buffer && a.Start < b.Start + b.Length && b.Start < a.Start + a.Length && a.Length > 0 && b.Length > 0;
    }

    private static ReadOnlyMemory<byte>[] Of(params ReadOnlyMemory<byte>[] packets) => packets;

    private static ReadOnlyMemory<byte>[] Same(Memory<byte>[] buffers) => [.. buffers];
}
