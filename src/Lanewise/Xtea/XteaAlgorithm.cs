using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>XTEA as a <see cref="SymmetricAlgorithm"/>, for <see cref="CryptoStream"/> and code written to the base library.</summary>
/// <remarks>
/// <b>Legacy: for interoperability only</b> (see <see cref="Xtea"/>). Modes ECB and CBC (the default), all paddings. One
/// message at a time; a key object that is used again and again is <see cref="Xtea"/>.
/// </remarks>
public sealed class XteaAlgorithm : SymmetricAlgorithm
{
    private readonly int rounds;
    private readonly XteaByteOrder byteOrder;

    /// <summary>A cipher of 64 Feistel rounds with big-endian words and a random key.</summary>
    public XteaAlgorithm()
        : this(Xtea.DefaultRounds)
    {
    }

    /// <summary>A cipher with a choice of rounds and byte order, and a random key.</summary>
    /// <param name="rounds">Feistel rounds, an even number from 2 to 128; a cycle is two of them.</param>
    /// <param name="byteOrder">How bytes become words, of the key and of the data.</param>
    /// <exception cref="ArgumentOutOfRangeException">The rounds are odd or not 2 to 128, or the byte order is unknown.</exception>
    public XteaAlgorithm(int rounds, XteaByteOrder byteOrder = XteaByteOrder.BigEndian)
    {
        using Xtea check = new(stackalloc byte[XteaSpec.KeyBytes], rounds, byteOrder);
        this.rounds = rounds;
        this.byteOrder = byteOrder;
        LegalBlockSizesValue = [new KeySizes(64, 64, 0)];
        LegalKeySizesValue = [new KeySizes(128, 128, 0)];
        BlockSizeValue = 64;
        KeySizeValue = 128;
        FeedbackSizeValue = 64;
        ModeValue = CipherMode.CBC;
        PaddingValue = PaddingMode.PKCS7;
    }

    /// <inheritdoc/>
    public override CipherMode Mode
    {
        get => base.Mode;
        set
        {
            if (value is not (CipherMode.ECB or CipherMode.CBC)) throw new CryptographicException($"The mode must be ECB or CBC; {value} is not there. CTR is a method of {nameof(Xtea)}.");

            base.Mode = value;
        }
    }

    /// <inheritdoc/>
    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) => Create(rgbKey, rgbIV, encrypting: true);

    /// <inheritdoc/>
    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) => Create(rgbKey, rgbIV, encrypting: false);

    /// <inheritdoc/>
    public override void GenerateIV() => IVValue = RandomNumberGenerator.GetBytes(XteaSpec.BlockBytes);

    /// <inheritdoc/>
    public override void GenerateKey() => KeyValue = RandomNumberGenerator.GetBytes(XteaSpec.KeyBytes);

    /// <inheritdoc/>
    protected override bool TryEncryptEcbCore(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using Xtea xtea = new(Key, rounds, byteOrder);
        return xtea.TryEncryptEcb(plaintext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryDecryptEcbCore(ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using Xtea xtea = new(Key, rounds, byteOrder);
        return xtea.TryDecryptEcb(ciphertext, destination, paddingMode, out bytesWritten);
    }

    /// <inheritdoc/>
    protected override bool TryEncryptCbcCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using Xtea xtea = new(Key, rounds, byteOrder);
        return xtea.TryEncryptCbc(plaintext, iv, destination, out bytesWritten, paddingMode);
    }

    /// <inheritdoc/>
    protected override bool TryDecryptCbcCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        using Xtea xtea = new(Key, rounds, byteOrder);
        return xtea.TryDecryptCbc(ciphertext, iv, destination, out bytesWritten, paddingMode);
    }

    private CipherTransform Create(byte[] key, byte[]? iv, bool encrypting)
    {
        ArgumentNullException.ThrowIfNull(key);
        if (Mode == CipherMode.CBC && iv?.Length != XteaSpec.BlockBytes)
        {
            throw new ArgumentException($"The initialization vector must be one block of {XteaSpec.BlockBytes} bytes; it has {iv?.Length ?? 0}.", nameof(iv));
        }

        return new CipherTransform(new Xtea(key, rounds, byteOrder), encrypting, Mode == CipherMode.CBC ? iv : default, Padding);
    }
}
