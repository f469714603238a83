namespace Lanewise.Proof.Peers;

/// <summary>A block cipher of another library. Arrays and offsets, because every one of them can take those.</summary>
internal abstract class PeerCipher : IDisposable
{
    public virtual bool CanDecrypt => true;

    public virtual bool CanCount => true;

    /// <summary>Takes a key for one direction; counter mode wants the encrypting one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="tweak">The tweak; an empty span means zeros.</param>
    /// <param name="encrypting">The direction.</param>
    public abstract void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting);

    /// <summary>Whole blocks, each by itself, from one array to the same place of another.</summary>
    public abstract void Run(byte[] source, byte[] destination, int offset, int length);

    /// <summary>Counter mode with a big-endian counter as wide as a block.</summary>
    public abstract void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length);

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
