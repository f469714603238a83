using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.Blake2Family;

/// <summary>BLAKE2bp and BLAKE2sp in the catalogue: what they share.</summary>
internal abstract class Blake2pRow<TWord, TSpec> : HashRow
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override string Name => Title.ToLowerInvariant();

    public override string Title => Blake2Leaves<TWord, TSpec>.Name;

    public override string Security => "Sound as published, at the security of its output length.";

    public override int DefaultHashBytes => TSpec.MaxHashBytes;

    public override int MinHashBytes => 1;

    public override int MaxHashBytes => TSpec.MaxHashBytes;

    public override int MaxKeyBytes => TSpec.MaxHashBytes;

    public override int BlockBytes => TSpec.BlockBytes;

    public override int WordBits => 8 * Word<TWord>.Bytes;

    public override LaneShape ChosenShape => Blake2Many<TWord, TSpec>.Table.Choose();

    public override int MaxStreams => 2;

    public override int MaxScalarStreams => 1;

    public override IReadOnlyList<SingleKernel> SingleKernels =>
    [
        .. Shapes.Where(s => s.Streams == 1 && s.Bits <= 256).Select(s => new SingleKernel(
            "leaves " + s, s == Blake2Leaves<TWord, TSpec>.Shape, (source, destination) => Blake2Leaves<TWord, TSpec>.Hash(default, source, destination, s))),
    ];

    public override IReadOnlyList<RowJob> Jobs()
    {
        const int Messages = 4, Length = 64 * 1024;
        byte[] source = RowJob.Data(Messages * Length), digests = new byte[Messages * TSpec.MaxHashBytes];
        return
        [
            new("four messages of 64 KiB", source.Length, () =>
            {
                HashEqual(default, source, Length, digests, TSpec.MaxHashBytes);
                return digests;
            }),
        ];
    }

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Leaves<TWord, TSpec>.Hash(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Blake2LeavesMany<TWord, TSpec>.Equal(new(key, key.Length), source, messageLength, destination, hashBytes, shape);

    public override void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Blake2LeavesMany<TWord, TSpec>.Ragged(new(key, key.Length), source, messageLengths, destination, hashBytes, shape);

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Blake2LeavesMany<TWord, TSpec>.Scattered(new(key, key.Length), sources, destination, hashBytes, shape);
}

/// <summary>BLAKE2bp in the catalogue.</summary>
internal sealed class Blake2bpRow : Blake2pRow<ulong, Blake2bSpec>
{
    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("BLAKE2bp", c =>
        {
            byte[] key = c.Bytes("key_hex");
            return Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake2bp.HashData(key, source, destination),
                () => new Blake2bp(key, c.Output.Length),
                (messages, digests) => Blake2bp.HashMany(key, messages, digests, c.Output.Length));
        }),
    ];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2bp(key, hashBytes);
}

/// <summary>BLAKE2sp in the catalogue.</summary>
internal sealed class Blake2spRow : Blake2pRow<uint, Blake2sSpec>
{
    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("BLAKE2sp", c =>
        {
            byte[] key = c.Bytes("key_hex");
            return Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake2sp.HashData(key, source, destination),
                () => new Blake2sp(key, c.Output.Length),
                (messages, digests) => Blake2sp.HashMany(key, messages, digests, c.Output.Length));
        }),
    ];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2sp(key, hashBytes);
}
