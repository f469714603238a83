using System.Security.Cryptography;
using Lanewise.Ciphers;

namespace Lanewise;

/// <summary>
/// A cipher of this library as a <see cref="SymmetricAlgorithm"/>, for <see cref="CryptoStream"/> and code written to the
/// base library: modes ECB and CBC (the default), all paddings, one message at a time.
/// </summary>
public abstract class LanewiseSymmetricAlgorithm : SymmetricAlgorithm
{
    private protected LanewiseSymmetricAlgorithm(int blockSizeInBits, int keySizeInBits)
    {
        LegalBlockSizesValue = [new KeySizes(blockSizeInBits, blockSizeInBits, 0)];
        LegalKeySizesValue = [new KeySizes(keySizeInBits, keySizeInBits, 0)];
        BlockSizeValue = blockSizeInBits;
        KeySizeValue = keySizeInBits;
        FeedbackSizeValue = blockSizeInBits;
        ModeValue = CipherMode.CBC;
        PaddingValue = PaddingMode.PKCS7;
    }

    /// <inheritdoc/>
    public override CipherMode Mode
    {
        get => base.Mode;
        set
        {
            if (value is not (CipherMode.ECB or CipherMode.CBC))
            {
                throw new CryptographicException($"The mode must be ECB or CBC; {value} is not there. CTR is a method of {nameof(LanewiseCipher)}.");
            }

            base.Mode = value;
        }
    }

    /// <summary>The tweak of what comes, as a number; 0 where the cipher has none.</summary>
    private protected UInt128 TweakValue { get; set; }

    /// <inheritdoc/>
    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) => Transform(rgbKey, rgbIV, encrypting: true);

    /// <inheritdoc/>
    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) => Transform(rgbKey, rgbIV, encrypting: false);

    /// <inheritdoc/>
    public override void GenerateIV() => IVValue = RandomNumberGenerator.GetBytes(BlockSizeValue / 8);

    /// <inheritdoc/>
    public override void GenerateKey()
    {
        CryptographicOperations.ZeroMemory(KeyValue);
        KeyValue = RandomNumberGenerator.GetBytes(KeySizeValue / 8);
    }

    private protected abstract LanewiseCipher Create(ReadOnlySpan<byte> key);

    /// <inheritdoc/>
    protected override bool TryEncryptEcbCore(
        ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryEncrypt(TweakValue, default, plaintext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryDecryptEcbCore(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryDecrypt(TweakValue, default, ciphertext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryEncryptCbcCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryEncrypt(TweakValue, iv, plaintext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryDecryptCbcCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryDecrypt(TweakValue, iv, ciphertext, destination, paddingMode, out bytesWritten);
    }

    // The base class makes a random key when none was set.
    private LanewiseCipher OwnKey()
    {
        if (KeyValue is null) GenerateKey();
        return Create(KeyValue);
    }

    private CipherTransform Transform(byte[] rgbKey, byte[]? rgbIV, bool encrypting)
    {
        ArgumentNullException.ThrowIfNull(rgbKey);
        bool chained = Mode == CipherMode.CBC;
        if (chained && rgbIV?.Length != BlockSizeValue / 8)
        {
            throw new ArgumentException(
                LanewiseCipher.Text($"The initialization vector must be one block of {BlockSizeValue / 8} bytes; it has {rgbIV?.Length ?? 0}."),
                nameof(rgbIV));
        }

        return new CipherTransform(Create(rgbKey), TweakValue, encrypting, chained ? rgbIV : default, Padding);
    }
}
