namespace Lanewise.Hashing;

/// <summary>
/// The implementation behind the public methods of a hash: its sizes, one message, an incremental hash, and many messages. An
/// engine is the hash with its parameters; the default value has the default parameters. A hash of one length, or without keys,
/// ignores length or key.
/// </summary>
internal interface IHashEngine
{
    /// <summary>The name in messages and saved states: <c>BLAKE2b</c>.</summary>
    static abstract string Name { get; }

    static abstract HashSizes Sizes { get; }

    /// <summary>The maximum digest length, or the only one.</summary>
    static abstract int MaxHashBytes { get; }

    /// <summary>The number of streams that <c>HashMany</c> runs.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>An incremental hash from a saved state; <see cref="StateReader.Begin"/> gets it before it is read.</summary>
    static abstract IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key);

    /// <summary>Hashes one message; key and digest have valid lengths.</summary>
    void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Starts an empty message; key and digest have valid lengths.</summary>
    IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>
    /// Hashes many messages, with a given shape or the best one here; key and digest have valid lengths.
    /// </summary>
    void HashMany(in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);
}

/// <summary>A target to which pieces of a message are appended.</summary>
internal interface IAppendable
{
    void Append(ReadOnlySpan<byte> data);

    /// <summary>Appends slices to several targets of this type.</summary>
    void AppendMany(in RunningSlices slices) => slices.AppendOneByOne();
}

/// <summary>The state of an incremental hash; <see cref="LanewiseHash"/> is based on it.</summary>
internal interface IRunningHash : IAppendable, IWipeable, IDisposable
{
    int HashBytes { get; }

    /// <summary>Whether the state contains a key, or values derived from one.</summary>
    bool IsKeyed { get; }

    /// <summary>Writes the digest of the data so far; the state does not change.</summary>
    void Finish(Span<byte> destination);

    /// <summary>The digest of the data so far; the state does not change.</summary>
    byte[] Finish()
    {
        byte[] digest = new byte[HashBytes];
        Finish(digest);
        return digest;
    }

    void Restart();

    void IDisposable.Dispose() => Wipe();

    IRunningHash Clone();

    /// <summary>The target of the data: this object, or a part of it.</summary>
    IAppendable Inner => this;

    /// <summary>Keeps the state of an empty message in managed code, so that it can be exported, even if other code is
    /// faster.</summary>
    void StayHere()
    {
        // Most hashes are always managed.
    }

    /// <summary>The layout version that <see cref="WriteState"/> writes.</summary>
    byte StateVersion => SavedState.FirstVersion;

    /// <summary>Writes parameters and state without the key.</summary>
    void WriteState(StateWriter writer);

    /// <summary>
    /// Returns the bytes that verify the key of a saved state, written to the given buffer unless they already exist; empty if
    /// there is no key.
    /// </summary>
    ReadOnlySpan<byte> CheckedBy(Span<byte> room) => default;
}
