namespace Lanewise.Proof.Libraries;

/// <summary>
/// A block cipher of another library. Data is passed as arrays and offsets, because every compared library supports arrays.
/// </summary>
internal abstract class LibraryCipher : IDisposable
{
    public virtual bool CanDecrypt => true;

    public virtual bool CanCount => true;

    /// <summary>Sets a key for one direction. Counter mode requires the encryption direction.</summary>
    /// <param name="key">The key.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <param name="encrypting">True to encrypt, false to decrypt.</param>
    public abstract void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting);

    /// <summary>Processes whole blocks in ECB mode. The result is written at the same offset to another array.</summary>
    public abstract void Run(byte[] source, byte[] destination, int offset, int length);

    /// <summary>Encrypts or decrypts data in counter mode, with a big-endian counter as long as a block.</summary>
    public abstract void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length);

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
