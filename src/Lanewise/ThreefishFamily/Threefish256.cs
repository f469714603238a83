using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>Threefish-256 (Skein 1.3): blocks and keys of 32 bytes, 72 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish256 cipher = new(key);                     // 32 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
[FaceOf(typeof(Threefish512), typeof(Threefish256Spec))]
public sealed partial class Threefish256 : ThreefishCipher
{
    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = 32;
}
