using Engine = Lanewise.MerkleDamgard.HmacEngine<uint, Lanewise.Sha2Family.Sha256Spec>;

namespace Lanewise;

/// <summary>
/// HMAC-SHA-256 (RFC 2104, RFC 4231): one message, a running MAC, or many messages with one key or a key for each at once in
/// SIMD lanes.
/// </summary>
/// <remarks>
/// HMAC-SHA-256 is unbroken, and what most protocols ask for; a keyed <see cref="Blake3"/> is faster. Any key length is
/// allowed; keys and the states made of them are wiped.
/// <para>One message is computed by the base library, which has the processor's instructions for it; so is a running MAC whose
/// first data come alone. Many go through lanes as far as that is faster on this machine.</para>
/// </remarks>
[KeyArrays]
[FaceOf(typeof(HmacMd5), typeof(Engine))]
public sealed partial class HmacSha256
{
    /// <summary>The length of a MAC in bytes.</summary>
    public const int HashSizeInBytes = 32;
}
