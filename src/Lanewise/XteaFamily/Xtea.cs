using Lanewise.Ciphers;
using Lanewise.XteaFamily;

namespace Lanewise;

/// <summary>The byte order of the words in XTEA's key and data.</summary>
public enum XteaByteOrder
{
    /// <summary>The most significant byte comes first, as in cryptographic libraries.</summary>
    BigEndian,

    /// <summary>The least significant byte comes first, as in game protocols.</summary>
    LittleEndian,
}

/// <summary>
/// Implements XTEA (Needham and Wheeler, 1997). The key is 128 bits long, and a block is 64 bits long. The cipher has 32 cycles
/// of two Feistel rounds each.
/// </summary>
/// <remarks>
/// <b>Legacy: for interoperability only.</b> With 64-bit blocks, ciphertext blocks repeat by chance after about 2^32 blocks, so
/// use one key for at most a few GiB. ECB, CBC and CTR do not detect a changed ciphertext. In new designs, use AES-GCM.
/// <para>
/// The full cipher has 32 cycles, which many specifications and libraries call rounds. Other specifications count the 64 Feistel
/// rounds, two per cycle. This class always counts cycles.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// using Xtea xtea = new(key, XteaByteOrder.LittleEndian);
/// xtea.EncryptEcb(packet, packet, PaddingMode.None);
/// </code>
/// </example>
public sealed class Xtea : LanewiseCipher
{
    /// <summary>The key length in bytes.</summary>
    public const int KeySizeInBytes = XteaSpec.KeyBytes;

    /// <summary>The block length in bytes.</summary>
    public const int BlockSizeInBytes = XteaSpec.BlockBytes;

    /// <summary>The number of cycles of the full cipher, which has 64 Feistel rounds.</summary>
    public const int DefaultCycles = XteaSpec.FullRounds / 2;

    private readonly uint[] schedule;

    /// <summary>Creates a cipher with a key.</summary>
    /// <param name="key">The key, 16 bytes.</param>
    /// <param name="byteOrder">The byte order of the words in the key and the data.</param>
    /// <param name="cycles">The number of cycles (two Feistel rounds each), from 1 to 64. The full cipher has 32 cycles.</param>
    /// <exception cref="CryptographicException">The key has the wrong length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The number of cycles is outside the range 1 to 64, or the byte order is not a defined value.
    /// </exception>
    public Xtea(ReadOnlySpan<byte> key, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = DefaultCycles)
        : base(XteaCipher.Of(cycles, byteOrder), key)
    {
        ByteOrder = byteOrder;
        schedule = new uint[2 * cycles];
        Span<uint> words = stackalloc uint[XteaSpec.KeyWords];
        XteaSpec.ReadKey(key, IsBigEndian, words);
        XteaSpec.Expand(words, schedule);
        words.Clear();
    }

    /// <inheritdoc cref="Xtea(ReadOnlySpan{byte}, XteaByteOrder, int)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Xtea(byte[] key, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = DefaultCycles)
        : this(KeyArray.Span(key), byteOrder, cycles)
    {
    }

    /// <summary>The number of cycles (two Feistel rounds each).</summary>
    public int Cycles => schedule.Length / 2;

    /// <summary>The byte order of the words.</summary>
    public XteaByteOrder ByteOrder { get; }

    internal ReadOnlySpan<uint> Schedule => schedule;

    internal bool IsBigEndian => ByteOrder == XteaByteOrder.BigEndian;

    /// <summary>
    /// Returns the keys of packets, one key per packet, for the static methods of <see cref="LanewiseCipher"/>.
    /// </summary>
    /// <param name="keys">The keys, stored one after another, 16 bytes for each packet.</param>
    /// <param name="byteOrder">The byte order of the words in the keys and the data.</param>
    /// <param name="cycles">The number of cycles (two Feistel rounds each), from 1 to 64. The full cipher has 32 cycles.</param>
    /// <returns>The keys.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The number of cycles is outside the range 1 to 64, or the byte order is not a defined value.
    /// </exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public static CipherKeys KeyPerPacket(
        ReadOnlyMemory<byte> keys, XteaByteOrder byteOrder = XteaByteOrder.BigEndian, int cycles = DefaultCycles) =>
        new(XteaCipher.Of(cycles, byteOrder), keys);

    [MethodImpl(CompileOptions.AtOnce)]
    private protected override void RunBlocks(
        bool encrypting, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        // The spans are passed separately. A struct of spans would slow down a single block, because its fields would be written
        // one by one and then read as a whole.
        if (source.Length != XteaSpec.BlockBytes) RunSeveral(encrypting, source, destination);
        else if (encrypting) XteaKernel<ScalarLane<uint>>.Encrypt(schedule, IsBigEndian, source, destination);
        else XteaKernel<ScalarLane<uint>>.Decrypt(schedule, IsBigEndian, source, destination);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void RunSeveral(bool encrypting, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        XteaBlocks blocks = new(schedule, IsBigEndian, encrypting ? BlockMode.Encrypt : BlockMode.Decrypt);
        if (source.Length <= XteaFew.MostBytes) XteaFew.Run(blocks, source, destination);
        else BlockRun.Run<uint, XteaBlocks>(blocks, source, destination);
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private protected override void RunCounter(
        Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
        BlockRun.Run<uint, XteaBlocks>(
            new(schedule, IsBigEndian, BlockMode.Count, BinaryPrimitives.ReadUInt64BigEndian(counter)), source, destination);

    [MethodImpl(CompileOptions.AtOnce)]
    private protected override void RunChain(
        Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        // The chaining value is stored as the bytes of a block, so that the same code handles both byte orders.
        Span<byte> chain = stackalloc byte[XteaSpec.BlockBytes];
        previous.CopyTo(chain);
        ulong last = BinaryPrimitives.ReadUInt64LittleEndian(chain);
        for (int o = 0; o < source.Length; o += XteaSpec.BlockBytes)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(chain, last ^ BinaryPrimitives.ReadUInt64LittleEndian(source.Slice(o)));
            XteaKernel<ScalarLane<uint>>.Encrypt(schedule, IsBigEndian, chain, chain);
            last = BinaryPrimitives.ReadUInt64LittleEndian(chain);
            BinaryPrimitives.WriteUInt64LittleEndian(destination.Slice(o), last);
        }
    }

    private protected override void Wipe() => CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(schedule.AsSpan()));
}
