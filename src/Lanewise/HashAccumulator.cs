using System.Buffers;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;

namespace Lanewise;

/// <summary>
/// Hashes many messages in SIMD lanes for a producer that meets them one at a time: messages are collected in a buffer and
/// hashed together as it fills.
/// </summary>
/// <remarks>
/// <see cref="Append"/> copies a message, so its memory may be used again at once, and returns a ticket: 0, 1, 2 and so on.
/// Digests go to a function, in the order of the tickets, each once; that of a message never comes before
/// <see cref="Append"/> has returned its ticket, but during a later <see cref="Append"/> or <see cref="Flush"/>, on the
/// thread that called it. A digest depends on its message and the key alone, never on neighbours, lanes or flushes.
/// <para>Memory is bounded: 16 KiB of staging for each lane (<see cref="StagingSizeInBytes"/>), and room for
/// <see cref="BatchSize"/> digests. A message longer than <see cref="MaxStagedMessageSizeInBytes"/> is not copied but hashed
/// by itself at once; its digest waits for its turn. Nothing is allocated after the first batch. Keys and copied messages
/// are wiped by <see cref="Dispose"/>, which delivers nothing: call <see cref="Flush"/> first. An instance is not safe for
/// use by several threads at once.</para>
/// </remarks>
/// <example>
/// <code>
/// using HashAccumulator accumulator = new(HashAlgorithmName.MD5, (ticket, digest) => digest.CopyTo(rows[(int)ticket].Digest));
/// foreach (Row row in rows) accumulator.Append(row.Text);
/// accumulator.Flush();
/// </code>
/// </example>
public sealed class HashAccumulator : IDisposable
{
    /// <summary>Longer messages are hashed by themselves.</summary>
    public const int MaxStagedMessageSizeInBytes = 16 * 1024;

    // Enough groups that the last, partly filled ones do not count, and that short messages pay little of what a batch costs.
    private const int GroupsPerBatch = 32;

    private readonly HashRow row;
    private readonly byte[] key;
    private readonly Action<long, ReadOnlySpan<byte>> onDigest;

    // Messages waiting, one after the other, and where the digest of each ticket will lie: those of staged messages from
    // the left in the order of arrival, those of long ones from the right.
    private readonly byte[] staging;
    private readonly int[] stagedLengths;
    private readonly int[] digestIndices;
    private readonly byte[] digests;
    private int stagedBytes;
    private int stagedCount;
    private int longCount;
    private int delivered;
    private bool isHashed;
    private bool isDelivering;
    private bool disposed;

    /// <summary>Starts without messages.</summary>
    /// <param name="hashAlgorithm">The name of one of this library's algorithms, as in <see cref="LanewiseOperations"/>.</param>
    /// <param name="onDigest">Receives each ticket with its digest, which is valid during the call only.</param>
    /// <exception cref="ArgumentNullException"><paramref name="onDigest"/> is null.</exception>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">The library has no such algorithm.</exception>
    public HashAccumulator(HashAlgorithmName hashAlgorithm, Action<long, ReadOnlySpan<byte>> onDigest)
        : this(hashAlgorithm, default, onDigest)
    {
    }

    /// <summary>Starts without messages; all are hashed with one key.</summary>
    /// <param name="hashAlgorithm">The name of one of this library's algorithms, as in <see cref="LanewiseOperations"/>.</param>
    /// <param name="key">The key; empty for none. It is copied.</param>
    /// <param name="onDigest">Receives each ticket with its digest, which is valid during the call only.</param>
    /// <exception cref="ArgumentNullException"><paramref name="onDigest"/> is null.</exception>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">
    /// The library has no such algorithm, or the algorithm does not allow a key of that length.
    /// </exception>
    public HashAccumulator(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, Action<long, ReadOnlySpan<byte>> onDigest)
    {
        ArgumentException.ThrowIfNullOrEmpty(hashAlgorithm.Name, nameof(hashAlgorithm));
        ArgumentNullException.ThrowIfNull(onDigest);
        if (!Catalog.TryFind(hashAlgorithm.Name, out HashRow? found, out int hashBytes))
        {
            throw new CryptographicException($"'{hashAlgorithm.Name}' is not an algorithm of this library.");
        }

        if (key.Length > found.MaxKeyBytes)
        {
            throw new CryptographicException(found.MaxKeyBytes == 0
                ? $"{found.Title} takes no key."
                : string.Create(CultureInfo.InvariantCulture, $"A key of {found.Title} has at most {found.MaxKeyBytes} bytes, not {key.Length}."));
        }

        row = found;
        this.key = key.ToArray();
        this.onDigest = onDigest;
        HashLengthInBytes = hashBytes;
        int lanes = found.ChosenShape.Lanes(found.WordBits);
        BatchSize = lanes * GroupsPerBatch;
        StagingSizeInBytes = lanes * MaxStagedMessageSizeInBytes;
        staging = ArrayPool<byte>.Shared.Rent(StagingSizeInBytes);
        stagedLengths = ArrayPool<int>.Shared.Rent(BatchSize);
        digestIndices = ArrayPool<int>.Shared.Rent(BatchSize);
        digests = ArrayPool<byte>.Shared.Rent(BatchSize * hashBytes);
    }

    /// <summary>The length of a digest in bytes.</summary>
    public int HashLengthInBytes { get; }

    /// <summary>The number of messages that are collected at most before they are hashed: a multiple of the lanes.</summary>
    public int BatchSize { get; }

    /// <summary>The number of bytes that are collected at most before they are hashed.</summary>
    public int StagingSizeInBytes { get; }

    /// <summary>The number of messages so far, which is the next ticket.</summary>
    public long Count { get; private set; }

    /// <summary>The number of messages whose digests have not been delivered yet.</summary>
    public int PendingCount => stagedCount + longCount - delivered;

    /// <summary>Takes a message; if there is no more room, those before it are hashed and delivered first.</summary>
    /// <param name="message">The message; its memory may be used again at once.</param>
    /// <returns>The ticket with which its digest will be delivered.</returns>
    /// <exception cref="InvalidOperationException">Called from the function that receives the digests.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public long Append(ReadOnlySpan<byte> message)
    {
        CheckUse();
        bool isLong = message.Length > MaxStagedMessageSizeInBytes;
        int count = stagedCount + longCount;

        // Before the message is taken, so that after an exception of the function it was not, and can be appended again.
        if (isHashed || count == BatchSize || (!isLong && message.Length > StagingSizeInBytes - stagedBytes))
        {
            HashAndDeliver();
            ObjectDisposedException.ThrowIf(disposed, this);
            count = 0;
        }

        if (isLong)
        {
            int index = BatchSize - 1 - longCount;
            row.Hash(key, message, Digest(index));
            digestIndices[count] = index;
            longCount++;
        }
        else
        {
            message.CopyTo(staging.AsSpan(stagedBytes));
            stagedLengths[stagedCount] = message.Length;
            digestIndices[count] = stagedCount++;
            stagedBytes += message.Length;
        }

        return Count++;
    }

    /// <summary>Hashes the messages that are still waiting and delivers their digests.</summary>
    /// <remarks>If the function throws, the exception passes through, and the next call goes on behind that digest.</remarks>
    /// <exception cref="InvalidOperationException">Called from the function that receives the digests.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Flush()
    {
        CheckUse();
        HashAndDeliver();
    }

    /// <summary>Wipes key, messages and digests; those not delivered yet are dropped.</summary>
    public void Dispose()
    {
        if (disposed) return;

        disposed = true;
        if (!isDelivering) Release();
    }

    private void HashAndDeliver()
    {
        if (!isHashed && stagedCount > 0)
        {
            row.HashMany(
                Messages.Packed(staging.AsSpan(0, stagedBytes), stagedLengths.AsSpan(0, stagedCount)),
                Keys.One(key),
                digests.AsSpan(0, stagedCount * HashLengthInBytes),
                HashLengthInBytes);
        }

        isHashed = true;
        isDelivering = true;
        int count = stagedCount + longCount;
        long first = Count - count;
        try
        {
            while (delivered < count && !disposed)
            {
                int n = delivered++;
                onDigest(first + n, Digest(digestIndices[n]));
            }
        }
        finally
        {
            isDelivering = false;
            if (disposed) Release();
        }

        if (disposed) return;

        stagedBytes = stagedCount = longCount = delivered = 0;
        isHashed = false;
    }

    private Span<byte> Digest(int index) => digests.AsSpan(index * HashLengthInBytes, HashLengthInBytes);

    private void CheckUse()
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        if (isDelivering) throw new InvalidOperationException("The function that receives digests must not use the accumulator that calls it.");
    }

    private void Release()
    {
        CryptographicOperations.ZeroMemory(key);
        CryptographicOperations.ZeroMemory(staging.AsSpan(0, StagingSizeInBytes));
        CryptographicOperations.ZeroMemory(digests.AsSpan(0, BatchSize * HashLengthInBytes));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(stagedLengths.AsSpan(0, BatchSize)));
        ArrayPool<byte>.Shared.Return(staging);
        ArrayPool<int>.Shared.Return(stagedLengths);
        ArrayPool<int>.Shared.Return(digestIndices);
        ArrayPool<byte>.Shared.Return(digests);
    }
}
