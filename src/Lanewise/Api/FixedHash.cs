namespace Lanewise;

/// <summary>The base class for hashes with a fixed digest length, such as <see cref="Sha256"/>.</summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>Sha256.HashData(message)</c>. All static methods are thread-safe. A
/// destination may overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class FixedHash<TSelf> : Hash<TSelf>
    where TSelf : FixedHash<TSelf>, IHashAlgorithm<TSelf>
{
    private protected FixedHash()
        : base(TSelf.Methods.Start(default, TSelf.Methods.HashBytes))
    {
    }

    private protected FixedHash(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static int HashData(byte[] source, Span<byte> destination) => HashData(MessageArray.Span(source), destination);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. The destination may overlap the source.</param>
    /// <returns>The number of bytes written, which is the digest length.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than a digest.</exception>
    public static int HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        TSelf.Methods.HashFixed(default, source, destination);

    /// <inheritdoc cref="TryHashData(ReadOnlySpan{byte}, Span{byte}, out int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    public static bool TryHashData(byte[] source, Span<byte> destination, out int bytesWritten) =>
        TryHashData(MessageArray.Span(source), destination, out bytesWritten);

    /// <summary>Hashes a message if the digest fits in the destination.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. The destination may overlap the source.</param>
    /// <param name="bytesWritten">The number of bytes written, or 0 if the destination is too short.</param>
    /// <returns>
    /// True if the destination was long enough; otherwise false, in which case nothing was written.
    /// </returns>
    public static bool TryHashData(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
        TSelf.Methods.TryHashFixed(default, source, destination, out bytesWritten);

    /// <summary>Hashes a stream from its current position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest.</param>
    /// <returns>The number of bytes written, which is the digest length.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than a digest, or <paramref name="source"/> cannot be read.
    /// </exception>
    public static int HashData(Stream source, Span<byte> destination) =>
        TSelf.Methods.HashFixed(default, source, destination);

    /// <inheritdoc cref="HashData(Stream, Span{byte})"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<int> HashDataAsync(
        Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        TSelf.Methods.HashFixedAsync(default, source, destination, cancellationToken);
}
