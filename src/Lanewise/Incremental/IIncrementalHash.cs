namespace Lanewise.Incremental;

/// <summary>The state of an incremental hash, which <see cref="LanewiseHash"/> wraps.</summary>
internal interface IIncrementalHash : IAppendable, IWipeable, IDisposable
{
    int HashBytes { get; }

    /// <summary>Indicates whether the state contains a key, or values derived from a key.</summary>
    bool IsKeyed { get; }

    /// <summary>Writes the digest of the data appended so far, without changing the state.</summary>
    void Finish(Span<byte> destination);

    /// <summary>Returns the digest of the data appended so far, without changing the state.</summary>
    byte[] Finish()
    {
        byte[] digest = new byte[HashBytes];
        Finish(digest);
        return digest;
    }

    void Restart();

    void IDisposable.Dispose() => Wipe();

    IIncrementalHash Clone();

    /// <summary>The object to which data is appended: this object or a part of it.</summary>
    IAppendable Inner => this;

    /// <summary>
    /// Forces Lanewise's code to compute the hash, even if .NET's implementation is faster, so that the state can be exported.
    /// </summary>
    void StayManaged()
    {
        // The method is empty by default, because most hashes are always computed by Lanewise's code.
    }

    /// <summary>The version of the layout that <see cref="WriteState"/> writes.</summary>
    byte StateVersion => SavedState.FirstVersion;

    /// <summary>Writes the parameters and the state, without the key.</summary>
    void WriteState(StateWriter writer);

    /// <summary>
    /// Returns secret bytes that are used to verify the key of a saved state, or an empty span if the hash has no key. The
    /// method may write the bytes to <paramref name="buffer"/>.
    /// </summary>
    ReadOnlySpan<byte> CheckedBy(Span<byte> buffer) => default;
}
