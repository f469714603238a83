using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;
using Engine = Lanewise.ThreefishFamily.Threefish256Spec;

namespace Lanewise;

/// <summary>Implements Threefish-256 (Skein 1.3) with 32-byte blocks, 32-byte keys and 72 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish256 cipher = new(key);                     // 32 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
public sealed class Threefish256 : ThreefishCipher
{
    /// <summary>The block length in bytes.</summary>
    public const int BlockSizeInBytes = 32;

    /// <summary>The key length in bytes, which equals the block length.</summary>
    public const int KeySizeInBytes = BlockSizeInBytes;

    /// <inheritdoc cref="Threefish512.Threefish512(ReadOnlySpan{byte})"/>
    public Threefish256(ReadOnlySpan<byte> key)
        : base(ThreefishRun<Engine>.Packets, key, Engine.Subkeys)
    {
    }

    /// <inheritdoc cref="Threefish256(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public Threefish256(byte[] key)
        : this(KeyArray.Span(key))
    {
    }

    /// <inheritdoc cref="Threefish512.PreferredBatchSize"/>
    public static int PreferredBatchSize => Engine.Table.Choose().Lanes(64);

    /// <inheritdoc cref="Threefish512.KeyPerPacket(ReadOnlyMemory{byte})"/>
    public static CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys) => new(ThreefishRun<Engine>.Packets, keys);

    [MethodImpl(CompileOptions.AtOnce)]
    private protected override void RunBlocks(
        bool encrypting, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<Engine>.Blocks(encrypting, Key, tweak, source, destination, subkeys: Subkeys);

    private protected override void RunSectors(
        bool encrypting, ulong firstSector, int perSector, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<Engine>.Blocks(encrypting, Key, new(0, firstSector), source, destination, null, perSector);

    private protected override void RunChain(
        Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<Engine>.Chain(Key, tweak, previous, source, destination);

    private protected override void RunCounter(
        Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<Engine>.Count(Key, tweak, counter, source, destination, subkeys: Subkeys);
}
