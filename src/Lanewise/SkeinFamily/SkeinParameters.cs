namespace Lanewise;

/// <summary>
/// The optional inputs of Skein in addition to the key (Skein 1.3, section 3.5): a personalization, a public key, a key
/// derivation identifier, a nonce, and the shape of a hash tree.
/// </summary>
/// <remarks>
/// Each string can have any length and is hashed in a separate stage before the message. An empty string is omitted. The
/// default is sequential hashing without optional strings. Instances are immutable, and contain copies of the given bytes.
/// </remarks>
public sealed class SkeinParameters
{
    /// <summary>The default parameters: no optional strings and no hash tree.</summary>
    public static SkeinParameters Default { get; } = new();

    /// <summary>
    /// The personalization, which identifies the purpose of the hash. The specification proposes a date, an e-mail address and
    /// a name, in UTF-8.
    /// </summary>
    public ReadOnlyMemory<byte> Personalization { get; init => field = value.ToArray(); }

    /// <summary>The public key that verifies the digest's signature, if the digest will be signed.</summary>
    public ReadOnlyMemory<byte> PublicKey { get; init => field = value.ToArray(); }

    /// <summary>The identifier of the derived key. Only key derivation uses an identifier.</summary>
    public ReadOnlyMemory<byte> KeyDerivationIdentifier { get; init => field = value.ToArray(); }

    /// <summary>The nonce of a stream cipher or a randomized hash: a value that is used only once.</summary>
    public ReadOnlyMemory<byte> Nonce { get; init => field = value.ToArray(); }

    /// <summary>
    /// The tree parameter Yl, from 1 to 255. A leaf consists of 2^Yl blocks. A value of 0 means no tree.
    /// </summary>
    public int LeafExponent { get; init; }

    /// <summary>
    /// The tree parameter Yf, from 1 to 255. A node has 2^Yf children. A value of 0 means no tree.
    /// </summary>
    public int NodeExponent { get; init; }

    /// <summary>
    /// The tree parameter Ym, the maximum height of the tree, from 2 to 255. A value of 0 means no tree.
    /// </summary>
    public int MaxLevel { get; init; }

    internal bool IsTree => (LeafExponent | NodeExponent | MaxLevel) != 0;

    internal bool HasTexts => !(Personalization.IsEmpty && PublicKey.IsEmpty && KeyDerivationIdentifier.IsEmpty && Nonce.IsEmpty);

    /// <summary>The number of optional strings, and the index of the key derivation identifier among them.</summary>
    internal const int Texts = 4, Identifier = 2;

    /// <summary>The optional strings, in the order in which they are hashed.</summary>
    internal ReadOnlySpan<byte> Text(int text) => text switch
    {
        0 => Personalization.Span,
        1 => PublicKey.Span,
        Identifier => KeyDerivationIdentifier.Span,
        _ => Nonce.Span,
    };

    /// <summary>Throws if the specification does not allow a tree of this shape.</summary>
    internal void Check()
    {
        if (!IsTree) return;

        if (LeafExponent is < 1 or > 255) throw Wrong(nameof(LeafExponent), LeafExponent, 1);
        if (NodeExponent is < 1 or > 255) throw Wrong(nameof(NodeExponent), NodeExponent, 1);
        if (MaxLevel is < 2 or > 255) throw Wrong(nameof(MaxLevel), MaxLevel, 2);
    }

    private static ArgumentException Wrong(string field, int value, int least) => new(
        Invariant($"{field} of a Skein tree is {value}; it must be {least} to 255 (all three fields are 0 without a tree)."),
        "parameters");
}
