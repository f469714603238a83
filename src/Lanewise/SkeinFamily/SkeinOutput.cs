using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// The output of a Skein hash, or the keystream of Skein as a stream cipher, read in pieces and from any place.
/// </summary>
/// <remarks>
/// Block i of the output is computed from i alone, so blocks fill lanes and any place is reached at once. An instance is not
/// safe for use by several threads at once; disposed by another it throws. Reading allocates nothing.
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
    /// XORs data with the output from <see cref="LanewiseOutput.Position"/> on, which moves forward: encrypts or
    /// decrypts.
    /// </summary>
    /// <param name="source">The text or the ciphertext.</param>
    /// <param name="destination">Receives the other; as long as the source, which it may overlap.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is not as long as the source.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The output ends before; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Transform(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ObjectDisposedException.ThrowIf(IsDisposed, this);
        LanewiseCipher.CheckAsLong(source, destination);

        CheckRange(Position, source.Length);
        using LanewiseCipher.Copy copy = new(source, destination);
        using Rented<byte> rented = new(WindowBytes);
        for (int done = 0; done < source.Length; done += WindowBytes)
        {
            Span<byte> window = rented.Span.Slice(0, Math.Min(WindowBytes, source.Length - done));
            Read(window);
            LanewiseCipher.Xor(window, copy.Source.Slice(done, window.Length));
            window.CopyTo(destination.Slice(done));
        }
    }

    // Where the output is not whole bytes, the unused bits of the last one are zero.
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
