using System.Buffers.Binary;
using Lanewise.Kernels;

namespace Lanewise.ThreefishFamily;

/// <summary>A size of Threefish under one key and one tweak: a block cipher like any other.</summary>
internal sealed class ThreefishUnderTweak<TSpec> : LanewiseCipher
    where TSpec : struct, IThreefishSpec
{
    private readonly ThreefishCipher cipher;
    private readonly ulong tweak0, tweak1;

    /// <summary>Takes a key, as long as a block, and a tweak of 16 bytes.</summary>
    public ThreefishUnderTweak(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak)
    {
        cipher = TSpec.Create(key);
        tweak0 = BinaryPrimitives.ReadUInt64LittleEndian(tweak);
        tweak1 = BinaryPrimitives.ReadUInt64LittleEndian(tweak.Slice(8));
    }

    public override int BlockSizeInBytes => ThreefishRun<TSpec>.BlockBytes;

    private protected override void EncryptBlocks(ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.Blocks(false, cipher.Key, tweak0, tweak1, 0, source, destination);

    private protected override void DecryptBlocks(ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.Blocks(true, cipher.Key, tweak0, tweak1, 0, source, destination);

    private protected override void EncryptChain(ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.EncryptChained(cipher.Key, tweak0, tweak1, previous, source, destination);

    private protected override void CountBlocks(ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
        ThreefishRun<TSpec>.Count(cipher.Key, tweak0, tweak1, counter, 0, source, destination);

    private protected override void Wipe() => cipher.Dispose();
}
