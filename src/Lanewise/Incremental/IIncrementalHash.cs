namespace Lanewise.Incremental;

/// <summary>The state of an incremental hash. <see cref="LanewiseHash"/> is based on it.</summary>
internal interface IIncrementalHash : IAppendable, IWipeable, IDisposable
{
    int HashBytes { get; }

    /// <summary>Indicates whether the state contains a key, or values derived from a key.</summary>
    bool IsKeyed { get; }

    /// <summary>Writes the digest of the data appended so far. The state does not change.</summary>
    void Finish(Span<byte> destination);

    /// <summary>Returns the digest of the data appended so far. The state does not change.</summary>
    byte[] Finish()
    {
        byte[] digest = new byte[HashBytes];
        Finish(digest);
        return digest;
    }

    void Restart();

    void IDisposable.Dispose() => Wipe();

    IIncrementalHash Clone();

    /// <summary>The object to which the data are appended: this object, or a part of it.</summary>
    IAppendable Inner => this;

    /// <summary>
    /// Forces managed code to compute the hash, even if .NET would be faster, so that the state can be exported.
    /// </summary>
    void StayHere()
    {
        // Most hashes are always computed by managed code.
    }

    /// <summary>The version of the layout that <see cref="WriteState"/> writes.</summary>
    byte StateVersion => SavedState.FirstVersion;

    /// <summary>Writes the parameters and the state, without the key.</summary>
    void WriteState(StateWriter writer);

    /// <summary>
    /// Returns bytes that can be used to verify the key of a saved state. The method may write these bytes to the given buffer.
    /// The result is empty if there is no key.
    /// </summary>
    ReadOnlySpan<byte> CheckedBy(Span<byte> room) => default;
}
