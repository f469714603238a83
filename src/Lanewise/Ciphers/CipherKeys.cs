using Lanewise.Ciphers;

namespace Lanewise;

/// <summary>The keys for a batch of packets, one key per packet.</summary>
/// <remarks>
/// The keys are either packed bytes (<see cref="Xtea.KeyPerPacket"/>, <see cref="Threefish512.KeyPerPacket"/>), or cipher
/// instances, for example one per connection. An array of ciphers converts implicitly to <see cref="CipherKeys"/>, without a copy
/// or an allocation.
/// </remarks>
public readonly struct CipherKeys
{
    private readonly PacketCipher? cipher;
    private readonly ReadOnlyMemory<byte> keys;
    private readonly ReadOnlyMemory<LanewiseCipher> ciphers;

    internal CipherKeys(PacketCipher cipher, ReadOnlyMemory<byte> keys)
    {
        this.cipher = cipher;
        this.keys = keys;
    }

    private CipherKeys(ReadOnlyMemory<LanewiseCipher> ciphers) => this.ciphers = ciphers;

    /// <summary>Returns the keys of consecutive ciphers in an array, one cipher per packet.</summary>
    /// <param name="ciphers">The ciphers, which must all have the same type and the same parameters.</param>
    /// <param name="start">The index of the first packet's cipher.</param>
    /// <param name="count">The number of packets.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ciphers"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The array does not contain <paramref name="count"/> ciphers from index <paramref name="start"/>.
    /// </exception>
    public static CipherKeys Of(LanewiseCipher[] ciphers, int start, int count)
    {
        ArgumentNullException.ThrowIfNull(ciphers);
        return new(new ReadOnlyMemory<LanewiseCipher>(ciphers, start, count));
    }

    /// <summary>Converts an array of ciphers, one per packet, to keys.</summary>
    /// <param name="ciphers">The ciphers, which must all have the same type and the same parameters.</param>
    /// <exception cref="ArgumentNullException"><paramref name="ciphers"/> is null.</exception>
    public static implicit operator CipherKeys(LanewiseCipher[] ciphers)
    {
        ArgumentNullException.ThrowIfNull(ciphers);
        return new(new ReadOnlyMemory<LanewiseCipher>(ciphers));
    }

    internal PacketCipher? Cipher => cipher ?? (ciphers.IsEmpty ? null : ciphers.Span[0]?.Packets);

    internal ReadOnlySpan<byte> Bytes => keys.Span;

    internal ReadOnlySpan<LanewiseCipher> Ciphers => ciphers.Span;
}
