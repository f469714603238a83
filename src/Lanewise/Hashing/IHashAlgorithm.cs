namespace Lanewise;

/// <summary>
/// What every hash and message authentication code of this library gives to the base class that has its static methods. No type
/// outside the library can implement it.
/// </summary>
/// <typeparam name="TSelf">The type that implements it.</typeparam>
public interface IHashAlgorithm<TSelf>
    where TSelf : LanewiseHash, IHashAlgorithm<TSelf>
{
    internal static abstract HashMethods Methods { get; }

    /// <summary>An instance over a state that an engine started.</summary>
    internal static abstract TSelf Over(IRunningHash running);
}
