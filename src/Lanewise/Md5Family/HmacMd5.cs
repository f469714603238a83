namespace Lanewise;

/// <summary>
/// HMAC-MD5 (RFC 2104, RFC 2202): one message, a running MAC, or many messages with one key at once in SIMD lanes.
/// </summary>
/// <remarks>
/// For legacy protocols only; no forgery of HMAC-MD5 is known, but nothing new should be built on it: take a keyed
/// <see cref="Blake2b"/>. Any key length is allowed; keys and the states made of them are wiped.
/// </remarks>
[KeyArrays]
public sealed partial class HmacMd5
{
    /// <summary>The length of a MAC in bytes.</summary>
    public const int HashSizeInBytes = 16;
}
