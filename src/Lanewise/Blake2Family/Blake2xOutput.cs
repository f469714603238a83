using Lanewise.Blake2Family;

namespace Lanewise;

/// <summary>The output of BLAKE2Xb or BLAKE2Xs. The output can be read from any position.</summary>
/// <remarks>Instances are not thread-safe. Reading does not allocate memory.</remarks>
public sealed class Blake2xOutput : LanewiseOutput
{
    private readonly byte[] root;
    private readonly uint length;

    internal Blake2xOutput(byte[] root, uint length, ulong most, bool isKeyed)
        : base(most, isKeyed)
    {
        this.root = root;
        this.length = length;
    }

    private protected override void ReadBlocks(ulong position, Span<byte> destination)
    {
        int bytes = destination.Length;
        if (root.Length == Blake2bSpec.MaxHashBytes)
        {
            Blake2<ulong, Blake2bSpec>.Blake2Output.Read(root, length, position, destination, bytes);
        }
        else Blake2<uint, Blake2sSpec>.Blake2Output.Read(root, length, position, destination, bytes);
    }

    private protected override void Wipe() => CryptographicOperations.ZeroMemory(root);
}
