using Lanewise.SkeinFamily;

namespace Lanewise.Proof;

internal delegate LanewiseHash CreateSkein(SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes);

internal delegate void HashBits(
    SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination,
    long hashBits);

internal delegate void AppendBits(LanewiseHash hash, ReadOnlySpan<byte> data, long bits);

/// <summary>A size of Skein: trees, and answers with parameters and within a byte.</summary>
/// <param name="row">The row.</param>
/// <param name="create">A running hash with everything that a case can ask for.</param>
/// <param name="hashBits">One message, of so many bits, with everything that a case can ask for.</param>
/// <param name="appendBits">Ends the message of a running hash within a byte.</param>
internal abstract class SkeinProof<TSpec>(HashRow row, CreateSkein create, HashBits hashBits, AppendBits appendBits)
    : HashProof(row)
    where TSpec : struct, ISkeinSpec
{
    public override int MaxStreams => TSpec.Words == 16 ? 1 : 2;

    public override IReadOnlyList<KnownAnswers> Answers => [new(Row.Title, Check)];

    public override IReadOnlyList<RowJob> Jobs()
    {
        // Leaves and nodes of 64 blocks, as high as it takes.
        SkeinParameters parameters = new() { LeafExponent = 6, NodeExponent = 6, MaxLevel = 255 };
        byte[] source = RowJob.Data(1 << 20), digest = new byte[Row.DefaultHashBytes];
        ulong[] chain = new ulong[TSpec.Words];
        return
        [
            new(
                "tree, 1 MiB",
                source.Length,
                digest,
                () => SkeinOne<TSpec>.Hash(parameters, default, source, 0, 8L * digest.Length, digest),
                () =>
                {
                    SkeinOne<TSpec>.Start(chain, parameters, default, 8L * digest.Length);
                    SkeinTree<TSpec>.HashOverCores(chain, parameters, source, 8L * digest.Length, digest, RowJob.TwoCores);
                }),
        ];
    }

    private IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        long outputBits = c.Number("output_bits", 8L * c.Output.Length), inputBits = c.Number("input_bits", 8L * c.Input.Length);
        SkeinParameters parameters = new()
        {
            Personalization = c.Bytes("personal_hex"),
            PublicKey = c.Bytes("public_key_hex"),
            KeyDerivationIdentifier = c.Bytes("kdf_id_hex"),
            Nonce = c.Bytes("nonce_hex"),
            LeafExponent = c.Number("tree.leaf", 0),
            NodeExponent = c.Number("tree.node", 0),
            MaxLevel = c.Number("tree.max_level", 0),
        };

        if (inputBits % 8 != 0)
        {
            byte[] output = new byte[c.Output.Length];
            hashBits(parameters, c.Key, c.Input, inputBits, output, outputBits);
            List<string> wrong = [];
            if (!output.AsSpan().SequenceEqual(c.Output)) wrong.Add("one-shot");
            if (outputBits % 8 != 0) return wrong;

            using LanewiseHash hash = create(parameters, c.Key, c.Output.Length);
            foreach (int split in (ReadOnlySpan<int>)[0, 1, 64, 65])
            {
                int cut = Math.Min(split, c.Input.Length - 1);
                hash.AppendData(c.Input.AsSpan(0, cut));
                appendBits(hash, c.Input.AsSpan(cut), inputBits - (8L * cut));
                hash.GetHashAndReset(output);
                if (!output.AsSpan().SequenceEqual(c.Output)) wrong.Add($"incremental, the last bits after {cut} bytes");
            }

            return wrong;
        }

        return KnownAnswers.CheckHash(
            c,
            (source, destination) => hashBits(parameters, c.Key, source, 8L * source.Length, destination, outputBits),
            () => create(parameters, c.Key, c.Output.Length),
            parameters.IsTree || outputBits % 8 != 0 ? null : HashMany);

        void HashMany(ReadOnlyMemory<byte>[] messages, byte[] digests) =>
            SkeinEngine<TSpec>.HashMany(parameters, messages, Keys.One(c.Key), digests, c.Output.Length);
    }
}

internal sealed class Skein256Proof(HashRow row) : SkeinProof<Skein256Spec>(
    row,
    (parameters, key, hashBytes) => new Skein256(parameters, key, hashBytes),
    Skein256.HashBits,
    (hash, data, bits) => ((Skein256)hash).AppendBits(data, bits));

internal sealed class Skein512Proof(HashRow row) : SkeinProof<Skein512Spec>(
    row,
    (parameters, key, hashBytes) => new Skein512(parameters, key, hashBytes),
    Skein512.HashBits,
    (hash, data, bits) => ((Skein512)hash).AppendBits(data, bits));

internal sealed class Skein1024Proof(HashRow row) : SkeinProof<Skein1024Spec>(
    row,
    (parameters, key, hashBytes) => new Skein1024(parameters, key, hashBytes),
    Skein1024.HashBits,
    (hash, data, bits) => ((Skein1024)hash).AppendBits(data, bits));
