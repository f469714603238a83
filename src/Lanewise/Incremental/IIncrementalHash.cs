namespace Lanewise.Incremental;

/// <summary>The state of an incremental hash; <see cref="LanewiseHash"/> is based on it.</summary>
internal interface IIncrementalHash : IAppendable, IWipeable, IDisposable
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

    IIncrementalHash Clone();

    /// <summary>The target of the data: this object, or a part of it.</summary>
    IAppendable Inner => this;

    /// <summary>Makes managed code compute the hash, so that its state can be exported, even if other code is faster.</summary>
    void StayHere()
    {
        // Managed code always computes most of the hashes.
    }

    /// <summary>The layout version that <see cref="WriteState"/> writes.</summary>
    byte StateVersion => SavedState.FirstVersion;

    /// <summary>Writes the parameters and the state, without the key.</summary>
    void WriteState(StateWriter writer);

    /// <summary>
    /// Returns the bytes that verify the key of a saved state; they are written to the given buffer unless they already exist.
    /// The result is empty if there is no key.
    /// </summary>
    ReadOnlySpan<byte> CheckedBy(Span<byte> room) => default;
}
