using System.Diagnostics.CodeAnalysis;

namespace Lanewise;

/// <summary>
/// Represents an incremental hash. Data can be appended in pieces of any size. The digest of all data appended so far can be
/// read at any time.
/// </summary>
/// <remarks>
/// After construction, only the first call that appends data can allocate memory: the buffer of a tree hash, or .NET's state if
/// .NET computes the hash. <see cref="Dispose()"/> wipes the state and the buffer. If a keyed instance is not disposed, a
/// finalizer wipes the state and the buffer. Instances are not thread-safe, except that it is safe to dispose an instance on
/// any thread at any time. A call in progress on another thread then throws <see cref="ObjectDisposedException"/>.
/// </remarks>
public abstract class LanewiseHash : IDisposable, IAppendable
{
    private FinalizerGuard? finalizerGuard;
    private Lifetime life;

    private protected LanewiseHash(IIncrementalHash incremental) => Own(incremental);

    internal IIncrementalHash Incremental { get; private set; }

    /// <summary>
    /// The digest length of this instance in bytes. The constant <c>HashSizeInBytes</c> of a type is the length of its digests.
    /// If a hash has digests of several lengths, the constant is their default or maximum length.
    /// </summary>
    public int HashLengthInBytes => Incremental.HashBytes;

    /// <summary>
    /// The name of the algorithm, with the digest length in bits if the length is variable, for example <c>MD5</c> or
    /// <c>BLAKE2B-256</c>. The name does not state other parameters, nor whether a key is used.
    /// </summary>
    public abstract HashAlgorithmName AlgorithmName { get; }

    /// <inheritdoc cref="AppendData(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    public void AppendData(byte[] data)
    {
        ArgumentNullException.ThrowIfNull(data);
        AppendData(data.AsSpan());
    }

    /// <summary>Appends data to the message.</summary>
    /// <param name="data">The bytes to append.</param>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void AppendData(ReadOnlySpan<byte> data)
    {
        using Use use = new(this);
        Incremental.Append(data);
    }

    void IAppendable.Append(ReadOnlySpan<byte> data) => AppendData(data);

    /// <inheritdoc cref="AppendData(ReadOnlySpan{byte})"/>
    /// <param name="data">The bytes to append, in any number of segments.</param>
    public void AppendData(in ReadOnlySequence<byte> data)
    {
        ThrowIfDisposed();
        foreach (ReadOnlyMemory<byte> segment in data) AppendData(segment.Span);
    }

    /// <summary>
    /// Appends data to many incremental hashes in one call, one slice per hash. The result is the same as if
    /// <see cref="AppendData(ReadOnlySpan{byte})"/> were called separately for each hash. For example, use this method to hash
    /// many files or uploads at the same time, piece by piece.
    /// </summary>
    /// <param name="hashes">
    /// The hashes, which may use different algorithms and may already contain any amount of data.
    /// </param>
    /// <param name="slices">One slice per hash. A slice can have any length, including 0.</param>
    /// <remarks>
    /// Three or more hashes with the same algorithm are computed in SIMD lanes. Lanes are faster if the slices are at least a few
    /// hundred bytes long. The gain is largest with <c>PreferredBatchSize</c> hashes and slices of equal length, a few KiB each.
    /// Tree hashes (BLAKE3, BLAKE2bp, BLAKE2sp, KangarooTwelve and Skein with a tree) process the slices one after the other, and
    /// fill the lanes with parts of a single slice.
    /// </remarks>
    /// <exception cref="ArgumentException">
    /// The number of slices differs from the number of hashes, or a hash is null. No data was appended.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">A slice length is negative. No data was appended.</exception>
    /// <exception cref="ObjectDisposedException">
    /// A hash was disposed. If the hash was disposed before the call, no data was appended.
    /// </exception>
    public static void AppendMany(ReadOnlySpan<LanewiseHash> hashes, Messages slices) => IncrementalSlices.Append(hashes, slices);

    /// <summary>Appends all bytes of a stream from its current position to its end.</summary>
    /// <param name="stream">The stream.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void AppendData(Stream stream)
    {
        StreamSource.CheckReadable(stream, nameof(stream));
        ThrowIfDisposed();
        StreamSource.AppendTo(stream, this);
    }

    /// <inheritdoc cref="AppendData(Stream)"/>
    /// <param name="cancellationToken">
    /// The token to cancel the operation. Bytes that were already appended remain part of the message.
    /// </param>
    /// <returns>A task that completes when all bytes have been appended.</returns>
    public ValueTask AppendDataAsync(Stream stream, CancellationToken cancellationToken = default)
    {
        StreamSource.CheckReadable(stream, nameof(stream));
        ThrowIfDisposed();
        return StreamSource.AppendToAsync(stream, this, cancellationToken);
    }

    /// <summary>Returns the digest of the data appended so far. The state is kept, so more data can be appended.</summary>
    /// <returns>The digest.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] GetCurrentHash()
    {
        byte[] hash = new byte[HashLengthInBytes];
        GetCurrentHash(hash);
        return hash;
    }

    /// <summary>Writes the digest of the data appended so far. The state is kept, so more data can be appended.</summary>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written, which is <see cref="HashLengthInBytes"/>.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the digest.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int GetCurrentHash(Span<byte> destination) => TryGetCurrentHash(destination, out int bytesWritten)
        ? bytesWritten
        : throw BatchChecks.TooShort(destination.Length, HashLengthInBytes);

    /// <summary>Writes the digest of the data appended so far, if the destination is long enough.</summary>
    /// <param name="destination">Receives the digest.</param>
    /// <param name="bytesWritten">The number of bytes written, or 0 if the destination was too short.</param>
    /// <returns>True if the digest was written. False if the destination was too short.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryGetCurrentHash(Span<byte> destination, out int bytesWritten)
    {
        ThrowIfDisposed();
        bytesWritten = 0;
        if (destination.Length < HashLengthInBytes) return false;

        Span<byte> hash = destination.Slice(0, HashLengthInBytes);
        using (new Use(this, hash)) Incremental.Finish(hash);
        bytesWritten = hash.Length;
        return true;
    }

    /// <summary>
    /// Returns the digest of the data appended so far, and then starts a new message with the same key and parameters.
    /// </summary>
    /// <inheritdoc cref="GetCurrentHash()"/>
    public byte[] GetHashAndReset()
    {
        byte[] hash = GetCurrentHash();
        Reset();
        return hash;
    }

    /// <summary>
    /// Writes the digest of the data appended so far, and then starts a new message with the same key and parameters.
    /// </summary>
    /// <inheritdoc cref="GetCurrentHash(Span{byte})"/>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than the digest. The appended data was not discarded.
    /// </exception>
    public int GetHashAndReset(Span<byte> destination)
    {
        int bytesWritten = GetCurrentHash(destination);
        Reset();
        return bytesWritten;
    }

    /// <summary>
    /// If the destination is long enough, writes the digest of the data appended so far, and then starts a new message with the
    /// same key and parameters.
    /// </summary>
    /// <inheritdoc cref="TryGetCurrentHash"/>
    /// <returns>True if the digest was written and a new message was started. False if the destination was too short.</returns>
    public bool TryGetHashAndReset(Span<byte> destination, out int bytesWritten)
    {
        if (!TryGetCurrentHash(destination, out bytesWritten)) return false;

        Reset();
        return true;
    }

    /// <summary>Compares the digest of the data appended so far with an expected digest, in constant time.</summary>
    /// <param name="hash">The expected digest.</param>
    /// <returns>True if the digests are equal. False if the digests or their lengths differ.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool VerifyCurrentHash(ReadOnlySpan<byte> hash)
    {
        CheckExpected(hash);
        Span<byte> current = HashLengthInBytes <= 256 ? stackalloc byte[HashLengthInBytes] : new byte[HashLengthInBytes];
        GetCurrentHash(current);
        return AreEqual(current, hash);
    }

    /// <summary>
    /// Compares the digest of the data appended so far with an expected digest, in constant time, and then starts a new
    /// message.
    /// </summary>
    /// <param name="hash">The expected digest.</param>
    /// <returns>True if the digests are equal. False if the digests or their lengths differ.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="hash"/> is empty. In this case, the data appended so far is kept.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool VerifyHashAndReset(ReadOnlySpan<byte> hash)
    {
        bool equal = VerifyCurrentHash(hash);
        Reset();
        return equal;
    }

    /// <summary>Discards the data appended so far. The key and the parameters do not change.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Reset()
    {
        using Use use = new(this);
        Incremental.Restart();
    }

    /// <summary>Returns an independent copy of the incremental hash, with the same data, key and parameters.</summary>
    /// <returns>The copy.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public LanewiseHash Clone()
    {
        ThrowIfDisposed();
        LanewiseHash? copy = null;
        try
        {
            return copy = Duplicate();
        }
        finally
        {
            if (life.HasEnded) copy?.Dispose();
            Leave();
        }
    }

    /// <summary>
    /// Returns the state of the incremental hash as bytes. <see cref="FromState(ReadOnlySpan{byte})"/> restores the hash from
    /// this state, even on another machine.
    /// </summary>
    /// <returns>
    /// The state, which includes a version, the algorithm, the algorithm's parameters and a checksum. The state never contains
    /// the key. The state contains values that were computed from the data, so protect it as you protect the data. Without a key,
    /// the checksum detects accidental changes only: it is not authentication.
    /// </returns>
    /// <exception cref="NotSupportedException">
    /// The digest is longer than 1 MiB, or the algorithm is KMAC, whose state would reveal the key.
    /// </exception>
    /// <exception cref="NotSupportedException">
    /// .NET computes the hash, and .NET's state cannot be exported. To avoid this exception for SHA-1 and SHA-2, call the
    /// constructor with <c>canExportState</c>. For a hash from <see cref="LanewiseOperations.Create"/>, append all data with
    /// <see cref="AppendMany"/>.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] ExportState()
    {
        using Use use = new(this);
        return SavedHash.Export(this);
    }

    /// <summary>Restores an unkeyed incremental hash from a state that <see cref="ExportState"/> returned.</summary>
    /// <param name="state">The state.</param>
    /// <returns>The incremental hash, which has the same type as the saved hash.</returns>
    /// <exception cref="InvalidDataException">
    /// <paramref name="state"/> is not a saved state, was truncated or modified, or has an unsupported version.
    /// </exception>
    /// <exception cref="CryptographicException">The state belongs to a MAC, which needs a key.</exception>
    public static LanewiseHash FromState(ReadOnlySpan<byte> state) => SavedHash.Resume(state, default);

    /// <inheritdoc cref="FromState(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static LanewiseHash FromState(ReadOnlySpan<byte> state, byte[] key) => FromState(state, KeyArray.Span(key));

    /// <summary>Restores an incremental MAC from a state that <see cref="ExportState"/> returned.</summary>
    /// <inheritdoc cref="FromState(ReadOnlySpan{byte})"/>
    /// <param name="key">The key, which the state does not contain. Only HMAC allows an empty key.</param>
    /// <returns>The incremental MAC, which has the same type as the saved MAC.</returns>
    /// <exception cref="CryptographicException">The key is missing or wrong, or a key was passed for an unkeyed hash.</exception>
    public static LanewiseHash FromState(ReadOnlySpan<byte> state, ReadOnlySpan<byte> key) =>
        SavedHash.Resume(state, key);

    /// <summary>Wipes the state, the buffer and the key.</summary>
    public void Dispose()
    {
        if (!life.TryEnd()) return;

        Incremental.Wipe();
        finalizerGuard?.Dispose();
        GC.SuppressFinalize(this);
    }

    // ---- used by AppendMany ----

    /// <summary>The index of this hash in the list of the most recent <see cref="AppendMany"/> call.</summary>
    internal int IndexInMany { get; private set; }

    internal void CheckForMany(int index)
    {
        ThrowIfDisposed();
        IndexInMany = index;
    }

    // ---- implemented by an algorithm ----

    /// <summary>The name under which the state is saved.</summary>
    internal abstract string StateName { get; }

    // ---- shared by the static one-shot methods ----

    internal static void CheckExpected(ReadOnlySpan<byte> hash, [CallerArgumentExpression(nameof(hash))] string name = "")
    {
        if (hash.IsEmpty) throw new ArgumentException("The expected hash is empty.", name);
    }

    /// <summary>
    /// Compares the computed digest with the expected digest, and then wipes the computed digest. Otherwise, an attacker who read
    /// the correct MAC of a modified message from memory could forge this message.
    /// </summary>
    internal static bool AreEqual(Span<byte> computed, ReadOnlySpan<byte> expected)
    {
        bool equal = CryptographicOperations.FixedTimeEquals(computed, expected);
        CryptographicOperations.ZeroMemory(computed);
        return equal;
    }

    // ---- construction ----

    [MemberNotNull(nameof(Incremental))]
    private void Own(IIncrementalHash incremental)
    {
        Incremental = incremental;
        finalizerGuard = incremental.IsKeyed ? new FinalizerGuard(incremental) : null;
    }

    // Derived types have no fields, so only the fields of this class distinguish the copy from this instance.
    private LanewiseHash Duplicate()
    {
        IIncrementalHash incremental = Incremental.Clone();
        LanewiseHash copy = (LanewiseHash)MemberwiseClone();
        copy.life = default;
        copy.Own(incremental);
        return copy;
    }

    // ---- disposal by another thread ----

    private protected void ThrowIfDisposed() => life.ThrowIfEnded(this);

    /// <summary>
    /// Every method that uses the state calls <see cref="Leave"/> before it returns, even after an exception. If the state was
    /// wiped during the call, the result is wrong and is discarded.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Leave(Span<byte> written = default)
    {
        WipeIfEnded();
        life.ThrowIfEndedSince(this, written);
    }

    /// <summary>If the hash was disposed during a call, wipes the data that the call wrote to the state afterwards.</summary>
    internal void WipeIfEnded()
    {
        if (life.HasEnded) Incremental.Wipe();
    }

    /// <summary>
    /// Marks the part of a method that uses the state, and holds the span to which the method writes its result.
    /// </summary>
    private protected readonly ref struct Use
    {
        private readonly LanewiseHash hash;
        private readonly Span<byte> written;

        public Use(LanewiseHash hash, Span<byte> written = default)
        {
            hash.ThrowIfDisposed();
            this.hash = hash;
            this.written = written;
        }

        public void Dispose() => hash.Leave(written);
    }
}
