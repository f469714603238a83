namespace Lanewise;

/// <summary>
/// Adapts an incremental hash of this library to <see cref="HashAlgorithm"/>, for use with APIs such as
/// <see cref="CryptoStream"/>.
/// </summary>
/// <remarks>
/// The adapter takes ownership of the hash and disposes it. Data that was already appended to the hash is part of the first
/// message. Unless an API requires the adapter, use <see cref="LanewiseHash"/> directly.
/// </remarks>
/// <example>
/// <code>
/// using HashAlgorithm md5 = new LanewiseHashAlgorithm(new Md5());
/// using (CryptoStream stream = new(output, md5, CryptoStreamMode.Write, leaveOpen: true)) input.CopyTo(stream);
/// byte[] digest = md5.Hash!;
/// </code>
/// </example>
public sealed class LanewiseHashAlgorithm : HashAlgorithm
{
    private readonly LanewiseHash hash;

    /// <summary>Adapts an incremental hash and takes ownership of it.</summary>
    /// <param name="hash">The hash.</param>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    public LanewiseHashAlgorithm(LanewiseHash hash)
    {
        ArgumentNullException.ThrowIfNull(hash);
        this.hash = hash;
        HashSizeValue = 8 * hash.HashLengthInBytes;
    }

    /// <summary>Discards the data appended so far. The key and the parameters of the hash do not change.</summary>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public override void Initialize() => hash.Reset();

    /// <inheritdoc/>
    protected override void HashCore(byte[] array, int ibStart, int cbSize) => hash.AppendData(array.AsSpan(ibStart, cbSize));

    /// <inheritdoc/>
    protected override void HashCore(ReadOnlySpan<byte> source) => hash.AppendData(source);

    /// <inheritdoc/>
    protected override byte[] HashFinal() => hash.GetHashAndReset();

    /// <inheritdoc/>
    protected override bool TryHashFinal(Span<byte> destination, out int bytesWritten) =>
        hash.TryGetHashAndReset(destination, out bytesWritten);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing) hash.Dispose();
        base.Dispose(disposing);
    }
}
