namespace Lanewise;

/// <summary>
/// The base class for message authentication codes (MACs) with a fixed length, such as <see cref="HmacSha256"/>.
/// </summary>
/// <remarks>
/// Call the static methods on the type of the algorithm: <c>HmacSha256.HashData(key, message)</c>. A key array must be neither
/// null nor empty. If a protocol requires an empty key, pass an empty span. All static methods are thread-safe. A destination may
/// overlap the source.
/// </remarks>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class FixedMac<TSelf> : Mac<TSelf>
    where TSelf : FixedMac<TSelf>, IHashAlgorithm<TSelf>
{
    private protected FixedMac(ReadOnlySpan<byte> key)
        : base(TSelf.Methods.Start(TSelf.Methods.CheckKey(key), TSelf.Methods.HashBytes))
    {
    }

    private protected FixedMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    // ---- one message ----

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static int HashData(byte[] key, byte[] source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), MessageArray.Span(source), destination);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static int HashData(byte[] key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), source, destination);

    /// <inheritdoc cref="Mac{TSelf}.HashData(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    /// <param name="destination">Receives the MAC. The destination may overlap the source.</param>
    /// <returns>The number of bytes written, which is the MAC length.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than a MAC.</exception>
    public static int HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashMethods methods = TSelf.Methods;
        return methods.HashFixed(methods.CheckKey(key), source, destination);
    }

    /// <inheritdoc cref="TryHashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, out int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    [OverloadResolutionPriority(1)]
    public static bool TryHashData(byte[] key, byte[] source, Span<byte> destination, out int bytesWritten) =>
        TryHashData(KeyArray.Span(key), MessageArray.Span(source), destination, out bytesWritten);

    /// <inheritdoc cref="TryHashData(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, out int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static bool TryHashData(byte[] key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
        TryHashData(KeyArray.Span(key), source, destination, out bytesWritten);

    /// <summary>Computes the MAC of a message if it fits in the destination.</summary>
    /// <param name="key">The key.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC. The destination may overlap the source.</param>
    /// <param name="bytesWritten">The number of bytes written, or 0 if the destination is too short.</param>
    /// <returns>True if the destination was long enough; otherwise false, in which case nothing was written.</returns>
    public static bool TryHashData(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        HashMethods methods = TSelf.Methods;
        return methods.TryHashFixed(methods.CheckKey(key), source, destination, out bytesWritten);
    }

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static int HashData(byte[] key, Stream source, Span<byte> destination) =>
        HashData(KeyArray.Span(key), source, destination);

    /// <inheritdoc cref="Mac{TSelf}.HashData(ReadOnlySpan{byte}, Stream)"/>
    /// <param name="destination">Receives the MAC.</param>
    /// <returns>The number of bytes written, which is the MAC length.</returns>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is shorter than a MAC, or <paramref name="source"/> cannot be read.
    /// </exception>
    public static int HashData(ReadOnlySpan<byte> key, Stream source, Span<byte> destination) =>
        TSelf.Methods.Checked(key).HashFixed(key, source, destination);

    /// <inheritdoc cref="HashDataAsync(ReadOnlyMemory{byte}, Stream, Memory{byte}, CancellationToken)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> or <paramref name="source"/> is null.</exception>
    /// <exception cref="CryptographicException">
    /// <paramref name="key"/> is an empty array, or the algorithm does not allow a key of this length.
    /// </exception>
    public static ValueTask<int> HashDataAsync(
        byte[] key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        HashDataAsync(KeyArray.Memory(key), source, destination, cancellationToken);

    /// <inheritdoc cref="HashData(ReadOnlySpan{byte}, Stream, Span{byte})"/>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public static ValueTask<int> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken = default) =>
        TSelf.Methods.Checked(key.Span).HashFixedAsync(key.Span, source, destination, cancellationToken);
}
