namespace Lanewise.Proof.Peers;

/// <summary>A library with block ciphers of its own. The tests compare with it, the bench times it.</summary>
internal abstract class CipherPeer
{
    /// <summary>Those that a machine may have.</summary>
    public static IReadOnlyList<CipherPeer> OfTheMachine { get; } = [new Botan()];

    public abstract string Name { get; }

    /// <summary>The version, or null where the library is not installed.</summary>
    public abstract string? Version { get; }

    public bool IsInstalled => Version is not null;

    /// <summary>Whether a tweakable cipher takes a tweak here; without, it is zeros.</summary>
    public virtual bool TakesTweaks => true;

    /// <summary>
    /// The cipher by the title that it has in the catalogue, such as <c>Threefish-512</c>; null where there is none.
    /// </summary>
    public abstract PeerCipher? Find(string title);
}

/// <summary>A block cipher of another library. Arrays and offsets, because every one of them can take those.</summary>
internal abstract class PeerCipher : IDisposable
{
    public virtual bool CanDecrypt => true;

    public virtual bool CanCount => true;

    /// <summary>Takes a key for one direction; counter mode wants the encrypting one.</summary>
    /// <param name="key">The key.</param>
    /// <param name="tweak">The tweak, or empty for zeros.</param>
    /// <param name="encrypting">The direction.</param>
    public abstract void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting);

    /// <summary>Whole blocks, each by itself, from one array to the same place of another.</summary>
    public abstract void Run(byte[] source, byte[] destination, int offset, int length);

    /// <summary>Counter mode with a big-endian counter as wide as a block.</summary>
    public abstract void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length);

    public virtual void Dispose() => GC.SuppressFinalize(this);
}
