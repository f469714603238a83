using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>How XTEA reads four bytes as a word, of the key and of the data alike.</summary>
public enum XteaByteOrder
{
    /// <summary>Most significant byte first: cryptographic libraries.</summary>
    BigEndian,

    /// <summary>Least significant byte first: game protocols.</summary>
    LittleEndian,
}

/// <summary>XTEA (Needham and Wheeler, 1997): key of 128 bits, block of 64 bits, Feistel rounds in any even number.</summary>
/// <remarks>
/// <b>Legacy: for interoperability only.</b> A block of 64 bits repeats by chance after some 2^32 blocks, so one key must
/// not see more than a few GiB, and neither ECB, CBC nor CTR detects a changed ciphertext. New designs take AES-GCM.
/// <para>A round here is a Feistel round: the full cipher has 64 of them, which are the 32 cycles that other texts and
/// libraries call rounds.</para>
/// </remarks>
/// <example>
/// <code>
/// using Xtea xtea = new(key, 64, XteaByteOrder.LittleEndian);
/// xtea.EncryptEcb(packet, packet, PaddingMode.None);
/// </code>
/// </example>
public sealed partial class Xtea : LanewiseCipher
{
    /// <summary>The length of a key in bytes.</summary>
    public new const int KeySizeInBytes = XteaSpec.KeyBytes;

    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = XteaSpec.BlockBytes;

    /// <summary>The number of Feistel rounds of the full cipher: 32 cycles of two.</summary>
    public const int DefaultRounds = XteaSpec.FullRounds;

    private readonly uint[] schedule;
    private readonly byte[] key;

    /// <summary>A cipher of 64 Feistel rounds with big-endian words.</summary>
    /// <param name="key">The key, 16 bytes.</param>
    /// <exception cref="CryptographicException">The key has another length.</exception>
    public Xtea(ReadOnlySpan<byte> key)
        : this(key, DefaultRounds)
    {
    }

    /// <summary>A cipher with a choice of rounds and byte order.</summary>
    /// <param name="key">The key, 16 bytes.</param>
    /// <param name="rounds">Feistel rounds, an even number from 2 to 128; a cycle is two of them.</param>
    /// <param name="byteOrder">How bytes become words, of the key and of the data.</param>
    /// <exception cref="CryptographicException">The key has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The rounds are odd or not 2 to 128, or the byte order is unknown.</exception>
    public Xtea(ReadOnlySpan<byte> key, int rounds, XteaByteOrder byteOrder = XteaByteOrder.BigEndian)
        : base(XteaCipher.Instance, key)
    {
        CheckParameters(rounds, byteOrder);
        ByteOrder = byteOrder;
        this.key = key.ToArray();
        schedule = new uint[rounds];
        Span<uint> words = stackalloc uint[XteaSpec.KeyWords];
        XteaSpec.ReadKey(key, IsBigEndian, words);
        XteaSpec.Expand(words, schedule);
        words.Clear();
    }

    /// <summary>Feistel rounds.</summary>
    public int Rounds => schedule.Length;

    /// <summary>How bytes become words.</summary>
    public XteaByteOrder ByteOrder { get; }

    internal ReadOnlySpan<uint> Schedule => schedule;

    internal ReadOnlySpan<byte> Key => key;

    internal bool IsBigEndian => ByteOrder == XteaByteOrder.BigEndian;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CheckParameters(int rounds, XteaByteOrder byteOrder)
    {
        if (rounds is < 2 or > XteaSpec.MaxRounds || rounds % 2 != 0 || byteOrder is not (XteaByteOrder.BigEndian or XteaByteOrder.LittleEndian)) throw WrongParameter(rounds, byteOrder);
    }

    // Apart: a method that builds a text has a frame that every call would pay for.
    private static ArgumentOutOfRangeException WrongParameter(int rounds, XteaByteOrder byteOrder) =>
        byteOrder is XteaByteOrder.BigEndian or XteaByteOrder.LittleEndian
            ? new(nameof(rounds), rounds, "The Feistel rounds must be an even number from 2 to 128; a cycle is two of them.")
            : new(nameof(byteOrder), byteOrder, "The byte order must be big-endian or little-endian.");

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal override void EncryptBlocks(UInt128 tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length <= XteaFew.MostBlocks * XteaSpec.BlockBytes) XteaFew.Run(schedule, IsBigEndian, encrypting: true, source, destination);
        else BlockRun.Run<uint, XteaBlocks>(new(schedule, IsBigEndian, encrypting: true), source, destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal override void DecryptBlocks(UInt128 tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length <= XteaFew.MostBlocks * XteaSpec.BlockBytes) XteaFew.Run(schedule, IsBigEndian, encrypting: false, source, destination);
        else BlockRun.Run<uint, XteaBlocks>(new(schedule, IsBigEndian, encrypting: false), source, destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private protected override void CountBlocks(
        UInt128 tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
        BlockRun.Run<uint, XteaCounter>(
            new(schedule, IsBigEndian, BinaryPrimitives.ReadUInt64BigEndian(counter)), source, destination);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private protected override void EncryptChain(
        UInt128 tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        // The chain is kept as bytes of a block, so one text serves both byte orders.
        Span<byte> chain = stackalloc byte[XteaSpec.BlockBytes];
        previous.CopyTo(chain);
        ulong last = BinaryPrimitives.ReadUInt64LittleEndian(chain);
        for (int o = 0; o < source.Length; o += XteaSpec.BlockBytes)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(chain, last ^ BinaryPrimitives.ReadUInt64LittleEndian(source.Slice(o)));
            XteaKernel<Lanes.ScalarLane<uint>>.Encrypt(schedule, IsBigEndian, chain, chain);
            last = BinaryPrimitives.ReadUInt64LittleEndian(chain);
            BinaryPrimitives.WriteUInt64LittleEndian(destination.Slice(o), last);
        }
    }

    private protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(schedule.AsSpan()));
        CryptographicOperations.ZeroMemory(key);
    }
}
