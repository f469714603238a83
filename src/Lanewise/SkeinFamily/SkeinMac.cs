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
    /// <param name="hashBits">The output length in bits, at least 1. The value 2^64 - 1 means that the length is unknown.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashBits"/> is 0.</exception>
    /// <exception cref="ArgumentException">Skein does not allow a tree of this shape.</exception>
    /// <exception cref="CryptographicException">The key is empty.</exception>
    public static SkeinOutput OpenOutput(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ulong hashBits) =>
        SkeinSizes.Output(TSelf.Methods.HashBytes, parameters, TSelf.Methods.CheckKey(key), source, hashBits);

    /// <inheritdoc cref="OpenOutput(SkeinParameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ulong)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public static SkeinOutput OpenOutput(
        SkeinParameters parameters, byte[] key, ReadOnlySpan<byte> source, ulong hashBits) =>
        OpenOutput(parameters, KeyArray.Span(key), source, hashBits);

    /// <inheritdoc cref="SkeinHash{TSelf}.GetOutput"/>
    public SkeinOutput GetOutput()
    {
        using Use use = new(this);
        return ((ISkeinIncremental)Incremental).Output();
    }
}
