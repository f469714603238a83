using Lanewise.XteaFamily;

namespace Lanewise;

/// <summary>
/// Adapts XTEA to <see cref="SymmetricAlgorithm"/>, for use with <see cref="CryptoStream"/> and other code that expects .NET's
/// classes.
/// </summary>
/// <remarks>
/// <b>Legacy: for interoperability only</b> (see <see cref="Xtea"/>). The adapter supports ECB, CBC (the default) and all padding
/// modes, and processes one message at a time. To use a key repeatedly, use <see cref="Xtea"/>.
/// </remarks>
public sealed class XteaAlgorithm : LanewiseSymmetricAlgorithm
{
    private readonly XteaByteOrder byteOrder;
    private readonly int cycles;

    /// <summary>Creates a cipher with a random key.</summary>
    /// <param name="byteOrder">The byte order of the words in the key and the data.</param>
    /// <param name="cycles">The number of cycles (two Feistel rounds each), from 1 to 64. The full cipher has 32 cycles.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The number of cycles is outside the range 1 to 64, or the byte order is not a defined value.
    /// </exception>
    public XteaAlgorithm(XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = Xtea.DefaultCycles)
        : base(8 * XteaSpec.BlockBytes, 8 * XteaSpec.KeyBytes)
    {
        XteaCipher.Of(cycles, byteOrder);
        this.byteOrder = byteOrder;
        this.cycles = cycles;
    }

    private protected override LanewiseCipher Create(ReadOnlySpan<byte> key) => new Xtea(key, byteOrder, cycles);
}
