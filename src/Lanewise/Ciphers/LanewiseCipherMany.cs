using Lanewise.Ciphers;

namespace Lanewise;

/// <content>Processes many packets in one call, in ECB mode. The blocks of all packets together fill the lanes.</content>
public abstract partial class LanewiseCipher
{
    // The first constant is the minimum number of bytes per core. Processing that many bytes takes a few tens of microseconds.
    // The second constant is the fixed overhead per packet, expressed as an equivalent number of bytes.
    private const int SmallestPacketsBytes = 32 * 1024, PacketOverhead = 16;

    // ---- one key for all packets ----

    /// <summary>Encrypts packets with this cipher's key, and writes the ciphertexts one after another.</summary>
    /// <param name="packets">The packets.</param>
    /// <param name="destination">
    /// Receives the ciphertexts, one after another. If the packets are packed and none of them needs padding, the destination may
    /// be the same buffer as the packets.
    /// </param>
    /// <param name="paddingMode">The padding mode, which applies to each packet.</param>
    /// <param name="tweaks">The tweaks, one per packet. An empty span means that all tweaks are zero.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A packet length is negative, or the padding mode is unknown.</exception>
    /// <exception cref="ArgumentException">The packet lengths do not add up to the length of the source.</exception>
    /// <exception cref="ArgumentException">The destination is too short, or overlaps an input.</exception>
    /// <exception cref="ArgumentException">The number of tweaks differs from the number of packets.</exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and a packet length is not a multiple of the block length.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public int EncryptMany(
        Messages packets, Span<byte> destination, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlySpan<byte> tweaks = default) =>
        RunPacked(this, default, true, packets, destination, default, paddingMode, tweaks);

    /// <summary>Encrypts packets with this cipher's key, and writes each ciphertext to a separate destination.</summary>
    /// <param name="packets">The packets.</param>
    /// <param name="destinations">
    /// One buffer per ciphertext. If the packets are scattered, a buffer may start at the same address as its packet.
    /// </param>
    /// <param name="paddingMode">The padding mode, which applies to each packet.</param>
    /// <param name="tweaks">The tweaks, one per packet. An empty span means that all tweaks are zero.</param>
    /// <exception cref="ArgumentOutOfRangeException">A packet length is negative, or the padding mode is unknown.</exception>
    /// <exception cref="ArgumentException">The packet lengths do not add up to the length of the source.</exception>
    /// <exception cref="ArgumentException">The number of destinations or tweaks differs from the number of packets.</exception>
    /// <exception cref="ArgumentException">A destination is too short, or packets overlap.</exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and a packet length is not a multiple of the block length.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public void EncryptMany(
        Messages packets, ReadOnlySpan<Memory<byte>> destinations, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlySpan<byte> tweaks = default) =>
        RunScattered(this, default, true, packets, destinations, default, paddingMode, tweaks);

    /// <summary>Decrypts packets of whole blocks with this cipher's key, and writes the plaintexts one after another.</summary>
    /// <param name="packets">The ciphertexts.</param>
    /// <param name="destination">
    /// Receives the plaintexts including their padding, one after another. If the ciphertexts are packed, the destination may be
    /// the same buffer as the ciphertexts.
    /// </param>
    /// <param name="plaintextLengths">
    /// Receives the length of each plaintext without its padding. If a packet's padding is wrong, its entry is -1, and its
    /// plaintext is wiped. The span must be empty if the packets have no padding. The span may also be the span of the packet
    /// lengths.
    /// </param>
    /// <param name="paddingMode">The padding mode, which applies to each packet.</param>
    /// <param name="tweaks">The tweaks, one per packet. An empty span means that all tweaks are zero.</param>
    /// <returns>The number of bytes written, including the padding.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A packet length is negative, or the padding mode is unknown.</exception>
    /// <exception cref="ArgumentException">The packet lengths do not add up to the length of the source.</exception>
    /// <exception cref="ArgumentException">The destination is too short, or overlaps an input.</exception>
    /// <exception cref="ArgumentException">
    /// The number of tweaks or plaintext lengths differs from the number of packets.
    /// </exception>
    /// <exception cref="CryptographicException">A packet length is not a multiple of the block length.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public int DecryptMany(
        Messages packets, Span<byte> destination, Span<int> plaintextLengths = default,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlySpan<byte> tweaks = default) =>
        RunPacked(this, default, false, packets, destination, plaintextLengths, paddingMode, tweaks);

    /// <summary>
    /// Decrypts packets of whole blocks with this cipher's key, and writes each plaintext to a separate destination.
    /// </summary>
    /// <param name="packets">The ciphertexts.</param>
    /// <param name="destinations">
    /// One buffer per plaintext, including its padding. If the packets are scattered, a buffer may start at the same address as
    /// its packet.
    /// </param>
    /// <param name="plaintextLengths">
    /// Receives the length of each plaintext without its padding. If a packet's padding is wrong, its entry is -1, and its
    /// plaintext is wiped. The span must be empty if the packets have no padding. The span may also be the span of the packet
    /// lengths.
    /// </param>
    /// <param name="paddingMode">The padding mode, which applies to each packet.</param>
    /// <param name="tweaks">The tweaks, one per packet. An empty span means that all tweaks are zero.</param>
    /// <exception cref="ArgumentOutOfRangeException">A packet length is negative, or the padding mode is unknown.</exception>
    /// <exception cref="ArgumentException">The packet lengths do not add up to the length of the source.</exception>
    /// <exception cref="ArgumentException">
    /// The number of destinations, tweaks or plaintext lengths differs from the number of packets.
    /// </exception>
    /// <exception cref="ArgumentException">A destination is too short, or packets overlap.</exception>
    /// <exception cref="CryptographicException">A packet length is not a multiple of the block length.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public void DecryptMany(
        Messages packets, ReadOnlySpan<Memory<byte>> destinations, Span<int> plaintextLengths = default,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlySpan<byte> tweaks = default) =>
        RunScattered(this, default, false, packets, destinations, plaintextLengths, paddingMode, tweaks);

    // ---- one key per packet ----

    /// <summary>Encrypts packets with one key per packet, and writes the ciphertexts one after another.</summary>
    /// <inheritdoc cref="EncryptMany(Messages, Span{byte}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int EncryptMany(
        CipherKeys keys, Messages packets, Span<byte> destination, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlySpan<byte> tweaks = default) =>
        RunPacked(null, keys, true, packets, destination, default, paddingMode, tweaks);

    /// <summary>Encrypts packets with one key per packet, and writes each ciphertext to a separate destination.</summary>
    /// <inheritdoc cref="EncryptMany(Messages, ReadOnlySpan{Memory{byte}}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void EncryptMany(
        CipherKeys keys, Messages packets, ReadOnlySpan<Memory<byte>> destinations, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlySpan<byte> tweaks = default) =>
        RunScattered(null, keys, true, packets, destinations, default, paddingMode, tweaks);

    /// <summary>Decrypts packets of whole blocks with one key per packet, and writes the plaintexts one after another.</summary>
    /// <inheritdoc cref="DecryptMany(Messages, Span{byte}, Span{int}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public static int DecryptMany(
        CipherKeys keys, Messages packets, Span<byte> destination, Span<int> plaintextLengths = default,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlySpan<byte> tweaks = default) =>
        RunPacked(null, keys, false, packets, destination, plaintextLengths, paddingMode, tweaks);

    /// <summary>
    /// Decrypts packets of whole blocks with one key per packet, and writes each plaintext to a separate destination.
    /// </summary>
    /// <inheritdoc cref="DecryptMany(Messages, ReadOnlySpan{Memory{byte}}, Span{int}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void DecryptMany(
        CipherKeys keys, Messages packets, ReadOnlySpan<Memory<byte>> destinations, Span<int> plaintextLengths = default,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlySpan<byte> tweaks = default) =>
        RunScattered(null, keys, false, packets, destinations, plaintextLengths, paddingMode, tweaks);

    // ---- common implementation ----

    [MethodImpl(CompileOptions.AtOnce)]
    private static int RunPacked(
        LanewiseCipher? one, in CipherKeys keys, bool encrypting, in Messages packets, Span<byte> destination,
        Span<int> plaintextLengths, PaddingMode paddingMode, ReadOnlySpan<byte> tweaks)
    {
        one?.ThrowIfDisposed();
        PacketRun.Create(
            out PacketRun run, one, keys, encrypting, packets, paddingMode, tweaks, plaintextLengths, destination);
        return run.CheckAndRun();
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private static void RunScattered(
        LanewiseCipher? one, in CipherKeys keys, bool encrypting, in Messages packets, ReadOnlySpan<Memory<byte>> destinations,
        Span<int> plaintextLengths, PaddingMode paddingMode, ReadOnlySpan<byte> tweaks)
    {
        one?.ThrowIfDisposed();
        PacketRun.Create(
            out PacketRun run, one, keys, encrypting, packets, paddingMode, tweaks, plaintextLengths, default, destinations,
            isScattered: true);
        run.CheckAndRun();
    }

    // ---- several cores: everything is checked before anything is written ----

    /// <inheritdoc cref="EncryptMany(Messages, Span{byte}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <remarks>
    /// If all packets together are only a few KiB long, the method uses one core. Otherwise, it uses as many cores as the options
    /// allow.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled. The destination may be partially written. A packet whose in-place processing has started is always
    /// completed.
    /// </exception>
    public int EncryptMany(
        MemoryMessages packets, Memory<byte> destination, ParallelOptions parallelOptions,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(this, default, true, packets, destination, null, default, paddingMode, tweaks)
            .Run(parallelOptions);

    /// <inheritdoc cref="EncryptMany(Messages, ReadOnlySpan{Memory{byte}}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <remarks>
    /// If all packets together are only a few KiB long, the method uses one core. Otherwise, it uses as many cores as the options
    /// allow.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled. The destinations may be partially written. A packet whose in-place processing has started is
    /// always completed.
    /// </exception>
    public void EncryptMany(
        MemoryMessages packets, ReadOnlyMemory<Memory<byte>> destinations, ParallelOptions parallelOptions,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(this, default, true, packets, default, destinations, default, paddingMode, tweaks).Run(parallelOptions);

    /// <inheritdoc cref="DecryptMany(Messages, Span{byte}, Span{int}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <remarks>
    /// If all packets together are only a few KiB long, the method uses one core. Otherwise, it uses as many cores as the options
    /// allow.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled. The destination may be partially written. A packet whose in-place processing has started is always
    /// completed.
    /// </exception>
    public int DecryptMany(
        MemoryMessages packets, Memory<byte> destination, ParallelOptions parallelOptions, Memory<int> plaintextLengths = default,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(this, default, false, packets, destination, null, plaintextLengths, paddingMode, tweaks)
            .Run(parallelOptions);

    /// <inheritdoc cref="DecryptMany(Messages, ReadOnlySpan{Memory{byte}}, Span{int}, PaddingMode, ReadOnlySpan{byte})"/>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <remarks>
    /// If all packets together are only a few KiB long, the method uses one core. Otherwise, it uses as many cores as the options
    /// allow.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled. The destinations may be partially written. A packet whose in-place processing has started is
    /// always completed.
    /// </exception>
    public void DecryptMany(
        MemoryMessages packets, ReadOnlyMemory<Memory<byte>> destinations, ParallelOptions parallelOptions,
        Memory<int> plaintextLengths = default, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(this, default, false, packets, default, destinations, plaintextLengths, paddingMode, tweaks)
            .Run(parallelOptions);

    /// <summary>Encrypts packets with one key per packet, and writes the ciphertexts one after another.</summary>
    /// <inheritdoc cref="EncryptMany(MemoryMessages, Memory{byte}, ParallelOptions, PaddingMode, ReadOnlyMemory{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    public static int EncryptMany(
        CipherKeys keys, MemoryMessages packets, Memory<byte> destination, ParallelOptions parallelOptions,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(null, keys, true, packets, destination, null, default, paddingMode, tweaks).Run(parallelOptions);

    /// <summary>Encrypts packets with one key per packet, and writes each ciphertext to a separate destination.</summary>
    /// <inheritdoc
    /// cref="EncryptMany(MemoryMessages, ReadOnlyMemory{Memory{byte}}, ParallelOptions, PaddingMode, ReadOnlyMemory{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    public static void EncryptMany(
        CipherKeys keys, MemoryMessages packets, ReadOnlyMemory<Memory<byte>> destinations, ParallelOptions parallelOptions,
        PaddingMode paddingMode = PaddingMode.None, ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(null, keys, true, packets, default, destinations, default, paddingMode, tweaks).Run(parallelOptions);

    /// <summary>Decrypts packets of whole blocks with one key per packet, and writes the plaintexts one after another.</summary>
    /// <inheritdoc
    /// cref="DecryptMany(MemoryMessages, Memory{byte}, ParallelOptions, Memory{int}, PaddingMode, ReadOnlyMemory{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    public static int DecryptMany(
        CipherKeys keys, MemoryMessages packets, Memory<byte> destination, ParallelOptions parallelOptions,
        Memory<int> plaintextLengths = default, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(null, keys, false, packets, destination, null, plaintextLengths, paddingMode, tweaks)
            .Run(parallelOptions);

    /// <summary>
    /// Decrypts packets of whole blocks with one key per packet, and writes each plaintext to a separate destination.
    /// </summary>
    /// <inheritdoc
    /// cref="DecryptMany(MemoryMessages, ReadOnlyMemory{Memory{byte}}, ParallelOptions, Memory{int}, PaddingMode,
    /// ReadOnlyMemory{byte})"/>
    /// <param name="keys">The keys, one per packet.</param>
    public static void DecryptMany(
        CipherKeys keys, MemoryMessages packets, ReadOnlyMemory<Memory<byte>> destinations, ParallelOptions parallelOptions,
        Memory<int> plaintextLengths = default, PaddingMode paddingMode = PaddingMode.None,
        ReadOnlyMemory<byte> tweaks = default) =>
        new ManyPackets(null, keys, false, packets, default, destinations, plaintextLengths, paddingMode, tweaks)
            .Run(parallelOptions);

    /// <summary>The arguments of a multi-core call. Each core processes a part of the packets.</summary>
    private sealed record ManyPackets(
        LanewiseCipher? One, CipherKeys Keys, bool Encrypting, MemoryMessages Packets, Memory<byte> Destination,
        ReadOnlyMemory<Memory<byte>>? Destinations, Memory<int> PlaintextLengths, PaddingMode PaddingMode,
        ReadOnlyMemory<byte> Tweaks)
    {
        private PacketRun All
        {
            get
            {
                PacketRun.Create(
                    out PacketRun all, One, Keys, Encrypting, Packets.Span, PaddingMode, Tweaks.Span, PlaintextLengths.Span,
                    Destination.Span, (Destinations ?? default).Span, Destinations is not null);
                return all;
            }
        }

        public int Run(ParallelOptions parallelOptions)
        {
            One?.ThrowIfDisposed();
            ArgumentNullException.ThrowIfNull(parallelOptions);
            PacketRun all = All;
            int written = all.Check();
            parallelOptions = UncancellableInPlace(parallelOptions, all.IsOverItself());
            List<Piece> pieces = Partitioning.Split(
                Packets.Span.Count, Packets.Length, PacketOverhead, SmallestPacketsBytes, parallelOptions);
            int[] offsets = new int[pieces.Count + 1];
            for (int p = 0; p < pieces.Count; p++)
            {
                offsets[p + 1] = offsets[p];
                for (int i = 0; i < pieces[p].Count; i++) offsets[p + 1] += all.LengthOf(pieces[p].First + i);
            }

            Partitioning.Run(pieces.Count, parallelOptions, StackBelow.WipedAfter(
                p => All.Run(pieces[p], offsets[p], offsets[p + 1] - offsets[p])));
            return written;
        }
    }
}
