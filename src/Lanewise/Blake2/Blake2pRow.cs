using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Blake2Family;

/// <summary>BLAKE2bp and BLAKE2sp in the catalogue: what they share.</summary>
internal abstract class Blake2pRow<TWord, TSpec>() : Blake2FamilyRow<TWord, TSpec>(Blake2Leaves<TWord, TSpec>.Name, HashLengths.Bounded)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Leaves<TWord, TSpec>.Hash(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        Blake2LeavesMany<TWord, TSpec>.Equal(new(key, key.Length), source, messageLength, destination, hashBytes, shape);

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape) =>
        Blake2LeavesMany<TWord, TSpec>.Ragged(new(key, key.Length), source, messageLengths, destination, hashBytes, shape);

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape) =>
        Blake2LeavesMany<TWord, TSpec>.Scattered(new(key, key.Length), sources, destination, hashBytes, shape);
}

/// <summary>BLAKE2bp in the catalogue.</summary>
internal sealed class Blake2bpRow : Blake2pRow<ulong, Blake2bSpec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2bp(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2bp.ReadState(ref state, key, out secret);
}

/// <summary>BLAKE2sp in the catalogue.</summary>
internal sealed class Blake2spRow : Blake2pRow<uint, Blake2sSpec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2sp(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2sp.ReadState(ref state, key, out secret);
}
