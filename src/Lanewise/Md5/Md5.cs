using System.Security.Cryptography;

namespace Lanewise;

public sealed partial class Md5
{
    /// <summary>The length of a digest in bits.</summary>
    public const int HashSizeInBits = 128;

    /// <summary>The length of a digest in bytes.</summary>
    public const int HashSizeInBytes = 16;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName => HashAlgorithmName.MD5;
}
