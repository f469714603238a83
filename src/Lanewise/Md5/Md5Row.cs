using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Md5Family;

/// <summary>MD5 in the catalogue.</summary>
internal sealed class Md5Row() : HashRow("MD5", 32, Md5Spec.BlockBytes, Md5Spec.HashBytes, HashLengths.Fixed)
{
    public override HashRow Mac { get; } = new HmacMd5Row();

    public override LaneShape ChosenShape => Md5Many.Table.Choose();

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes)
    {
        CheckNoKey(key);
        return new Md5();
    }

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        CheckNoKey(key);
        Md5.HashData(source, destination);
    }

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        CheckNoKey(key);
        ManyMessages.Equal<uint, Md5Many>(source, messageLength, destination, Md5Many.Plain, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape)
    {
        CheckNoKey(key);
        ManyMessages.Ragged<uint, Md5Many>(source, messageLengths, destination, Md5Many.Plain, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        CheckNoKey(key);
        ManyMessages.Scattered<uint, Md5Many>(sources, destination, Md5Many.Plain, shape);
    }

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Md5.ReadState(ref state, out secret);
}

/// <summary>HMAC-MD5, which the catalogue finds beside MD5. Its shape is that of MD5.</summary>
internal sealed class HmacMd5Row() : HashRow("HMAC-MD5", 32, Md5Spec.BlockBytes, Md5Spec.HashBytes, HashLengths.Fixed)
{
    public override int MaxKeyBytes => int.MaxValue;

    public override int MinKeyBytes => 0;

    public override LaneShape ChosenShape => Md5Many.Table.Choose();

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new HmacMd5(key);

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HmacMd5.HashData(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        HmacMd5.HashMany(key, source, messageLength, destination);

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape) => HmacMd5.HashMany(key, source, messageLengths, destination);

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        HmacMd5.HashMany(key, sources, destination);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        HmacMd5.ReadState(ref state, key, out secret);
}
