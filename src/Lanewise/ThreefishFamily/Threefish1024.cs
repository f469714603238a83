using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>Threefish-1024 (Skein 1.3): blocks and keys of 128 bytes, 80 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish1024 cipher = new(key);                    // 128 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
[FaceOf(typeof(Threefish512), typeof(Threefish1024Spec))]
public sealed partial class Threefish1024 : ThreefishCipher
{
    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = 128;
}
