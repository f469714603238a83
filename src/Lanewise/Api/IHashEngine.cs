namespace Lanewise.Api;

/// <summary>
/// The implementation behind the public methods of a hash. An engine contains the parameters of the hash. The default value
/// contains the default parameters. A hash with a fixed digest length ignores the length argument, and an unkeyed hash ignores
/// the key.
/// </summary>
internal interface IHashEngine
{
    /// <summary>The name that error messages and saved states contain, for example <c>BLAKE2b</c>.</summary>
    static abstract string Name { get; }

    static abstract HashSizes Sizes { get; }

    /// <summary>The maximum digest length, or the digest length if it is fixed.</summary>
    static abstract int MaxHashBytes { get; }

    /// <summary>The table from which <c>HashMany</c> selects the number of streams.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>
    /// Creates an incremental hash from a saved state. <see cref="StateReader.Begin"/> receives the hash before the state is
    /// read.
    /// </summary>
    static abstract IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key);

    /// <summary>Hashes one message. The key and the digest have valid lengths.</summary>
    void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Creates an incremental hash. The key and the digest have valid lengths.</summary>
    IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>
    /// Hashes many messages, with the given shape or the best shape for this machine. The key and the digest have valid lengths.
    /// </summary>
    void HashMany(in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);
}
