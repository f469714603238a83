using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>The base class for the three variants of Threefish. An instance contains one key.</summary>
/// <remarks>
/// Threefish is the tweakable block cipher of Skein, version 1.3 of October 2010. Words and the tweak are little-endian. The
/// tweak is 16 bytes long and need not be secret. Each tweak value selects a different permutation. An empty span selects a tweak
/// of zeros. ECB mode does not hide equal blocks, and a block cipher alone does not detect changes. To encrypt messages, use an
/// authenticated mode.
/// <para>
/// Blocks are processed in parallel SIMD lanes, except in CBC encryption, where each block depends on the previous block. The
/// source and the destination may overlap (see <see cref="LanewiseCipher"/>). Calls do not allocate memory, unless the source
/// and the destination overlap but start at different addresses. Several threads may use the same instance concurrently, even
/// if a thread disposes the instance (see <see cref="LanewiseCipher"/>).
/// </para>
/// </remarks>
public abstract class ThreefishCipher : LanewiseCipher
{
    /// <summary>The tweak length in bytes.</summary>
    public const int TweakSizeInBytes = ThreefishSpec.TweakBytes;

    // The subkeys for a tweak of zero. The first subkey is the key.
    private readonly ulong[] subkeys;
    private readonly int words;

    private protected ThreefishCipher(PacketCipher packets, ReadOnlySpan<byte> key, int count)
        : base(packets, key)
    {
        words = key.Length / sizeof(ulong);
        subkeys = new ulong[count * words];
        Word<ulong>.ReadLittleEndian(key, subkeys.AsSpan(0, words));
        ThreefishSpec.Schedule(Key, subkeys);
    }

    internal ReadOnlySpan<ulong> Key => Subkeys.Slice(0, words);

    internal ReadOnlySpan<ulong> Subkeys => subkeys;

    // ---- sectors: the tweak is a position on a disk ----

    /// <summary>
    /// Encrypts whole sectors. A block's tweak consists of the sector number and the block's index in it.
    /// </summary>
    /// <remarks>
    /// The tweak of block b (counted from 0) in sector s consists of two little-endian 64-bit words: b, then s. The same
    /// plaintext results in a different ciphertext at each position. Any block can be read or written separately. As in all
    /// in-place disk encryption, the same plaintext at the same position always results in the same ciphertext, and changes are
    /// not detected.
    /// </remarks>
    /// <param name="plaintext">The plaintext, a whole number of sectors.</param>
    /// <param name="destination">
    /// Receives the ciphertext. The destination is as long as the plaintext and may overlap it.
    /// </param>
    /// <param name="sectorSizeInBytes">The sector size in bytes, a whole number of blocks.</param>
    /// <param name="firstSector">The number of the first sector. The following sectors have consecutive numbers.</param>
    /// <exception cref="ArgumentException">
    /// The plaintext is not a whole number of sectors, or the destination's length differs from the plaintext's.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The sector size is not a positive whole number of blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void EncryptSectors(ReadOnlySpan<byte> plaintext, Span<byte> destination, int sectorSizeInBytes, ulong firstSector) =>
        RunSectors(true, plaintext, destination, sectorSizeInBytes, firstSector, nameof(plaintext));

    /// <summary>Decrypts the output of <see cref="EncryptSectors"/>.</summary>
    /// <param name="ciphertext">The ciphertext, a whole number of sectors.</param>
    /// <param name="destination">
    /// Receives the plaintext. The destination is as long as the ciphertext and may overlap it.
    /// </param>
    /// <param name="sectorSizeInBytes">The sector size in bytes, a whole number of blocks.</param>
    /// <param name="firstSector">The number of the first sector. The following sectors have consecutive numbers.</param>
    /// <exception cref="ArgumentException">
    /// The ciphertext is not a whole number of sectors, or the destination's length differs from the ciphertext's.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The sector size is not a positive whole number of blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void DecryptSectors(ReadOnlySpan<byte> ciphertext, Span<byte> destination, int sectorSizeInBytes, ulong firstSector) =>
        RunSectors(false, ciphertext, destination, sectorSizeInBytes, firstSector, nameof(ciphertext));

    private void RunSectors(
        bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination, int sectorSizeInBytes, ulong firstSector,
        string parameter)
    {
        ThrowIfDisposed();
        if (sectorSizeInBytes <= 0 || sectorSizeInBytes % BlockLengthInBytes != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(sectorSizeInBytes), sectorSizeInBytes,
                Invariant($"The sector size must be a positive multiple of {BlockLengthInBytes} bytes."));
        }

        if (source.Length % sectorSizeInBytes != 0)
        {
            throw new ArgumentException(
                Invariant($"The data length must be a multiple of the sector size, {sectorSizeInBytes} bytes; the data has ")
                    + Invariant($"{source.Length} bytes."),
                parameter);
        }

        CheckAsLong(source, destination);

        using Copy copy = new(source, destination);
        int blocks = sectorSizeInBytes / BlockLengthInBytes;
        if (!source.IsEmpty) RunSectors(encrypting, firstSector, blocks, copy.Source, destination);
        ThrowIfDisposedSince(destination);
    }

    private protected abstract void RunSectors(
        bool encrypting, ulong firstSector, int perSector, ReadOnlySpan<byte> source, Span<byte> destination);

    private protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(subkeys.AsSpan()));
        StackBelow.Wipe();
    }
}
