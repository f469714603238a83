using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>Threefish under one key: what its three sizes share.</summary>
/// <remarks>
/// The tweakable block cipher inside Skein, version 1.3 of October 2010. Words and tweak are little-endian. The tweak is 16
/// bytes, need not be secret, and makes another permutation of every value: an empty tweak stands for zeros. A block cipher
/// alone hides neither equal blocks (ECB) nor changes of the text; for messages take a mode with authentication.
/// <para>Blocks run side by side in SIMD lanes, except where each block needs the one before (CBC encryption). Source and
/// destination may overlap in any way. Calls allocate nothing, unless text is shifted over itself. Several threads may use one
/// instance at once, also while one disposes it: see <see cref="LanewiseCipher"/>.</para>
/// </remarks>
public abstract class ThreefishCipher : LanewiseCipher
{
    /// <summary>The length of a tweak in bytes.</summary>
    public const int TweakSizeInBytes = ThreefishSpec.TweakBytes;

    private readonly ulong[] key;

    private protected ThreefishCipher(PacketCipher packets, ReadOnlySpan<byte> key)
        : base(packets, key)
    {
        this.key = new ulong[key.Length / sizeof(ulong)];
        Word<ulong>.ReadLittleEndian(key, this.key);
    }

    internal ReadOnlySpan<ulong> Key => key;

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
        RunSectors(true, plaintext, destination, sectorSizeInBytes, firstSector, nameof(plaintext));

    /// <summary>Decrypts what <see cref="EncryptSectors"/> encrypted.</summary>
    /// <param name="ciphertext">Whole sectors.</param>
    /// <param name="destination">Receives the text; as long as the ciphertext, which it may overlap.</param>
    /// <param name="sectorSizeInBytes">The length of a sector, a whole number of blocks.</param>
    /// <param name="firstSector">The number of the first sector; the following count up from it.</param>
    /// <exception cref="ArgumentException">The ciphertext is not whole sectors, or the destination is not as long.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The sector is not a positive whole number of blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void DecryptSectors(ReadOnlySpan<byte> ciphertext, Span<byte> destination, int sectorSizeInBytes, ulong firstSector) =>
        RunSectors(false, ciphertext, destination, sectorSizeInBytes, firstSector, nameof(ciphertext));

    private void RunSectors(
        bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination, int sectorSizeInBytes, ulong firstSector,
        string parameter)
    {
        ThrowIfDisposed();
        if (sectorSizeInBytes <= 0 || sectorSizeInBytes % BlockSizeInBytes != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(sectorSizeInBytes), sectorSizeInBytes,
                Invariant($"A sector must be a positive whole number of blocks of {BlockSizeInBytes} bytes."));
        }

        if (source.Length % sectorSizeInBytes != 0)
        {
            throw new ArgumentException(
                Invariant($"The text must be whole sectors of {sectorSizeInBytes} bytes; it has {source.Length} bytes."),
                parameter);
        }

        CheckAsLong(source, destination);

        using Copy copy = new(source, destination);
        if (!source.IsEmpty) RunSectors(encrypting, firstSector, sectorSizeInBytes / BlockSizeInBytes, copy.Source, destination);
        ThrowIfDisposedSince(destination);
    }

    private protected abstract void RunSectors(
        bool encrypting, ulong firstSector, int perSector, ReadOnlySpan<byte> source, Span<byte> destination);

    private protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(key.AsSpan()));
        StackBelow.Wipe();
    }
}
