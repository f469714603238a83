using System.Security.Cryptography;
using Lanewise.Files;
using Lanewise.Hazmat;

namespace Lanewise.Fleet;

/// <summary>The algorithm of a job.</summary>
/// <exception cref="CryptographicException">The algorithm is unknown. A catalogue row may contain any text in its algorithm
/// column.</exception>
internal sealed class FleetAlgorithm(string name)
{
    public FileHash Hash { get; } = name.Length > 0
        ? FileHash.Of(new HashAlgorithmName(name))
        : throw new CryptographicException("The algorithm has no name.");

    /// <summary>Indicates whether the parts of one file can be hashed independently.</summary>
    public bool HasParts => Hash.AlgorithmName.Name == "BLAKE3";

    /// <summary>
    /// Combines the chaining values of pieces into the chaining value of a subtree, or into the digest of the whole message.
    /// </summary>
    /// <param name="values">The chaining values of the pieces, 32 bytes each.</param>
    /// <param name="piece">The length in bytes of each piece except the last. The length must be the chunk length multiplied by a
    /// power of two.</param>
    /// <param name="length">The total length of all pieces in bytes.</param>
    /// <param name="isRoot">Whether the pieces make up the whole message. If so, there must be at least two pieces.</param>
    public static byte[] Fold(ReadOnlySpan<byte> values, long piece, long length, bool isRoot)
    {
        const int ValueBytes = Blake3Subtree.ValueSizeInBytes;
        if (length <= piece) return values.Slice(0, ValueBytes).ToArray();

        long left = Blake3Subtree.LeftLength(length);
        int leftBytes = (int)(left / piece) * ValueBytes;
        byte[] first = Fold(values.Slice(0, leftBytes), piece, left, isRoot: false);
        byte[] second = Fold(values.Slice(leftBytes), piece, length - left, isRoot: false);
        byte[] result = new byte[ValueBytes];
        if (isRoot) Blake3Subtree.MergeRoot(first, second, result);
        else Blake3Subtree.Merge(first, second, result);
        return result;
    }
}
