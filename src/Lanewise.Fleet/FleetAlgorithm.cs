using System.Security.Cryptography;
using Lanewise.Files;
using Lanewise.Hazmat;

namespace Lanewise.Fleet;

/// <summary>The algorithm of a job.</summary>
/// <exception cref="CryptographicException">The algorithm is unknown. A row of a catalogue may contain any text as the
/// algorithm.</exception>
internal sealed class FleetAlgorithm(string name)
{
    public FileHash Hash { get; } = name.Length > 0
        ? FileHash.Of(new HashAlgorithmName(name))
        : throw new CryptographicException("The algorithm has no name.");

    /// <summary>Whether the parts of one file can be hashed independently.</summary>
    public bool HasParts => Hash.AlgorithmName.Name == "BLAKE3";

    /// <summary>Combines the values of pieces into the value of a subtree, or into the digest of the whole message.</summary>
    /// <param name="values">The values of the pieces, 32 bytes each.</param>
    /// <param name="piece">The length in bytes of each piece except the last piece. The length must be a power of two times the
    /// chunk length.</param>
    /// <param name="length">The total length of all pieces in bytes.</param>
    /// <param name="isRoot">Whether the pieces are the whole message. If true, there must be at least two pieces.</param>
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
