using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Blake2Family;

/// <summary>BLAKE2Xb and BLAKE2Xs in the catalogue: what they share.</summary>
internal abstract class Blake2xRow<TWord, TSpec>() : Blake2FamilyRow<TWord, TSpec>(Blake2Extended<TWord, TSpec>.Name, HashLengths.Any)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Extended<TWord, TSpec>.Hash(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        Blake2ExtendedMany<TWord, TSpec>.Equal(new(key, key.Length), source, messageLength, destination, hashBytes, shape);

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape) =>
        Blake2ExtendedMany<TWord, TSpec>.Ragged(new(key, key.Length), source, messageLengths, destination, hashBytes, shape);

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        Blake2ExtendedMany<TWord, TSpec>.Scattered(new(key, key.Length), sources, destination, hashBytes, shape);
}

/// <summary>BLAKE2Xb in the catalogue.</summary>
internal sealed class Blake2xbRow : Blake2xRow<ulong, Blake2bSpec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2xb(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2xb.ReadState(ref state, key, out secret);
}

/// <summary>BLAKE2Xs in the catalogue.</summary>
internal sealed class Blake2xsRow : Blake2xRow<uint, Blake2sSpec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2xs(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2xs.ReadState(ref state, key, out secret);
}
