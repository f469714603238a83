using System.Security.Cryptography;
using Lanewise.Ciphers;

namespace Lanewise;

/// <content>Many packets at once on several cores. Everything is checked before anything is written.</content>
public sealed partial class Xtea
{
    // ---- one key, packed ----

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public int EncryptMany(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination, PaddingMode paddingMode, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        int written = CheckPacked(source, packetLengths, destination, paddingMode, encrypting: true, parallelOptions);
        PacketsOverCores.Run(packetLengths.Length, i => packetLengths.Span[i], BlockSizeInBytes, paddingMode, parallelOptions, range =>
            EncryptMany(range.Of(source), range.Items(packetLengths), range.Place(destination), paddingMode));
        return written;
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public int DecryptMany(ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        int written = CheckPacked(source, packetLengths, destination, PaddingMode.None, encrypting: false, parallelOptions);
        PacketsOverCores.Run(packetLengths.Length, i => packetLengths.Span[i], BlockSizeInBytes, PaddingMode.None, parallelOptions, range =>
            DecryptMany(range.Of(source), range.Items(packetLengths), range.Place(destination)));
        return written;
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, Span{int}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public int DecryptMany(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination, Memory<int> plaintextLengths,
        PaddingMode paddingMode, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        CheckPlaintextLengths(packetLengths.Span, plaintextLengths.Span);
        int written = CheckPacked(source, packetLengths, destination, paddingMode, encrypting: false, parallelOptions);
        PacketsOverCores.Run(packetLengths.Length, i => packetLengths.Span[i], BlockSizeInBytes, PaddingMode.None, parallelOptions, range =>
            DecryptMany(range.Of(source), range.Items(packetLengths), range.Place(destination), plaintextLengths.Span.Slice(range.First, range.Count), paddingMode));
        return written;
    }

    // ---- a key per packet, packed ----

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, PaddingMode, int, XteaByteOrder)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int EncryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        PaddingMode paddingMode, int rounds, XteaByteOrder byteOrder, ParallelOptions parallelOptions)
    {
        CheckOwn(keys.Span, packetLengths.Length, destination.Span, rounds, byteOrder);
        int written = CheckPacked(source, packetLengths, destination, paddingMode, encrypting: true, parallelOptions);
        PacketsOverCores.Run(packetLengths.Length, i => packetLengths.Span[i], BlockSizeInBytes, paddingMode, parallelOptions, range =>
            EncryptMany(KeysOf(keys, range), range.Of(source), range.Items(packetLengths), range.Place(destination), paddingMode, rounds, byteOrder));
        return written;
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, int, XteaByteOrder)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination,
        int rounds, XteaByteOrder byteOrder, ParallelOptions parallelOptions)
    {
        CheckOwn(keys.Span, packetLengths.Length, destination.Span, rounds, byteOrder);
        int written = CheckPacked(source, packetLengths, destination, PaddingMode.None, encrypting: false, parallelOptions);
        PacketsOverCores.Run(packetLengths.Length, i => packetLengths.Span[i], BlockSizeInBytes, PaddingMode.None, parallelOptions, range =>
            DecryptMany(KeysOf(keys, range), range.Of(source), range.Items(packetLengths), range.Place(destination), rounds, byteOrder));
        return written;
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{int}, Span{byte}, Span{int}, PaddingMode, int, XteaByteOrder)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static int DecryptMany(
        ReadOnlyMemory<byte> keys, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination, Memory<int> plaintextLengths,
        PaddingMode paddingMode, int rounds, XteaByteOrder byteOrder, ParallelOptions parallelOptions)
    {
        CheckOwn(keys.Span, packetLengths.Length, destination.Span, rounds, byteOrder);
        CheckPlaintextLengths(packetLengths.Span, plaintextLengths.Span);
        int written = CheckPacked(source, packetLengths, destination, paddingMode, encrypting: false, parallelOptions);
        PacketsOverCores.Run(packetLengths.Length, i => packetLengths.Span[i], BlockSizeInBytes, PaddingMode.None, parallelOptions, range =>
            DecryptMany(
                KeysOf(keys, range), range.Of(source), range.Items(packetLengths), range.Place(destination),
                plaintextLengths.Span.Slice(range.First, range.Count), paddingMode, rounds, byteOrder));
        return written;
    }

    // ---- scattered ----

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public void EncryptMany(
        ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations, PaddingMode paddingMode, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        RunScattered(sources, destinations, paddingMode, encrypting: true, parallelOptions);
    }

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public void DecryptMany(ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations, ParallelOptions parallelOptions)
    {
        ThrowIfDisposed();
        RunScattered(sources, destinations, PaddingMode.None, encrypting: false, parallelOptions);
    }

    /// <inheritdoc cref="EncryptMany(ReadOnlySpan{Xtea}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}}, PaddingMode)"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public static void EncryptMany(
        ReadOnlyMemory<Xtea> ciphers, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, ParallelOptions parallelOptions) => RunScattered(ciphers, sources, destinations, paddingMode, encrypting: true, parallelOptions);

    /// <inheritdoc cref="DecryptMany(ReadOnlySpan{Xtea}, ReadOnlySpan{ArraySegment{byte}}, ReadOnlySpan{ArraySegment{byte}})"/>
    /// <remarks>On the cores that the options allow; packets of a few KiB in all stay on one.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destinations are then only partly written.</exception>
    public static void DecryptMany(
        ReadOnlyMemory<Xtea> ciphers, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        ParallelOptions parallelOptions) => RunScattered(ciphers, sources, destinations, PaddingMode.None, encrypting: false, parallelOptions);

    // ---- shared ----

    private static ReadOnlySpan<byte> KeysOf(ReadOnlyMemory<byte> keys, PacketRange range) => keys.Span.Slice(range.First * KeySizeInBytes, range.Count * KeySizeInBytes);

    private static int CheckPacked(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> packetLengths, Memory<byte> destination, PaddingMode paddingMode, bool encrypting, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        int length = PacketRun.CheckPacked(source.Span, packetLengths.Span, BlockSizeInBytes, paddingMode, encrypting);
        if (destination.Length < length) throw TooShort(destination.Length, length);

        PacketRun.CheckPlaces(source.Span, destination.Span.Slice(0, length), samePlaces: length == source.Length);
        return length;
    }

    private void RunScattered(
        ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations, PaddingMode paddingMode, bool encrypting, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        PacketRun.CheckScattered(sources.Span, destinations.Span, BlockSizeInBytes, paddingMode, encrypting);
        PacketsOverCores.Run(sources.Length, i => sources.Span[i].Count, BlockSizeInBytes, paddingMode, parallelOptions, range =>
            RunScattered(range.Items(sources), range.Items(destinations), paddingMode, encrypting));
    }

    private static void RunScattered(
        ReadOnlyMemory<Xtea> ciphers, ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations,
        PaddingMode paddingMode, bool encrypting, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        CheckCiphers(ciphers.Span, sources.Length);
        PacketRun.CheckScattered(sources.Span, destinations.Span, BlockSizeInBytes, paddingMode, encrypting);
        PacketsOverCores.Run(sources.Length, i => sources.Span[i].Count, BlockSizeInBytes, paddingMode, parallelOptions, range =>
            RunScattered(range.Items(ciphers), range.Items(sources), range.Items(destinations), paddingMode, encrypting));
    }
}
