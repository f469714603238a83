using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.SkeinFamily;

/// <summary>A size of Skein in the catalogue.</summary>
internal abstract class SkeinRow<TSpec>() : HashRow(TSpec.Name, 64, 8 * TSpec.Words, 8 * TSpec.Words, HashLengths.Any)
    where TSpec : struct, ISkeinSpec
{
    public override int MaxHashBytes => 512;

    // Keys may be longer; no more than this is ever needed.
    public override int MaxKeyBytes => 8 * TSpec.Words;

    public override LaneShape ChosenShape => TSpec.Table.Choose();

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) SkeinOne<TSpec>.Hash(source, destination);
        else SkeinOne<TSpec>.Hash(SkeinParameters.Default, key, source, 0, 8L * destination.Length, destination);
    }

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        using SkeinMany<TSpec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashBytes);
        setup.Equal(source, messageLength, destination, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape)
    {
        using SkeinMany<TSpec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashBytes);
        setup.Ragged(source, messageLengths, destination, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        using SkeinMany<TSpec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashBytes);
        setup.Scattered(sources, destination, shape);
    }
}

/// <summary>Skein-256 in the catalogue.</summary>
internal sealed class Skein256Row : SkeinRow<Skein256Spec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Skein256(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Skein256.ReadState(ref state, key, out secret);
}

/// <summary>Skein-512 in the catalogue.</summary>
internal sealed class Skein512Row : SkeinRow<Skein512Spec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Skein512(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Skein512.ReadState(ref state, key, out secret);
}

/// <summary>Skein-1024 in the catalogue.</summary>
internal sealed class Skein1024Row : SkeinRow<Skein1024Spec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Skein1024(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Skein1024.ReadState(ref state, key, out secret);
}
