namespace Lanewise.Ciphers;

/// <summary>A cipher without a key: its sizes.</summary>
internal abstract class PacketCipher
{
    public abstract string Name { get; }

    public abstract int BlockBytes { get; }

    public abstract int KeyBytes { get; }

    /// <summary>0 where there is none.</summary>
    public virtual int TweakBytes => 0;
}
