namespace Lanewise;

/// <summary>
/// Hashes many messages in SIMD lanes for callers that receive messages one by one. The accumulator collects messages in a
/// buffer and hashes them when the buffer is full. Call <see cref="Flush"/> before <see cref="Dispose"/>: disposal discards
/// messages that have not been hashed.
/// </summary>
/// <remarks>
/// <see cref="Append"/> copies the message, so the caller may reuse its memory immediately. Each call returns the next ticket
/// number: 0, 1, 2 and so on. A callback receives each digest exactly once, in ticket order. The callback runs during a later
/// call to <see cref="Append"/> or <see cref="Flush"/>, on the calling thread. The callback for a message never runs before
/// <see cref="Append"/> has returned the message's ticket. A digest depends only on the message and the key, never on other
/// messages, the number of lanes, or calls to <see cref="Flush"/>.
/// <para>
/// Memory use is bounded: 16 KiB for each lane (<see cref="StagingSizeInBytes"/>) plus <see cref="BatchSize"/> digests. A
/// message longer than <see cref="MaxStagedMessageSizeInBytes"/> is not copied but hashed immediately, and its digest is kept
/// until all earlier digests have been delivered. After the first batch, no memory is allocated.
/// </para>
/// <para>
/// <see cref="Dispose"/> wipes the key and the copied messages without delivering digests.
/// Instances are not thread-safe: concurrent calls throw an <see cref="InvalidOperationException"/>. However, it is safe to
/// dispose an instance on any thread, even during a call on another thread. The data is then wiped at the end of that call.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// using HashAccumulator accumulator = new(HashAlgorithmName.MD5, (ticket, digest) => digest.CopyTo(rows[(int)ticket].Digest));
/// foreach (Row row in rows) accumulator.Append(row.Text);
/// accumulator.Flush();
/// </code>
/// </example>
public sealed class HashAccumulator : IDisposable, IWipeable
{
    /// <summary>
    /// The maximum length in bytes of a message that is buffered. Longer messages are hashed separately.
    /// </summary>
    public const int MaxStagedMessageSizeInBytes = 16 * 1024;

    // The states of an instance. Only one call can run at a time, and no call can start after Dispose. The last call returns
    // the arrays to the pool.
    private const int Idle = 0;
    private const int InUse = 1;
    private const int Disposed = 2;

    // With this many groups of lanes per batch, an incomplete last group wastes little time, and many short messages share the
    // overhead of one batch.
    private const int GroupsPerBatch = 32;

    private readonly HashRow row;
    private readonly byte[] key;
    private readonly Action<long, ReadOnlySpan<byte>> onDigest;
    private readonly FinalizerGuard? finalizerGuard;

    // The arrays contain the collected messages, the digests, and the digest index of each pending ticket. The digests of
    // collected messages start at index 0. The digests of long messages are stored backwards from the end of the array.
    private readonly byte[] staging;
    private readonly int[] stagedLengths;
    private readonly int[] digestIndices;
    private readonly byte[] digests;
    private int stagedBytes;
    private int stagedCount;
    private int longCount;
    private int delivered;
    private bool isHashed;
    private int use;

    /// <summary>Creates an accumulator for an unkeyed hash.</summary>
    /// <param name="hashAlgorithm">The name of one of this library's algorithms, as in <see cref="LanewiseOperations"/>.</param>
    /// <param name="onDigest">
    /// Receives each ticket and its digest or MAC, which is valid only during the callback.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="onDigest"/> is null.</exception>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm needs a key.
    /// </exception>
    public HashAccumulator(HashAlgorithmName hashAlgorithm, Action<long, ReadOnlySpan<byte>> onDigest)
        : this(LanewiseOperations.FindHash(hashAlgorithm, out int hashBytes), hashBytes, default, onDigest)
    {
    }

    /// <summary>Creates an accumulator for MACs with one key.</summary>
    /// <inheritdoc cref="HashAccumulator(HashAlgorithmName, Action{long, ReadOnlySpan{byte}})"/>
    /// <param name="key">The key, which is copied. Only HMAC and KMAC accept an empty key.</param>
    /// <exception cref="CryptographicException">
    /// No algorithm has this name, or the algorithm does not allow a key of this length.
    /// </exception>
    public HashAccumulator(HashAlgorithmName hashAlgorithm, ReadOnlySpan<byte> key, Action<long, ReadOnlySpan<byte>> onDigest)
        : this(LanewiseOperations.FindMac(hashAlgorithm, key.Length, out int hashBytes), hashBytes, key, onDigest)
    {
    }

    /// <inheritdoc cref="HashAccumulator(HashAlgorithmName, ReadOnlySpan{byte}, Action{long, ReadOnlySpan{byte}})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="onDigest"/> is null.</exception>
    public HashAccumulator(HashAlgorithmName hashAlgorithm, byte[] key, Action<long, ReadOnlySpan<byte>> onDigest)
        : this(hashAlgorithm, KeyArray.Span(key), onDigest)
    {
    }

    private HashAccumulator(HashRow row, int hashBytes, ReadOnlySpan<byte> key, Action<long, ReadOnlySpan<byte>> onDigest)
    {
        ArgumentNullException.ThrowIfNull(onDigest);
        this.row = row;
        this.key = key.ToArray();
        this.onDigest = onDigest;
        HashLengthInBytes = hashBytes;
        int lanes = row.ChosenShape.Lanes(row.WordBits);
        BatchSize = lanes * GroupsPerBatch;
        StagingSizeInBytes = lanes * MaxStagedMessageSizeInBytes;
        staging = ArrayPool<byte>.Shared.Rent(StagingSizeInBytes);
        stagedLengths = ArrayPool<int>.Shared.Rent(BatchSize);
        digestIndices = ArrayPool<int>.Shared.Rent(BatchSize);
        digests = ArrayPool<byte>.Shared.Rent(BatchSize * hashBytes);
        if (this.key.Length > 0) finalizerGuard = new FinalizerGuard(this);
    }

    /// <summary>The digest length in bytes.</summary>
    public int HashLengthInBytes { get; }

    /// <summary>
    /// The maximum number of messages that are collected before they are hashed, a multiple of the number of lanes.
    /// </summary>
    public int BatchSize { get; }

    /// <summary>The maximum number of bytes that are collected before they are hashed.</summary>
    public int StagingSizeInBytes { get; }

    /// <summary>The number of messages that have been appended so far, which is also the next ticket.</summary>
    public long Count { get; private set; }

    /// <summary>The number of messages whose digests have not been delivered yet.</summary>
    public int PendingCount => stagedCount + longCount - delivered;

    /// <summary>
    /// Appends a message. If the message does not fit in the buffer, the previous messages are hashed first, and their digests
    /// are delivered.
    /// </summary>
    /// <param name="message">The message. The caller may reuse its memory after the call.</param>
    /// <returns>The ticket that identifies the message when its digest is delivered.</returns>
    /// <exception cref="InvalidOperationException">
    /// The method was called from the callback, or during another call.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public long Append(ReadOnlySpan<byte> message)
    {
        Enter();
        try
        {
            return Take(message);
        }
        finally
        {
            Leave();
        }
    }

    private long Take(ReadOnlySpan<byte> message)
    {
        bool isLong = message.Length > MaxStagedMessageSizeInBytes;
        int count = stagedCount + longCount;

        // Earlier digests are delivered first. If the callback throws an exception, the message has not been appended, and the
        // caller can retry.
        if (isHashed || count == BatchSize || (!isLong && message.Length > StagingSizeInBytes - stagedBytes))
        {
            HashAndDeliver();
            ObjectDisposedException.ThrowIf(IsDisposed, this);
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

    /// <summary>Hashes the collected messages, and delivers all pending digests.</summary>
    /// <remarks>
    /// If the callback throws an exception, <see cref="Flush"/> does not catch it. The next call to <see cref="Append"/> or
    /// <see cref="Flush"/> continues with the next digest.
    /// </remarks>
    /// <exception cref="InvalidOperationException">
    /// The method was called from the callback, or during another call.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Flush()
    {
        Enter();
        try
        {
            HashAndDeliver();
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Wipes the key, the messages and the digests. Digests that have not been delivered are lost.</summary>
    public void Dispose()
    {
        if (Interlocked.Or(ref use, Disposed) == Idle) Release();
    }

    private void HashAndDeliver()
    {
        if (!isHashed && stagedCount > 0)
        {
            row.HashMany(
                Messages.Packed(staging.AsSpan(0, stagedBytes), stagedLengths.AsSpan(0, stagedCount)),
                HashKeys.One(key.AsSpan()),
                digests.AsSpan(0, stagedCount * HashLengthInBytes),
                HashLengthInBytes);
        }

        isHashed = true;
        int count = stagedCount + longCount;
        long first = Count - count;
        while (delivered < count && !IsDisposed)
        {
            int n = delivered++;
            onDigest(first + n, Digest(digestIndices[n]));
        }

        if (IsDisposed) return;

        stagedBytes = stagedCount = longCount = delivered = 0;
        isHashed = false;
    }

    private Span<byte> Digest(int index) => digests.AsSpan(index * HashLengthInBytes, HashLengthInBytes);

    private bool IsDisposed => (Volatile.Read(ref use) & Disposed) != 0;

    private void Enter()
    {
        int before = Interlocked.CompareExchange(ref use, InUse, Idle);
        ObjectDisposedException.ThrowIf((before & Disposed) != 0, this);
        if (before == InUse)
        {
            throw new InvalidOperationException(
                "The accumulator is already in use by another call. Do not call it from the digest callback or from several "
                + "threads at the same time.");
        }
    }

    private void Leave()
    {
        if (Interlocked.CompareExchange(ref use, Idle, InUse) == InUse) return;

        // The accumulator was disposed during the call. No other call is running, so this call returns the arrays.
        Volatile.Write(ref use, Disposed);
        Release();
    }

    void IWipeable.Wipe()
    {
        CryptographicOperations.ZeroMemory(key);
        CryptographicOperations.ZeroMemory(staging.AsSpan(0, StagingSizeInBytes));
        CryptographicOperations.ZeroMemory(digests.AsSpan(0, BatchSize * HashLengthInBytes));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(stagedLengths.AsSpan(0, BatchSize)));
    }

    private void Release()
    {
        ((IWipeable)this).Wipe();
        finalizerGuard?.Dispose();
        ArrayPool<byte>.Shared.Return(staging);
        ArrayPool<int>.Shared.Return(stagedLengths);
        ArrayPool<int>.Shared.Return(digestIndices);
        ArrayPool<byte>.Shared.Return(digests);
    }
}
