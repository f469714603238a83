using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.Blake2Family;

/// <summary>BLAKE2Xb and BLAKE2Xs in the catalogue: what they share.</summary>
internal abstract class Blake2xRow<TWord, TSpec> : HashRow
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override string Name => Title.ToLowerInvariant();

    public override string Title => Blake2Extended<TWord, TSpec>.Name;

    public override string Security => "Sound as published, at the security of " + TSpec.Name + ".";

    public override int DefaultHashBytes => TSpec.MaxHashBytes;

    public override int MinHashBytes => 1;

    // The type goes further; this is what tools offer as a digest.
    public override int MaxHashBytes => 1024;

    public override int MaxKeyBytes => TSpec.MaxHashBytes;

    public override int BlockBytes => TSpec.BlockBytes;

    public override int WordBits => 8 * Word<TWord>.Bytes;

    public override LaneShape ChosenShape => Blake2Many<TWord, TSpec>.Table.Choose();

    public override int MaxStreams => 2;

    public override int MaxScalarStreams => 1;

    public override IReadOnlyList<SingleKernel> SingleKernels =>
        [new("output in lanes", true, (source, destination) => Blake2Extended<TWord, TSpec>.Hash(default, source, destination))];

    public override IReadOnlyList<RowJob> Jobs()
    {
        // The longest output of BLAKE2Xs, two bytes less than 64 KiB, for both.
        byte[] source = RowJob.Data(64), output = new byte[65_534];
        return
        [
            new("output of 64 KiB", output.Length, () =>
            {
                Blake2Extended<TWord, TSpec>.Hash(default, source, output);
                return output;
            }),
        ];
    }

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Extended<TWord, TSpec>.Hash(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Blake2ExtendedMany<TWord, TSpec>.Equal(new(key, key.Length), source, messageLength, destination, hashBytes, shape);

    public override void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Blake2ExtendedMany<TWord, TSpec>.Ragged(new(key, key.Length), source, messageLengths, destination, hashBytes, shape);

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Blake2ExtendedMany<TWord, TSpec>.Scattered(new(key, key.Length), sources, destination, hashBytes, shape);
}

/// <summary>BLAKE2Xb in the catalogue.</summary>
internal sealed class Blake2xbRow : Blake2xRow<ulong, Blake2bSpec>
{
    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("BLAKE2Xb", c =>
        {
            byte[] key = c.Bytes("key_hex");
            return Hashing.KnownAnswers.CheckHash(
                c, (source, destination) => Blake2xb.HashData(key, source, destination), () => new Blake2xb(key, c.Output.Length),
                (messages, digests) => Blake2xb.HashMany(key, messages, digests, c.Output.Length));
        }),
    ];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2xb(key, hashBytes);
}

/// <summary>BLAKE2Xs in the catalogue.</summary>
internal sealed class Blake2xsRow : Blake2xRow<uint, Blake2sSpec>
{
    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("BLAKE2Xs", c =>
        {
            byte[] key = c.Bytes("key_hex");
            return Hashing.KnownAnswers.CheckHash(
                c, (source, destination) => Blake2xs.HashData(key, source, destination), () => new Blake2xs(key, c.Output.Length),
                (messages, digests) => Blake2xs.HashMany(key, messages, digests, c.Output.Length));
        }),
    ];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2xs(key, hashBytes);
}
