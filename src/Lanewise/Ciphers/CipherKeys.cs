using Lanewise.Ciphers;

namespace Lanewise;

/// <summary>The keys of packets that have one each, and the cipher that they are for.</summary>
/// <remarks>
/// Bytes one after the other (<see cref="Xtea.KeyPerPacket"/>, <see cref="Threefish512.KeyPerPacket"/>), or ciphers, such as
/// those of the packets' connections; an array of ciphers converts by itself. Nothing is copied or allocated.
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

    /// <summary>The keys of some ciphers of an array, one for each packet.</summary>
    /// <param name="ciphers">The ciphers, all of one kind with the same parameters.</param>
    /// <param name="start">The first packet's.</param>
    /// <param name="count">How many there are.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ciphers"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There are not so many.</exception>
    public static CipherKeys Of(LanewiseCipher[] ciphers, int start, int count)
    {
        ArgumentNullException.ThrowIfNull(ciphers);
        return new(new ReadOnlyMemory<LanewiseCipher>(ciphers, start, count));
    }

    /// <summary>The keys of ciphers, one for each packet.</summary>
    /// <param name="ciphers">The ciphers, all of one kind with the same parameters.</param>
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
