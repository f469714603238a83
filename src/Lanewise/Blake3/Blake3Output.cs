using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>The extended output of BLAKE3: 2^64 - 1 bytes that can be read from any place; the first 32 are the digest.</summary>
/// <remarks>An instance is not safe for use by several threads at once. Reading allocates nothing.</remarks>
/// <example>
/// <code>
/// using Blake3Output output = hash.GetOutput();
/// output.Position = 1UL &lt;&lt; 40;
/// output.Read(buffer);
/// </code>
/// </example>
public sealed class Blake3Output : IDisposable
{
    private readonly uint[] record = new uint[Blake3Record.Words];
    private readonly byte[] block = new byte[Blake3Spec.BlockBytes];
    private bool disposed;

    internal Blake3Output(Blake3Running running) => running.Root(record, block);

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

    /// <summary>Reads from <see cref="Position"/> on, which moves forward.</summary>
    /// <param name="outputLength">The number of bytes.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or the output ends before.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] Read(int outputLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(outputLength);
        Blake3Extended.CheckRange(Position, outputLength);
        byte[] output = new byte[outputLength];
        Read(output);
        return output;
    }

    /// <summary>Reads from any place; <see cref="Position"/> stays.</summary>
    /// <param name="position">The first byte.</param>
    /// <param name="destination">Receives the output.</param>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void ReadAt(ulong position, Span<byte> destination)
    {
        ObjectDisposedException.ThrowIf(disposed, this);
        Blake3Extended.Read(record, block, position, destination);
    }

    /// <summary>Wipes the state.</summary>
    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record.AsSpan()));
        CryptographicOperations.ZeroMemory(block);
        disposed = true;
    }
}
