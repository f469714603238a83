using System.Security.Cryptography;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>The output of BLAKE2Xb or BLAKE2Xs, to be read from any place.</summary>
/// <remarks>An instance is not safe for use by several threads at once. Reading allocates nothing.</remarks>
public sealed class Blake2xOutput : IDisposable
{
    private readonly byte[] root;
    private readonly uint length;
    private readonly bool isXb;
    private bool disposed;

    internal Blake2xOutput(byte[] root, uint length, bool isXb)
    {
        this.root = root;
        this.length = length;
        this.isXb = isXb;
        Length = isXb
            ? length == Blake2Extended<ulong, Blake2bSpec>.UnknownLength ? Blake2Extended<ulong, Blake2bSpec>.MaxUnknown : length
            : length == Blake2Extended<uint, Blake2sSpec>.UnknownLength ? Blake2Extended<uint, Blake2sSpec>.MaxUnknown : length;
    }

    /// <summary>The length of the output; where it is unknown, the most that can be read.</summary>
    public ulong Length { get; }

    /// <summary>The byte that is read next.</summary>
    public ulong Position { get; set; }

    /// <summary>Reads from <see cref="Position"/> on, which moves forward.</summary>
    /// <param name="destination">Receives the output.</param>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Read(Span<byte> destination)
    {
        ReadAt(Position, destination);
        Position += (uint)destination.Length;
    }

    /// <summary>Reads from any place; <see cref="Position"/> stays.</summary>
    /// <param name="position">The first byte.</param>
    /// <param name="destination">Receives the output.</param>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void ReadAt(ulong position, Span<byte> destination)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        if (isXb) Blake2Extended<ulong, Blake2bSpec>.Read(root, length, position, destination);
        else Blake2Extended<uint, Blake2sSpec>.Read(root, length, position, destination);
    }

    /// <summary>Wipes the state.</summary>
    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(root);
        disposed = true;
    }
}
