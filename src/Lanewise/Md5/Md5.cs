using System.Buffers;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>MD5 (RFC 1321): one message, a running hash, or many messages at once in SIMD lanes.</summary>
/// <remarks>
/// MD5 is broken: collisions are made in seconds. Use it for fixity, ETags and legacy protocols, never for security; for
/// new work take <see cref="Blake2b"/>.
/// <para>Words are read and the digest of 16 bytes is written little-endian. Everything is managed code: it works where
/// the platform refuses MD5 (browsers, FIPS mode). All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Md5.HashData("abc"u8);
///
/// // Ten thousand messages of 64 bytes, one after the other in one buffer:
/// byte[] digests = new byte[10_000 * Md5.HashSizeInBytes];
/// Md5.HashMany(messages, 64, digests);
/// </code>
/// </example>
public sealed class Md5 : LanewiseHash
{
    /// <summary>The length of the digest in bits.</summary>
    public const int HashSizeInBits = 128;

    /// <summary>The length of the digest in bytes.</summary>
    public const int HashSizeInBytes = Md5Spec.HashBytes;

    private readonly uint[] state = new uint[Md5Spec.StateWords];
    private readonly byte[] buffer = new byte[Md5Spec.BlockBytes];
    private readonly uint[] start = new uint[Md5Spec.StateWords];
    private readonly uint before;
    private ulong total;

    /// <summary>Starts an empty message.</summary>
    public Md5()
        : this(Md5Spec.Iv, 0)
    {
    }

    /// <summary>Starts behind a block that HMAC has already compressed.</summary>
    internal Md5(ReadOnlySpan<uint> start, uint before)
    {
        start.CopyTo(this.start);
        this.before = before;
        Restart();
    }

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>
    /// Messages that <c>HashMany</c> runs side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => Md5Many.Table.Choose().Lanes(32);

    /// <inheritdoc/>
    public override int HashLengthInBytes => HashSizeInBytes;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName => HashAlgorithmName.MD5;

    // ---- one message ----

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static byte[] HashData(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashData(source.AsSpan());
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> source)
    {
        byte[] hash = new byte[HashSizeInBytes];
        Hash(source, hash);
        return hash;
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; may lie inside the source.</param>
    /// <returns>The number of bytes written, 16.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes.</exception>
    public static int HashData(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (destination.Length < HashSizeInBytes) throw TooShort(destination.Length, HashSizeInBytes);

        Hash(source, destination);
        return HashSizeInBytes;
    }

    /// <summary>Hashes a message if there is room for the digest.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; may lie inside the source.</param>
    /// <param name="bytesWritten">The number of bytes written: 16, or 0 where there was no room.</param>
    /// <returns>Whether there was room; if not, nothing was written.</returns>
    public static bool TryHashData(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < HashSizeInBytes) return false;

        Hash(source, destination);
        bytesWritten = HashSizeInBytes;
        return true;
    }

    /// <summary>Hashes a message in segments.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The digest.</returns>
    public static byte[] HashData(in ReadOnlySequence<byte> source)
    {
        if (source.IsSingleSegment) return HashData(source.FirstSpan);

        using Md5 hash = new();
        hash.AppendData(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(Stream source)
    {
        CheckStream(source, nameof(source));
        using Md5 hash = new();
        hash.AppendStream(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written, 16.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes, or <paramref name="source"/> cannot be read.</exception>
    public static int HashData(Stream source, Span<byte> destination)
    {
        CheckStream(source, nameof(source));
        if (destination.Length < HashSizeInBytes) throw TooShort(destination.Length, HashSizeInBytes);

        using Md5 hash = new();
        hash.AppendStream(source);
        return hash.GetCurrentHash(destination);
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static async ValueTask<byte[]> HashDataAsync(Stream source, CancellationToken cancellationToken = default)
    {
        byte[] hash = new byte[HashSizeInBytes];
        await HashDataAsync(source, hash, cancellationToken).ConfigureAwait(false);
        return hash;
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The number of bytes written, 16.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes, or <paramref name="source"/> cannot be read.</exception>
    public static ValueTask<int> HashDataAsync(Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        if (destination.Length < HashSizeInBytes) throw TooShort(destination.Length, HashSizeInBytes);

        return Run();

        async ValueTask<int> Run()
        {
            using Md5 hash = new();
            await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
            return hash.GetCurrentHash(destination.Span);
        }
    }

    // ---- many messages ----

    /// <summary>Hashes messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests, 16 bytes each, in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination) =>
        HashMany(Messages.Packed(source, messageLength), destination);

    /// <summary>Hashes messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests, 16 bytes each, in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        HashMany(Messages.Packed(source, messageLengths), destination);

    /// <summary>Hashes messages of any lengths, wherever they lie.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    public static void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination) =>
        HashMany((Messages)sources, destination);

    /// <summary>Hashes messages, packed or scattered.</summary>
    /// <param name="messages">The messages.</param>
    /// <param name="destination">Receives the digests, 16 bytes each, in the order of the messages.</param>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    public static void HashMany(Messages messages, Span<byte> destination) =>
        Batch.Run(messages, default, destination, new LaneBatch<uint, Md5Many>(Md5Many.Plain, null));

    /// <summary>Hashes messages of one length that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests, 16 bytes each, in the order of the messages.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, ParallelOptions parallelOptions) =>
        ManyOverCores.Equal(source, messageLength, destination, HashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, messageLength, digests.Span));

    /// <summary>Hashes messages of any lengths that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests, 16 bytes each, in the order of the messages.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, ParallelOptions parallelOptions) =>
        ManyOverCores.Ragged(source, messageLengths, destination, HashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, range.Items(messageLengths).Span, digests.Span));

    /// <summary>Hashes messages of any lengths, wherever they lie, on several cores.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests, 16 bytes each, in the order of the messages.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, ParallelOptions parallelOptions) =>
        ManyOverCores.Scattered(sources, destination, HashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Items(sources).Span, digests.Span));

    // ---- a running hash ----

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Md5 Clone() => (Md5)base.Clone();

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private protected override void Append(ReadOnlySpan<byte> data)
    {
        int filled = (int)(total % Md5Spec.BlockBytes);
        total += (ulong)data.Length;
        if (filled > 0)
        {
            int taken = Math.Min(Md5Spec.BlockBytes - filled, data.Length);
            data.Slice(0, taken).CopyTo(buffer.AsSpan(filled));
            data = data.Slice(taken);
            if (filled + taken < Md5Spec.BlockBytes) return;

            Md5One.Run(state, buffer, 0, 1);
        }

        int blocks = data.Length / Md5Spec.BlockBytes;
        if (blocks > 0) Md5One.Run(state, data, 0, blocks);
        data.Slice(blocks * Md5Spec.BlockBytes).CopyTo(buffer);
    }

    private protected override void Finish(Span<byte> destination)
    {
        Span<uint> last = stackalloc uint[Md5Spec.StateWords];
        state.CopyTo(last);
        Md5One.Finish(last, buffer.AsSpan(0, (int)(total % Md5Spec.BlockBytes)), total, destination);
        last.Clear();
    }

    private protected override void Restart()
    {
        start.CopyTo(state, 0);
        CryptographicOperations.ZeroMemory(buffer);
        total = before;
    }

    private protected override LanewiseHash Duplicate()
    {
        Md5 copy = new(start, before);
        state.CopyTo(copy.state, 0);
        buffer.CopyTo(copy.buffer, 0);
        copy.total = total;
        return copy;
    }

    private protected override void Wipe()
    {
        Array.Clear(start);
        Array.Clear(state);
        CryptographicOperations.ZeroMemory(buffer);
        total = 0;
    }

    internal override string StateName => "MD5";

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        writer.Number(total);
        writer.Words<uint>(state);
        writer.Bytes(buffer.AsSpan(0, (int)(total % Md5Spec.BlockBytes)));
        return default;
    }

    internal static Md5 ReadState(ref StateReader reader, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        Md5 hash = new();
        hash.ReadState(ref reader);
        return hash;
    }

    internal void ReadState(ref StateReader reader)
    {
        total = reader.Number();
        reader.Words<uint>(state);
        reader.Bytes((int)(total % Md5Spec.BlockBytes)).CopyTo(buffer);
        if (total < before) throw SavedState.Bad($"The saved state is not valid: it has {total} bytes, less than the key block.");
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<uint> state = stackalloc uint[Md5Spec.StateWords];
        Md5Spec.Iv.CopyTo(state);
        Md5One.Hash(state, 0, source, destination);
    }
}
