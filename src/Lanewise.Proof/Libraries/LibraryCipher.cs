namespace Lanewise.Proof.Libraries;

/// <summary>
/// A block cipher of another library. Data is passed as arrays and offsets, because every library supports this.
/// </summary>
internal abstract class LibraryCipher : IDisposable
{
    public virtual bool CanDecrypt => true;

    public virtual bool CanCount => true;

    /// <summary>Sets a key for one direction. Counter mode requires the encryption direction.</summary>
    /// <param name="key">The key.</param>
    /// <param name="tweak">The tweak. An empty span means zeros.</param>
    /// <param name="encrypting">True to encrypt, false to decrypt.</param>
    public abstract void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting);

    /// <summary>Processes whole blocks in ECB mode. Writes them to the same offsets of another array.</summary>
    public abstract void Run(byte[] source, byte[] destination, int offset, int length);

    /// <summary>Encrypts or decrypts in counter mode, with a big-endian counter as wide as a block.</summary>
    public abstract void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length);

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
