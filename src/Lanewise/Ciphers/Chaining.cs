namespace Lanewise.Ciphers;

/// <summary>
/// Specifies whether blocks are independent (ECB mode) or chained (CBC mode). In CBC mode, the first block is chained to the
/// initialization vector.
/// </summary>
internal readonly ref struct Chaining
{
    private readonly ReadOnlySpan<byte> iv;

    private Chaining(ReadOnlySpan<byte> iv)
    {
        this.iv = iv;
        IsCbc = true;
    }

    /// <summary>ECB mode.</summary>
    public static Chaining None => default;

    /// <summary>The initialization vector in CBC mode.</summary>
    public ReadOnlySpan<byte> Iv => iv;

    public bool IsCbc { get; }

    /// <summary>Returns CBC mode with an initialization vector that is one block long.</summary>
    public static Chaining Cbc(ReadOnlySpan<byte> iv) => new(iv);
}
