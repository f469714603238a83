using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>
/// KangarooTwelve, KT128 (RFC 9861): a tree of TurboSHAKE128 whose chunks of 8,192 bytes are hashed side by side in SIMD lanes;
/// one message, a running hash, or many messages at once.
/// </summary>
/// <remarks>
/// Sound as published, with TurboSHAKE's margin: 12 rounds of 24. 128 bits of security, where the output has at least 256 bits. A
/// short output is the beginning of a longer one; outputs of two customizations are unrelated.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// KangarooTwelveParameters use = new() { Customization = "archive v1"u8.ToArray() };
/// KangarooTwelve.HashData(use, message, output);
/// </code>
/// </example>
[FaceOf(typeof(Blake2b), typeof(KangarooEngine), typeof(KangarooTwelveParameters), HasKeys = false)]
public sealed partial class KangarooTwelve
{
    /// <summary>The default length of the output in bytes, from which on it has the full security.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>The length of the longest output in bytes.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;
}
