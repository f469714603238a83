namespace Lanewise;

/// <summary>Threefish-512 (Skein 1.3): blocks and keys of 64 bytes, 72 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish512 cipher = new(key);                     // 64 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
[KeyArrays]
public sealed partial class Threefish512 : ThreefishCipher
{
    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = 64;
}
