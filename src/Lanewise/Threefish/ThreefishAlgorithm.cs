using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Kernels;
using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>Threefish as a <see cref="SymmetricAlgorithm"/>, for <see cref="CryptoStream"/> and code written to the base library.</summary>
/// <remarks>
/// Modes ECB and CBC (the default), all paddings, one tweak for all that a transform or a call handles. A block cipher alone
/// notices no changes; for messages take <see cref="ThreefishSkein"/>. Counter mode, sectors, many packets, and a key object
/// that is used again and again: <see cref="Threefish256"/>, <see cref="Threefish512"/>, <see cref="Threefish1024"/>.
/// </remarks>
/// <example>
/// <code>
/// using ThreefishAlgorithm threefish = new(512) { Key = key, Tweak = tweak };
/// byte[] ciphertext = threefish.EncryptCbc(plaintext, iv);
/// </code>
/// </example>
public sealed class ThreefishAlgorithm : SymmetricAlgorithm
{
    private byte[] tweak = new byte[ThreefishCipher.TweakSizeInBytes];

    /// <summary>A cipher with a random key and a tweak of zeros.</summary>
    /// <param name="blockSizeInBits">256, 512 or 1024: which Threefish; the key is as long.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="blockSizeInBits"/> is another number.</exception>
    public ThreefishAlgorithm(int blockSizeInBits = 512)
    {
        if (blockSizeInBits is not (256 or 512 or 1024))
        {
            throw new ArgumentOutOfRangeException(nameof(blockSizeInBits), blockSizeInBits, "A block of Threefish has 256, 512 or 1024 bits.");
        }

        LegalBlockSizesValue = [new KeySizes(blockSizeInBits, blockSizeInBits, 0)];
        LegalKeySizesValue = [new KeySizes(blockSizeInBits, blockSizeInBits, 0)];
        BlockSizeValue = blockSizeInBits;
        KeySizeValue = blockSizeInBits;
        FeedbackSizeValue = blockSizeInBits;
        ModeValue = CipherMode.CBC;
        PaddingValue = PaddingMode.PKCS7;
    }

    /// <summary>The tweak, 16 bytes; it need not be secret. Transforms keep the one with which they were made.</summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    /// <exception cref="ArgumentException">The value has another length.</exception>
    public byte[] Tweak
    {
        get => (byte[])tweak.Clone();
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            if (value.Length != ThreefishCipher.TweakSizeInBytes)
            {
                throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"A tweak has {ThreefishCipher.TweakSizeInBytes} bytes; this one has {value.Length}."), nameof(value));
            }

            tweak = (byte[])value.Clone();
        }
    }

    /// <inheritdoc/>
    public override CipherMode Mode
    {
        get => base.Mode;
        set
        {
            if (value is not (CipherMode.ECB or CipherMode.CBC))
            {
                throw new CryptographicException($"The mode must be ECB or CBC; {value} is not there. CTR and sectors are methods of {nameof(ThreefishCipher)}.");
            }

            base.Mode = value;
        }
    }

    /// <inheritdoc/>
    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) => Create(rgbKey, rgbIV, encrypting: true);

    /// <inheritdoc/>
    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) => Create(rgbKey, rgbIV, encrypting: false);

    /// <inheritdoc/>
    public override void GenerateIV() => IVValue = RandomNumberGenerator.GetBytes(BlockSizeValue / 8);

    /// <inheritdoc/>
    public override void GenerateKey()
    {
        CryptographicOperations.ZeroMemory(KeyValue);
        KeyValue = RandomNumberGenerator.GetBytes(BlockSizeValue / 8);
    }

    /// <inheritdoc/>
    protected override bool TryEncryptEcbCore(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryEncryptEcb(plaintext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryDecryptEcbCore(ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryDecryptEcb(ciphertext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryEncryptCbcCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryEncryptCbc(plaintext, iv, destination, out bytesWritten, paddingMode);
    }

    /// <inheritdoc/>
    protected override bool TryDecryptCbcCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = OwnKey();
        return cipher.TryDecryptCbc(ciphertext, iv, destination, out bytesWritten, paddingMode);
    }

    // The base class makes a random key when none was set.
    private LanewiseCipher OwnKey()
    {
        if (KeyValue is null) GenerateKey();
        return Under(KeyValue);
    }

    private LanewiseCipher Under(ReadOnlySpan<byte> key) => BlockSizeValue switch
    {
        256 => new ThreefishUnderTweak<Threefish256Spec>(key, tweak),
        512 => new ThreefishUnderTweak<Threefish512Spec>(key, tweak),
        _ => new ThreefishUnderTweak<Threefish1024Spec>(key, tweak),
    };

    private CipherTransform Create(byte[] rgbKey, byte[]? rgbIV, bool encrypting)
    {
        ArgumentNullException.ThrowIfNull(rgbKey);
        int size = BlockSizeValue / 8;
        bool chained = Mode == CipherMode.CBC;
        if (chained && rgbIV?.Length != size)
        {
            throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"The initialization vector must be one block of {size} bytes; it has {rgbIV?.Length ?? 0}."), nameof(rgbIV));
        }

        return new CipherTransform(Under(rgbKey), encrypting, chained ? rgbIV : default, Padding);
    }
}
