using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>Threefish under one key: what its three sizes share.</summary>
/// <remarks>
/// The tweakable block cipher inside Skein, version 1.3 of October 2010. Words and tweak are little-endian. The tweak is 16
/// bytes, need not be secret, and makes another permutation of every value: an empty tweak stands for zeros. A block cipher
/// alone hides neither equal blocks (ECB) nor changes of the text; for messages take a mode with authentication.
/// <para>Blocks run side by side in SIMD lanes, except where each block needs the one before (CBC encryption). Source and
/// destination may overlap in any way. Calls allocate nothing, unless text is shifted over itself. The key is wiped by
/// <see cref="Dispose()"/>. Methods may be called from several threads at once, but not while the instance is disposed.</para>
/// </remarks>
public abstract partial class ThreefishCipher : IDisposable
{
    /// <summary>The length of a tweak in bytes.</summary>
    public const int TweakSizeInBytes = ThreefishSpec.TweakBytes;

    private readonly int blockBytes;
    private readonly ulong[] key;
    private bool disposed;

    private protected ThreefishCipher(ReadOnlySpan<byte> key, int blockBytes, string name)
    {
        if (key.Length != blockBytes)
        {
            throw new CryptographicException(string.Create(CultureInfo.InvariantCulture, $"A key of {name} has {blockBytes} bytes, not {key.Length}."));
        }

        this.blockBytes = blockBytes;
        this.key = new ulong[blockBytes / 8];
        ThreefishSpec.ReadKey(key, this.key);
    }

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>The length of a block and of the key in bytes.</summary>
    public int BlockLengthInBytes => blockBytes;

    internal ReadOnlySpan<ulong> Key => key;

    private protected ReadOnlyMemory<ulong> KeyMemory => key;

    /// <summary>The length of a text after encryption in blocks.</summary>
    /// <param name="plaintextLength">The length of the text in bytes.</param>
    /// <param name="paddingMode">How the last block is filled.</param>
    /// <returns>The length in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative or too long for an array once padded, or the mode is none of <see cref="PaddingMode"/>.
    /// </exception>
    /// <exception cref="ArgumentException">Without padding, the length is not a whole number of blocks.</exception>
    public int GetCiphertextLength(int plaintextLength, PaddingMode paddingMode)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength);
        return PaddedLength(plaintextLength, paddingMode, nameof(plaintextLength));
    }

    // ---- electronic code book: every block by itself ----

    /// <summary>Encrypts every block by itself, all with one tweak.</summary>
    /// <param name="plaintext">The text.</param>
    /// <param name="destination">Receives the ciphertext; it may overlap the text.</param>
    /// <param name="tweak">16 bytes, or empty for zeros.</param>
    /// <param name="paddingMode">How the last block is filled.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// The tweak is not 16 bytes, the destination is too short, or without padding the text is not a whole number of blocks.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The mode is none of <see cref="PaddingMode"/>.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int EncryptEcb(ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> tweak, PaddingMode paddingMode)
    {
        int length = CheckEncrypt(plaintext.Length, destination.Length, tweak, paddingMode, out ulong t0, out ulong t1);
        if (length == plaintext.Length) RunBlocks(false, t0, t1, 0, plaintext, destination.Slice(0, length));
        else EncryptPadded(plaintext, destination, t0, t1, paddingMode);
        return length;
    }

    private void EncryptPadded(ReadOnlySpan<byte> plaintext, Span<byte> destination, ulong t0, ulong t1, PaddingMode paddingMode)
    {
        int whole = plaintext.Length - (plaintext.Length % blockBytes);
        // The last block first: writing the others may run over it.
        Span<byte> last = stackalloc byte[blockBytes];
        Pad(plaintext.Slice(whole), last, paddingMode);
        RunBlocks(false, t0, t1, 0, plaintext.Slice(0, whole), destination.Slice(0, whole));
        RunBlocks(false, t0, t1, 0, last, last);
        last.CopyTo(destination.Slice(whole));
        CryptographicOperations.ZeroMemory(last);
    }

    /// <summary>Decrypts every block by itself, all with one tweak.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="destination">Receives the text; it may overlap the ciphertext.</param>
    /// <param name="tweak">16 bytes, or empty for zeros.</param>
    /// <param name="paddingMode">How the last block was filled.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The tweak is not 16 bytes, or the destination is too short.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The mode is none of <see cref="PaddingMode"/>.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int DecryptEcb(ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> tweak, PaddingMode paddingMode)
    {
        CheckDecrypt(ciphertext.Length, tweak, paddingMode, out ulong t0, out ulong t1);
        if (ciphertext.IsEmpty) return 0;

        if (paddingMode is PaddingMode.None or PaddingMode.Zeros)
        {
            CheckRoom(destination.Length, ciphertext.Length);
            RunBlocks(true, t0, t1, 0, ciphertext, destination.Slice(0, ciphertext.Length));
            return ciphertext.Length;
        }

        return DecryptPadded(ciphertext, destination, t0, t1, paddingMode);
    }

    private int DecryptPadded(ReadOnlySpan<byte> ciphertext, Span<byte> destination, ulong t0, ulong t1, PaddingMode paddingMode)
    {
        // The padding decides the length, so the last block is decrypted first, apart.
        int whole = ciphertext.Length - blockBytes;
        Span<byte> last = stackalloc byte[blockBytes];
        try
        {
            RunBlocks(true, t0, t1, 0, ciphertext.Slice(whole), last);
            int rest = Unpad(last, paddingMode);
            CheckRoom(destination.Length, whole + rest);
            RunBlocks(true, t0, t1, 0, ciphertext.Slice(0, whole), destination.Slice(0, whole));
            last.Slice(0, rest).CopyTo(destination.Slice(whole));
            return whole + rest;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(last);
        }
    }

    // ---- cipher block chaining ----

    /// <summary>Encrypts in cipher block chaining mode; one block after the other, so without lanes.</summary>
    /// <param name="plaintext">The text.</param>
    /// <param name="iv">The starting value, as long as a block; never the same twice under one key, and not to be foreseen.</param>
    /// <param name="destination">Receives the ciphertext; it may overlap the text.</param>
    /// <param name="tweak">16 bytes, or empty for zeros.</param>
    /// <param name="paddingMode">How the last block is filled.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// The starting value or the tweak has another length, the destination is too short, or without padding the text is not a
    /// whole number of blocks.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The mode is none of <see cref="PaddingMode"/>.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int EncryptCbc(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, ReadOnlySpan<byte> tweak, PaddingMode paddingMode)
    {
        CheckBlock(iv, nameof(iv));
        int length = CheckEncrypt(plaintext.Length, destination.Length, tweak, paddingMode, out ulong t0, out ulong t1);
        int whole = plaintext.Length - (plaintext.Length % blockBytes);
        Span<byte> last = stackalloc byte[blockBytes], chain = stackalloc byte[blockBytes];
        Pad(plaintext.Slice(whole), last, paddingMode);
        iv.CopyTo(chain);
        RunChained(false, t0, t1, chain, plaintext.Slice(0, whole), destination.Slice(0, whole));
        if (length > whole)
        {
            RunChained(false, t0, t1, whole == 0 ? chain : destination.Slice(whole - blockBytes, blockBytes), last, last);
            last.CopyTo(destination.Slice(whole));
        }

        CryptographicOperations.ZeroMemory(last);
        return length;
    }

    /// <summary>Decrypts in cipher block chaining mode, in lanes.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="iv">The starting value, as long as a block.</param>
    /// <param name="destination">Receives the text; it may overlap the ciphertext.</param>
    /// <param name="tweak">16 bytes, or empty for zeros.</param>
    /// <param name="paddingMode">How the last block was filled.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The starting value or the tweak has another length, or the destination is too short.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The mode is none of <see cref="PaddingMode"/>.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not a whole number of blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int DecryptCbc(ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, ReadOnlySpan<byte> tweak, PaddingMode paddingMode)
    {
        CheckBlock(iv, nameof(iv));
        CheckDecrypt(ciphertext.Length, tweak, paddingMode, out ulong t0, out ulong t1);
        if (ciphertext.IsEmpty) return 0;

        int whole = ciphertext.Length - blockBytes;
        Span<byte> last = stackalloc byte[blockBytes], chain = stackalloc byte[blockBytes];
        try
        {
            iv.CopyTo(chain);
            RunChained(true, t0, t1, whole == 0 ? chain : ciphertext.Slice(whole - blockBytes, blockBytes), ciphertext.Slice(whole), last);
            int rest = Unpad(last, paddingMode);
            CheckRoom(destination.Length, whole + rest);
            RunChained(true, t0, t1, chain, ciphertext.Slice(0, whole), destination.Slice(0, whole));
            last.Slice(0, rest).CopyTo(destination.Slice(whole));
            return whole + rest;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(last);
        }
    }

    // ---- counter mode ----

    /// <summary>Encrypts or decrypts in counter mode, in lanes: exclusive-ors a keystream.</summary>
    /// <remarks>
    /// Block i of the keystream is the encryption of <paramref name="counter"/> plus i, where the counter is a big-endian
    /// number as wide as a block; that is the counter mode of NIST SP 800-38A and of other libraries. No block of counter may
    /// ever be used twice under one key and tweak: the exclusive or of two texts under one keystream is known to all.
    /// </remarks>
    /// <param name="source">The text or the ciphertext.</param>
    /// <param name="counter">The first counter block, as long as a block.</param>
    /// <param name="destination">Receives as many bytes as the source has; it may overlap the source.</param>
    /// <param name="tweak">16 bytes, or empty for zeros.</param>
    /// <param name="position">Where in the keystream the source starts, in bytes.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The counter or the tweak has another length, or the destination is too short.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int TransformCtr(ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter, Span<byte> destination, ReadOnlySpan<byte> tweak = default, ulong position = 0)
    {
        ReadTweak(tweak, out ulong t0, out ulong t1);
        CheckBlock(counter, nameof(counter));
        CheckRoom(destination.Length, source.Length);
        RunCounter(t0, t1, counter, position, source, destination.Slice(0, source.Length));
        return source.Length;
    }

    // ---- sectors: the tweak is a place on a disk ----

    /// <summary>Encrypts whole sectors; the tweak of every block is the number of its sector and its own number in it.</summary>
    /// <remarks>
    /// The tweak of block b (from 0) of sector s is two little-endian words of 64 bits: b, then s. The same text gives another
    /// ciphertext at every place, and any block can be read or written alone. As with all encryption of disks in place, a
    /// text that returns to its old place and value gives its old ciphertext, and changes are not noticed.
    /// </remarks>
    /// <param name="plaintext">Whole sectors.</param>
    /// <param name="destination">Receives the ciphertext; as long as the text, which it may overlap.</param>
    /// <param name="sectorSizeInBytes">The length of a sector, a whole number of blocks.</param>
    /// <param name="firstSector">The number of the first sector; the following count up from it.</param>
    /// <exception cref="ArgumentException">The text is not whole sectors, or the destination is not as long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The sector is not a positive whole number of blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void EncryptSectors(ReadOnlySpan<byte> plaintext, Span<byte> destination, int sectorSizeInBytes, ulong firstSector) =>
        RunSectors(false, plaintext, destination, sectorSizeInBytes, firstSector, nameof(plaintext));

    /// <summary>Decrypts what <see cref="EncryptSectors"/> encrypted.</summary>
    /// <param name="ciphertext">Whole sectors.</param>
    /// <param name="destination">Receives the text; as long as the ciphertext, which it may overlap.</param>
    /// <param name="sectorSizeInBytes">The length of a sector, a whole number of blocks.</param>
    /// <param name="firstSector">The number of the first sector; the following count up from it.</param>
    /// <exception cref="ArgumentException">The ciphertext is not whole sectors, or the destination is not as long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The sector is not a positive whole number of blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void DecryptSectors(ReadOnlySpan<byte> ciphertext, Span<byte> destination, int sectorSizeInBytes, ulong firstSector) =>
        RunSectors(true, ciphertext, destination, sectorSizeInBytes, firstSector, nameof(ciphertext));

    /// <summary>Wipes the key.</summary>
    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(key.AsSpan()));
        disposed = true;
        GC.SuppressFinalize(this);
    }

    // ---- what a size gives ----

    private protected abstract void RunBlocks(
        bool decrypt, ulong tweak0, ulong tweak1, ulong tweakStep, ReadOnlySpan<byte> source, Span<byte> destination);

    private protected abstract void RunChained(
        bool decrypt, ulong tweak0, ulong tweak1, ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination);

    private protected abstract void RunCounter(
        ulong tweak0, ulong tweak1, ReadOnlySpan<byte> counter, ulong position, ReadOnlySpan<byte> source, Span<byte> destination);

    private void RunSectors(bool decrypt, ReadOnlySpan<byte> source, Span<byte> destination, int sectorSizeInBytes, ulong firstSector, string parameter)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        if (sectorSizeInBytes <= 0 || sectorSizeInBytes % blockBytes != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(sectorSizeInBytes), sectorSizeInBytes, string.Create(CultureInfo.InvariantCulture, $"A sector must be a positive whole number of blocks of {blockBytes} bytes."));
        }

        if (source.Length % sectorSizeInBytes != 0)
        {
            throw new ArgumentException(string.Create(
                CultureInfo.InvariantCulture, $"The text must be a whole number of sectors of {sectorSizeInBytes} bytes; it has {source.Length} bytes."), parameter);
        }

        CheckSame(source.Length, destination.Length);
        RunSectors(decrypt, source, destination, sectorSizeInBytes, firstSector);
    }

    private protected abstract int EncryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode);

    private protected abstract int DecryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        Span<int> plaintextLengths, bool unpad, PaddingMode paddingMode);

    private protected abstract void RunScattered(
        bool decrypt, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode);

    private protected abstract void RunSectors(bool decrypt, ReadOnlySpan<byte> source, Span<byte> destination, int sectorBytes, ulong firstSector);

    // ---- padding ----

    private int PaddedLength(int plaintextLength, PaddingMode paddingMode, string parameter)
    {
        CipherPadding.CheckMode(paddingMode);
        if (paddingMode == PaddingMode.None && plaintextLength % blockBytes != 0) throw CipherPadding.NotWholeBlocks(plaintextLength, blockBytes, parameter);

        long length = CipherPadding.PaddedLength(plaintextLength, blockBytes, paddingMode);
        return length <= Array.MaxLength ? (int)length : throw new ArgumentOutOfRangeException(
            parameter, plaintextLength, string.Create(CultureInfo.InvariantCulture, $"With padding the ciphertext would have {length} bytes; at most {Array.MaxLength} are possible."));
    }

    // The last block of a text with its padding; of no use where none is added.
    private static void Pad(ReadOnlySpan<byte> rest, Span<byte> block, PaddingMode mode)
    {
        rest.CopyTo(block);
        CipherPadding.Write(block, rest.Length, mode);
    }

    private int Unpad(ReadOnlySpan<byte> block, PaddingMode mode)
    {
        int padding = CipherPadding.Length(block, mode);
        return padding >= 0 ? blockBytes - padding : throw CipherPadding.Wrong();
    }

    // ---- checks, each said once ----

    private int CheckEncrypt(int plaintextLength, int destinationLength, ReadOnlySpan<byte> tweak, PaddingMode paddingMode, out ulong t0, out ulong t1)
    {
        ReadTweak(tweak, out t0, out t1);
        int length = PaddedLength(plaintextLength, paddingMode, "plaintext");
        CheckRoom(destinationLength, length);
        return length;
    }

    private void CheckDecrypt(int ciphertextLength, ReadOnlySpan<byte> tweak, PaddingMode paddingMode, out ulong t0, out ulong t1)
    {
        ReadTweak(tweak, out t0, out t1);
        CipherPadding.CheckMode(paddingMode);
        if (ciphertextLength % blockBytes != 0) throw CipherPadding.CiphertextNotWholeBlocks(ciphertextLength, blockBytes);
    }

    private void ReadTweak(ReadOnlySpan<byte> tweak, out ulong t0, out ulong t1)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        if (tweak.Length is not (0 or TweakSizeInBytes))
        {
            throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"A tweak has {TweakSizeInBytes} bytes, or none for zeros; this one has {tweak.Length}."), nameof(tweak));
        }

        t0 = tweak.IsEmpty ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(tweak);
        t1 = tweak.IsEmpty ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(tweak.Slice(8));
    }

    private void CheckBlock(ReadOnlySpan<byte> block, string parameter)
    {
        if (block.Length != blockBytes)
        {
            throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"The {parameter} must be as long as a block, {blockBytes} bytes; it has {block.Length}."), parameter);
        }
    }

    private static void CheckRoom(int length, int needed)
    {
        if (length < needed) throw LanewiseCipher.TooShort(length, needed);
    }

    private static void CheckSame(int sourceLength, int destinationLength)
    {
        if (sourceLength != destinationLength)
        {
            throw new ArgumentException(string.Create(
                CultureInfo.InvariantCulture, $"The destination must be as long as the source, {sourceLength} bytes; it has {destinationLength}."), "destination");
        }
    }
}
