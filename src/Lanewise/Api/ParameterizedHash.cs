namespace Lanewise;

/// <summary>
/// The base class for hashes that have parameters in addition to the digest length, such as a salt, a personalization or a
/// customization.
/// </summary>
/// <typeparam name="TSelf">The algorithm.</typeparam>
/// <typeparam name="TParameters">The type of the parameters.</typeparam>
public abstract class ParameterizedHash<TSelf, TParameters> : VariableHash<TSelf>
    where TSelf : ParameterizedHash<TSelf, TParameters>, IHashAlgorithm<TSelf>
    where TParameters : class
{
    private protected ParameterizedHash(int hashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    private protected ParameterizedHash(TParameters parameters, int hashSizeInBytes)
        : base(Methods.Start(parameters, default, TSelf.Methods.CheckHashSize(hashSizeInBytes)))
    {
    }

    private protected ParameterizedHash(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    private static IParameterMethods<TParameters> Methods => (IParameterMethods<TParameters>)TSelf.Methods;

    /// <inheritdoc cref="HashData(TParameters, ReadOnlySpan{byte}, Span{byte})"/>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="source"/> is null.
    /// </exception>
    public static void HashData(TParameters parameters, byte[] source, Span<byte> destination) =>
        HashData(parameters, MessageArray.Span(source), destination);

    /// <summary>
    /// Hashes a message with parameters. The length of the destination determines the digest length.
    /// </summary>
    /// <param name="parameters">The parameters.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. The destination may overlap the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The length of <paramref name="destination"/> is not a valid digest length, or a field of <paramref name="parameters"/> is
    /// not valid for the algorithm.
    /// </exception>
    public static void HashData(TParameters parameters, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        TSelf.Methods.CheckHashSize(destination);
        Methods.Hash(parameters, default, source, destination);
    }

    /// <summary>Hashes many messages using the given parameters.</summary>
    /// <inheritdoc cref="VariableHash{TSelf}.HashMany(Messages, Span{byte}, int)"/>
    /// <param name="parameters">The parameters, which apply to all messages.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// A field of <paramref name="parameters"/> is not valid for the algorithm, or the message lengths or the length of the
    /// destination is wrong.
    /// </exception>
    public static void HashMany(TParameters parameters, Messages messages, Span<byte> destination, int hashSizeInBytes) =>
        Methods.HashMany(parameters, messages, default, destination, TSelf.Methods.CheckHashSize(hashSizeInBytes));
}
