using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// KMAC128 (NIST SP 800-185, section 4), the message authentication code of Keccak: one message, a running code, or many messages
/// with one key or a key for each at once in SIMD lanes.
/// </summary>
/// <remarks>
/// Sound as published: 128 bits of security, where key and code have at least 128 bits. Any key length is allowed, an empty key
/// is a key, too. Codes of two lengths are unrelated, but for <see cref="KmacParameters.IsXof"/>; so are those of two
/// customizations.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys and the states made of them are wiped; a
/// running code's state is never exported: its key can be computed from it.</para>
/// </remarks>
/// <example>
/// <code>
/// KmacParameters use = new() { Customization = "session tickets"u8.ToArray() };
/// Kmac128.HashData(use, key, message, code);
/// </code>
/// </example>
[FaceOf(typeof(Blake2b), typeof(SpongeEngine<KmacSpec<Shake128Spec>, KmacParameters>), typeof(KmacParameters), NeedsKey = true)]
public sealed partial class Kmac128
{
    /// <summary>The default length of a code in bytes.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>The length of the longest code in bytes.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;
}
