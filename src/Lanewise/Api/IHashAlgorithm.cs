namespace Lanewise;

/// <summary>
/// The contract between a hash or MAC of this library and its base class, which contains the static methods. Only types in this
/// library can implement this interface.
/// </summary>
/// <typeparam name="TSelf">The type that implements the interface.</typeparam>
public interface IHashAlgorithm<TSelf>
    where TSelf : LanewiseHash, IHashAlgorithm<TSelf>
{
    internal static abstract HashMethods Methods { get; }
}
