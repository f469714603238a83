namespace Lanewise.Api;

/// <summary>
/// The methods of a hash that has parameters in addition to the key and the length, such as a salt or a customization.
/// </summary>
internal interface IParameterMethods<TParameters>
    where TParameters : class
{
    void Hash(TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    bool Verify(TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash);

    IIncrementalHash Start(TParameters parameters, ReadOnlySpan<byte> key, int hashBytes);

    void HashMany(TParameters parameters, in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes);
}

/// <summary>An engine that is created from parameters.</summary>
internal interface IParameterEngine<TSelf, TParameters> : IHashEngine
    where TSelf : struct, IParameterEngine<TSelf, TParameters>
    where TParameters : class
{
    static abstract TSelf With(TParameters parameters);
}

/// <summary>Implements the methods of a hash whose engine is created from parameters.</summary>
internal sealed class HashMethods<TEngine, TParameters>() : HashMethods<TEngine>(default), IParameterMethods<TParameters>
    where TEngine : struct, IParameterEngine<TEngine, TParameters>
    where TParameters : class
{
    public static new readonly HashMethods<TEngine, TParameters> Default = new();

    public void Hash(TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        With(parameters).Hash(key, source, destination);

    public bool Verify(TParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash) =>
        new HashMethods<TEngine>(With(parameters)).Verify(key, source, hash);

    public IIncrementalHash Start(TParameters parameters, ReadOnlySpan<byte> key, int hashBytes) =>
        With(parameters).Start(key, hashBytes);

    public void HashMany(TParameters parameters, in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes) =>
        With(parameters).HashMany(messages, keys, destination, hashBytes);

    private static TEngine With(TParameters parameters)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        return TEngine.With(parameters);
    }
}
