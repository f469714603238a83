using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// The output of a Skein hash, or the keystream of Skein as a stream cipher. It can be read in pieces and from any position.
/// </summary>
/// <remarks>
/// Block i of the output depends only on i. Therefore, blocks are computed in lanes, and a read at any position does not compute
/// the bytes before it. An instance is not thread-safe. If another thread disposes the instance, a read in progress throws.
/// Reading does not allocate memory.
/// </remarks>
/// <example>
/// <code>
/// using SkeinOutput keystream = Skein512.CreateKeystream(key, nonce);
/// keystream.Position = 1UL &lt;&lt; 40;
/// keystream.Transform(data, data);
/// </code>
/// </example>
public sealed class SkeinOutput : LanewiseOutput
{
    private const int WindowBytes = 8 * 1024;

    private readonly byte[] chain;
    private readonly ulong bits;

    internal SkeinOutput(byte[] chain, ulong bits, bool isKeyed)
        : base((bits / 8) + (bits % 8 == 0 ? 0u : 1u), isKeyed)
    {
        this.chain = chain;
        this.bits = bits;
    }

    /// <summary>
    /// Encrypts or decrypts data: XORs the data with the output that starts at <see cref="LanewiseOutput.Position"/>, and
    /// advances Position.
    /// </summary>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="destination">Receives the result. It must be as long as the source and may overlap it.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is not as long as the source.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The read would go beyond the end of the output. Nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Transform(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        LanewiseCipher.CheckAsLong(source, destination);

        CheckRange(Position, source.Length);
        using LanewiseCipher.Copy copy = new(source, destination);
        using Rented<byte> rented = new(WindowBytes);
        for (int done = 0, n; done < source.Length; done += n)
        {
            n = Math.Min(WindowBytes, source.Length - done);
            Span<byte> window = rented.Span.Slice(0, n);
            Read(window);
            LanewiseCipher.Xor(window, copy.Source.Slice(done, n));
            window.CopyTo(destination.Slice(done));
        }
    }

    // If the output does not end with a whole byte, the unused bits of the last byte are zero.
    private protected override void ReadBlocks(ulong position, Span<byte> destination)
    {
        SkeinSizes.ReadOutput(chain, position, destination);
        if (bits % 8 != 0 && !destination.IsEmpty && position + (uint)destination.Length == Length)
        {
            destination[^1] &= (byte)(0xFF00 >> (int)(bits % 8));
        }
    }

    private protected override void Wipe() => CryptographicOperations.ZeroMemory(chain);
}
