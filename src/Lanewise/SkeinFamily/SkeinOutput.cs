using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// The output of a Skein hash, or the keystream of the Skein stream cipher. The output can be read in pieces and from any
/// position.
/// </summary>
/// <remarks>
/// Each output block depends only on the chaining value and the block's index. Therefore, blocks are computed in SIMD lanes, and
/// reading from a position does not require computing the preceding bytes. Instances are not thread-safe. If another thread
/// disposes the instance during a read, the read throws an exception. Reading does not allocate memory.
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
    /// Encrypts or decrypts data by XORing it with the output, starting at <see cref="LanewiseOutput.Position"/>. The method
    /// advances the position by the length of the data.
    /// </summary>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="destination">
    /// Receives the encrypted or decrypted data. The span must have the same length as the source, and may overlap it.
    /// </param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> and the source have different lengths.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The data would extend beyond the end of the output. The destination is unchanged.
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

    // If the output ends with a partial byte, the unused bits of that byte are zero.
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
