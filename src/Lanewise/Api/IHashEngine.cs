namespace Lanewise.Api;

/// <summary>
/// The internal implementation of a hash, which the public methods call. An engine holds the parameters of the hash; its
/// default value holds the default parameters. A hash with a fixed digest length ignores the length argument, and an unkeyed
/// hash ignores the key.
/// </summary>
internal interface IHashEngine
{
    /// <summary>The name that appears in error messages and saved states, for example <c>BLAKE2b</c>.</summary>
    static abstract string Name { get; }

    static abstract HashSizes Sizes { get; }

    /// <summary>The table from which <c>HashMany</c> selects the number of interleaved streams.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>
    /// Creates an incremental hash from a saved state. An implementation passes the new hash to <see cref="StateReader.Begin"/>
    /// before it reads the state.
    /// </summary>
    static abstract IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key);

    /// <summary>Hashes one message. The caller has checked the lengths of the key and the digest.</summary>
    void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Creates an incremental hash. The caller has checked the lengths of the key and the digest.</summary>
    IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>
    /// Hashes many messages, using the given kernel shape (vector width and number of streams) or, if it is null, the best
    /// shape for this machine. The caller has checked the lengths of the keys and digests.
    /// </summary>
    void HashMany(in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);
}
