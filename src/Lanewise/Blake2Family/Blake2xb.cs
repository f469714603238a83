using Lanewise.Blake2Family;

namespace Lanewise;

/// <summary>
/// BLAKE2Xb: BLAKE2b with output of any length, its blocks side by side in SIMD lanes; keyed, of known or unknown length,
/// readable from any place, or of many messages at once.
/// </summary>
/// <remarks>
/// Sound as published, at the security of BLAKE2b. The length of the output is part of the hash: a short output is not the
/// beginning of a longer one, and output of unknown length is another again. With a key it is a MAC and a PRF.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Blake2xb.HashData(message, 1000);
/// </code>
/// </example>
[FaceOf(typeof(Blake2b), typeof(Blake2OutputEngine<ulong, Blake2bSpec>))]
[KeyArrays]
public sealed partial class Blake2xb
{
    /// <summary>The length of the longest output in bytes that is known beforehand.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;

    /// <summary>The length of the longest key in bytes.</summary>
    public const int MaxKeySizeInBytes = 64;

    // That of BLAKE2b, and of what is returned where the length is unknown.
    private const int HashSizeInBytes = 64;
}
