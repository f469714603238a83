namespace Lanewise.Api;

/// <summary>
/// The implementation behind the public methods of a hash: its sizes, one message, an incremental hash, and many messages. An
/// engine contains the parameters of the hash; the default value has the default parameters. A hash of one length, or without
/// keys, ignores length or key.
/// </summary>
internal interface IHashEngine
{
    /// <summary>The name in messages and saved states: <c>BLAKE2b</c>.</summary>
    static abstract string Name { get; }

    static abstract HashSizes Sizes { get; }

    /// <summary>The maximum digest length, or the only digest length.</summary>
    static abstract int MaxHashBytes { get; }

    /// <summary>The number of streams that <c>HashMany</c> runs.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>
    /// Creates an incremental hash from a saved state; <see cref="StateReader.Begin"/> receives the hash before the state is
    /// read.
    /// </summary>
    static abstract IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key);

    /// <summary>Hashes one message; key and digest have valid lengths.</summary>
    void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Starts an empty message; key and digest have valid lengths.</summary>
    IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>
    /// Hashes many messages, with a given shape or the best one here; key and digest have valid lengths.
    /// </summary>
    void HashMany(in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);
}
