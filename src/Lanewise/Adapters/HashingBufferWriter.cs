namespace Lanewise;

/// <summary>
/// A buffer writer that hashes the bytes written to it, for example the output of a serializer. The writer can also forward the
/// bytes to another buffer writer, such as a pipe.
/// </summary>
/// <remarks>
/// The caller owns the hash and can read its digest at any time. The writer neither resets nor disposes the hash. The bytes are
/// hashed when the caller calls <see cref="Advance"/>.
/// </remarks>
/// <example>
/// <code>
/// using Blake2b hash = new(32);
/// using HashingBufferWriter writer = new(hash);
/// using (Utf8JsonWriter json = new(writer)) JsonSerializer.Serialize(json, document);
/// byte[] digest = hash.GetCurrentHash();
/// </code>
/// </example>
public sealed class HashingBufferWriter : IBufferWriter<byte>, IDisposable
{
    private const int SmallestBufferBytes = 4096;

    private readonly LanewiseHash hash;
    private readonly IBufferWriter<byte>? next;
    private byte[]? rented;
    private Memory<byte> handedOut;
    private bool disposed;

    /// <summary>Creates a writer that hashes the written bytes and discards them.</summary>
    /// <param name="hash">The hash to which the bytes are appended.</param>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    public HashingBufferWriter(LanewiseHash hash)
    {
        ArgumentNullException.ThrowIfNull(hash);
        this.hash = hash;
    }

    /// <summary>Creates a writer that hashes the written bytes and forwards them to another writer.</summary>
    /// <param name="hash">The hash to which the bytes are appended.</param>
    /// <param name="next">The writer that receives the bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> or <paramref name="next"/> is null.</exception>
    public HashingBufferWriter(LanewiseHash hash, IBufferWriter<byte> next)
        : this(hash)
    {
        ArgumentNullException.ThrowIfNull(next);
        this.next = next;
    }

    /// <summary>The number of bytes hashed so far.</summary>
    public long BytesHashed { get; private set; }

    /// <summary>Hashes the first <paramref name="count"/> bytes of the most recently returned memory.</summary>
    /// <param name="count">The number of bytes that were written to the memory.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">
    /// <paramref name="count"/> exceeds the returned memory.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Advance(int count)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (count > handedOut.Length)
        {
            throw new InvalidOperationException(Invariant(
                $"Cannot advance by {count} bytes: the returned buffer has only {handedOut.Length} bytes left."));
        }

        hash.AppendData(handedOut.Span.Slice(0, count));
        next?.Advance(count);
        handedOut = handedOut.Slice(count);
        BytesHashed += count;
    }

    /// <summary>Returns memory to write to. After writing, call <see cref="Advance"/> with the number of bytes.</summary>
    /// <param name="sizeHint">The minimum number of bytes, or 0 for any length greater than 0.</param>
    /// <returns>Memory of at least <paramref name="sizeHint"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        if (next is null && (rented is null || rented.Length < sizeHint))
        {
            Return();
            rented = ArrayPool<byte>.Shared.Rent(Math.Max(sizeHint, SmallestBufferBytes));
        }

        return handedOut = next?.GetMemory(sizeHint) ?? rented;
    }

    /// <summary>Returns a span to write to. After writing, call <see cref="Advance"/> with the number of bytes.</summary>
    /// <param name="sizeHint">The minimum number of bytes, or 0 for any length greater than 0.</param>
    /// <returns>A span of at least <paramref name="sizeHint"/> bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Wipes the internal buffer. The hash and the next writer are not disposed.</summary>
    public void Dispose()
    {
        disposed = true;
        handedOut = default;
        Return();
    }

    private void Return()
    {
        // The buffer must be returned exactly once, even if two threads dispose the writer at the same time.
        if (Interlocked.Exchange(ref rented, null) is not { } buffer) return;

        // The whole buffer is wiped, because a caller may have written bytes without calling Advance.
        CryptographicOperations.ZeroMemory(buffer);
        ArrayPool<byte>.Shared.Return(buffer);
    }
}
