namespace Lanewise;

/// <summary>
/// Adapts Threefish to <see cref="SymmetricAlgorithm"/>, for use with <see cref="CryptoStream"/> and other code that expects
/// .NET's classes.
/// </summary>
/// <remarks>
/// The adapter supports ECB, CBC (the default) and all padding modes. A transform or a one-shot call uses the same tweak for all
/// blocks. A block cipher alone does not detect changes to the ciphertext. To encrypt messages, use <see cref="ThreefishSkein"/>.
/// For counter mode, sectors, many packets or repeated use of a key, use <see cref="Threefish256"/>, <see cref="Threefish512"/>
/// or <see cref="Threefish1024"/>.
/// </remarks>
/// <example>
/// <code>
/// using ThreefishAlgorithm threefish = new(512) { Key = key, Tweak = tweak };
/// byte[] ciphertext = threefish.EncryptCbc(plaintext, iv);
/// </code>
/// </example>
public sealed class ThreefishAlgorithm : LanewiseSymmetricAlgorithm
{
    /// <summary>Creates a cipher with a random key and a zero tweak.</summary>
    /// <param name="blockSizeInBits">
    /// The block size in bits: 256, 512 or 1024, for Threefish-256, -512 or -1024. The key is as long as a block.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="blockSizeInBits"/> is not 256, 512 or 1024.</exception>
    public ThreefishAlgorithm(int blockSizeInBits = 512)
        : base(blockSizeInBits, blockSizeInBits)
    {
        if (blockSizeInBits is not (256 or 512 or 1024))
        {
            throw new ArgumentOutOfRangeException(
                nameof(blockSizeInBits), blockSizeInBits, "A block of Threefish has 256, 512 or 1024 bits.");
        }
    }

    /// <summary>
    /// The tweak, which is 16 bytes long and need not be secret. A transform keeps the tweak that was set when it was created.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    /// <exception cref="ArgumentException">The value has the wrong length.</exception>
    public byte[] Tweak
    {
        get
        {
            byte[] tweak = new byte[ThreefishCipher.TweakSizeInBytes];
            TweakValue.Write(tweak);
            return tweak;
        }

        set
        {
            ArgumentNullException.ThrowIfNull(value);
            if (value.Length != ThreefishCipher.TweakSizeInBytes)
            {
                throw new ArgumentException(
                    $"A tweak must be {ThreefishCipher.TweakSizeInBytes} bytes long, not {value.Length}.", nameof(value));
            }

            TweakValue = Ciphers.Tweak.Read(value);
        }
    }

    private protected override LanewiseCipher Create(ReadOnlySpan<byte> key) => BlockSizeValue switch
    {
        256 => new Threefish256(key),
        512 => new Threefish512(key),
        _ => new Threefish1024(key),
    };
}
