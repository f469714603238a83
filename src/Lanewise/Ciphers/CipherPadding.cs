namespace Lanewise.Ciphers;

/// <summary>Implements the padding modes of .NET for the last block.</summary>
internal static class CipherPadding
{
    public static void CheckMode(PaddingMode paddingMode)
    {
        if (!IsMode(paddingMode)) throw NotAMode(paddingMode);
    }

    private static ArgumentOutOfRangeException NotAMode(PaddingMode paddingMode) =>
        new(nameof(paddingMode), paddingMode, "The padding must be one of the modes of PaddingMode.");

    /// <summary>
    /// Returns whether decryption removes the padding. Padding with zeros is not removed, because its length is unknown.
    /// </summary>
    public static bool IsRemoved(PaddingMode paddingMode) => paddingMode is not (PaddingMode.None or PaddingMode.Zeros);

    public static bool IsMode(PaddingMode paddingMode) => paddingMode is >= PaddingMode.None and <= PaddingMode.ISO10126;

    // Block lengths are powers of two, so the code uses a mask. A division would slow down short packets by a tenth.

    /// <summary>Returns the number of bytes after the last whole block.</summary>
    public static int Rest(int length, int blockBytes) => length & (blockBytes - 1);

    /// <summary>Returns the maximum length of the padding.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Most(int blockBytes, PaddingMode paddingMode) =>
        paddingMode == PaddingMode.None ? 0 : paddingMode == PaddingMode.Zeros ? blockBytes - 1 : blockBytes;

    /// <summary>
    /// Returns the length of a plaintext including its padding. The result may exceed the maximum length of an array.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long PaddedLength(int length, int blockBytes, PaddingMode paddingMode) =>
        paddingMode == PaddingMode.None ? length : ((long)length + Most(blockBytes, paddingMode)) & -(long)blockBytes;

    /// <summary>Writes the padding to <paramref name="padded"/>, after a plaintext of <paramref name="length"/> bytes.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Write(Span<byte> padded, int length, PaddingMode paddingMode)
    {
        Span<byte> padding = padded.Slice(length);
        if (padding.IsEmpty) return;

        switch (paddingMode)
        {
            case PaddingMode.PKCS7: padding.Fill((byte)padding.Length); break;
            case PaddingMode.ISO10126: RandomNumberGenerator.Fill(padding); break;
            default: padding.Clear(); break;
        }

        if (paddingMode is PaddingMode.ANSIX923 or PaddingMode.ISO10126) padding[^1] = (byte)padding.Length;
    }

    /// <summary>
    /// Reads the padding length from the end of a decrypted block. Returns false if the padding is wrong. The method always reads
    /// all bytes, so its running time does not reveal the position of an error.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static bool TryLength(ReadOnlySpan<byte> lastBlock, PaddingMode paddingMode, out int length)
    {
        length = 0;
        if (!IsRemoved(paddingMode)) return true;

        // An empty ciphertext has no valid padding, because even an empty plaintext is padded to one block.
        if (lastBlock.IsEmpty) return false;

        int size = lastBlock.Length, n = lastBlock[size - 1];
        // The value is negative if the padding is wrong.
        int wrong = (n - 1) | (size - n);
        ulong expected = paddingMode == PaddingMode.PKCS7 ? (ulong)n * 0x01010101_01010101 : 0, difference = 0;
        ulong counted = paddingMode == PaddingMode.ISO10126 ? 0 : ulong.MaxValue, last = counted >> 8;
        for (int o = size - sizeof(ulong), left = n; o >= 0; o -= sizeof(ulong), left -= sizeof(ulong), last = counted)
        {
            // Computes the number of padding bytes in this word, 0 to 8, without a branch. The padding bytes are at the end of
            // the block, and the last byte is the padding length.
            int inside = left & ~(left >> 31), outside = (sizeof(ulong) - inside) & ~((sizeof(ulong) - inside) >> 31);
            ulong mask = (ulong.MaxValue << (4 * outside)) << (4 * outside);
            difference |= (BinaryPrimitives.ReadUInt64LittleEndian(lastBlock.Slice(o)) ^ expected) & mask & last;
        }

        wrong |= -(int)((difference | (0 - difference)) >> 63);
        length = n;
        return wrong >= 0;
    }

    public static CryptographicException Wrong() =>
        new("The padding is wrong: the ciphertext was changed, or another key or padding mode was used to encrypt.");

    public static ArgumentException NotWholeBlocks(int length, int blockBytes, string parameter) =>
        new(Invariant($"Without padding, the plaintext length must be a multiple of {blockBytes} bytes, not {length}."),
            parameter);

    public static CryptographicException CiphertextNotWholeBlocks(int length, int blockBytes) =>
        new(Invariant($"The ciphertext length must be a multiple of {blockBytes} bytes, not {length}."));
}
