using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.SkeinFamily;

/// <summary>A size of Skein in the catalogue.</summary>
internal abstract class SkeinRow<TSpec> : HashRow
    where TSpec : struct, ISkeinSpec
{
    public override string Name => TSpec.Name.ToLowerInvariant();

    public override string Title => TSpec.Name;

    public override string Security => "Sound as published (Skein 1.3), at the security of its output length.";

    public override int DefaultHashBytes => 8 * TSpec.Words;

    public override int MinHashBytes => 1;

    // The output may have any length; this is what tools offer as a digest.
    public override int MaxHashBytes => 512;

    // Keys may be longer; no more than this is ever needed.
    public override int MaxKeyBytes => 8 * TSpec.Words;

    public override int BlockBytes => 8 * TSpec.Words;

    public override int WordBits => 64;

    public override LaneShape ChosenShape => TSpec.Table.Choose();

    public override int MaxStreams => TSpec.Words == 16 ? 1 : 2;

    public override int MaxScalarStreams => 1;

    public override IReadOnlyList<SingleKernel> SingleKernels => [new("scalar", true, SkeinOne<TSpec>.Hash)];

    public override IReadOnlyList<KnownAnswers> KnownAnswers => [new(TSpec.Name, Check)];

    public override IReadOnlyList<RowJob> Jobs()
    {
        // Leaves and nodes of 64 blocks, as high as it takes.
        SkeinParameters parameters = new() { LeafExponent = 6, NodeExponent = 6, MaxLevel = 255 };
        byte[] source = RowJob.Data(1 << 20), digest = new byte[DefaultHashBytes], overCores = new byte[DefaultHashBytes];
        ulong[] chain = new ulong[TSpec.Words];
        return
        [
            new(
                "tree, 1 MiB",
                source.Length,
                () =>
                {
                    SkeinOne<TSpec>.Hash(parameters, default, source, 0, 8L * digest.Length, digest);
                    return digest;
                },
                () =>
                {
                    SkeinOne<TSpec>.Start(chain, parameters, default, 8L * overCores.Length);
                    SkeinTree<TSpec>.HashOverCores(chain, parameters, source, 8L * overCores.Length, overCores, RowJob.TwoCores);
                    return overCores;
                }),
        ];
    }

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) SkeinOne<TSpec>.Hash(source, destination);
        else SkeinOne<TSpec>.Hash(SkeinParameters.Default, key, source, 0, 8L * destination.Length, destination);
    }

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using SkeinMany<TSpec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashBytes);
        setup.Equal(source, messageLength, destination, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using SkeinMany<TSpec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashBytes);
        setup.Ragged(source, messageLengths, destination, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using SkeinMany<TSpec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashBytes);
        setup.Scattered(sources, destination, shape);
    }

    /// <summary>A running hash with everything that a case can ask for.</summary>
    protected abstract LanewiseHash Create(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>One message, of so many bits, with everything that a case can ask for.</summary>
    protected abstract void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination, long hashBits);

    /// <summary>Ends the message of a running hash within a byte.</summary>
    protected abstract void AppendBits(LanewiseHash hash, ReadOnlySpan<byte> data, long bits);

    private IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        byte[] key = c.Bytes("key_hex");
        long outputBits = c.Number("output_bits", 8L * c.Output.Length), inputBits = c.Number("input_bits", 8L * c.Input.Length);
        SkeinParameters parameters = new()
        {
            Personalization = c.Bytes("personal_hex"),
            PublicKey = c.Bytes("public_key_hex"),
            KeyDerivationIdentifier = c.Bytes("kdf_id_hex"),
            Nonce = c.Bytes("nonce_hex"),
            LeafExponent = (int)c.Number("tree.leaf", 0),
            NodeExponent = (int)c.Number("tree.node", 0),
            MaxLevel = (int)c.Number("tree.max_level", 0),
        };

        if (inputBits % 8 != 0)
        {
            byte[] output = new byte[c.Output.Length];
            HashBits(parameters, key, c.Input, inputBits, output, outputBits);
            List<string> wrong = [];
            if (!output.AsSpan().SequenceEqual(c.Output)) wrong.Add("one-shot");
            if (outputBits % 8 != 0) return wrong;

            using LanewiseHash hash = Create(parameters, key, c.Output.Length);
            foreach (int split in (ReadOnlySpan<int>)[0, 1, 64, 65])
            {
                int cut = Math.Min(split, c.Input.Length - 1);
                hash.AppendData(c.Input.AsSpan(0, cut));
                AppendBits(hash, c.Input.AsSpan(cut), inputBits - (8L * cut));
                hash.GetHashAndReset(output);
                if (!output.AsSpan().SequenceEqual(c.Output)) wrong.Add($"incremental, the last bits after {cut} bytes");
            }

            return wrong;
        }

        bool many = !parameters.IsTree && outputBits % 8 == 0;
        return Hashing.KnownAnswers.CheckHash(
            c,
            (source, destination) => HashBits(parameters, key, source, 8L * source.Length, destination, outputBits),
            () => Create(parameters, key, c.Output.Length),
            many ? HashMany : null);

        void HashMany(ReadOnlyMemory<byte>[] messages, byte[] digests)
        {
            using SkeinMany<TSpec>.Setup setup = new(parameters, key, 0, 1, c.Output.Length);
            setup.Scattered(messages, digests);
        }
    }
}

/// <summary>Skein-256 in the catalogue.</summary>
internal sealed class Skein256Row : SkeinRow<Skein256Spec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Skein256(key, hashBytes);

    protected override LanewiseHash Create(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes) => new Skein256(parameters, key, hashBytes);

    protected override void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination, long hashBits) =>
        Skein256.HashBits(parameters, key, source, sourceBits, destination, hashBits);

    protected override void AppendBits(LanewiseHash hash, ReadOnlySpan<byte> data, long bits) => ((Skein256)hash).AppendBits(data, bits);
}

/// <summary>Skein-512 in the catalogue.</summary>
internal sealed class Skein512Row : SkeinRow<Skein512Spec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Skein512(key, hashBytes);

    protected override LanewiseHash Create(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes) => new Skein512(parameters, key, hashBytes);

    protected override void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination, long hashBits) =>
        Skein512.HashBits(parameters, key, source, sourceBits, destination, hashBits);

    protected override void AppendBits(LanewiseHash hash, ReadOnlySpan<byte> data, long bits) => ((Skein512)hash).AppendBits(data, bits);
}

/// <summary>Skein-1024 in the catalogue.</summary>
internal sealed class Skein1024Row : SkeinRow<Skein1024Spec>
{
    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Skein1024(key, hashBytes);

    protected override LanewiseHash Create(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes) => new Skein1024(parameters, key, hashBytes);

    protected override void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination, long hashBits) =>
        Skein1024.HashBits(parameters, key, source, sourceBits, destination, hashBits);

    protected override void AppendBits(LanewiseHash hash, ReadOnlySpan<byte> data, long bits) => ((Skein1024)hash).AppendBits(data, bits);
}
