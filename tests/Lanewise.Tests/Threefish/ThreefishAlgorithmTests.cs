using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests the .NET adapter of Threefish. Streams that are split at arbitrary positions must produce the same output as the cipher
/// itself.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class ThreefishAlgorithmTests
{
    public static TheoryData<int> Sizes => [256, 512, 1024];

    public static TheoryData<int, CipherMode, PaddingMode> Modes
    {
        get
        {
            TheoryData<int, CipherMode, PaddingMode> data = [];
            foreach (int bits in new[] { 256, 512, 1024 })
            {
                data.Add(bits, CipherMode.ECB, PaddingMode.PKCS7);
                data.Add(bits, CipherMode.CBC, PaddingMode.PKCS7);
                data.Add(bits, CipherMode.CBC, PaddingMode.ANSIX923);
                data.Add(bits, CipherMode.CBC, PaddingMode.None);
                data.Add(bits, CipherMode.ECB, PaddingMode.Zeros);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void StreamsEqualTheCipher(int bits, CipherMode mode, PaddingMode padding)
    {
        int n = bits / 8;
        byte[] tweak = Pattern.Bytes(16, 3);
        using ThreefishAlgorithm algorithm = new(bits) { Mode = mode, Padding = padding, Tweak = tweak };
        using ThreefishCipher cipher = Create(bits, algorithm.Key);
        byte[] iv = algorithm.IV;
        foreach (int length in (int[])[0, n, 2 * n, 3 * n, 8 * n, 1000, 1024, 20_000])
        {
            if (padding == PaddingMode.None && length % n != 0) continue;

            byte[] plain = Pattern.Bytes(length), expected = new byte[cipher.GetCiphertextLengthEcb(length, padding)],
                decrypted = new byte[expected.Length];
            if (mode == CipherMode.ECB) cipher.EncryptEcb(plain, expected, padding, tweak);
            else cipher.EncryptCbc(plain, iv, expected, padding, tweak);
            int rest = mode == CipherMode.ECB
                ? cipher.DecryptEcb(expected, decrypted, padding, tweak)
                : cipher.DecryptCbc(expected, iv, decrypted, padding, tweak);
            decrypted = decrypted[..rest];

            Assert.Equal(expected, mode == CipherMode.ECB ? algorithm.EncryptEcb(plain, padding) : algorithm.EncryptCbc(plain,
                iv, padding));
            Assert.Equal(decrypted, mode == CipherMode.ECB ? algorithm.DecryptEcb(expected,
                padding) : algorithm.DecryptCbc(expected, iv, padding));
            byte[] buffer = new byte[expected.Length + 9];
            int written;
            Assert.True(mode == CipherMode.ECB
                ? algorithm.TryEncryptEcb(plain, buffer, padding, out written)
                : algorithm.TryEncryptCbc(plain, iv, buffer, out written, padding));
            Assert.Equal(expected, buffer[..written]);
            if (expected.Length > 0)
            {
                Assert.False(mode == CipherMode.ECB
                    ? algorithm.TryEncryptEcb(plain, new byte[expected.Length - 1], padding, out written)
                    : algorithm.TryEncryptCbc(plain, iv, new byte[expected.Length - 1], out written, padding));
                Assert.Equal(0, written);
            }

            foreach (int cut in (int[])[1, n - 1, n, 100, 4096])
            {
                Assert.Equal(expected, Through(algorithm.CreateEncryptor(), plain, cut));
                Assert.Equal(decrypted, Through(algorithm.CreateDecryptor(), expected, cut));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void ATransformCanBeReusedAfterWrongPadding(int bits)
    {
        // The key is fixed, because for about one key in 256, the modified ciphertext has valid padding.
        using ThreefishAlgorithm algorithm = new(bits) { Key = Pattern.Bytes(bits / 8), IV = Pattern.Bytes(bits / 8, 7) };
        using ICryptoTransform encryptor = algorithm.CreateEncryptor(), decryptor = algorithm.CreateDecryptor();
        byte[] plain = Pattern.Bytes(2 * bits), first = encryptor.TransformFinalBlock(plain, 0, plain.Length);
        Assert.Equal(first, encryptor.TransformFinalBlock(plain, 0, plain.Length));
        Assert.Equal(plain, decryptor.TransformFinalBlock(first, 0, first.Length));
        byte[] wrong = [.. first], output = new byte[first.Length];
        wrong[^1] ^= 1;
        int n = bits / 8, most = wrong.Length - n;
        Assert.Equal(most - n, decryptor.TransformBlock(wrong, 0, most, output, 0));
        Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(wrong, most, n));
        Assert.Equal(plain, decryptor.TransformFinalBlock(first, 0, first.Length));
    }

    [Fact]
    public void TheTweakIsCopiedAndTransformsKeepTheirTweak()
    {
        byte[] tweak = Pattern.Bytes(16, 9), text = Pattern.Bytes(64);
        using ThreefishAlgorithm algorithm = new() { Mode = CipherMode.ECB, Padding = PaddingMode.None, Tweak = tweak };
        using Threefish512 cipher = new(algorithm.Key);
        byte[] expected = new byte[64], zeros = new byte[64];
        cipher.EncryptEcb(text, expected, PaddingMode.None, tweak);
        cipher.EncryptEcb(text, zeros, PaddingMode.None);
        using ICryptoTransform encryptor = algorithm.CreateEncryptor();
        algorithm.Tweak[0] ^= 1;
        tweak[0] ^= 1;
        Assert.Equal(expected, algorithm.EncryptEcb(text, PaddingMode.None));
        algorithm.Tweak = new byte[16];
        Assert.Equal(zeros, algorithm.EncryptEcb(text, PaddingMode.None));
        Assert.Equal(expected, encryptor.TransformFinalBlock(text, 0, 64));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void InvalidSettingsAreRejected(int bits)
    {
        int n = bits / 8;
        using ThreefishAlgorithm algorithm = new(bits);
        Assert.Equal(bits, algorithm.KeySize);
        Assert.Equal(bits, algorithm.BlockSize);
        Assert.Equal(n, algorithm.Key.Length);
        Assert.Equal(n, algorithm.IV.Length);
        Assert.Throws<CryptographicException>(() => algorithm.Mode = CipherMode.CFB);
        Assert.Throws<CryptographicException>(() => algorithm.Key = new byte[n - 1]);
        Assert.Throws<CryptographicException>(() => algorithm.IV = new byte[n + 1]);
        Assert.Throws<ArgumentException>("value", () => algorithm.Tweak = new byte[15]);
        Assert.Throws<ArgumentNullException>("value", () => algorithm.Tweak = null!);
        Assert.Throws<ArgumentException>("rgbKey", () => algorithm.CreateEncryptor(new byte[n + 8], new byte[n]));
        Assert.Throws<ArgumentException>("rgbIV", () => algorithm.CreateEncryptor(new byte[n], new byte[n - 1]));
        Assert.Throws<CryptographicException>(() => algorithm.CreateDecryptor(new byte[n], null));
        using ICryptoTransform decryptor = algorithm.CreateDecryptor();
        Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(new byte[n + 1], 0, n + 1));
    }

    [Fact]
    public void OnlyThreeBlockSizesAreAccepted()
    {
        foreach (int bits in new[] { 0, 128, 511, 2048 })
        {
            Assert.Throws<ArgumentOutOfRangeException>("blockSizeInBits", () => new ThreefishAlgorithm(bits));
        }
    }

    private static ThreefishCipher Create(int bits, byte[] key) => bits switch
    {
        256 => new Threefish256(key),
        512 => new Threefish512(key),
        _ => new Threefish1024(key),
    };

    private static byte[] Through(ICryptoTransform transform, byte[] input, int cut)
    {
        using MemoryStream output = new();
        using (CryptoStream stream = new(output, transform, CryptoStreamMode.Write))
        {
            for (int o = 0; o < input.Length; o += cut) stream.Write(input, o, Math.Min(cut, input.Length - o));
        }

        transform.Dispose();
        return output.ToArray();
    }
}
