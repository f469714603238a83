namespace Lanewise.Md5Family;

/// <summary>MD5's sizes and starting value (RFC 1321, section 3.3); the table of sines is written out in the kernel.</summary>
internal static class Md5Spec
{
    public const int BlockBytes = 64;
    public const int HashBytes = 16;
    public const int StateWords = 4;

    /// <summary>The words A, B, C and D (section 3.3).</summary>
    public static ReadOnlySpan<uint> Iv => [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
}
