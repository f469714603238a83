using System.Security.Cryptography;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>Threefish-512 (Skein 1.3): blocks and keys of 64 bytes, 72 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish512 cipher = new(key);                       // 64 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
public sealed class Threefish512 : ThreefishCipher
{
    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = 64;

    /// <summary>The length of a key in bytes.</summary>
    public new const int KeySizeInBytes = BlockSizeInBytes;

    /// <summary>Takes a key; it is copied, and wiped by <see cref="LanewiseCipher.Dispose"/>.</summary>
    /// <param name="key">64 bytes.</param>
    /// <exception cref="CryptographicException">The key has another length.</exception>
    public Threefish512(ReadOnlySpan<byte> key)
        : base(ThreefishSize<Threefish512Spec>.Instance, key)
    {
    }

    /// <summary>Blocks that run side by side on this machine; runs of a multiple of it waste nothing.</summary>
    public static int PreferredBatchSize => Threefish512Spec.Table.Choose().Lanes(64);

    // ---- many packets, a key for each ----

    /// <summary>Encrypts packets that lie one after the other, each with a key and a tweak of its own, in ECB mode.</summary>
    /// <param name="keys">The keys, as long as a block per packet.</param>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="source">The packets.</param>
    /// <param name="packetLengths">The length of each packet in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the ciphertexts one after the other; without padding the source's own place is allowed.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">There is not exactly a key and a tweak per packet, the lengths do not add up to the source, the destination is too short or overlaps, or without padding a packet is not whole blocks.</exception>
    public static int EncryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.None) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: false, keys, tweaks).EncryptPacked(source, packetLengths, destination, paddingMode);

    /// <summary>Decrypts packets of whole blocks that lie one after the other, each with a key and a tweak of its own; no padding is removed.</summary>
    /// <param name="keys">The keys, as long as a block per packet.</param>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each where its ciphertext was; the source's own place is allowed.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">There is not exactly a key and a tweak per packet, the lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    public static int DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: true, keys, tweaks).DecryptPacked(source, packetLengths, destination, default, unpad: false, PaddingMode.None);

    /// <summary>Decrypts packets that lie one after the other, each with a key and a tweak of its own, in ECB mode.</summary>
    /// <param name="keys">The keys, as long as a block per packet.</param>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each at the place of its ciphertext; the source's own place is allowed.</param>
    /// <param name="plaintextLengths">
    /// Receives the length of each without its padding; -1 where the padding is wrong, and that place is wiped. The packet
    /// lengths' own place is allowed.
    /// </param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <returns>The number of bytes written, padding included.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">There is not exactly a key, a tweak and a plaintext length per packet, the lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    public static int DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        Span<int> plaintextLengths, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: true, keys, tweaks).DecryptPacked(source, packetLengths, destination, plaintextLengths, unpad: true, paddingMode);

    /// <summary>Encrypts packets wherever they lie, each with a key and a tweak of its own, in ECB mode.</summary>
    /// <param name="keys">The keys, as long as a block per packet.</param>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="sources">The packets.</param>
    /// <param name="destinations">Room for each ciphertext; it may start where the packet starts.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <exception cref="ArgumentException">There is not exactly a key, a tweak and a destination per packet, one is too short, packets overlap, or without padding a packet is not whole blocks.</exception>
    public static void EncryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations,
        PaddingMode paddingMode = PaddingMode.None) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: false, keys, tweaks).RunScattered(sources, destinations, paddingMode);

    /// <summary>Decrypts packets wherever they lie, each with a key and a tweak of its own; no padding is removed.</summary>
    /// <param name="keys">The keys, as long as a block per packet.</param>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="sources">The ciphertexts.</param>
    /// <param name="destinations">Room for each plaintext with its padding; it may start where the ciphertext starts.</param>
    /// <exception cref="ArgumentException">There is not exactly a key, a tweak and a destination per packet, one is too short, or packets overlap.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    public static void DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: true, keys, tweaks).RunScattered(sources, destinations, PaddingMode.None);

    // ---- the same on several cores ----

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int EncryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(false, default, keys, tweaks, parallelOptions).RunPacked(source, packetLengths, destination, default, false, paddingMode);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(true, default, keys, tweaks, parallelOptions).RunPacked(source, packetLengths, destination, default, false, PaddingMode.None);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, Span{int}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        Memory<int> plaintextLengths, PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(true, default, keys, tweaks, parallelOptions).RunPacked(source, packetLengths, destination, plaintextLengths, true, paddingMode);

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public static void EncryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(false, default, keys, tweaks, parallelOptions).RunScattered(sources, destinations, paddingMode);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public static void DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(true, default, keys, tweaks, parallelOptions).RunScattered(sources, destinations, PaddingMode.None);

    // ---- what the size gives ----

    private protected override int EncryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: false, Key, tweaks).EncryptPacked(source, lengths, destination, paddingMode);

    private protected override int DecryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        Span<int> plaintextLengths, bool unpad, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish512Spec>(decrypt: true, Key, tweaks).DecryptPacked(source, lengths, destination, plaintextLengths, unpad, paddingMode);

    private protected override void RunScattered(
        bool decrypt, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish512Spec>(decrypt, Key, tweaks).RunScattered(sources, destinations, paddingMode);

    private protected override int RunPackedOverCores(
        bool decrypt, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination,
        Memory<int> plaintextLengths, bool unpad, PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(decrypt, KeyMemory, default, tweaks, parallelOptions)
            .RunPacked(source, lengths, destination, plaintextLengths, unpad, paddingMode);

    private protected override void RunScatteredOverCores(
        bool decrypt, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish512Spec>(decrypt, KeyMemory, default, tweaks, parallelOptions)
            .RunScattered(sources, destinations, paddingMode);
}
