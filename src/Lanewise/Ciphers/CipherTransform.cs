namespace Lanewise.Ciphers;

/// <summary>Encrypts or decrypts in ECB or CBC mode, for <see cref="CryptoStream"/>.</summary>
/// <remarks>
/// If decryption removes padding, the transform holds back the last block until more data arrives or the data ends. A call
/// accepts any number of whole blocks, so the blocks can fill all lanes.
/// </remarks>
internal sealed class CipherTransform : ICryptoTransform
{
    private readonly LanewiseCipher cipher;
    private readonly bool encrypting;
    private readonly PaddingMode padding;
    private readonly Tweak tweak;
    private readonly bool isChained;
    private readonly byte[] iv, chain, held;
    private bool holds;

    /// <summary>Creates a transform that owns the cipher.</summary>
    public CipherTransform(LanewiseCipher cipher, Tweak tweak, bool encrypting, Chaining chaining, PaddingMode padding)
    {
        this.cipher = cipher;
        this.tweak = tweak;
        this.encrypting = encrypting;
        this.padding = padding;
        isChained = chaining.IsCbc;
        iv = chaining.Iv.ToArray();
        chain = chaining.Iv.ToArray();
        held = new byte[cipher.BlockLengthInBytes];
    }

    public bool CanReuseTransform => true;

    public bool CanTransformMultipleBlocks => true;

    public int InputBlockSize => cipher.BlockLengthInBytes;

    public int OutputBlockSize => cipher.BlockLengthInBytes;

    private Chaining Chaining => isChained ? Chaining.Cbc(chain) : Chaining.None;

    private bool HoldsBack => !encrypting && CipherPadding.IsRemoved(padding);

    public int TransformBlock(byte[] inputBuffer, int inputOffset, int inputCount, byte[] outputBuffer, int outputOffset)
    {
        ReadOnlySpan<byte> input = Input(inputBuffer, inputOffset, inputCount);
        ArgumentNullException.ThrowIfNull(outputBuffer);
        int size = InputBlockSize, length = inputCount - (HoldsBack && !holds ? size : 0);
        if (inputCount == 0 || inputCount % size != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(inputCount), inputCount, $"The input length must be a positive multiple of {size} bytes.");
        }

        if ((uint)outputOffset > (uint)outputBuffer.Length || outputBuffer.Length - outputOffset < length)
        {
            throw new ArgumentOutOfRangeException(
                nameof(outputOffset), outputOffset,
                $"The output requires {length} bytes after the offset; the buffer has {outputBuffer.Length} bytes in total.");
        }

        Span<byte> output = outputBuffer.AsSpan(outputOffset);
        if (!HoldsBack)
        {
            Run(input, output.Slice(0, length));
            return length;
        }

        // The block that the previous call held back comes first, and the new last block is held back. Input and output may be
        // the same buffer, so the ciphertext is assembled in a separate buffer.
        byte[] blocks = new byte[length];
        if (holds) held.CopyTo(blocks, 0);
        input.Slice(0, inputCount - size).CopyTo(blocks.AsSpan(holds ? size : 0));
        input.Slice(inputCount - size).CopyTo(held);
        holds = true;
        Run(blocks, output.Slice(0, length));
        return length;
    }

    public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        ReadOnlySpan<byte> input = Input(inputBuffer, inputOffset, inputCount);
        cipher.ThrowIfDisposed();
        try
        {
            return encrypting ? Encrypt(input) : Decrypt(input);
        }
        finally
        {
            // The transform is reset for the next message, whether or not this message was valid.
            iv.CopyTo(chain, 0);
            CryptographicOperations.ZeroMemory(held);
            holds = false;
        }
    }

    public void Dispose()
    {
        cipher.Dispose();
        CryptographicOperations.ZeroMemory(held);
    }

    private static ReadOnlySpan<byte> Input(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        ArgumentNullException.ThrowIfNull(inputBuffer);
        ArgumentOutOfRangeException.ThrowIfNegative(inputOffset);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(inputOffset, inputBuffer.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(inputCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(inputCount, inputBuffer.Length - inputOffset);
        return inputBuffer.AsSpan(inputOffset, inputCount);
    }

    private byte[] Encrypt(ReadOnlySpan<byte> input)
    {
        int size = InputBlockSize;
        if (padding == PaddingMode.None && input.Length % size != 0)
        {
            throw new CryptographicException(
                $"Without padding, the plaintext length must be a multiple of {size} bytes; there are {input.Length % size} "
                + "extra bytes.");
        }

        return cipher.Encrypt(tweak, Chaining, input, padding);
    }

    private byte[] Decrypt(ReadOnlySpan<byte> input)
    {
        byte[] ciphertext = [.. held.AsSpan(0, holds ? held.Length : 0), .. input];
        return ciphertext.Length == 0 ? [] : cipher.Decrypt(tweak, Chaining, ciphertext, padding);
    }

    // The last block of ciphertext is the chaining value of the next call.
    private void Run(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.IsEmpty) return;

        Span<byte> last = encrypting ? destination.Slice(source.Length - chain.Length)
            : source.Slice(source.Length - chain.Length).ToArray();
        if (encrypting) cipher.TryEncrypt(tweak, Chaining, source, destination, PaddingMode.None, out _);
        else cipher.TryDecrypt(tweak, Chaining, source, destination, PaddingMode.None, out _);
        last.CopyTo(chain);
    }
}
