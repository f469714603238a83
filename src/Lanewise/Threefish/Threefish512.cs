using System.Security.Cryptography;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>Threefish-512 (Skein 1.3): blocks and keys of 64 bytes, 72 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish512 cipher = new(key);                       // 64 bytes
/// cipher.EncryptEcb(sector, sector, tweak, PaddingMode.None); // in place
/// </code>
/// </example>
public sealed class Threefish512 : ThreefishCipher
{
    /// <summary>The length of a block and of a key in bytes.</summary>
    public const int BlockSizeInBytes = 64;

    /// <summary>Takes a key; it is copied, and wiped by <see cref="ThreefishCipher.Dispose()"/>.</summary>
    /// <param name="key">64 bytes.</param>
    /// <exception cref="CryptographicException">The key has another length.</exception>
    public Threefish512(ReadOnlySpan<byte> key)
        : base(key, BlockSizeInBytes, Threefish512Spec.Name)
    {
    }

    /// <summary>Blocks that run side by side on this machine; runs of a multiple of it waste nothing.</summary>
    public static int PreferredBatchSize => Threefish512Spec.Table.Choose().Lanes(64);

    private protected override void RunBlocks(
        bool decrypt, ulong tweak0, ulong tweak1, ulong tweakStep, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<Threefish512Spec>.Blocks(decrypt, Key, tweak0, tweak1, tweakStep, source, destination);

    private protected override void RunChained(
        bool decrypt, ulong tweak0, ulong tweak1, ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (decrypt) ThreefishRun<Threefish512Spec>.DecryptChained(Key, tweak0, tweak1, iv, source, destination);
        else ThreefishRun<Threefish512Spec>.EncryptChained(Key, tweak0, tweak1, iv, source, destination);
    }

    private protected override void RunCounter(
        ulong tweak0, ulong tweak1, ReadOnlySpan<byte> counter, ulong position, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<Threefish512Spec>.Count(Key, tweak0, tweak1, counter, position, source, destination);

    private protected override void RunSectors(bool decrypt, ReadOnlySpan<byte> source, Span<byte> destination, int sectorBytes, ulong firstSector) =>
        ThreefishRun<Threefish512Spec>.Sectors(decrypt, Key, firstSector, sectorBytes, source, destination);
}
