using System.Security.Cryptography;
using Lanewise.Ciphers;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the guarantees of the one-shot cipher methods about lengths, overlapping buffers, padding and
/// errors.</summary>
public sealed class XteaContractTests
{
    private static readonly byte[] Key = Convert.FromHexString("0123456712345678234567893456789a");
    private static readonly byte[] Iv = Convert.FromHexString("fedcba9876543210");

    public static TheoryData<PaddingMode> Paddings =>
        [PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.ISO10126, PaddingMode.Zeros];

    [Theory]
    [MemberData(nameof(Paddings))]
    public void EveryCiphertextDecryptsToItsPlaintext(PaddingMode padding)
    {
        using Xtea xtea = new(Key, XteaByteOrder.LittleEndian);
        foreach (int length in Enumerable.Range(0, 70).Concat([1015, 1016, 1017, 1023, 1024, 1025, 4095, 4096, 4097, 20_000]))
        {
            byte[] plain = Pattern.Bytes(length, 1);
            if (padding == PaddingMode.Zeros && length > 0) plain[^1] = 1;
            byte[] ecb = xtea.EncryptEcb(plain, padding), cbc = xtea.EncryptCbc(plain, Iv, padding);
            Assert.Equal(xtea.GetCiphertextLengthEcb(length, padding), ecb.Length);
            Assert.Equal(xtea.GetCiphertextLengthCbc(length, padding), cbc.Length);
            Assert.Equal(padding == PaddingMode.Zeros ? (length + 7) / 8 * 8 : (length / 8 * 8) + 8, ecb.Length);
            byte[] expected = padding == PaddingMode.Zeros ? [.. plain, .. new byte[ecb.Length - length]] : plain;
            Assert.Equal(expected, xtea.DecryptEcb(ecb, padding));
            Assert.Equal(expected, xtea.DecryptCbc(cbc, Iv, padding));

            // Encrypts in place, in a buffer of exactly the required length, and then decrypts the result.
            byte[] buffer = new byte[ecb.Length];
            plain.CopyTo(buffer, 0);
            Assert.Equal(cbc.Length, xtea.EncryptCbc(buffer.AsSpan(0, length), Iv, buffer, padding));
            if (padding != PaddingMode.ISO10126) Assert.Equal(cbc, buffer);
            Assert.Equal(expected.Length, xtea.DecryptCbc(buffer, Iv, buffer, padding));
            Assert.Equal(expected, buffer.AsSpan(0, expected.Length).ToArray());

            Guarded whole = new(cbc.Length), tooShort = new(Math.Max(0, cbc.Length - 1));
            Assert.True(xtea.TryEncryptCbc(plain, Iv, whole.Span, out int encrypted, padding));
            Assert.Equal(cbc.Length, encrypted);
            if (padding != PaddingMode.ISO10126) Digests.Equal(cbc, whole.Span, () => $"{padding}, {length} bytes, CBC");
            Assert.Equal(expected, xtea.DecryptCbc(whole.Span, Iv, padding));
            whole.CheckMargins(() => $"{padding}, {length} bytes, CBC");
            if (cbc.Length > 0)
            {
                Assert.False(xtea.TryEncryptCbc(plain, Iv, tooShort.Span, out encrypted, padding));
                Assert.Equal(0, encrypted);
                tooShort.CheckUntouched(0, () => $"{padding}, {length} bytes, CBC, destination too short");
            }

            // A destination that is as long as the plaintext is sufficient, but one that is a byte shorter is rejected.
            Guarded exact = new(expected.Length);
            Assert.True(xtea.TryDecryptEcb(ecb, exact.Span, padding, out int written));
            Assert.Equal(expected.Length, written);
            Digests.Equal(expected, exact.Span, () => $"{padding}, {length} bytes");
            exact.CheckMargins(() => $"{padding}, {length} bytes");
            if (expected.Length == 0) continue;

            Guarded shorter = new(expected.Length - 1);
            Assert.False(xtea.TryDecryptEcb(ecb, shorter.Span, padding, out written));
            Assert.Equal(0, written);
            Assert.Throws<ArgumentException>("destination", () => xtea.DecryptEcb(ecb, shorter.Span, padding));
            shorter.CheckUntouched(0, () => $"{padding}, {length} bytes, destination too short");
        }
    }

    [Theory]
    [MemberData(nameof(Paddings))]
    public void PaddingEqualsThePaddingOfDotNet(PaddingMode padding)
    {
        // Triple DES has the same block length, so its padding must be the same.
        using TripleDES other = TripleDES.Create();
        using Xtea xtea = new(Key);
        for (int length = 0; length <= 17; length++)
        {
            byte[] plain = Pattern.Bytes(length, 3);
            byte[] expected = other.DecryptEcb(other.EncryptEcb(plain, padding), PaddingMode.None),
                actual = xtea.DecryptEcb(xtea.EncryptEcb(plain, padding), PaddingMode.None);
            Assert.Equal(expected.Length, actual.Length);
            if (padding != PaddingMode.ISO10126) Assert.Equal(expected, actual);
            else if (actual.Length > 0) Assert.Equal(expected[^1], actual[^1]);
        }
    }

    [Theory]
    [MemberData(nameof(Paddings))]
    public void EveryLastByteIsAcceptedOrRejectedAsInDotNet(PaddingMode padding)
    {
        using TripleDES other = TripleDES.Create();
        using Xtea xtea = new(Key);
        foreach (byte filler in (byte[])[0, 1, 2, 4, 7, 8])
        {
            for (int last = 0; last < 256; last++)
            {
                byte[] block = [9, 9, filler, filler, filler, filler, filler, (byte)last];
                Assert.Equal(Outcome(() => other.DecryptEcb(other.EncryptEcb(block, PaddingMode.None), padding)),
                    Outcome(() => xtea.DecryptEcb(xtea.EncryptEcb(block, PaddingMode.None), padding)));
            }
        }

        static string Outcome(Func<byte[]> decrypt)
        {
            try
            {
                return Convert.ToHexString(decrypt());
            }
            catch (CryptographicException)
            {
                return "refused";
            }
        }
    }

    [Fact]
    public void WrongPaddingWritesNothing()
    {
        using Xtea xtea = new(Key);
        byte[] ciphertext = xtea.EncryptEcb(new byte[32], PaddingMode.None);
        Guarded destination = new(32);
        Assert.Throws<CryptographicException>(() => xtea.DecryptEcb(ciphertext, destination.Span, PaddingMode.PKCS7));
        Assert.Throws<CryptographicException>(() => xtea.TryDecryptCbc(ciphertext, Iv, destination.Span, out _));
        destination.CheckUntouched(0, () => "wrong padding");
    }

    [Fact]
    public void AnyOverlapGivesTheRightResult()
    {
        using Xtea xtea = new(Key);
        foreach (int length in (int[])[8, 64, 520, 1024, 4096, 9000])
        {
            foreach (int shift in (int[])[-64, -9, -8, -7, -1, 0, 1, 7, 8, 9, 64])
            {
                byte[] plain = Pattern.Bytes(length), ecb = xtea.EncryptEcb(plain, PaddingMode.None),
                    cbc = xtea.EncryptCbc(plain, Iv, PaddingMode.None), ctr = xtea.TransformCtr(plain, Iv);
                Check(plain, ecb, (s, d) => xtea.EncryptEcb(s, d, PaddingMode.None));
                Check(ecb, plain, (s, d) => xtea.DecryptEcb(s, d, PaddingMode.None));
                Check(plain, cbc, (s, d) => xtea.EncryptCbc(s, Iv, d, PaddingMode.None));
                Check(cbc, plain, (s, d) => xtea.DecryptCbc(s, Iv, d, PaddingMode.None));
                Check(plain, ctr, (s, d) => xtea.TransformCtr(s, Iv, d));
                Check(plain, xtea.EncryptEcb(plain, PaddingMode.PKCS7), (s, d) => xtea.EncryptEcb(s, d, PaddingMode.PKCS7));

                void Check(byte[] from, byte[] to, Transform transform)
                {
                    byte[] buffer = new byte[length + 8 + (2 * 64)];
                    from.CopyTo(buffer, 64);
                    transform(buffer.AsSpan(64, from.Length), buffer.AsSpan(64 + shift, to.Length));
                    Digests.Equal(to, buffer.AsSpan(64 + shift, to.Length), () => $"{length} bytes shifted by {shift}");
                }
            }
        }
    }

    [Fact]
    public void InvalidArgumentsThrowWithTheParameterName()
    {
        Assert.Throws<CryptographicException>(() => new Xtea(new byte[15]));
        Assert.Throws<CryptographicException>(() => new Xtea(new byte[17]));
        Assert.Throws<CryptographicException>(() => new Xtea([]));
        foreach (int cycles in (int[])[-2, -1, 0, 65, 66, 128, int.MaxValue])
        {
            Assert.Throws<ArgumentOutOfRangeException>("cycles", () => new Xtea(Key, cycles: cycles));
        }
        Assert.Throws<ArgumentOutOfRangeException>("byteOrder", () => new Xtea(Key, (XteaByteOrder)2));

        using Xtea xtea = new(Key);
        Guarded destination = new(32);
        Assert.Throws<ArgumentException>("plaintext", () => xtea.EncryptEcb(new byte[7], destination.Span, PaddingMode.None));
        Assert.Throws<ArgumentException>("plaintext", () => xtea.EncryptEcb(new byte[9], PaddingMode.None));
        Assert.Throws<ArgumentException>("plaintextLength", () => xtea.GetCiphertextLengthEcb(9, PaddingMode.None));
        Assert.Throws<ArgumentOutOfRangeException>("plaintextLength", () => xtea.GetCiphertextLengthEcb(-1, PaddingMode.PKCS7));
        Assert.Throws<ArgumentOutOfRangeException>("plaintextLength", () =>
            xtea.GetCiphertextLengthEcb(int.MaxValue, PaddingMode.PKCS7));
        Assert.Throws<CryptographicException>(() => xtea.DecryptEcb(new byte[7], destination.Span, PaddingMode.None));
        Assert.Throws<CryptographicException>(() => xtea.DecryptEcb(new byte[9], PaddingMode.PKCS7));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () =>
            xtea.EncryptEcb(new byte[8], destination.Span, (PaddingMode)0));
        Assert.Throws<ArgumentOutOfRangeException>("paddingMode", () =>
            xtea.DecryptEcb(new byte[8], destination.Span, (PaddingMode)6));
        Assert.Throws<ArgumentException>("destination", () => xtea.EncryptEcb(new byte[32], destination.Span, PaddingMode.PKCS7));
        Assert.False(xtea.TryEncryptEcb(new byte[32], destination.Span, PaddingMode.PKCS7, out int written));
        Assert.Equal(0, written);
        Assert.Throws<ArgumentException>("iv", () => xtea.EncryptCbc(new byte[8], new byte[7], destination.Span));
        Assert.Throws<ArgumentException>("iv", () => xtea.DecryptCbc(new byte[8], default, destination.Span));
        Assert.Throws<ArgumentException>("counter", () => xtea.TransformCtr(new byte[8], new byte[9], destination.Span));
        Assert.Throws<ArgumentException>("destination", () => xtea.TransformCtr(new byte[33], Iv, destination.Span));
        destination.CheckUntouched(0, () => "bad arguments");

        xtea.Dispose();
        Assert.Throws<ObjectDisposedException>(() => xtea.EncryptEcb(new byte[8], destination.Span, PaddingMode.None));
        Assert.Throws<ObjectDisposedException>(() => xtea.DecryptEcb(new byte[8], destination.Span, PaddingMode.None));
        Assert.Throws<ObjectDisposedException>(() => xtea.TransformCtr(new byte[8], Iv, destination.Span));
        xtea.Dispose();
    }

    [Fact]
    public void PaddingReadByWordsEqualsPaddingReadByBytes()
    {
        Random random = Seed.For();
        foreach (int size in (int[])[8, 32, 64, 128])
        {
            foreach (PaddingMode mode in (PaddingMode[])[PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.ISO10126])
            {
                for (int n = 0; n <= 255; n++)
                {
                    byte[] block = Pattern.Bytes(random, size);
                    int padding = Math.Min(n, size);
                    for (int i = size - padding; i < size; i++)
                    {
                        block[i] = (byte)(mode == PaddingMode.PKCS7 ? n : mode == PaddingMode.ANSIX923 ? 0 : block[i]);
                    }
                    block[^1] = (byte)n;
                    Assert.Equal(n > 0 && n <= size, CipherPadding.TryLength(block, mode, out int length));
                    if (n is 0 || n > size) continue;

                    Assert.Equal(n, length);

                    // Except with ISO 10126, every byte of the padding is checked. The bytes that precede the padding are not
                    // checked.
                    for (int i = 0; i < size - 1; i++)
                    {
                        block[i] ^= 0x80;
                        bool isOutside = i < size - n || mode == PaddingMode.ISO10126;
                        Assert.Equal(isOutside, CipherPadding.TryLength(block, mode, out length));
                        if (isOutside) Assert.Equal(n, length);

                        block[i] ^= 0x80;
                    }
                }
            }
        }
    }

    [Fact]
    public void DisposeWipesTheKey()
    {
        Xtea xtea = new(Key);
        Assert.Contains(xtea.Schedule.ToArray(), word => word != 0);
        ReadOnlySpan<uint> schedule = xtea.Schedule;
        xtea.Dispose();
        Assert.Equal(-1, schedule.IndexOfAnyExcept(0u));
    }

    [Fact]
    public void CallsIntoSpansAllocateNothing()
    {
        using Xtea xtea = new(Key);
        byte[] source = Pattern.Bytes(5000), destination = new byte[5008], keys = Pattern.Bytes(16 * 625);
        int[] lengths = [.. Enumerable.Repeat(8, 625)], plaintextLengths = new int[625];
        Xtea[] ciphers = [.. Enumerable.Repeat(xtea, 60)];
        Memory<byte>[] segments = [.. Enumerable.Range(0, 60).Select(i => new byte[16].AsMemory(3, 8))];
        ReadOnlyMemory<byte>[] packets = [.. segments];
        CipherKeys three = CipherKeys.Of(ciphers, 0, 3);
        Action[] calls =
        [
            () => xtea.EncryptEcb(source, destination, PaddingMode.None),
            () => xtea.EncryptEcb(source.AsSpan(0, 20), destination, PaddingMode.PKCS7),
            () => xtea.DecryptEcb(source, destination, PaddingMode.None),
            () => xtea.EncryptCbc(source, Iv, destination),
            () => xtea.DecryptCbc(source, Iv, destination, PaddingMode.None),
            () => xtea.TransformCtr(source, Iv, destination),
            () => xtea.EncryptMany(Messages.Packed(source, lengths), destination),
            () => xtea.DecryptMany(Messages.Packed(source, lengths), destination, plaintextLengths, PaddingMode.PKCS7),
            () => Xtea.EncryptMany(Xtea.KeyPerPacket(keys), Messages.Packed(source, lengths), destination),
            () => Xtea.DecryptMany(Xtea.KeyPerPacket(keys), Messages.Packed(source, lengths), destination),
            () => xtea.EncryptMany(Messages.Packed(source.AsSpan(0, 8), lengths.AsSpan(0, 1)), destination),
            () => xtea.EncryptMany(Messages.Packed(source.AsSpan(0, 24), lengths.AsSpan(0, 3)), destination, PaddingMode.PKCS7),
            () => Xtea.EncryptMany(Xtea.KeyPerPacket(keys.AsMemory(0, 16)),
                Messages.Packed(source.AsSpan(0, 8), lengths.AsSpan(0, 1)), destination),
            () => Xtea.DecryptMany(Xtea.KeyPerPacket(keys.AsMemory(0, 48)),
                Messages.Packed(source.AsSpan(0, 24), lengths.AsSpan(0, 3)), destination),
            () => xtea.EncryptMany(packets.AsSpan(0, 2), segments.AsSpan(0, 2)),
            () => Xtea.DecryptMany(three, packets.AsSpan(0, 3), segments.AsSpan(0, 3)),
            () => xtea.EncryptMany(packets, segments),
            () => Xtea.DecryptMany(ciphers, packets, segments),
        ];
        for (int i = 0; i < calls.Length; i++)
        {
            long allocated = Allocated.Least(calls[i]);
            Assert.True(allocated == 0, $"Call {i} allocates {allocated} bytes.");
        }
    }

    [Fact]
    public void CoresDoNotChangeTheResult()
    {
        using Xtea xtea = new(Key);
        foreach (int length in (int[])[0, 8, 65_536, 1_000_008])
        {
            byte[] source = Pattern.Bytes(length), expected = xtea.EncryptEcb(source, PaddingMode.None);
            foreach (int cores in (int[])[1, 2, 3, 16])
            {
                byte[] text = [.. source];
                Assert.Equal(length, xtea.EncryptEcb(text, text, new ParallelOptions { MaxDegreeOfParallelism = cores }));
                Assert.Equal(expected, text);
                Assert.Equal(length, xtea.DecryptEcb(text, text, new ParallelOptions { MaxDegreeOfParallelism = cores }));
                Assert.Equal(source, text);
            }
        }

        Assert.Throws<ArgumentNullException>("parallelOptions", () => xtea.EncryptEcb(new byte[8], new byte[8], null!));
        byte[] buffer = new byte[72];
        Assert.Throws<ArgumentException>("destination", () =>
            xtea.EncryptEcb(buffer.AsMemory(0, 64), buffer.AsMemory(8, 64), new ParallelOptions()));
        Assert.Throws<ArgumentException>("destination", () => xtea.EncryptEcb(new byte[64], new byte[56], new ParallelOptions()));
    }

    private delegate void Transform(ReadOnlySpan<byte> source, Span<byte> destination);
}
