namespace Lanewise.Hashing;

/// <summary>
/// What the public methods of a hash are made of: its sizes, one message, an incremental hash, and many messages. An engine is
/// the hash with its parameters; the default has the usual ones. A hash of one length or without keys ignores length or key.
/// </summary>
internal interface IHashEngine
{
    /// <summary>The name in messages and saved states: <c>BLAKE2b</c>.</summary>
    static abstract string Name { get; }

    static abstract HashSizes Sizes { get; }

    /// <summary>The longest digest, or the only one.</summary>
    static abstract int MaxHashBytes { get; }

    /// <summary>How many streams <c>HashMany</c> runs.</summary>
    static abstract LaneTable Table { get; }

    /// <summary>An incremental hash from a saved state, handed to <see cref="StateReader.Begin"/> before it is read.</summary>
    static abstract IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key);

    /// <summary>One message; key and digest have valid lengths.</summary>
    void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>An empty message; key and digest have valid lengths.</summary>
    IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>
    /// Many messages, at a given shape or at the one that is best here; key and digest have valid lengths.
    /// </summary>
    void HashMany(in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);
}

/// <summary>What pieces of a message are appended to.</summary>
internal interface IAppendable
{
    void Append(ReadOnlySpan<byte> data);

    /// <summary>Appends slices to what is all of this one's type.</summary>
    void AppendMany(in RunningSlices slices) => slices.AppendOneByOne();
}

/// <summary>The state of a message that is hashed piece by piece; what <see cref="LanewiseHash"/> is based on.</summary>
internal interface IRunningHash : IAppendable, IWipeable, IDisposable
{
    int HashBytes { get; }

    /// <summary>Whether there is a key in the state, or what was made of one.</summary>
    bool IsKeyed { get; }

    /// <summary>Writes the digest of the data so far and leaves the state as it is.</summary>
    void Finish(Span<byte> destination);

    /// <summary>The digest of the data so far; the state stays as it is.</summary>
    byte[] Finish()
    {
        byte[] digest = new byte[HashBytes];
        Finish(digest);
        return digest;
    }

    void Restart();

    void IDisposable.Dispose() => Wipe();

    IRunningHash Clone();

    /// <summary>What takes the data: itself, or what it is made of.</summary>
    IAppendable Inner => this;

    /// <summary>Keeps the state of an empty message here, where it can be written, whatever other code is faster.</summary>
    void StayHere()
    {
        // Most never leave it.
    }

    /// <summary>The version of the layout that <see cref="WriteState"/> writes.</summary>
    byte StateVersion => SavedState.FirstVersion;

    /// <summary>Writes parameters and state without any key.</summary>
    void WriteState(StateWriter writer);

    /// <summary>
    /// What the key of a saved state is checked by, written to the room for it unless it is bytes already; empty without a key.
    /// </summary>
    ReadOnlySpan<byte> CheckedBy(Span<byte> room) => default;
}
