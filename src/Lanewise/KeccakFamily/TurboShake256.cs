using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// TurboSHAKE256 (RFC 9861): SHAKE256 with half the rounds and a byte that keeps uses apart; one message, a running hash, or many
/// messages at once in SIMD lanes.
/// </summary>
/// <remarks>
/// Sound as published, with a smaller margin than SHAKE: 12 rounds of 24. 256 bits of security, where the output has at least
/// 2 times as many bits. A short output is the beginning of a longer one.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = TurboShake256.HashData(message, 1000);
/// </code>
/// </example>
[FaceOf(
    typeof(Blake2b), typeof(SpongeEngine<TurboSpec<Shake256Spec>, TurboShakeParameters>), typeof(TurboShakeParameters),
    HasKeys = false)]
public sealed partial class TurboShake256
{
    /// <summary>The default length of the output in bytes, from which on it has the full security.</summary>
    public const int HashSizeInBytes = 64;

    /// <summary>The length of the longest output in bytes.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;
}
