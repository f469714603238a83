using System.Globalization;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.Blake3Family;

/// <summary>BLAKE3 in the catalogue.</summary>
internal sealed class Blake3Row : HashRow
{
    public override string Name => "blake3";

    public override string Title => "BLAKE3";

    public override string Security => "Sound as published: 128 bits of security, whatever the length of the output.";

    public override int DefaultHashBytes => Blake3Spec.HashBytes;

    public override int MinHashBytes => 1;

    // The output has no end; this is what tools offer as a digest.
    public override int MaxHashBytes => 1024;

    public override int MinKeyBytes => Blake3Spec.HashBytes;

    public override int MaxKeyBytes => Blake3Spec.HashBytes;

    public override int BlockBytes => Blake3Spec.BlockBytes;

    public override int WordBits => 32;

    public override LaneShape ChosenShape => Blake3Many.Table.Choose();

    public override int MaxStreams => 2;

    public override int MaxScalarStreams => 1;

    public override IReadOnlyList<SingleKernel> SingleKernels => Blake3Single.Candidates;

    public override IReadOnlyList<KnownAnswers> KnownAnswers => [new("BLAKE3", Check)];

    public override IReadOnlyList<RowJob> Jobs() => [One("message of 1 MiB", 1 << 20), One("message of 16 MiB", 1 << 24)];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => key.IsEmpty ? new Blake3(hashBytes) : new Blake3(key, hashBytes);

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) Blake3.HashData(source, destination);
        else Blake3.HashData(key, source, destination);
    }

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Blake3Batch.Keys keys = new(key);
        Blake3Batch.Equal(keys, source, messageLength, destination, hashBytes, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Blake3Batch.Keys keys = new(key);
        Blake3Batch.Ragged(keys, source, messageLengths, destination, hashBytes, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Blake3Batch.Keys keys = new(key);
        Blake3Batch.Scattered(keys, sources, destination, hashBytes, shape);
    }

    private static RowJob One(string name, int length)
    {
        byte[] source = RowJob.Data(length), digest = new byte[Blake3Spec.HashBytes], overCores = new byte[Blake3Spec.HashBytes];
        return new RowJob(
            name,
            length,
            () =>
            {
                Blake3.HashData(source, digest.AsSpan());
                return digest;
            },
            () =>
            {
                Blake3.HashData(source.AsMemory(), overCores, RowJob.TwoCores);
                return overCores;
            });
    }

    private static IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        byte[] key = c.Bytes("key_hex");
        string? context = c.Parameters.GetValueOrDefault("context");
        if (c.Parameters.TryGetValue("seek", out string? seek))
        {
            using Blake3 hash = key.Length > 0 ? new Blake3(key) : context is not null ? Blake3.CreateDeriveKey(context) : new Blake3();
            hash.AppendData(c.Input);
            using Blake3Output output = hash.GetOutput();
            output.Position = ulong.Parse(seek, CultureInfo.InvariantCulture);
            return output.Read(c.Output.Length).AsSpan().SequenceEqual(c.Output) ? [] : ["output at a place"];
        }

        if (context is not null)
        {
            return Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake3.DeriveKey(context, source, destination),
                () => Blake3.CreateDeriveKey(context, c.Output.Length),
                (messages, digests) => Blake3.DeriveKeyMany(context, messages, digests, c.Output.Length));
        }

        return key.Length > 0
            ? Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake3.HashData(key, source, destination),
                () => new Blake3(key, c.Output.Length),
                (messages, digests) => Blake3.HashMany(key, messages, digests, c.Output.Length))
            : Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake3.HashData(source, destination),
                () => new Blake3(c.Output.Length),
                (messages, digests) => Blake3.HashMany(messages, digests, c.Output.Length));
    }
}
