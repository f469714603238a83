using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests the .NET adapter of XTEA. Streams that are split at arbitrary positions must produce the same output as the cipher
/// itself.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class XteaAlgorithmTests
{
    [Theory]
    [InlineData(CipherMode.ECB, PaddingMode.PKCS7)]
    [InlineData(CipherMode.CBC, PaddingMode.PKCS7)]
    [InlineData(CipherMode.CBC, PaddingMode.ANSIX923)]
    [InlineData(CipherMode.CBC, PaddingMode.None)]
    [InlineData(CipherMode.ECB, PaddingMode.Zeros)]
    public void StreamsEqualTheOneShot(CipherMode mode, PaddingMode padding)
    {
        using XteaAlgorithm algorithm = new(XteaByteOrder.LittleEndian) { Mode = mode, Padding = padding };
        using Xtea xtea = new(algorithm.Key, XteaByteOrder.LittleEndian);
        foreach (int length in (int[])[0, 8, 16, 24, 64, 1000, 1008, 8192, 20_000])
        {
            if (padding == PaddingMode.None && length % 8 != 0) continue;

            byte[] plain = Pattern.Bytes(length),
                expected = mode == CipherMode.ECB
                ? xtea.EncryptEcb(plain, padding)
                : xtea.EncryptCbc(plain, algorithm.IV, padding);
            Assert.Equal(expected, mode == CipherMode.ECB ? algorithm.EncryptEcb(plain, padding) : algorithm.EncryptCbc(plain,
                algorithm.IV, padding));
            byte[] decrypted = mode == CipherMode.ECB
                ? xtea.DecryptEcb(expected, padding)
                : xtea.DecryptCbc(expected, algorithm.IV, padding);
            foreach (int cut in (int[])[1, 7, 8, 100, 4096])
            {
                Assert.Equal(expected, Through(algorithm.CreateEncryptor(), plain, cut));
                Assert.Equal(decrypted, Through(algorithm.CreateDecryptor(), expected, cut));
            }
        }
    }

    [Fact]
    public void ATransformCanBeUsedAgain()
    {
        using XteaAlgorithm algorithm = new();
        using ICryptoTransform encryptor = algorithm.CreateEncryptor(), decryptor = algorithm.CreateDecryptor();
        byte[] plain = Pattern.Bytes(50), first = encryptor.TransformFinalBlock(plain, 0, plain.Length);
        Assert.Equal(first, encryptor.TransformFinalBlock(plain, 0, plain.Length));
        Assert.Equal(plain, decryptor.TransformFinalBlock(first, 0, first.Length));
        Assert.Equal(plain, decryptor.TransformFinalBlock(first, 0, first.Length));
    }

    [Fact]
    public void InvalidSettingsAreRejected()
    {
        using XteaAlgorithm algorithm = new();
        Assert.Equal(128, algorithm.KeySize);
        Assert.Equal(64, algorithm.BlockSize);
        Assert.Throws<CryptographicException>(() => algorithm.Mode = CipherMode.CFB);
        Assert.Throws<CryptographicException>(() => algorithm.Key = new byte[8]);
        Assert.Throws<CryptographicException>(() => algorithm.IV = new byte[7]);
        Assert.Throws<ArgumentException>(() => algorithm.CreateEncryptor(new byte[16], new byte[7]));
        Assert.Throws<ArgumentOutOfRangeException>("cycles", () => new XteaAlgorithm(cycles: 65));
        algorithm.Padding = PaddingMode.PKCS7;
        using ICryptoTransform decryptor = algorithm.CreateDecryptor();
        Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(new byte[9], 0, 9));
    }

    private static byte[] Through(ICryptoTransform transform, byte[] input, int cut)
    {
        using MemoryStream output = new();
        using (CryptoStream stream = new(output, transform, CryptoStreamMode.Write))
        {
            for (int o = 0; o < input.Length; o += cut) stream.Write(input, o, Math.Min(cut, input.Length - o));
        }

        return output.ToArray();
    }
}
