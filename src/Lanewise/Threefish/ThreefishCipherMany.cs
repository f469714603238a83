using System.Security.Cryptography;

namespace Lanewise;

/// <content>Many packets at once under this key, in ECB mode, each with a tweak of its own.</content>
public abstract partial class ThreefishCipher
{
    /// <summary>Encrypts packets that lie one after the other, all with this key, each with a tweak of its own, in ECB mode.</summary>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="source">The packets.</param>
    /// <param name="packetLengths">The length of each packet in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the ciphertexts one after the other; without padding the source's own place is allowed.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">There is not exactly a tweak per packet, the lengths do not add up to the source, the destination is too short or overlaps, or without padding a packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int EncryptMany(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, PaddingMode paddingMode = PaddingMode.None)
    {
        ThrowIfDisposed();
        return EncryptPacked(tweaks, source, packetLengths, destination, paddingMode);
    }

    /// <summary>Decrypts packets of whole blocks that lie one after the other, all with this key; no padding is removed.</summary>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="source">The ciphertexts.</param>
    /// <param name="packetLengths">The length of each in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the plaintexts, each where its ciphertext was; the source's own place is allowed.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">There is not exactly a tweak per packet, the lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int DecryptMany(ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination)
    {
        ThrowIfDisposed();
        return DecryptPacked(tweaks, source, packetLengths, destination, default, unpad: false, PaddingMode.None);
    }

    /// <summary>Decrypts packets that lie one after the other, all with this key, each with a tweak of its own, in ECB mode.</summary>
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
    /// <exception cref="ArgumentException">There is not exactly a tweak and a plaintext length per packet, the lengths do not add up to the source, or the destination is too short or overlaps.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int DecryptMany(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> packetLengths, Span<byte> destination, Span<int> plaintextLengths, PaddingMode paddingMode)
    {
        ThrowIfDisposed();
        return DecryptPacked(tweaks, source, packetLengths, destination, plaintextLengths, unpad: true, paddingMode);
    }

    /// <summary>Encrypts packets wherever they lie, all with this key, each with a tweak of its own, in ECB mode.</summary>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="sources">The packets.</param>
    /// <param name="destinations">Room for each ciphertext; it may start where the packet starts.</param>
    /// <param name="paddingMode">The padding of each packet.</param>
    /// <exception cref="ArgumentException">There is not exactly a tweak and a destination per packet, one is too short, packets overlap, or without padding a packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void EncryptMany(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode = PaddingMode.None)
    {
        ThrowIfDisposed();
        RunScattered(false, tweaks, sources, destinations, paddingMode);
    }

    /// <summary>Decrypts packets wherever they lie, all with this key, each with a tweak of its own; no padding is removed.</summary>
    /// <param name="tweaks">The tweaks, 16 bytes per packet, or empty for zeros.</param>
    /// <param name="sources">The ciphertexts.</param>
    /// <param name="destinations">Room for each plaintext with its padding; it may start where the ciphertext starts.</param>
    /// <exception cref="ArgumentException">There is not exactly a tweak and a destination per packet, one is too short, or packets overlap.</exception>
    /// <exception cref="CryptographicException">A packet is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void DecryptMany(ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations)
    {
        ThrowIfDisposed();
        RunScattered(true, tweaks, sources, destinations, PaddingMode.None);
    }

    // ---- on several cores ----

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public int EncryptMany(
        ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        PaddingMode paddingMode, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        return RunPackedOverCores(false, tweaks, source, packetLengths, destination, default, false, paddingMode, parallelOptions);
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public int DecryptMany(
        ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        return RunPackedOverCores(true, tweaks, source, packetLengths, destination, default, false, PaddingMode.None, parallelOptions);
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, Span{int}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public int DecryptMany(
        ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        Memory<int> plaintextLengths, PaddingMode paddingMode, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        return RunPackedOverCores(true, tweaks, source, packetLengths, destination, plaintextLengths, true, paddingMode, parallelOptions);
    }

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public void EncryptMany(
        ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        RunScatteredOverCores(false, tweaks, sources, destinations, paddingMode, parallelOptions);
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public void DecryptMany(
        ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        RunScatteredOverCores(true, tweaks, sources, destinations, PaddingMode.None, parallelOptions);
    }

    private protected abstract int EncryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, PaddingMode paddingMode);

    private protected abstract int DecryptPacked(
        ReadOnlySpan<byte> tweaks, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        Span<int> plaintextLengths, bool unpad, PaddingMode paddingMode);

    private protected abstract void RunScattered(
        bool decrypt, ReadOnlySpan<byte> tweaks, ReadOnlySpan<ArraySegment<byte>> sources, ReadOnlySpan<ArraySegment<byte>> destinations, PaddingMode paddingMode);

    private protected abstract int RunPackedOverCores(
        bool decrypt, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination,
        Memory<int> plaintextLengths, bool unpad, PaddingMode paddingMode, ParallelOptions parallelOptions);

    private protected abstract void RunScatteredOverCores(
        bool decrypt, ReadOnlyMemory<byte> tweaks, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions);
}
