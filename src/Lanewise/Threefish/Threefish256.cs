using System.Security.Cryptography;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>Threefish-256 (Skein 1.3): blocks and keys of 32 bytes, 72 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish256 cipher = new(key);                       // 32 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
public sealed class Threefish256 : ThreefishCipher
{
    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = 32;

    /// <summary>The length of a key in bytes.</summary>
    public new const int KeySizeInBytes = BlockSizeInBytes;

    /// <summary>Takes a key; it is copied, and wiped by <see cref="LanewiseCipher.Dispose"/>.</summary>
    /// <param name="key">32 bytes.</param>
    /// <exception cref="CryptographicException">The key has another length.</exception>
    public Threefish256(ReadOnlySpan<byte> key)
        : base(ThreefishSize<Threefish256Spec>.Instance, key)
    {
    }

    /// <summary>Blocks that run side by side on this machine; runs of a multiple of it waste nothing.</summary>
    public static int PreferredBatchSize => Threefish256Spec.Table.Choose().Lanes(64);

    // ---- many packets, a key for each ----

    /// <inheritdoc cref="Threefish512.EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, PaddingMode)"/>
    public static int EncryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        PaddingMode paddingMode = PaddingMode.None) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: false, keys, tweaks).EncryptPacked(source, packetLengths, destination, paddingMode);

    /// <inheritdoc cref="Threefish512.DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte})"/>
    public static int DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: true, keys, tweaks).DecryptPacked(source, packetLengths, destination, default, unpad: false, PaddingMode.None);

    /// <inheritdoc cref="Threefish512.DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, Span{int}, PaddingMode)"/>
    public static int DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination,
        Span<int> plaintextLengths, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: true, keys, tweaks).DecryptPacked(source, packetLengths, destination, plaintextLengths, unpad: true, paddingMode);

    /// <inheritdoc cref="Threefish512.EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}}, PaddingMode)"/>
    public static void EncryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations,
        PaddingMode paddingMode = PaddingMode.None) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: false, keys, tweaks).RunScattered(sources, destinations, paddingMode);

    /// <inheritdoc cref="Threefish512.DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}})"/>
    public static void DecryptMany(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: true, keys, tweaks).RunScattered(sources, destinations, PaddingMode.None);

    // ---- the same on several cores ----

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int EncryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(false, default, keys, tweaks, parallelOptions).RunPacked(source, packetLengths, destination, default, false, paddingMode);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(true, default, keys, tweaks, parallelOptions).RunPacked(source, packetLengths, destination, default, false, PaddingMode.None);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, Span{int}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        Memory<int> plaintextLengths, PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(true, default, keys, tweaks, parallelOptions).RunPacked(source, packetLengths, destination, plaintextLengths, true, paddingMode);

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public static void EncryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(false, default, keys, tweaks, parallelOptions).RunScattered(sources, destinations, paddingMode);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public static void DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(true, default, keys, tweaks, parallelOptions).RunScattered(sources, destinations, PaddingMode.None);

    // ---- what the size gives ----

    private protected override int EncryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: false, Key, tweaks).EncryptPacked(source, lengths, destination, paddingMode);

    private protected override int DecryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        Span<int> plaintextLengths, bool unpad, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish256Spec>(decrypt: true, Key, tweaks).DecryptPacked(source, lengths, destination, plaintextLengths, unpad, paddingMode);

    private protected override void RunScattered(
        bool decrypt, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode) =>
        new ThreefishPackets<Threefish256Spec>(decrypt, Key, tweaks).RunScattered(sources, destinations, paddingMode);

    private protected override int RunPackedOverCores(
        bool decrypt, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination,
        Memory<int> plaintextLengths, bool unpad, PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(decrypt, KeyMemory, default, tweaks, parallelOptions)
            .RunPacked(source, lengths, destination, plaintextLengths, unpad, paddingMode);

    private protected override void RunScatteredOverCores(
        bool decrypt, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions) =>
        new ThreefishPacketsOverCores<Threefish256Spec>(decrypt, KeyMemory, default, tweaks, parallelOptions)
            .RunScattered(sources, destinations, paddingMode);
}
