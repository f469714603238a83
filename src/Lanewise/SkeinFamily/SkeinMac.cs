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
    /// <inheritdoc cref="SkeinHash{TSelf}.OpenOutput"/>
    /// <param name="key">The key, of any length except 0.</param>
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
