using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Blake2Family;

/// <summary>What the rows of BLAKE2 share.</summary>
internal abstract class Blake2FamilyRow<TWord, TSpec>(string title, HashLengths lengths)
    : HashRow(title, 8 * Word<TWord>.Bytes, TSpec.BlockBytes, TSpec.MaxHashBytes, lengths)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override int MaxKeyBytes => TSpec.MaxHashBytes;

    public override LaneShape ChosenShape => Blake2Many<TWord, TSpec>.Table.Choose();
}

/// <summary>BLAKE2b and BLAKE2s in the catalogue: what they share.</summary>
internal abstract class Blake2Row<TWord, TSpec>() : Blake2FamilyRow<TWord, TSpec>(TSpec.Name, HashLengths.Bounded)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2One<TWord, TSpec>.Hash(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        using Blake2Many<TWord, TSpec>.Setup setup = new(Blake2Parameters.Default, key, key.Length, 1, hashBytes);
        ManyMessages.Equal<TWord, Blake2Many<TWord, TSpec>>(source, messageLength, destination, setup.Hash, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape)
    {
        using Blake2Many<TWord, TSpec>.Setup setup = new(Blake2Parameters.Default, key, key.Length, 1, hashBytes);
        ManyMessages.Ragged<TWord, Blake2Many<TWord, TSpec>>(source, messageLengths, destination, setup.Hash, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape)
    {
        using Blake2Many<TWord, TSpec>.Setup setup = new(Blake2Parameters.Default, key, key.Length, 1, hashBytes);
        ManyMessages.Scattered<TWord, Blake2Many<TWord, TSpec>>(sources, destination, setup.Hash, shape);
    }
}

/// <summary>BLAKE2b in the catalogue.</summary>
internal sealed class Blake2bRow : Blake2Row<ulong, Blake2bSpec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2b(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2b.ReadState(ref state, key, out secret);
}

/// <summary>BLAKE2s in the catalogue.</summary>
internal sealed class Blake2sRow : Blake2Row<uint, Blake2sSpec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2s(key, hashBytes);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2s.ReadState(ref state, key, out secret);
}
