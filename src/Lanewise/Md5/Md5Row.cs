using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Md5Family;

/// <summary>MD5 in the catalogue.</summary>
internal sealed class Md5Row : HashRow
{
    public override string Name => "md5";

    public override string Title => "MD5";

    public override string Security => "Broken: collisions take seconds. For fixity, ETags and legacy protocols only.";

    public override int DefaultHashBytes => Md5Spec.HashBytes;

    public override int BlockBytes => Md5Spec.BlockBytes;

    public override int WordBits => 32;

    public override LaneShape ChosenShape => Md5Many.Table.Choose();

    public override int MaxStreams => 4;

    public override int MaxScalarStreams => 2;

    public override IReadOnlyList<SingleKernel> SingleKernels => [new("scalar", true, (source, destination) => Md5.HashData(source, destination))];

    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("MD5", c => Hashing.KnownAnswers.CheckHash(
            c, (source, destination) => Md5.HashData(source, destination), () => new Md5(), (messages, digests) => Md5.HashMany(messages, digests))),
        new("HMAC-MD5", c =>
        {
            byte[] key = c.Bytes("key_hex");
            return Hashing.KnownAnswers.CheckHash(
                c, (source, destination) => HmacMd5.HashData(key, source, destination), () => new HmacMd5(key), (messages, digests) => HmacMd5.HashMany(key, messages, digests));
        }),
    ];

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
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        CheckNoKey(key);
        ManyMessages.Equal<uint, Md5Many>(source, messageLength, destination, Md5Many.Plain, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        CheckNoKey(key);
        ManyMessages.Ragged<uint, Md5Many>(source, messageLengths, destination, Md5Many.Plain, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        CheckNoKey(key);
        ManyMessages.Scattered<uint, Md5Many>(sources, destination, Md5Many.Plain, shape);
    }
}
