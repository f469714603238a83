using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Blake3Family;

/// <summary>BLAKE3 in the catalogue.</summary>
/// <param name="context">The context of key derivation; null for hashing.</param>
internal sealed class Blake3Row(string? context = null)
    : HashRow("BLAKE3", 32, Blake3Spec.BlockBytes, Blake3Spec.HashBytes, HashLengths.Stream)
{
    private readonly uint[]? contextKey = ContextKey(context);

    public override int MinKeyBytes => MaxKeyBytes;

    public override int MaxKeyBytes => context is null ? Blake3Spec.HashBytes : 0;

    public override LaneShape ChosenShape => Blake3Many.Table.Choose();

    public override HashRow WithContext(string context) => new Blake3Row(context);

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) =>
        context is not null ? Blake3.CreateDeriveKey(context, hashBytes) : key.IsEmpty ? new Blake3(hashBytes) : new Blake3(key, hashBytes);

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (context is not null) Blake3.DeriveKey(context, source, destination);
        else if (key.IsEmpty) Blake3.HashData(source, destination);
        else Blake3.HashData(key, source, destination);
    }

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        using Blake3Batch.Keys keys = Keys(key);
        Blake3Batch.Equal(keys, source, messageLength, destination, hashBytes, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape)
    {
        using Blake3Batch.Keys keys = Keys(key);
        Blake3Batch.Ragged(keys, source, messageLengths, destination, hashBytes, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        using Blake3Batch.Keys keys = Keys(key);
        Blake3Batch.Scattered(keys, sources, destination, hashBytes, shape);
    }

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake3.ReadState(ref state, key, out secret);

    private Blake3Batch.Keys Keys(ReadOnlySpan<byte> key) => contextKey is null ? new(key) : new(contextKey, Blake3Spec.DeriveKeyMaterial);

    private static uint[]? ContextKey(string? context)
    {
        if (context is null) return null;

        uint[] words = new uint[Blake3Record.ChainingWords];
        Blake3One.ContextKey(context, words);
        return words;
    }
}
