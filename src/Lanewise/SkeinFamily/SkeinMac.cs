using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>The base class for keyed Skein, with methods for output of any length.</summary>
/// <typeparam name="TSelf">The derived class, which implements Skein with one state size.</typeparam>
public abstract class SkeinMac<TSelf> : ParameterizedMac<TSelf, SkeinParameters>
    where TSelf : SkeinMac<TSelf>, IHashAlgorithm<TSelf>
{
    private protected SkeinMac(ReadOnlySpan<byte> key, int hashSizeInBytes)
        : base(key, hashSizeInBytes)
    {
    }

    private protected SkeinMac(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashSizeInBytes)
        : base(parameters, key, hashSizeInBytes)
    {
    }

    private protected SkeinMac(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    /// <summary>
    /// Hashes a message with a key, and returns an output that can be read in pieces and from any position. Output blocks are
    /// computed in SIMD lanes.
    /// </summary>
    /// <param name="parameters">The optional strings and the shape of the hash tree.</param>
    /// <param name="key">The key, of any length except 0.</param>
    /// <param name="source">The message.</param>
    /// <param name="outputLength">
    /// The output length in bytes, at least 1 and less than 2^61. The output depends on this length. Null means that the length
    /// is unknown: the output then has 2^64 - 1 bits, of which any number can be read.
    /// </param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is out of range.</exception>
    /// <exception cref="ArgumentException">Skein does not allow a tree of this shape.</exception>
    /// <exception cref="CryptographicException">The key is empty.</exception>
    public static SkeinOutput OpenOutput(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long? outputLength) =>
        SkeinSizes.Output(TSelf.Methods.HashBytes, parameters, TSelf.Methods.CheckKey(key), source, outputLength);

    /// <inheritdoc cref="OpenOutput(SkeinParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, long?)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static SkeinOutput OpenOutput(
        SkeinParameters parameters, byte[] key, ReadOnlySpan<byte> source, long? outputLength) =>
        OpenOutput(parameters, KeyArray.Span(key), source, outputLength);

    /// <inheritdoc cref="SkeinHash{TSelf}.GetOutput"/>
    public SkeinOutput GetOutput()
    {
        using Use use = new(this);
        return ((ISkeinIncremental)Incremental).Output();
    }
}
