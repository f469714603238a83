namespace Lanewise;

/// <summary>
/// The contract between a hash or MAC of this library and the base class with its static methods. No type outside the library
/// can implement it.
/// </summary>
/// <typeparam name="TSelf">The type that implements it.</typeparam>
public interface IHashAlgorithm<TSelf>
    where TSelf : LanewiseHash, IHashAlgorithm<TSelf>
{
    internal static abstract HashMethods Methods { get; }

    /// <summary>Creates an instance with a state that an engine started.</summary>
    internal static abstract TSelf Over(IIncrementalHash incremental);
}
