using Engine = Lanewise.MerkleDamgard.HmacEngine<uint, Lanewise.Sha1Family.Sha1Spec>;

namespace Lanewise;

/// <summary>
/// HMAC-SHA-1 (RFC 2104, RFC 2202): one message, a running MAC, or many messages with one key or a key for each at once in SIMD
/// lanes.
/// </summary>
/// <remarks>
/// HMAC-SHA-1 is unbroken, but legacy: nothing new should be built on it; take <see cref="HmacSha256"/>. Any key length is
/// allowed; keys and the states made of them are wiped.
/// <para>One message is computed by the base library, which has the processor's instructions for it; so is a running MAC whose
/// first data come alone. Many go through lanes as far as that is faster on this machine.</para>
/// </remarks>
[FaceOf(typeof(HmacMd5), typeof(Engine))]
[FaceOf(typeof(HmacSha256), typeof(Engine))]
public sealed partial class HmacSha1
{
    /// <summary>The length of a MAC in bytes.</summary>
    public const int HashSizeInBytes = 20;
}
