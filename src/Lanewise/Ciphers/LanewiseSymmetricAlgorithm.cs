using Lanewise.Ciphers;

namespace Lanewise;

/// <summary>
/// Adapts a cipher of this library to <see cref="SymmetricAlgorithm"/>, for use with <see cref="CryptoStream"/> and other code
/// that expects .NET's classes. The adapter supports ECB, CBC (the default) and all padding modes, and processes one message at a
/// time.
/// </summary>
/// <remarks>
/// The adapter throws the same exceptions as <see cref="Aes"/>. The key is wiped when it is replaced, and when the GC collects an
/// undisposed instance.
/// </remarks>
public abstract class LanewiseSymmetricAlgorithm : SymmetricAlgorithm
{
    // The most recent key, which is stored here because the base class discards its key when the key size is set.
    private byte[]? last;

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

    /// <summary>Wipes the key of an instance that was not disposed.</summary>
    ~LanewiseSymmetricAlgorithm() => Dispose(false);

    /// <inheritdoc/>
    public override CipherMode Mode
    {
        get => base.Mode;
        set
        {
            if (value is not (CipherMode.ECB or CipherMode.CBC))
            {
                throw new CryptographicException(
                    $"The mode must be ECB or CBC, not {value}. For CTR, use {nameof(LanewiseCipher)}.");
            }

            base.Mode = value;
        }
    }

    /// <inheritdoc/>
    public override byte[] Key
    {
        get => [.. OwnKey];
        set => SetKeyCore(value);
    }

    /// <summary>The current tweak, or zero if the cipher has no tweak.</summary>
    private protected Tweak TweakValue { get; set; }

    // Generates a random key if no key was set, as the base class does.
    private byte[] OwnKey
    {
        get
        {
            if (KeyValue is null) GenerateKey();
            return KeyValue!;
        }
    }

    /// <inheritdoc/>
    public override ICryptoTransform CreateEncryptor() => Transform(OwnKey, IV, encrypting: true);

    /// <inheritdoc/>
    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) => Transform(rgbKey, rgbIV, encrypting: true);

    /// <inheritdoc/>
    public override ICryptoTransform CreateDecryptor() => Transform(OwnKey, IV, encrypting: false);

    /// <inheritdoc/>
    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) => Transform(rgbKey, rgbIV, encrypting: false);

    /// <inheritdoc/>
    public override void GenerateIV() => IVValue = RandomNumberGenerator.GetBytes(BlockSizeValue / 8);

    /// <inheritdoc/>
    public override void GenerateKey() => Take(RandomNumberGenerator.GetBytes(KeySizeValue / 8));

    private protected abstract LanewiseCipher Create(ReadOnlySpan<byte> key);

    /// <inheritdoc/>
    protected override void SetKeyCore(ReadOnlySpan<byte> key)
    {
        if (key.Length != KeySizeValue / 8)
        {
            throw new CryptographicException(Invariant($"The key must be {KeySizeValue / 8} bytes long, not {key.Length}."));
        }

        Take(key.ToArray());
    }

    /// <inheritdoc/>
    protected override bool TryEncryptEcbCore(
        ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten) =>
        TryEncrypt(Chaining.None, plaintext, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryDecryptEcbCore(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten) =>
        TryDecrypt(Chaining.None, ciphertext, destination, paddingMode, out bytesWritten);

    // In CBC mode, the base class has checked that the initialization vector is exactly one block long.

    /// <inheritdoc/>
    protected override bool TryEncryptCbcCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten) =>
        TryEncrypt(Chaining.Cbc(iv), plaintext, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryDecryptCbcCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten) =>
        TryDecrypt(Chaining.Cbc(iv), ciphertext, destination, paddingMode, out bytesWritten);

    private bool TryEncrypt(
        Chaining chaining, ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = Create(OwnKey);
        return cipher.TryEncrypt(TweakValue, chaining, plaintext, destination, paddingMode, out bytesWritten);
    }

    private bool TryDecrypt(
        Chaining chaining, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using LanewiseCipher cipher = Create(OwnKey);
        return cipher.TryDecrypt(TweakValue, chaining, ciphertext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        CryptographicOperations.ZeroMemory(last);
        base.Dispose(disposing);
    }

    private void Take(byte[] key)
    {
        CryptographicOperations.ZeroMemory(last);
        KeyValue = last = key;
    }

    private CipherTransform Transform(byte[] rgbKey, byte[]? rgbIV, bool encrypting)
    {
        ArgumentNullException.ThrowIfNull(rgbKey);
        int keyBytes = KeySizeValue / 8, blockBytes = BlockSizeValue / 8;
        if (rgbKey.Length != keyBytes)
        {
            throw new ArgumentException(
                Invariant($"The key must be {keyBytes} bytes long, not {rgbKey.Length}."), nameof(rgbKey));
        }

        bool chained = Mode == CipherMode.CBC;
        if (chained && rgbIV is null)
        {
            throw new CryptographicException("CBC requires an initialization vector that is one block long, but rgbIV is null.");
        }

        if (rgbIV is not null && rgbIV.Length != blockBytes)
        {
            throw new ArgumentException(
                Invariant($"The initialization vector must be one block long, {blockBytes} bytes, not {rgbIV.Length}."),
                nameof(rgbIV));
        }

        Chaining chaining = chained ? Chaining.Cbc(rgbIV) : Chaining.None;
        return new CipherTransform(Create(rgbKey), TweakValue, encrypting, chaining, Padding);
    }
}
