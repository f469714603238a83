using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// cSHAKE128 (NIST SP 800-185): SHAKE128 with a customization that keeps uses apart; one message, a running hash, or many
/// messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// Sound as published: 128 bits of security, where the output has at least 256 bits. A short output is the beginning of a longer
/// one; outputs of two customizations are unrelated. Without name and customization it is <see cref="Shake128"/>.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// CShakeParameters use = new() { Customization = "invoices v1"u8.ToArray() };
/// CShake128.HashData(use, message, output);
/// </code>
/// </example>
[FaceOf(typeof(Blake2b), typeof(SpongeEngine<Shake128Spec, CShakeParameters>), typeof(CShakeParameters), HasKeys = false)]
public sealed partial class CShake128
{
    /// <summary>The default length of the output in bytes, from which on it has the full security.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>The length of the longest output in bytes.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;
}
