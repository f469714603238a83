using System.Security.Cryptography;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>XTEA as a <see cref="SymmetricAlgorithm"/>, for <see cref="CryptoStream"/> and code written to the base library.</summary>
/// <remarks>
/// <b>Legacy: for interoperability only</b> (see <see cref="Xtea"/>). Modes ECB and CBC (the default), all paddings. One
/// message at a time; a key object that is used again and again is <see cref="Xtea"/>.
/// </remarks>
public sealed class XteaAlgorithm : LanewiseSymmetricAlgorithm
{
    private readonly int rounds;
    private readonly XteaByteOrder byteOrder;

    /// <summary>A cipher of 64 Feistel rounds with big-endian words and a random key.</summary>
    public XteaAlgorithm()
        : this(Xtea.DefaultRounds)
    {
    }

    /// <summary>A cipher with a choice of rounds and byte order, and a random key.</summary>
    /// <param name="rounds">Feistel rounds, an even number from 2 to 128; a cycle is two of them.</param>
    /// <param name="byteOrder">How bytes become words, of the key and of the data.</param>
    /// <exception cref="ArgumentOutOfRangeException">The rounds are odd or not 2 to 128, or the byte order is unknown.</exception>
    public XteaAlgorithm(int rounds, XteaByteOrder byteOrder = XteaByteOrder.BigEndian)
        : base(8 * XteaSpec.BlockBytes, 8 * XteaSpec.KeyBytes)
    {
        using Xtea check = new(stackalloc byte[XteaSpec.KeyBytes], rounds, byteOrder);
        this.rounds = rounds;
        this.byteOrder = byteOrder;
    }

    private protected override LanewiseCipher Create(ReadOnlySpan<byte> key) => new Xtea(key, rounds, byteOrder);
}
